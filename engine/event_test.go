package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Two balls that meet are both named, and when within the tick they met.
func TestBallHitNamesBothBallsAndWhen(t *testing.T) {
	l := far
	l.Balls = 2
	for _, apart := range []float64{4, 4.03, 4.07} {
		g := inPlay(t, l, at(20, 20), geom.Vec{X: 30})
		put(g, 1, at(20+apart, 20), geom.Vec{X: -10})
		from := g.Tick
		for count(g.Events, BallHit) == 0 {
			g.Step(Input{Idle, Idle})
		}
		for _, e := range g.Events {
			if e.Kind != BallHit {
				continue
			}
			if pair := [2]int{e.Ball, e.Other}; pair != [2]int{0, 1} && pair != [2]int{1, 0} {
				t.Errorf("the balls %v met", pair)
			}
			want := (apart - 2*BallRadius) / 40 * TicksPerSecond // ticks of flight
			if got := float64(g.Tick-1-from) + e.TickFraction; math.Abs(got-want) > 1e-9 {
				t.Errorf("%g apart: they met after %g ticks, want %g", apart, got, want)
			}
		}
	}
}

// What happens outside of the motion is at the beginning or the end of the tick, whichever tick of
// an epoch it is.
func TestLateIsAShareOfTheTick(t *testing.T) {
	g := inPlay(t, honeycomb(), at(30, 40), geom.Vec{X: 12, Y: -24})
	between := 0
	for range 10 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		for _, e := range g.Events {
			if !(e.TickFraction >= 0 && e.TickFraction <= 1) {
				t.Fatalf("tick %d: event %d at %g of the tick", g.Tick, e.Kind, e.TickFraction)
			}
			if e.TickFraction > 0 && e.TickFraction < 1 {
				between++
			}
			if e.Kind == BallServed && e.TickFraction != 0 {
				t.Errorf("a ball is served at %g of the tick", e.TickFraction)
			}
		}
	}
	if between == 0 {
		t.Error("no event within a tick")
	}
}

// More events than there is room for are counted.
func TestMissedEventsAreCounted(t *testing.T) {
	g := inPlay(t, far, at(20, 20), geom.Vec{Y: -27})
	g.Events = g.Events[:0]
	for range maxEvents + 7 {
		g.emit(Event{Kind: WallHit})
	}
	if g.DiscardedEvents != 7 || len(g.Events) != maxEvents {
		t.Errorf("%d events, %d missed", len(g.Events), g.DiscardedEvents)
	}
	g.Step(Input{Idle, Idle})
	if g.DiscardedEvents != 0 {
		t.Errorf("%d events missed in a calm tick", g.DiscardedEvents)
	}
}

// The whole field can be reached by a target.
func TestTargetsReachTheWholeField(t *testing.T) {
	if maxField*64 > math.MaxInt16 {
		t.Errorf("targets reach %g units, fields up to %d", math.MaxInt16/64.0, maxField)
	}
	if _, err := New(Config{Levels: []spec.Level{far}, W: maxField + 1, H: 48}); err == nil {
		t.Error("a wider field is accepted")
	}
}
