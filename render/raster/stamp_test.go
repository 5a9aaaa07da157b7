package raster

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// fieldGrid returns the grid of a game's field on cols×rows cells, in a glyph set.
func fieldGrid(cols, rows int, glyphs cell.Glyphs) *Grid {
	var r Grid
	r.Resize(cols, rows, glyphs.SubCells(), spec.FieldW, spec.FieldH)
	return &r
}

// hexagon returns a pointy-topped hexagon: its corners are dx beside its middle, and dy above and below it.
func hexagon(x, y, dx, dy float64) geom.Polygon {
	p, err := geom.NewPolygon(geom.Vec{X: x, Y: y - dy}, geom.Vec{X: x + dx, Y: y - dy/2}, geom.Vec{X: x + dx, Y: y + dy/2},
		geom.Vec{X: x, Y: y + dy}, geom.Vec{X: x - dx, Y: y + dy/2}, geom.Vec{X: x - dx, Y: y - dy/2})
	if err != nil {
		panic(err)
	}
	return p
}

// lattice returns rows of hexagons without gaps.
func lattice() (all []geom.Polygon) {
	for row := range 7 {
		for col := range 11 {
			all = append(all, hexagon(5+5*float64(col)+2.5*float64(row%2), 5+4*float64(row), 2.32, 2.48))
		}
	}
	return all
}

func (s *Stamp) width(row int) int { return int(s.To[row] - s.From[row]) }

// checkUpright fails if a stamp is not symmetric, or gets narrower toward its middle.
func checkUpright(t *testing.T, what string, s *Stamp) {
	t.Helper()
	for j := range s.H {
		if left, right := int(s.From[j])-s.X, s.X+s.W-int(s.To[j]); left != right || left < 0 {
			t.Errorf("%s: row %d of %d is cut by %d at the left, %d at the right", what, j, s.H, left, right)
		}
		if j > 0 && j <= s.H/2 && s.width(j) < s.width(j-1) {
			t.Errorf("%s: row %d is narrower than the one above", what, j)
		}
	}
}

func TestHexagonsOfALatticeLookAlike(t *testing.T) {
	for _, size := range [][2]int{{64, 24}, {128, 48}} {
		r := fieldGrid(size[0], size[1], cell.Quadrant)
		var first Stamp
		for i, p := range lattice() {
			s := r.StampOf(&p, &Look{Odd: true})
			checkUpright(t, "hexagon", &s)
			if i == 0 {
				first = s
			}
			for j := range s.H {
				if s.H != first.H || s.width(j) != first.width(j) {
					t.Fatalf("%v: hexagon %d has other rows than the first", size, i)
				}
			}
		}
	}
}

// TestStampsOfNeighboursDoNotMeet checks that a gap, or another hue, separates hexagons at the shipped
// pitches.
func TestStampsOfNeighboursDoNotMeet(t *testing.T) {
	r := fieldGrid(64, 24, cell.Quadrant)
	for _, pitch := range []geom.Vec{{X: 5, Y: 4}, {X: 4, Y: 3}} {
		at := func(x, y float64) Stamp {
			p := hexagon(x, y, 0.45*pitch.X, 0.6*pitch.Y)
			return r.StampOf(&p, &Look{})
		}
		s, right, below := at(20, 10.5), at(20+pitch.X, 10.5), at(20+pitch.X/2, 10.5+pitch.Y)
		if right.X-(s.X+s.W) != 1 {
			t.Errorf("pitch %v: %d sub-cells between neighbours, want 1", pitch, right.X-(s.X+s.W))
		}
		if below.Y < s.Y+s.H {
			t.Errorf("pitch %v: rows overlap", pitch)
		}
	}
}

// TestGapsPartWhatIsFlat: without shades, hexagons of a honeycomb meet in at most two sub-cells, where
// corners round to the same place.
func TestGapsPartWhatIsFlat(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.Octant, cell.Braille} {
		for _, size := range [][2]int{{64, 24}, {80, 30}, {104, 39}, {160, 60}} {
			r := fieldGrid(size[0], size[1], glyphs)
			r.Flat = true
			owner := make([]int, r.W*r.H)
			for i, p := range lattice() {
				s := r.StampOf(&p, &Look{})
				for j := range s.H {
					for x := int(s.From[j]); x < int(s.To[j]); x++ {
						owner[(s.Y+j)*r.W+x] = i + 1
					}
				}
			}
			meet := map[[2]int]int{}
			for i, a := range owner {
				for _, next := range [...]int{i + 1, i + r.W} {
					if next < len(owner) && a > 0 && owner[next] > 0 && owner[next] != a {
						meet[[2]int{a - 1, owner[next] - 1}]++
					}
				}
			}
			for pair, n := range meet {
				if n > 2 {
					t.Errorf("%v %v: hexagons %d and %d meet in %d sub-cells", glyphs, size, pair[0], pair[1], n)
				}
			}
		}
	}
}

func TestTurnedHexagonsAreUpright(t *testing.T) {
	r := fieldGrid(64, 24, cell.Quadrant)
	for turn := 0.0; turn < 60; turn += 2.5 {
		for radius := 0.8; radius < 5; radius += 0.35 {
			p := geom.Regular(6, geom.Vec{X: 30.1, Y: 17.3}, radius, turn)
			s := r.StampOf(&p, &Look{})
			checkUpright(t, "turned hexagon", &s)
			if area, want := float64(area(&s)), p.Area()/(r.UnitX*r.UnitY); radius > 1.5 && (area < 0.75*want || area > 1.2*want) {
				t.Errorf("radius %.2f, turn %v: %v sub-cells, want about %.1f", radius, turn, area, want)
			}
		}
	}
}

func area(s *Stamp) (n int) {
	for j := range s.H {
		n += s.width(j)
	}
	return n
}

func TestStampCellKeepsTheOutline(t *testing.T) {
	const ground = 0x080b16
	back := NewPixel(ground, 0)
	red, dark, blue := NewPixel(0xd00000, InkFace+1), NewPixel(0xb00000, InkFace+1), NewPixel(0x0000d0, InkFace+2)
	ball := NewPixel(0xffffff, InkFront)
	for _, test := range []struct {
		p    []Pixel
		mask int
		fg   cell.Color
	}{
		{[]Pixel{back, red, back, red}, 10, 0xd00000},
		{[]Pixel{back, red, dark, dark}, 14, 0xb00000}, // shades of a brick do not change its outline
		{[]Pixel{blue, back, red, red}, 12, 0xd00000},  // nor does another brick stick out of it
		{[]Pixel{ball, back, red, red}, 1, 0xffffff},   // a ball is in front
		{[]Pixel{red, red, blue, blue}, 3, 0xd00000},   // no ground: two hues
		{[]Pixel{back, back, back, back}, 0, ground},
		{[]Pixel{red, red, red, red}, 15, 0xd00000},
	} {
		s := StampCell(test.p)
		if s.Mask != test.mask && s.Mask != 15-test.mask {
			t.Errorf("%x: mask %04b, want %04b", test.p, s.Mask, test.mask)
		} else if fg := s.Fg; s.Mask == test.mask && fg != test.fg {
			t.Errorf("%x: colour %06x, want %06x", test.p, fg, test.fg)
		}
	}
}
