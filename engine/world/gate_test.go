package world

import (
	"testing"

	"arkterm/engine/geom"
)

// A disc is never inside a gate unless it entered in the direction PassDir, at any speed. It is never inside any other
// obstacle.
func TestGatesBlockClosedSides(t *testing.T) {
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
						// The current course passes the gate or, if the course changed within the tick, started inside.
						if d.V.Dot(o.PassDir) <= 0 && o.Shape.Distance(d.From) >= d.R-tolerance {
							t.Fatalf("speed %g, tick %d: disc %d entered gate %d against its direction",
								speed, w.tick, i, k)
						}
					}
					inside[[2]int{i, k}] = in
				}
			}
		}
		if passed < 5 {
			t.Errorf("speed %g: %d discs entered gates, want at least 5", speed, passed)
		}
	}
}

// A disc that is turned around inside a gate can leave it.
func TestDiscTurnedInsideGateLeaves(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(20, 24), V: at(20, 0), R: ballR}})
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(32, 24), 4, 30)), PassDir: at(1, 0)})
	play(t, w, 144) // the disc is now in the middle
	w.Turn(0, at(-20, 0))
	play(t, w, 144)
	if p := w.At(0); p.Sub(at(20, 24)).Norm() > 1e-9 {
		t.Fatalf("At(0) = %v after 144 ticks, want (20, 24)", p)
	}
	w.Turn(0, at(0, 20))
	play(t, w, 12)
	w.Turn(0, at(-20, 0))
	if n := countKind(play(t, w, TicksPerSecond), AtSide); n != 1 {
		t.Errorf("the disc touches the wall %d times within 1 s, want once", n)
	}
	w.Launch(0, at(44, 24), at(-20, 0))
	if n := countKind(play(t, w, TicksPerSecond), AtObstacle); n != 1 {
		t.Errorf("a disc that moves against the direction of the gate touches it %d times, want once", n)
	}
}
