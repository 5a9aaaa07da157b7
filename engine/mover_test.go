package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// mill returns a level of hexagons, triangles and squares that rotate and drift. They never touch
// each other or a wall.
func mill() spec.Level {
	var l spec.Level
	for row := range 3 {
		for col := range 5 {
			k := row*5 + col
			m := spec.Motion{Spin: []float64{0, 30, -200, spec.MaxSpin}[k%4]}
			if k%3 == 0 {
				m.Path, m.Lap = geom.Vec{X: 3, Y: 2}, 240+31*k
			}

			l.Bricks = append(l.Bricks, spec.BrickSpec{
				Kind:   spec.Triple,
				Shape:  geom.Regular(3+k%6, at(7+12*float64(col), 8+12*float64(row)), 2.5, 30),
				Motion: m,
			})
		}
	}

	return l
}

func TestMoversKeepTheInvariants(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	for seed := range uint64(6) {
		l := mill()
		l.Balls = 1 + int(seed%spec.MaxServeBalls)
		g, err := New(Config{Setup: Setup{Seed: seed}, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}

		player := newKeeper(seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 5*60*TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i := range g.Balls {
				if s := g.Disc(i).V.Norm(); s > 2*TopSpeed {
					t.Fatalf("seed %d, tick %d: ball speed %g, want at most %g", seed, g.Tick, s, 2*TopSpeed)
				}
			}
		}

		if g.Phase != Clear {
			t.Errorf("seed %d: phase %s with %d bricks left, want clear", seed, g.Phase, g.BricksLeft)
		}
	}
}

func TestMotionLimits(t *testing.T) {
	l := oneBrick(spec.Plain, at(20, 20), 2)
	l.Bricks[0].Motion = spec.Motion{Spin: spec.MaxSpin + 1}
	if _, err := New(Config{Levels: []spec.Level{l}}); err == nil {
		t.Errorf("New accepts the motion %+v, want an error", l.Bricks[0].Motion)
	}
}
