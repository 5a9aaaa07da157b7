package engine_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
	"arkterm/levels"
)

var stormSeconds = flag.Int("stormseconds", 12, "seconds per level in TestNothingEscapesAndNoEnergyIsLost")

// TestNothingEscapesAndNoEnergyIsLost simulates 32 balls at ten times the game's speed in each
// level, with a closed floor and unbreakable bricks. It checks every tick. Moving bricks change the
// energy, so in levels with them only the invariants are checked.
func TestNothingEscapesAndNoEnergyIsLost(t *testing.T) {
	if testing.Short() { // slow; tests that clear levels with bots also check that levels are not modified
		return
	}

	seconds := *stormSeconds
	for n, l := range levels.Shipped().Levels {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w := among(l, fill(l, 32, engine.BallRadius, 270, uint64(n)))
			before, contacts := energy(w), 0
			for range seconds * engine.TicksPerSecond {
				contacts += bounce(w)
				if err := w.Check(); err != nil {
					t.Fatal(err)
				}
			}

			if drift := energy(w)/before - 1; w.NumMovers() == 0 && (drift > 1e-9 || drift < -1e-9) {
				t.Errorf("the energy drifts by %g, want at most 1e-9", drift)
			}
			if contacts < 400*seconds {
				t.Errorf("the storm has %d contacts, want at least %d", contacts, 400*seconds)
			}
		})
	}
}

// among returns a closed field with discs and with the bricks of l, which do not break.
func among(l spec.Level, discs []world.Disc) *world.World {
	w := world.New(spec.FieldW, spec.FieldH)
	for k := range l.Bricks {
		b := &l.Bricks[k]
		if o := (world.Obstacle{Shape: new(b.Shape), PassDir: b.PassDir}); b.Motion.Moves() {
			w.AddMover(o, b.Motion)
		} else {
			w.AddObstacle(o)
		}
	}
	for _, d := range discs {
		w.AddDisc(d)
	}
	return w
}

// bounce plays a tick in which all discs bounce, and returns the number of contacts.
func bounce(w *world.World) (contacts int) {
	end := w.Begin()
	for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
		w.Bounce(c)
		contacts++
	}
	return contacts
}

// fill places n discs of radius r between the bricks. Their directions are distributed over the
// full circle.
func fill(l spec.Level, n int, r, speed float64, seed uint64) (discs []world.Disc) {
	rng := rand.New(rand.NewPCG(seed, 0))
	next := func(lo, hi float64) float64 { return lo + float64((hi-lo)*rng.Float64()) }
	for len(discs) < n {
		at := geom.Vec{X: next(r, spec.FieldW-r), Y: next(r, spec.FieldH-r)}
		if vacant(l, discs, at, r) {
			discs = append(discs, world.Disc{From: at, V: geom.Direction(next(0, 360)).Mul(speed), R: r})
		}
	}
	return discs
}

// vacant reports whether a disc of radius r at the point at overlaps neither a brick nor another
// disc.
func vacant(l spec.Level, discs []world.Disc, at geom.Vec, r float64) bool {
	for k := range l.Bricks {
		if l.Bricks[k].Shape.Distance(at) <= r {
			return false
		}
	}
	for _, d := range discs {
		if at.Sub(d.From).Norm() <= 2*r {
			return false
		}
	}
	return true
}

// energy returns the kinetic energy of all discs, which have mass 1.
func energy(w *world.World) (sum float64) {
	for i := range w.Discs {
		sum += w.Discs[i].V.Norm2() / 2
	}
	return sum
}
