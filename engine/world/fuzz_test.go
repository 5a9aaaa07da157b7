package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// FuzzScene builds a scene from a seed and checks the invariants in every tick. The scene contains discs of any size,
// mass and speed, polygons at rest and in motion, and possibly a capsule with random targets. If special is set, some
// obstacles are gates, obstacle 0 teleports discs to obstacle 1, and discs are turned at random. Movers may overlap
// other obstacles and walls, and stop when a disc is between them.
func FuzzScene(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(5), uint8(0), false, false)
	f.Add(uint64(2), uint8(12), uint8(20), uint8(4), true, true)
	f.Add(uint64(3), uint8(1), uint8(0), uint8(8), true, false)
	f.Add(uint64(4), uint8(9), uint8(23), uint8(0), false, true)
	f.Fuzz(func(t *testing.T, seed uint64, discs, obstacles, movers uint8, capsule, special bool) {
		rng := newSource(seed)
		w := randomScene(rng, int(discs%16), int(obstacles%24), int(movers%6), capsule, special)
		for range 2 * TicksPerSecond {
			if capsule {
				setRandomTarget(w, 0, rng)
			}
			end := w.Begin()
			for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
				if special {
					sendOrBounce(w, c)
				} else {
					w.Bounce(c)
				}
			}
			if n := len(w.Discs); special && n > 0 && rng.IntN(10) == 0 {
				i := rng.IntN(n)
				w.Turn(i, rng.direction().Mul(w.Discs[i].V.Norm()))
			}
			if err := w.Check(); err != nil {
				t.Fatalf("tick %d: %v", w.tick, err)
			}
		}
	})
}

// sendOrBounce moves discs that meet obstacle 0 next to obstacle 1 if there is room. It bounces all other contacts.
func sendOrBounce(w *World, c Contact) {
	if c.Kind == AtObstacle && c.Other == 0 && len(w.Obstacles) > 1 && !w.Obstacles[1].Moves {
		middle, radius := w.Obstacles[1].Shape.Circle()
		r := w.Discs[c.Disc].R
		out := middle.Along(w.Discs[c.Disc].V.Unit(), radius+r+0.1)
		if w.Room(out, r+0.01, c.Disc, 1) >= r+0.01 {
			w.Place(c, out, 1)
			return
		}
	}
	w.Bounce(c)
}

func randomScene(rng source, discs, obstacles, movers int, capsule, special bool) *World {
	w := New(fieldW, fieldH)
	if capsule {
		w.AddCapsule(Capsule{X: 32, Y: 45, Half: 3.6, R: 0.8})
	}
	for range obstacles {
		o := randomObstacle(rng)
		if special && rng.IntN(6) == 0 {
			o.PassDir = rng.direction()
		}
		w.AddObstacle(o)
	}
	for range movers {
		w.AddMover(randomObstacle(rng), Motion{
			Spin: 300 * (rng.Float64() - 0.5) * float64(rng.IntN(2)),
			Lap:  TicksPerSecond + rng.IntN(5*TicksPerSecond),
			Path: rng.direction().Mul(8 * rng.Float64()),
		})
	}
	for range discs {
		if d, ok := randomDisc(rng, w); ok {
			w.AddDisc(d)
		}
	}
	return w
}

func randomObstacle(rng source) Obstacle {
	center := at(4+56*rng.Float64(), 4+32*rng.Float64())
	return Obstacle{Shape: new(geom.Regular(3+rng.IntN(6), center, 0.5+3*rng.Float64(), 360*rng.Float64()))}
}

// randomDisc returns a disc that overlaps no body of w.
func randomDisc(rng source, w *World) (Disc, bool) {
	d := Disc{R: 0.1 + 1.2*rng.Float64(), Mass: math.Exp(4 * (rng.Float64() - 0.5))}
	d.V = rng.direction().Mul([]float64{0, 1, 27, 300, 3000}[rng.IntN(5)])
	for range 100 {
		d.From = at(d.R+(fieldW-2*d.R)*rng.Float64(), d.R+(fieldH-2*d.R)*rng.Float64())
		if w.Room(d.From, d.R+1e-6, -1, -1) >= d.R+1e-6 && (len(w.Capsules) == 0 || math.Abs(d.From.Y-45) > d.R+0.9) {
			return d, true
		}
	}
	return d, false
}
