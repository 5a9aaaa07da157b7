package raster

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// fieldGrid returns the grid of the game field on cols×rows cells in a glyph set.
func fieldGrid(cols, rows int, glyphs cell.Glyphs) *Grid {
	var r Grid
	r.Resize(cols, rows, glyphs.SubCells(), spec.FieldW/float64(cols), spec.FieldH/float64(rows))
	return &r
}

// width returns the number of sub-cells of a row.
func (s *Stamp) width(row int) int { return int(s.To[row] - s.From[row]) }

// checkSymmetric fails if a stamp is not symmetric, or if it becomes narrower toward its middle.
func checkSymmetric(t *testing.T, name string, s *Stamp) {
	t.Helper()
	for j := range s.H {
		if left, right := int(s.From[j])-s.X, s.X+s.W-int(s.To[j]); left != right || left < 0 {
			t.Errorf("%s: row %d of %d is inset by %d at the left and %d at the right, want equal insets",
				name, j, s.H, left, right)
		}
		if j > 0 && j <= s.H/2 && s.width(j) < s.width(j-1) {
			t.Errorf("%s: row %d has %d sub-cells, want at least the %d of the row above", name, j, s.width(j),
				s.width(j-1))
		}
	}
}

func TestRotatedHexagonsAreSymmetric(t *testing.T) {
	r := fieldGrid(64, 24, cell.Quadrant)
	for turn := 0.0; turn < 60; turn += 2.5 {
		for radius := 0.8; radius < 5; radius += 0.35 {
			p := geom.Regular(6, geom.Vec{X: 30.1, Y: 17.3}, radius, turn)
			s := r.StampOf(&p, &Look{})
			checkSymmetric(t, "rotated hexagon", &s)
			if area, want := float64(stampArea(&s)), p.Area()/(r.UnitX*r.UnitY); radius > 1.5 &&
				(area < 0.75*want || area > 1.2*want) {
				t.Errorf("hexagon with radius %.2f, rotated by %v: %v sub-cells, want about %.1f", radius, turn, area,
					want)
			}
		}
	}
}

// TestRoundingErrorsDoNotChangeBoxes checks that a box whose lower side is not exactly horizontal, after a rotation,
// has complete rows.
func TestRoundingErrorsDoNotChangeBoxes(t *testing.T) {
	r := fieldGrid(60, 20, cell.Half)
	for _, e := range []float64{0, 4e-15, -4e-15} {
		p, err := geom.NewPolygon(geom.Vec{X: 10, Y: 23.3 + e}, geom.Vec{X: 18, Y: 23.3 - e},
			geom.Vec{X: 18, Y: 24.7 - e}, geom.Vec{X: 10, Y: 24.7 + e})
		if err != nil {
			t.Fatal(err)
		}
		s := r.StampOf(&p, &Look{})
		for j := range s.H {
			if s.width(j) != s.W {
				t.Errorf("error %v: row %d of %d has %d sub-cells, want %d", e, j, s.H, s.width(j), s.W)
			}
		}
	}
}

// stampArea returns the number of sub-cells of a stamp.
func stampArea(s *Stamp) (n int) {
	for j := range s.H {
		n += s.width(j)
	}
	return n
}

func TestStampCellKeepsTheOutline(t *testing.T) {
	const ground = 0x080b16
	empty := NewPixel(ground, 0)
	red, dark, blue := NewPixel(0xd00000, InkFace+1), NewPixel(0xb00000, InkFace+1), NewPixel(0x0000d0, InkFace+2)
	ball := NewPixel(0xffffff, InkFront)
	for _, test := range []struct {
		p    []Pixel
		mask int
		fg   cell.Color
	}{
		{[]Pixel{empty, red, empty, red}, 10, 0xd00000},
		{[]Pixel{empty, red, dark, dark}, 14, 0xb00000}, // shades of a brick do not change its outline
		{[]Pixel{blue, empty, red, red}, 12, 0xd00000},  // another brick does not change its outline either
		{[]Pixel{ball, empty, red, red}, 1, 0xffffff},   // a ball is in front
		{[]Pixel{red, red, blue, blue}, 3, 0xd00000},    // two hues without background
		{[]Pixel{empty, empty, empty, empty}, 0, ground},
		{[]Pixel{red, red, red, red}, 15, 0xd00000},
	} {
		s := StampCell(test.p)
		if s.Mask != test.mask && s.Mask != 15-test.mask {
			t.Errorf("StampCell(%x).Mask = %04b, want %04b", test.p, s.Mask, test.mask)
		} else if fg := s.Fg; s.Mask == test.mask && fg != test.fg {
			t.Errorf("StampCell(%x).Fg = %06x, want %06x", test.p, fg, test.fg)
		}
	}
}
