package raster

import (
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestDiscsAreRound compares the widths of the rows of discs with widths that look round. The radii, in sub-cells,
// belong to a small and a large ball at several frame sizes and in several glyph sets.
func TestDiscsAreRound(t *testing.T) {
	for _, test := range []struct {
		rx, ry float64
		want   []int
	}{
		// 41×17
		{0.8, 0.43, []int{1}},
		{0.8, 0.64, []int{2}},
		// 80×24
		{0.6, 0.6, []int{1}},         // half blocks
		{1.2, 0.6, []int{2}},         // quadrants
		{1.2, 0.9, []int{2, 2}},      // sextants
		{1.2, 1.2, []int{2, 2}},      // octants
		{0.96, 0.96, []int{2, 2}},    // half blocks, large ball
		{1.92, 0.96, []int{4, 4}},    // quadrants, large ball
		{1.92, 1.44, []int{3, 3, 3}}, // sextants, large ball; not a cross
		{1.92, 1.92, []int{2, 4, 4, 2}},
		// 120×40
		{1.8, 0.9, []int{3, 3}},
		{1.8, 1.35, []int{3, 3}},
		{1.8, 1.8, []int{2, 4, 4, 2}},
		{2.88, 1.44, []int{4, 6, 4}},
		{2.88, 2.16, []int{4, 6, 6, 4}},
		{2.88, 2.88, []int{4, 6, 6, 6, 4}},
		// 200×60
		{1.5, 1.5, []int{3, 3, 3}},
		{3, 1.5, []int{4, 6, 4}},
		{3, 2.25, []int{4, 6, 6, 4}},
		{3, 3, []int{4, 6, 6, 6, 6, 4}},
	} {
		d := newDisc(test.rx, test.ry)
		var got []int
		for _, cut := range d.cut[:d.h] {
			got = append(got, d.w-2*int(cut))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("newDisc(%v, %v): the rows have %v sub-cells, want %v", test.rx, test.ry, got, test.want)
		}
	}
}

// TestDiscStaysInTheField checks that a disc that touches an edge of the field is drawn completely.
func TestDiscStaysInTheField(t *testing.T) {
	var base Grid
	var o Overlay
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant} {
		for w := 30; w < 200; w += 7 {
			base.Resize(w, w*2/5, glyphs.SubCells(), spec.FieldW/float64(w), spec.FieldH/float64(w*2/5))
			o.Resize(w, w*2/5, glyphs.SubCells(), spec.FieldW/float64(w), spec.FieldH/float64(w*2/5))
			for _, r := range []float64{0.6, 0.96} {
				for _, at := range []geom.Vec{
					{X: r, Y: 20},
					{X: spec.FieldW - r, Y: 20},
					{X: 20, Y: r},
					{X: 20, Y: spec.FieldH - r},
				} {
					o.Begin(&base, new(Layer))
					want := o.Disc(30, 20, r, 1, 1)
					if b := o.Disc(at.X, at.Y, r, 1, 1); b.And(o.All()) != b || b.X1-b.X0 != want.X1-want.X0 {
						t.Errorf(
							"%v, %d columns: a disc of radius %v at %v has the area %v, want %d columns",
							glyphs, w, r, at, b, want.X1-want.X0)
					}
				}
			}
		}
	}
}

// TestRingHasAHole checks that a ring has a hole, and that both have the same center.
func TestRingHasAHole(t *testing.T) {
	var base Grid
	var o Overlay
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant} {
		for w := 60; w < 200; w += 7 {
			base.Resize(w, w*2/5, glyphs.SubCells(), spec.FieldW/float64(w), spec.FieldH/float64(w*2/5))
			base.Fill(base.All(), 0)
			o.Resize(w, w*2/5, glyphs.SubCells(), spec.FieldW/float64(w), spec.FieldH/float64(w*2/5))
			o.Begin(&base, new(Layer))
			disc := o.Disc(20, 20, 1.4, 2, 2)
			o.Ring(20, 20, 1.4, 0.5, 2, 1)
			hole, sum := 0, geom.Vec{}
			for y := disc.Y0; y < disc.Y1; y++ {
				for x := disc.X0; x < disc.X1; x++ {
					if o.pix[y*o.W+x] == 1 {
						hole++
						sum = sum.Add(geom.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5})
					}
				}
			}

			middle := geom.Vec{X: float64(disc.X0 + disc.X1), Y: float64(disc.Y0 + disc.Y1)}.Mul(0.5)
			if disc.X1-disc.X0 < 3 || disc.Y1-disc.Y0 < 3 {
				continue
			}
			if hole == 0 {
				t.Errorf("%v, %d columns: the ring has no hole, want one", glyphs, w)
				continue
			}
			if mean := sum.Mul(1 / float64(hole)); mean.Sub(middle).Norm() > 1e-9 {
				t.Errorf("%v, %d columns: the center of the hole's %d sub-cells is %v, want %v, the center of the ring",
					glyphs, w, hole, mean, middle)
			}
		}
	}
}
