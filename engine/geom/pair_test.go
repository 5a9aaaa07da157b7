package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two squares with sides of 2 and a given gap between them.
func TestGapOfSquares(t *testing.T) {
	square := func(x, y float64) Polygon {
		p, err := NewPolygon(Vec{x - 1, y - 1}, Vec{x + 1, y - 1}, Vec{x + 1, y + 1}, Vec{x - 1, y + 1})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, tt := range []struct {
		name  string
		a, b  Polygon
		gap   float64
		apart bool
	}{
		{"side to side", square(0, 0), square(5, 0), 3, true},
		{"side to side, one higher", square(0, 0), square(5, 1.5), 3, true},
		{"corner to corner", square(0, 0), square(5, 6), 5, true},
		{"corner to side", square(0, 0), Regular(4, Vec{1 + 2 + math.Sqrt2, 0}, math.Sqrt2, 0), 2, true},
		{"touching", square(0, 0), square(2, 0), 0, true},
		{"overlapping", square(0, 0), square(1.5, 0.5), -0.5, false},
	} {
		for range 2 {
			gap, overlap := tt.a.Gap(&tt.b), tt.a.Overlaps(&tt.b)
			if overlap == tt.apart || tt.apart && math.Abs(gap-tt.gap) > 1e-12 || !tt.apart && gap > 0 {
				t.Errorf("%s: Gap() = %v, want %v; Overlaps() = %v, want %v", tt.name, gap, tt.gap, overlap, !tt.apart)
			}
			tt.a, tt.b = tt.b, tt.a
		}
	}
}

// Crossed bars overlap, although neither contains a corner of the other.
func TestCrossedBarsOverlap(t *testing.T) {
	bar := func(w, h float64) Polygon {
		p, err := NewPolygon(Vec{-w, -h}, Vec{w, -h}, Vec{w, h}, Vec{-w, h})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	a, b := bar(5, 1), bar(1, 5)
	if !a.Overlaps(&b) || !b.Overlaps(&a) || !a.Near(&b) {
		t.Error("Overlaps or Near is false for crossed bars")
	}
}

// Random polygons that overlap have near bounding circles. Polygons that do not overlap have no common point among many
// random points, and still do not overlap after a displacement by less than the gap.
func TestOverlapAgainstPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	random := func() Polygon {
		return Regular(3+rng.IntN(6), Vec{6 * rng.Float64(), 6 * rng.Float64()}, 0.5+2*rng.Float64(), 360*rng.Float64())
	}
	overlaps := 0
	for range 2000 {
		a, b := random(), random()
		if a.Overlaps(&b) != b.Overlaps(&a) || a.Gap(&b) != b.Gap(&a) {
			t.Fatal("Overlaps or Gap is not symmetric")
		}
		if a.Overlaps(&b) {
			overlaps++
			if !a.Near(&b) {
				t.Fatal("Overlaps is true, but Near is false")
			}
			continue
		}
		lo, hi := a.Bounds()
		for range 200 {
			p := Vec{lo.X + (hi.X-lo.X)*rng.Float64(), lo.Y + (hi.Y-lo.Y)*rng.Float64()}
			if a.Distance(p) < 0 && b.Distance(p) < 0 {
				t.Fatalf("Overlaps is false, but %v is a common point", p)
			}
		}
		gap := a.Gap(&b)
		ca, _ := a.Circle()
		cb, _ := b.Circle()
		closer := a.Moved(Mover{V: cb.Sub(ca).Unit().Mul(0.999 * gap)}, 1)
		if gap < 0 || closer.Overlaps(&b) {
			t.Fatalf("Gap() = %v, but a smaller displacement causes an overlap", gap)
		}
	}
	if overlaps < 500 || overlaps > 1500 {
		t.Errorf("%d of 2000 pairs overlap, want 500 to 1500", overlaps)
	}
}
