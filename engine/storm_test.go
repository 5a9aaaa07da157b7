package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/levels"
)

// TestNothingEscapesAndNoEnergyIsLost lets 32 balls fly at ten times the game's
// speed among the hexagons of every level, with the floor closed and nothing
// breaking, and checks every tick. A minute of the game each; 6 s with -short.
// What moves gives energy and takes it, so there only the invariants count.
func TestNothingEscapesAndNoEnergyIsLost(t *testing.T) {
	seconds := 60
	if testing.Short() {
		seconds = 6
	}
	for n, l := range levels.Shipped().Levels {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			c := engine.Config{Levels: []engine.Level{l}, Free: true, Floor: true, NoPaddle: true}
			c.Balls = fill(l, 32, engine.BallRadius, 270, uint64(n))
			g, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			before := energy(g)
			contacts := 0
			for range seconds * engine.TicksPerSecond {
				g.Step(engine.Input{engine.Idle, engine.Idle})
				contacts += len(g.Events)
				if err := g.Check(); err != nil {
					t.Fatal(err)
				}
			}
			if drift := energy(g)/before - 1; !moves(l) && (drift > 1e-9 || drift < -1e-9) {
				t.Errorf("energy has drifted by %g", drift)
			}
			if contacts < 400*seconds {
				t.Errorf("only %d contacts", contacts)
			}
		})
	}
}

// moves reports whether a brick of the level does.
func moves(l engine.Level) bool {
	return slices.ContainsFunc(l.Bricks, func(b engine.BrickSpec) bool { return b.Motion != engine.Motion{} })
}

// fill finds places for n balls of radius r between the bricks, and gives them
// Directions all around.
func fill(l engine.Level, n int, r, speed float64, seed uint64) (balls []engine.NewBall) {
	rng := rand.New(rand.NewPCG(seed, 0))
	next := func(lo, hi float64) float64 { return lo + float64((hi-lo)*rng.Float64()) }
	for len(balls) < n {
		at := geom.Vec{X: next(r, engine.FieldW-r), Y: next(r, engine.FieldH-r)}
		if free(l, balls, at, r) {
			balls = append(balls, engine.NewBall{At: at, V: geom.Direction(next(0, 360)).Mul(speed), R: r})
		}
	}
	return balls
}

func free(l engine.Level, balls []engine.NewBall, at geom.Vec, r float64) bool {
	for k := range l.Bricks {
		if l.Bricks[k].Shape.Distance(at) <= r {
			return false
		}
	}
	for _, b := range balls {
		if at.Sub(b.At).Norm() <= 2*r {
			return false
		}
	}
	return true
}

func energy(g *engine.Game) (sum float64) {
	for i := range g.Balls {
		sum += g.Balls[i].V.Norm2() / 2
	}
	return sum
}
