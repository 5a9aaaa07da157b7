package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two squares of side 2, the second one so far to the right of the first one that
// there is the given gap between them.
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
				t.Errorf("%s: gap %v, want %v; overlap %v", tt.name, gap, tt.gap, overlap)
			}
			tt.a, tt.b = tt.b, tt.a
		}
	}
}

// Bars that cross overlap, though no corner of either is in the other.
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
		t.Error("they do not overlap")
	}
}

// Of random polygons: those that overlap have a point in common, among many that
// are tried; those that do not have a gap, and moved together by less than that
// they still do not.
func TestOverlapAgainstPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	random := func() Polygon {
		return Regular(3+rng.IntN(6), Vec{6 * rng.Float64(), 6 * rng.Float64()}, 0.5+2*rng.Float64(), 360*rng.Float64())
	}
	overlaps := 0
	for range 2000 {
		a, b := random(), random()
		if a.Overlaps(&b) != b.Overlaps(&a) || a.Gap(&b) != b.Gap(&a) {
			t.Fatal("the order matters")
		}
		if a.Overlaps(&b) {
			overlaps++
			if !a.Near(&b) {
				t.Fatal("they overlap, and their circles do not")
			}
			continue
		}
		lo, hi := a.Bounds()
		for range 200 {
			p := Vec{lo.X + (hi.X-lo.X)*rng.Float64(), lo.Y + (hi.Y-lo.Y)*rng.Float64()}
			if a.Distance(p) < 0 && b.Distance(p) < 0 {
				t.Fatalf("a point of both at %v", p)
			}
		}
		gap := a.Gap(&b)
		ca, _ := a.Circle()
		cb, _ := b.Circle()
		closer := a.Moved(Mover{V: cb.Sub(ca).Unit().Mul(0.999 * gap)}, 1)
		if gap < 0 || closer.Overlaps(&b) {
			t.Fatalf("gap %v, and they overlap when they are moved together by less", gap)
		}
	}
	if overlaps < 500 || overlaps > 1500 {
		t.Errorf("%d of 2000 overlap", overlaps)
	}
}
