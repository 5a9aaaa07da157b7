package world

import (
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
)

// swinging is a storm above one or two capsules whose goals change with each tick.
func stormOverCapsules(capsules int, speed float64) *World {
	w := storm(honeycomb(), 12, ballR, speed, 5)
	for k := range capsules {
		w.AddCapsule(Capsule{X: 16 + 30*float64(k), Y: 44, Half: 4, R: 0.4})
	}
	return w
}

// A tick far from the capsules is not divided into sub-steps. Whoever asks for an earlier end than
// the tick's has it divided at once: both give the same bits, those of the capsules as well. So does a tick that Coast ends.
func TestCoastingChangesNoBit(t *testing.T) {
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
					t.Fatalf("%d capsules, %g units/s: tick %d differs", capsules, speed, n)
				}
				for k := range coasting.Capsules {
					if a, b := coasting.Capsules[k], divided.Capsules[k]; a.X != b.X || a.V != b.V {
						t.Fatalf("tick %d: capsule %d at %v with %v, divided at %v with %v", n, k, a.X, a.V, b.X, b.V)
					}
				}
			}
			if coasted < 50 {
				t.Errorf("%d capsules, %g units/s: only %d ticks coasted", capsules, speed, coasted)
			}
			if speed == 15 && ended < 500 {
				t.Errorf("%d capsules: only %d ticks were over at once", capsules, ended)
			}
		}
	}
}

// bounceAll lets everything bounce until the time end.
func bounceAll(w *World, end float64) {
	for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
		w.Bounce(c)
	}
}

// Within a tick that coasted until a contact, a capsule is where its sub-steps would have brought
// it.
func TestCapsuleIsUnderWayAtAContact(t *testing.T) {
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
				t.Fatal("the tick is divided although no disc is near")
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
