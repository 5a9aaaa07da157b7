package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The clearance is at most the distance of any two points of the polygons, and it equals the distance of the points
// found by alternating projections.
func TestClearanceIsMinimumDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	polygon := func() Polygon {
		at := Vec{10 * rng.Float64(), 10 * rng.Float64()}
		switch n := rng.IntN(9); n {
		case 0, 1:
			return Point(at)
		case 2:
			p, err := Segment(at, at.Along(Direction(360*rng.Float64()), 0.1+3*rng.Float64()))
			if err != nil {
				t.Fatal(err)
			}
			return p
		default:
			return Regular(n, at, 0.1+2*rng.Float64(), 360*rng.Float64())
		}
	}
	apart, common := 0, 0
	for range 5000 {
		p, q := polygon(), polygon()
		gap := p.Clearance(&q)
		if back := q.Clearance(&p); math.Abs(back-gap) > 1e-12 {
			t.Fatalf("p.Clearance(q) = %g, but q.Clearance(p) = %g", gap, back)
		}
		// Alternating projections converge to the nearest points of two convex sets.
		a := p.Corner(0)
		b := q.Closest(a)
		for range 3000 {
			before := a
			a = p.Closest(b)
			b = q.Closest(a)
			if a == before {
				break
			}
		}
		near := a.Sub(b).Norm()
		if gap == 0 {
			common++
		} else {
			apart++
		}
		if gap > near+1e-9 || near > gap+1e-2 {
			t.Fatalf("Clearance() = %g, but the nearest points have a distance of %g: %+v %+v", gap, near, p, q)
		}
	}
	if apart < 500 || common < 300 {
		t.Errorf("the test covers %d pairs without and %d with common points, want at least 500 and 300", apart, common)
	}
}

func TestClearanceOfTouchingShapes(t *testing.T) {
	square := Regular(4, Vec{0, 0}, math.Sqrt2, 45)
	for _, at := range []Vec{square.Corner(0), square.Corner(2), square.Corner(1).Lerp(square.Corner(2), 0.5), {0, 0}} {
		p := Point(at)
		if gap := square.Clearance(&p); gap > 1e-15 {
			t.Errorf("Clearance() of the point %v = %g, want 0", at, gap)
		}
	}
	var none Polygon
	if !math.IsInf(square.Clearance(&none), 1) {
		t.Errorf("Clearance() of the empty polygon = %g, want infinity", square.Clearance(&none))
	}
}
