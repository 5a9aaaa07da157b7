package raster

import (
	"fmt"
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// markedLook returns a look in which the face, the hits and the holes have different pixels.
func markedLook(pips, cracks int) Look {
	return Look{
		Face: NewPixel(1, InkFace), Upper: NewPixel(1, InkFace), Lower: NewPixel(1, InkFace), Lit: NewPixel(1, InkFace),
		Dark: NewPixel(2, InkFace), Hole: NewPixel(0x808080, 0), Pips: pips, Cracks: cracks,
	}
}

// TestMarksStayInside checks for many shapes that hits never reach the outline of a brick, and that cracks do not
// change the outline.
func TestMarksStayInside(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant} {
		for _, size := range [][2]int{{41, 16}, {61, 24}, {100, 40}, {152, 60}} {
			for corners := 3; corners <= 8; corners++ {
				for turn := 0.0; turn < 120; turn += 13 {
					p := geom.Regular(corners, geom.Vec{X: 30, Y: 20}, 2.5, turn)
					name := fmt.Sprintf("%v %v, %d corners, turned by %v°", glyphs, size, corners, turn)
					checkMarks(t, name, &p, func() *Grid { return fieldGrid(size[0], size[1], glyphs) })
				}
			}
		}
	}
}

// checkMarks checks that hits and cracks change only the inside of the brick p. newGrid returns an empty grid.
func checkMarks(t *testing.T, name string, p *geom.Polygon, newGrid func() *Grid) {
	t.Helper()
	draw := func(k Look) *Grid {
		r := newGrid()
		r.Brick(p, k, r.All())
		return r
	}
	plain, hits, cracked := draw(markedLook(0, 0)), draw(markedLook(3, 0)), draw(markedLook(1, 2))
	r := newGrid()
	s := r.StampOf(p, &Look{})
	hasInnerBox := !s.innerBox(r.edgeRows()).Empty() // otherwise hits shade the whole lower half

	area := plain.AreaOf(p).Grown()
	for k := range (area.X1 - area.X0) * (area.Y1 - area.Y0) {
		i := (area.Y0+k/(area.X1-area.X0))*plain.W + area.X0 + k%(area.X1-area.X0)
		if (cracked.pix[i] != 0) != (plain.pix[i] != 0) {
			t.Fatalf("%s: cracks change sub-cell %d at the outline, want only changes inside", name, i)
		}
		for _, d := range []int{-1, 1, -plain.W, plain.W} {
			if hasInnerBox && plain.pix[i+d] == 0 && hits.pix[i] != plain.pix[i] {
				t.Fatalf("%s: hits change sub-cell %d at the outline, want only changes inside", name, i)
			}
		}
	}
}

// TestHitsDiffer checks that bricks of the standard size that need one to four hits look different at 80×24 and above.
func TestHitsDiffer(t *testing.T) {
	p, err := geom.NewPolygon(geom.Vec{X: 21, Y: 20}, geom.Vec{X: 24, Y: 20}, geom.Vec{X: 25, Y: 22},
		geom.Vec{X: 24, Y: 24}, geom.Vec{X: 21, Y: 24}, geom.Vec{X: 20, Y: 22})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant, cell.Braille} {
		for _, size := range [][2]int{{61, 24}, {100, 40}, {152, 60}} {
			for _, pure := range []bool{false, true} {
				pictures := hitPictures(&p, glyphs, size, pure)
				for hits, picture := range pictures {
					if k := slices.IndexFunc(pictures[:hits], func(other []Pixel) bool {
						return slices.Equal(other, picture)
					}); k >= 0 {
						t.Errorf("%v %v, few shades %v: %d and %d hits look the same, want different pictures",
							glyphs, size, pure, hits+1, k+1)
					}
				}
			}
		}
	}
}

// hitPictures returns four pictures of a brick, which needs one to four hits.
func hitPictures(p *geom.Polygon, glyphs cell.Glyphs, size [2]int, pure bool) (pictures [][]Pixel) {
	for hits := 1; hits <= 4; hits++ {
		r := fieldGrid(size[0], size[1], glyphs)
		k := markedLook(hits, 0)
		k.FewShades, k.Flat = pure, glyphs == cell.Braille
		r.Brick(p, k, r.All())
		pictures = append(pictures, r.pix)
	}
	return pictures
}

// TestMovingBrickPictures checks that a drifting brick always has the same picture, and that the pictures of a rotating
// brick have about the same size.
func TestMovingBrickPictures(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant} {
		for _, size := range [][2]int{{61, 24}, {100, 40}, {152, 60}} {
			r := fieldGrid(size[0], size[1], glyphs)
			stamp := func(center geom.Vec, turn float64) (rows [maxStampRows][2]int, area int) {
				p := geom.Regular(6, center, 2.4, turn)
				q := r.Snapped(&p)
				s := r.StampOf(&q, &Look{})
				for j := range s.H {
					rows[j] = [2]int{int(s.From[j]) - s.X, int(s.To[j]) - s.X}
					area += s.width(j)
				}
				return rows, area
			}
			first, area := stamp(geom.Vec{X: 30, Y: 20}, 0)
			for k := range 50 {
				if rows, _ := stamp(geom.Vec{X: 30 + 0.137*float64(k), Y: 20 + 0.071*float64(k)}, 0); rows != first {
					t.Errorf("%v %v: stamp at position %d = %v, want the same as at position 0", glyphs, size, k,
						rows[:4])
				}
			}
			for turn := 0.0; turn < 360; turn += 7 {
				if _, a := stamp(geom.Vec{X: 30.3, Y: 20.2}, turn); 4*a < 3*area || 4*a > 5*area {
					t.Errorf("%v %v: a brick rotated by %v has %d sub-cells, want about %d as at rest", glyphs, size,
						turn, a, area)
				}
			}
		}
	}
}
