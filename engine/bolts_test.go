package engine

import (
	"math"
	"testing"

	"arkterm/engine/spec"
)

// newBoltGame returns a game with bolts that will hit the paddle in the next ticks.
func newBoltGame(t *testing.T, d Difficulty, bolts int) *Game {
	t.Helper()
	g, err := New(Config{Setup: Setup{Seed: 1, Difficulty: d}, Levels: []spec.Level{levelWithEnemies(spec.Bastion)}})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	for range bolts {
		g.Bolts = append(g.Bolts, Bolt{At: g.paddleMiddle(0).Add(at(2, -2)), V: at(0, boltSpeed)})
	}
	return g
}

// A bolt takes width from a paddle and stuns it. The other bolts of the volley take no width.
func TestBoltTakesWidth(t *testing.T) {
	for d := Kids; int(d) < len(Difficulties); d++ {
		g := newBoltGame(t, d, 3)
		was, hits := g.Paddles[0].targetHalf, 0
		for range TicksPerSecond / 4 {
			g.Step(Input{Idle, Idle})
			hits += count(g.Events, BoltHit)
		}

		narrow, _, _ := g.widths(0)
		want := max(narrow, was-boltWidthLoss)
		if math.Abs(g.Paddles[0].targetHalf-want) > tolerance || hits != 1 {
			t.Errorf("%s: paddle of width %g has width %g after %d hits, want %g after one hit",
				Difficulties[d].Name, 2*was, 2*g.Paddles[0].targetHalf, hits, 2*want)
		}

		if err := g.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The minimum width of the difficulty limits the loss.
func TestBoltsKeepTheMinimumWidth(t *testing.T) {
	g := newBoltGame(t, Medium, 0)
	for range 10 {
		g.Paddles[0].StunnedUntil = 0
		g.Bolts = append(g.Bolts[:0], Bolt{At: g.paddleMiddle(0).Add(at(1.5, -1)), V: at(0, boltSpeed)})
		g.Step(Input{Idle, Idle})
	}
	if narrow, _, _ := g.widths(0); g.Paddles[0].targetHalf != narrow {
		t.Errorf("paddle width after ten bolts = %g, want %g", 2*g.Paddles[0].targetHalf, 2*narrow)
	}
}
