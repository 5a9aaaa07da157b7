package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// The event of two colliding balls names both of them and the time within the tick.
func TestBallHitEvent(t *testing.T) {
	l := far
	l.Balls = 2
	for _, distance := range []float64{4, 4.03, 4.07} {
		g := inPlay(t, l, at(20, 20), geom.Vec{X: 30})
		put(g, 1, at(20+distance, 20), geom.Vec{X: -10})
		from := g.Tick
		for count(g.Events, BallHit) == 0 {
			g.Step(Input{Idle, Idle})
		}

		for _, e := range g.Events {
			if e.Kind != BallHit {
				continue
			}
			if pair := [2]int{e.Ball, e.Other}; pair != [2]int{0, 1} && pair != [2]int{1, 0} {
				t.Errorf("the event has the balls %v, want 0 and 1", pair)
			}
			want := (distance - 2*BallRadius) / 40 * TicksPerSecond // ticks of flight
			if got := float64(g.Tick-1-from) + e.TickFraction; math.Abs(got-want) > 1e-9 {
				t.Errorf("distance %g: collision after %g ticks, want %g", distance, got, want)
			}
		}
	}
}

// Events outside the motion have the fraction 0 or 1, in all ticks of an epoch.
func TestTickFraction(t *testing.T) {
	g := inPlay(t, honeycomb(), at(30, 40), geom.Vec{X: 12, Y: -24})
	between := 0
	for range 10 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		for _, e := range g.Events {
			if !(e.TickFraction >= 0 && e.TickFraction <= 1) {
				t.Fatalf("tick %d: TickFraction of event %d = %g, want 0 to 1", g.Tick, e.Kind, e.TickFraction)
			}
			if e.TickFraction > 0 && e.TickFraction < 1 {
				between++
			}
			if e.Kind == BallServed && e.TickFraction != 0 {
				t.Errorf("TickFraction of BallServed = %g, want 0", e.TickFraction)
			}
		}
	}

	if between == 0 {
		t.Error("no event has a TickFraction between 0 and 1, want some")
	}
}

// Events beyond maxEvents are counted.
func TestDiscardedEventsAreCounted(t *testing.T) {
	g := inPlay(t, far, at(20, 20), geom.Vec{Y: -27})
	g.Events = g.Events[:0]
	for range maxEvents + 7 {
		g.emit(Event{Kind: WallHit})
	}
	if g.DiscardedEvents != 7 || len(g.Events) != maxEvents {
		t.Errorf("after too many events: %d stored, %d discarded; want %d and 7", len(g.Events), g.DiscardedEvents,
			maxEvents)
	}
	g.Step(Input{Idle, Idle})
	if g.DiscardedEvents != 0 {
		t.Errorf("DiscardedEvents in a tick without events = %d, want 0", g.DiscardedEvents)
	}
}

// Target can reach the whole field.
func TestTargetReachesTheWholeField(t *testing.T) {
	if maxField*64 > math.MaxInt16 {
		t.Errorf("targets reach %g units, want at least %d", math.MaxInt16/64.0, maxField)
	}
	if _, err := New(Config{Levels: []spec.Level{far}, W: maxField + 1, H: 48}); err == nil {
		t.Errorf("New accepts a field of width %d, want an error", maxField+1)
	}
}
