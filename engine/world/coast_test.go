package world

import (
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
)

// stormOverCapsules returns a storm above one or two capsules.
func stormOverCapsules(capsules int, speed float64) *World {
	w := storm(honeycomb(), 12, ballR, speed, 5)
	for k := range capsules {
		w.AddCapsule(Capsule{X: 16 + 30*float64(k), Y: 44, Half: 4, R: 0.4})
	}
	return w
}

// A tick far from the capsules is not divided into sub-steps. A call of Next for an earlier time divides it
// immediately. Both must have the same result bit for bit, including the capsules, and so must a tick that Coast
// completes.
func TestCoastingIsExact(t *testing.T) {
	for capsules := range 3 {
		for _, speed := range []float64{15, 60, 900} {
			coasting, divided := stormOverCapsules(capsules, speed), stormOverCapsules(capsules, speed)
			rng := rand.New(rand.NewPCG(uint64(capsules), uint64(speed)))
			coasted, ended := 0, 0
			for n := range 12 * TicksPerSecond {
				goal := 30 * rng.Float64()
				for _, w := range []*World{coasting, divided} {
					for k := range w.Capsules {
						w.SetTarget(k, w.Capsules[k].X+geom.Clamp(goal+30*float64(k)-w.Capsules[k].X, -0.4, 0.4))
					}
					w.SeparateTargets()
					end := w.Begin()
					if w.coasting {
						coasted++
					}
					if w == divided {
						bounceAll(w, w.Now()+0.3/TicksPerSecond)
					}
					if w == coasting && w.Coast(end) {
						ended++
						continue
					}
					bounceAll(w, end)
				}
				if digest(coasting) != digest(divided) {
					t.Fatalf("%d capsules, %g units/s: tick %d: the states with and without Coast differ", capsules,
						speed, n)
				}
				for k := range coasting.Capsules {
					if a, b := coasting.Capsules[k], divided.Capsules[k]; a.X != b.X || a.V != b.V {
						t.Fatalf("tick %d: capsule %d at %v with velocity %v; with sub-steps %v with %v",
							n, k, a.X, a.V, b.X, b.V)
					}
				}
			}
			if coasted < 50 {
				t.Errorf("%d capsules, %g units/s: %d ticks without sub-steps, want at least 50", capsules, speed,
					coasted)
			}
			if speed == 15 && ended < 500 {
				t.Errorf("%d capsules: Coast completed %d ticks, want at least 500", capsules, ended)
			}
		}
	}
}

// bounceAll bounces all discs until the time end.
func bounceAll(w *World, end float64) {
	for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
		w.Bounce(c)
	}
}

// At a contact within a tick that coasted before, a capsule is where its sub-steps would have moved it.
func TestCapsulePositionAtContact(t *testing.T) {
	for _, substeps := range []int{1, 2, 5} {
		w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(20, 10), V: at(-20, 0), R: ballR}})
		w.Substeps = substeps
		w.AddCapsule(Capsule{X: 20, Y: 44, Half: 4, R: 0.4})
		ticks(w, 100)
		for met := false; !met; {
			x, now := w.Capsules[0].X, w.Now()
			w.SetTarget(0, x+0.1)
			end := w.Begin()
			if !w.coasting {
				t.Fatal("Begin divides the tick into sub-steps, but no disc is near the capsule")
			}
			for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
				met = true
				want := x + 0.1*(w.Now()-now)*TicksPerSecond
				if got := w.CapsuleX(0); got < want-1e-12 || got > want+1e-12 {
					t.Errorf("%d sub-steps: capsule at %v, want %v", substeps, got, want)
				}
				w.Bounce(c)
			}
		}
	}
}
