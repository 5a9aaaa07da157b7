package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Expensive ticks must report much work, regardless of the cause: many balls, endless contacts,
// moving bricks, or beams among many bricks.
func TestWorkCountsExpensiveTicks(t *testing.T) {
	plain := func(n int) (l spec.Level) {
		for k := range n {
			shape := geom.Regular(6, at(2+float64(k%30), 2+float64(k/30)), 0.4, 0)
			l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Regrow, Shape: shape})
		}

		return l
	}

	spinning, shone := plain(100), plain(900)
	for k := range spinning.Bricks {
		spinning.Bricks[k].Motion.Spin = 90
	}

	for range spec.MaxEmitters {
		shone.Emitters = append(shone.Emitters, spec.EmitterSpec{At: at(40, 30), Spin: 90})
	}

	stuck := plain(1)
	stuck.Bricks = append(stuck.Bricks, slot(t, 2*BallRadius, 4, 0)...)

	perTick := func(l spec.Level, setup Setup) uint64 {
		t.Helper()
		g, err := New(Config{Setup: setup, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}

		g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
		if len(g.Balls) == 1 {
			put(g, 0, at(32, 20), geom.Vec{Y: g.BallSpeed()})
		}

		before := g.Work()
		g.Step(Input{Idle, Idle})
		return g.Work() - before
	}

	typical := perTick(plain(1), Setup{})
	for name, c := range map[string]struct {
		level   spec.Level
		setup   Setup
		minWork uint64
	}{
		"a storm of 1000":        {plain(1), Setup{Mode: Storm, Storm: 1000}, 20 * typical},
		"a ball in a tight slot": {stuck, Setup{}, 256 * workPerContact},
		"bricks that spin":       {spinning, Setup{}, 40 * typical},
		"beams":                  {shone, Setup{}, 150 * typical},
	} {
		if got := perTick(c.level, c.setup); got < c.minWork {
			t.Errorf("%s: work of a tick is %d, want at least %d; a typical tick has %d", name, got, c.minWork, typical)
		}
	}
}
