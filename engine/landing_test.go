package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// TestLandingsComeTrue checks that a predicted landing is exact in place and time if the ball meets
// only walls, even if it was predicted early.
func TestLandingsComeTrue(t *testing.T) {
	level := spec.Level{Bricks: []spec.BrickSpec{{
		Kind:  spec.Plain,
		Shape: geom.Regular(6, geom.Vec{X: 3, Y: 3}, 2, 0),
	}}}
	g, err := New(Config{Setup: Setup{Mode: Zen}, Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}

	const tick = 1.0 / TicksPerSecond
	checked := 0
	var predicted Landing // predicted in the last tick; zero if there was none
	for g.Tick < 60*TicksPerSecond && !g.Phase.Ended() {
		in := Input{Idle, Idle}
		if g.Phase == Serve && g.Tick%100 == 99 {
			in[0].Buttons = Fire
		}
		g.Step(in)
		for _, ev := range g.Events {
			if ev.Kind != WallHit {
				predicted = Landing{} // a contact changed the course
			}
		}

		l, ok := g.NextLanding(0, 0)
		if ok && predicted.Seconds > 2*tick {
			checked++
			if math.Abs(l.X-predicted.X) > 1e-6 || math.Abs(l.Seconds+tick-predicted.Seconds) > 1e-6 {
				t.Fatalf("tick %d: landing was predicted at %.9f in %.6f s, now at %.9f in %.6f s",
					g.Tick, predicted.X, predicted.Seconds, l.X, l.Seconds)
			}
		}
		predicted = Landing{}
		if ok {
			predicted = l
		}
	}

	if checked < 1000 {
		t.Errorf("the test compares %d predictions, want at least 1000", checked)
	}
}

// TestLandingsOfMatch checks that a landing at the ceiling is predicted for the paddle there, and
// that no landing is predicted after the return of the other paddle.
func TestLandingsOfMatch(t *testing.T) {
	level := spec.Level{Bricks: []spec.BrickSpec{{
		Kind:  spec.Plain,
		Shape: geom.Regular(6, geom.Vec{X: 3, Y: spec.FieldH / 2}, 2, 0),
	}}}
	g, err := New(Config{Setup: Setup{Mode: Arkanong}, Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	for _, v := range []geom.Vec{{Y: -20}, {Y: 20}} {
		put(g, 0, at(32, 20), v)
		for k := range g.Paddles {
			l, ok := g.NextLanding(k, 1)
			if want := g.Paddles[k].Top == (v.Y < 0); ok != want || ok && l.X != 32 {
				t.Errorf("NextLanding(%d) of a ball with the velocity %v = %+v, %v; want a landing: %v",
					k, v, l, ok, want)
			}
		}
	}
}
