package world

import (
	"testing"

	"arkterm/engine/geom"
)

// A disc is never inside of a gate but where it has come in along the gate's way, at
// any speed, nor in anything else.
func TestNothingGetsThroughTheShutSidesOfGates(t *testing.T) {
	for _, speed := range []float64{20, 200, 2000, 20_000} {
		w := storm(hexRows(at(6, 8), 9, 7, 6, 5), 24, 0.4, speed, 7)
		for k := range w.Obstacles {
			if k%2 == 0 {
				w.Obstacles[k].PassDir = geom.Direction(float64(37 * k))
			}
		}
		inside := map[[2]int]bool{}
		passed := 0
		for range max(1, 400/int(speed)) * TicksPerSecond {
			play(t, w, 1)
			for i := range w.Discs {
				for k := range w.Obstacles {
					o, d := &w.Obstacles[k], &w.Discs[i]
					if o.PassDir == (geom.Vec{}) {
						continue
					}
					in := o.Shape.Distance(w.At(i)) < d.R-tolerance
					if in && !inside[[2]int{i, k}] {
						passed++
						// On this course or, where it has changed course within
						// the tick, on one that began inside.
						if d.V.Dot(o.PassDir) <= 0 && o.Shape.Distance(d.From) >= d.R-tolerance {
							t.Fatalf("speed %g, tick %d: disc %d is in gate %d against its way", speed, w.tick, i, k)
						}
					}
					inside[[2]int{i, k}] = in
				}
			}
		}
		if passed < 5 {
			t.Errorf("speed %g: %d discs in gates", speed, passed)
		}
	}
}

// A gate that lets a disc in lets it out as well, also when the disc is turned around
// inside.
func TestDiscTurnedAroundInAGateGetsOut(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(20, 24), V: at(20, 0), R: ballR}})
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(32, 24), 4, 30)), PassDir: at(1, 0)})
	play(t, w, 144) // it is in the middle now
	w.Turn(0, at(-20, 0))
	play(t, w, 144)
	if p := w.At(0); p.Sub(at(20, 24)).Norm() > 1e-9 {
		t.Fatalf("the disc is at %v, want it back at (20, 24)", p)
	}
	w.Turn(0, at(0, 20))
	play(t, w, 12)
	w.Turn(0, at(-20, 0))
	if n := countKind(play(t, w, TicksPerSecond), AtSide); n != 1 {
		t.Errorf("%d contacts with the wall", n)
	}
	w.Launch(0, at(44, 24), at(-20, 0))
	if n := countKind(play(t, w, TicksPerSecond), AtObstacle); n != 1 {
		t.Errorf("%d contacts against the way of the gate, want 1", n)
	}
}
