package render

import (
	"math/bits"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// fieldRaster returns the raster that a frame of w×h cells has for a game's field.
func fieldRaster(w, h int, glyphs cell.Glyphs) *raster {
	l := newLayout(w, h, engine.FieldW, engine.FieldH, 0.5)
	var r raster
	r.resize(&l, glyphs.SubCells()[0], glyphs.SubCells()[1])
	return &r
}

func (s *stamp) width(row int) int { return int(s.to[row] - s.from[row]) }

// checkUpright fails when a stamp is not the same from left to right, or grows
// narrower toward its middle.
func checkUpright(t *testing.T, what string, s *stamp) {
	t.Helper()
	for j := range s.h {
		if left, right := int(s.from[j])-s.x, s.x+s.w-int(s.to[j]); left != right || left < 0 {
			t.Errorf("%s: row %d of %d is cut by %d at the left, %d at the right", what, j, s.h, left, right)
		}
		if j > 0 && j <= s.h/2 && s.width(j) < s.width(j-1) {
			t.Errorf("%s: row %d is narrower than the one above", what, j)
		}
	}
}

func TestHexagonsOfALatticeLookAlike(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {144, 48}} {
		r := fieldRaster(size[0], size[1], cell.Quadrant)
		g := newTestGame(t)
		var first stamp
		for i := range g.Bricks {
			s := r.stampOf(&g.Bricks[i])
			checkUpright(t, "hexagon", &s)
			if i == 0 {
				first = s
			}
			for j := range s.h {
				if s.h != first.h || s.width(j) != first.width(j) {
					t.Fatalf("%v: hexagon %d has other rows than the first", size, i)
				}
			}
		}
	}
}

// TestStampsOfNeighboursDoNotMeet: a gap, or the other's hue, must part hexagons
// of the shipped pitches.
func TestStampsOfNeighboursDoNotMeet(t *testing.T) {
	r := fieldRaster(80, 24, cell.Quadrant)
	for _, pitch := range []geom.Vec{{X: 5, Y: 4}, {X: 4, Y: 3}} {
		brick := func(x, y float64) engine.Brick {
			dx, dy := 0.45*pitch.X, 0.6*pitch.Y
			p, err := geom.NewPolygon(geom.Vec{X: x, Y: y - dy}, geom.Vec{X: x + dx, Y: y - dy/2}, geom.Vec{X: x + dx, Y: y + dy/2},
				geom.Vec{X: x, Y: y + dy}, geom.Vec{X: x - dx, Y: y + dy/2}, geom.Vec{X: x - dx, Y: y - dy/2})
			if err != nil {
				t.Fatal(err)
			}
			return engine.Brick{Shape: p, Hits: 1}
		}
		a, b, c := brick(20, 10.5), brick(20+pitch.X, 10.5), brick(20+pitch.X/2, 10.5+pitch.Y)
		s, right, below := r.stampOf(&a), r.stampOf(&b), r.stampOf(&c)
		if right.x-(s.x+s.w) != 1 {
			t.Errorf("pitch %v: %d sub-cells between neighbours, want 1", pitch, right.x-(s.x+s.w))
		}
		if below.y < s.y+s.h {
			t.Errorf("pitch %v: rows overlap", pitch)
		}
	}
}

