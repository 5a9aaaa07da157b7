package raster

import (
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// markedLook returns a look whose parts have different nonzero inks.
func markedLook(pips, cracks int) Look {
	return Look{
		Face: NewPixel(1, InkFace), Upper: NewPixel(1, InkFace), Lower: NewPixel(1, InkFace), Lit: NewPixel(1, InkFace),
		Dark: NewPixel(2, InkFace), Hole: NewPixel(0x808080, 0), Pips: pips, Cracks: cracks,
	}
}

// Hits never reach the outline of a brick, and cracks never cut off a part, for any shape.
func TestMarksStayInside(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant} {
		for _, size := range [][2]int{{41, 16}, {61, 24}, {100, 40}, {152, 60}} {
			for n := 3; n <= 8; n++ {
				for turn := 0.0; turn < 120; turn += 13 {
					p := geom.Regular(n, geom.Vec{X: 30, Y: 20}, 2.5, turn)
					draw := func(k Look) *Grid {
						r := fieldGrid(size[0], size[1], glyphs)
						r.Brick(&p, k, r.All())
						return r
					}
					r := fieldGrid(size[0], size[1], glyphs)
					s := r.StampOf(&p, &Look{})
					shaded := s.innerBox(r.edgeRows()).Empty() // without an inner box, the whole lower half is shaded
					plain, hits, cracked := draw(markedLook(0, 0)), draw(markedLook(3, 0)), draw(markedLook(1, 2))
					at := plain.AreaOf(&p).Grown()
					for y := at.Y0; y < at.Y1; y++ {
						for x := at.X0; x < at.X1; x++ {
							i := y*plain.W + x
							inside := plain.pix[i] != 0
							if got := cracked.pix[i] != 0; got != inside {
								t.Fatalf("%v %v, %d corners, turned by %v: cracks change the outline", glyphs, size, n,
									turn)
							}
							for _, d := range []int{-1, 1, -plain.W, plain.W} {
								if !shaded && plain.pix[i+d] == 0 && hits.pix[i] != plain.pix[i] {
									t.Fatalf("%v %v, %d corners, turned by %v: hits reach the outline", glyphs, size, n,
										turn)
								}
							}
						}
					}
				}
			}
		}
	}
}

// Bricks that need one to four hits look different in the standard size at 80×24 and above.
func TestHitsDiffer(t *testing.T) {
	p, err := geom.NewPolygon(geom.Vec{X: 21, Y: 20}, geom.Vec{X: 24, Y: 20}, geom.Vec{X: 25, Y: 22},
		geom.Vec{X: 24, Y: 24}, geom.Vec{X: 21, Y: 24}, geom.Vec{X: 20, Y: 22})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range []cell.Glyphs{cell.Half, cell.Quadrant, cell.Sextant, cell.Octant, cell.Braille} {
		for _, size := range [][2]int{{61, 24}, {100, 40}, {152, 60}} {
			for _, pure := range []bool{false, true} {
				var all [5][]Pixel
				for hits := 1; hits <= 4; hits++ {
					r := fieldGrid(size[0], size[1], glyphs)
					k := markedLook(hits, 0)
					k.Pure, k.Flat = pure, glyphs == cell.Braille
					r.Brick(&p, k, r.All())
					all[hits] = r.pix
					for k := 1; k < hits; k++ {
						if slices.Equal(all[k], all[hits]) {
							t.Errorf("%v %v, pure %v: %d hits look the same as %d", glyphs, size, pure, hits, k)
						}
					}
				}
			}
		}
	}
}

// A drifting brick always has the same picture. The pictures of a rotating brick have about the same size.
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
					t.Errorf("%v %v: the picture at position %d differs from the first", glyphs, size, k)
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
