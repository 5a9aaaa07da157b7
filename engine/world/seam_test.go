package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
)

// A row of boxes with flat tops acts as a flat floor. A disc that hits a seam bounces as from any other place,
// regardless of the order in which the boxes were added.
func TestSeamIsFlat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	box := func(left, right float64) Obstacle {
		p, err := geom.NewPolygon(at(left, 20), at(right, 20), at(right, 25), at(left, 25))
		if err != nil {
			t.Fatal(err)
		}
		return Obstacle{Shape: new(p)}
	}
	for n := range 4000 {
		r := []float64{0.05, 0.25, 1}[n%3]
		foot := 10 + (2*rng.Float64()-1)*math.Pow(10, -4-6*rng.Float64())
		w := New(40, 30)
		if n%2 == 0 {
			w.AddObstacle(box(5, 10))
			w.AddObstacle(box(10, 15))
		} else {
			w.AddObstacle(box(10, 15))
			w.AddObstacle(box(5, 10))
		}
		v := geom.Direction(60 + 60*rng.Float64()).Mul(20)
		flight := (1 + 8*rng.Float64()) / v.Y // seconds until the disc touches the boxes
		w.AddDisc(Disc{From: at(foot-v.X*flight, 20-r-v.Y*flight), R: r, V: v})
		for w.Discs[0].V == v {
			tick(w)
		}
		if got, want := w.Discs[0].V, at(v.X, -v.Y); got.Sub(want).Norm() > 1e-13 {
			t.Fatalf("shot %d, radius %g, %g from the seam: velocity %v, want %v", n, r, foot-10, got, want)
		}
	}
}