// TestGapsPartWhatIsFlat: where there are no shades, hexagons of a honeycomb meet in two
// sub-cells at most, where corners are rounded to the same place.
func TestGapsPartWhatIsFlat(t *testing.T) {
	level := honeycomb()
	for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.Octant, cell.Braille} {
		for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}} {
			r := fieldRaster(size[0], size[1], glyphs)
			r.flat = true
			owner := make([]int, r.w*r.h)
			for i, spec := range level.Bricks {
				s := r.stampOf(&engine.Brick{Shape: spec.Shape, Hits: 1})
				for j := range s.h {
					for x := int(s.from[j]); x < int(s.to[j]); x++ {
						owner[(s.y+j)*r.w+x] = i + 1
					}
				}
			}
			meet := map[[2]int]int{}
			for i, a := range owner {
				for _, next := range [...]int{i + 1, i + r.w} {
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
	r := fieldRaster(80, 24, cell.Quadrant)
	for turn := 0.0; turn < 60; turn += 2.5 {
		for radius := 0.8; radius < 5; radius += 0.35 {
			b := engine.Brick{Shape: geom.Regular(6, geom.Vec{X: 30.1, Y: 17.3}, radius, turn), Hits: 1}
			s := r.stampOf(&b)
			checkUpright(t, "turned hexagon", &s)
			if area, want := float64(area(&s)), b.Shape.Area()/(r.ux*r.uy); radius > 1.5 && (area < 0.75*want || area > 1.2*want) {
				t.Errorf("radius %.2f, turn %v: %v sub-cells, want about %.1f", radius, turn, area, want)
			}
		}
	}
}

func area(s *stamp) (n int) {
	for j := range s.h {
		n += s.width(j)
	}
	return n
}

// TestBallOfFewColoursIsOneDot draws a ball in 8×8 places of a sub-cell: always
// as many bright sub-cells, and none that is dim.
func TestBallOfFewColoursIsOneDot(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.Quadrant, cell.Half, cell.Octant, cell.Braille} {
		v := NewView(Options{Glyphs: glyphs, Tier: cell.Colors16})
		want := map[cell.Glyphs]int{cell.Sextant: 4, cell.Quadrant: 2, cell.Half: 1, cell.Octant: 4, cell.Braille: 4}[glyphs] * 8 * 8
		bright := 0
		for k := range 64 {
			f := ballAt(t, v, 80, 24, geom.Vec{X: 20 + float64(k%8)/16, Y: 30 + float64(k/8)/8}, 0)
			for y := 1; y < 24; y++ {
				for x := 1; x < 64; x++ {
					c := f.At(x, y)
					if c.Glyph == ' ' {
						continue
					}
					if c.Fg != v.theme.Ball || c.Bg != v.theme.Back {
						t.Fatalf("%d: colours %06x on %06x", k, c.Fg, c.Bg)
					}
					bright += lit(c.Glyph, glyphs)
				}
			}
		}
		if bright != want {
			t.Errorf("%v: %d bright sub-cells, want %d", glyphs, bright, want)
		}
	}
}

// lit returns how many sub-cells of a glyph are lit.
func lit(r rune, glyphs cell.Glyphs) int {
	return bits.OnesCount(uint(slices.Index(glyphs.Blocks(), r)))
}

func TestStampCellKeepsTheOutline(t *testing.T) {
	v := NewView(Options{})
	back := newPixel(v.theme.Back, 0)
	red, dark, blue := newPixel(0xd00000, inkFace+1), newPixel(0xb00000, inkFace+1), newPixel(0x0000d0, inkFace+2)
	ball := newPixel(0xffffff, inkFront)
	for _, test := range []struct {
		p    []pixel
		mask int
		fg   cell.Color
	}{
		{[]pixel{back, red, back, red}, 10, 0xd00000},
		{[]pixel{back, red, dark, dark}, 14, 0xb00000}, // shades of a brick do not change its outline
		{[]pixel{blue, back, red, red}, 12, 0xd00000},  // nor does another brick stick out of it
		{[]pixel{ball, back, red, red}, 1, 0xffffff},   // a ball is in front
		{[]pixel{red, red, blue, blue}, 3, 0xd00000},   // no ground: two hues
		{[]pixel{back, back, back, back}, 0, v.theme.Back},
		{[]pixel{red, red, red, red}, 15, 0xd00000},
	} {
		s := v.stampCell(test.p)
		if s.mask != test.mask && s.mask != 15-test.mask {
			t.Errorf("%x: mask %04b, want %04b", test.p, s.mask, test.mask)
		} else if fg := s.fg; s.mask == test.mask && fg != test.fg {
			t.Errorf("%x: colour %06x, want %06x", test.p, fg, test.fg)
		}
	}
}

// TestPaddleHasTwoColoursToACell: a third one would be drawn as one of the two,
// and the light along the upper side would hook down at an end.
func TestPaddleHasTwoColoursToACell(t *testing.T) {
	sizes := [][2]int{{40, 16}, {64, 20}, {80, 24}, {97, 31}, {120, 40}, {200, 60}}
	for k := range 4 * len(sizes) {
		size := sizes[k%len(sizes)]
		g, v := after(t, Options{Glyphs: [...]cell.Glyphs{cell.Quadrant, cell.Half, cell.Sextant, cell.Octant}[k/len(sizes)]}, 1)
		g.Phase, g.Balls = engine.Play, nil
		var f cell.Frame
		f.Resize(size[0], size[1])
		p := &g.Paddles[0]
		for p.X = p.Half; p.X <= g.W-p.Half; p.X += 0.1 {
			v.Draw(&f, g)
			for _, i := range v.over.touched {
				var buf [cell.MaxSubCells]pixel
				seen := map[pixel]bool{}
				for _, q := range v.over.gather(&buf, i%v.l.cols, i/v.l.cols) {
					seen[q] = true
				}
				if len(seen) > 2 {
					t.Fatalf("%v %v, paddle at %v: %d colours in a cell\n%v", v.o.Glyphs, size, p.X, len(seen), &f)
				}
			}
		}
	}
}
