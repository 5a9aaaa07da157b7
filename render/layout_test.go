package render

import (
	"math"
	"testing"

	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

func TestLayout(t *testing.T) {
	sextant, ascii := cell.Sextant.SubCells(), cell.ASCII.SubCells()
	tests := []struct {
		w, h       int
		sub        [2]int
		strip      bool
		x, y       int
		cols, rows int
		wall       int
	}{
		{80, 24, sextant, false, 1, 0, 61, 24, 62},
		{80, 24, ascii, false, 1, 0, 61, 24, 62},
		{100, 30, sextant, false, 1, 1, 77, 28, 77},
		{120, 40, sextant, false, 1, 2, 92, 36, 92},
		{120, 40, ascii, false, 1, 2, 92, 36, 92},
		{41, 17, sextant, true, 1, 1, 39, 16, 39},
		{200, 60, sextant, false, 4, 0, 153, 60, 156},
		{60, 40, sextant, true, 3, 10, 54, 20, 56},
		{60, 20, sextant, true, 7, 2, 46, 16, 52},
	}
	for _, tt := range tests {
		l := newLayout(tt.w, tt.h, spec.FieldW, spec.FieldH, 0.5, tt.sub)
		if l.hasStrip != tt.strip || l.x != tt.x || l.y != tt.y || l.cols != tt.cols || l.rows != tt.rows ||
			l.rightWall != tt.wall {
			t.Errorf("newLayout(%d, %d) = %+v, want %+v", tt.w, tt.h, l, tt)
		}
	}
}

// TestLayoutFits checks that the parts are inside the frame and do not overlap. From 60×20 cells on, the width and the
// height of a unit must differ by at most 13 %, or 20 % if bricks are two rows high. In glyph sets with few sub-cells,
// the limit is higher.
func TestLayoutFits(t *testing.T) {
	for _, glyphs := range allGlyphs {
		sub := glyphs.SubCells()
		for _, aspect := range []float64{0.35, 0.45, 0.5, 0.6, 0.75} {
			for w := MinW; w < 320; w += 7 {
				for h := MinH; h < 110; h += 3 {
					l := newLayout(w, h, spec.FieldW, spec.FieldH, aspect, sub)
					if l.x < 1 || l.y < 0 || l.rightWall >= w || l.y+l.rows > h || l.hx < 0 || l.hy < 0 ||
						l.hx+l.hw > w ||
						l.hy+l.hh > h {
						t.Fatalf("%v %d×%d at %v: layout %+v, want all parts inside the frame", glyphs, w, h, aspect, l)
					}
					if l.hasStrip && l.hy >= l.y || !l.hasStrip && l.hx <= l.rightWall {
						t.Fatalf("%v %d×%d at %v: layout %+v, want the HUD outside the field", glyphs, w, h, aspect, l)
					}
					if l.rightWall != l.x+l.cols && l.rightWall != l.x+l.cols-1 {
						t.Fatalf("%v %d×%d at %v: layout %+v, want the wall at the end of the field", glyphs, w, h,
							aspect,
							l)
					}
					limit := 0.13
					if l.cellH == raster.Pitch/2 {
						limit = 0.2
					}
					if r := l.cellH / l.cellW * aspect; math.Abs(r-1) > limit+1e-9 && w >= 60 && h >= 20 &&
						(sub[1] > 2 || math.Abs(r-1) > 0.41) {
						t.Fatalf("%v %d×%d at %v: the width of a unit is %.2f times its height, want about 1",
							glyphs, w, h, aspect, r)
					}
				}
			}
		}
	}
}
