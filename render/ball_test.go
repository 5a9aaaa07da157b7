package render

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// ballAt draws a field with a single ball.
func ballAt(t testing.TB, v *View, w, h int, at geom.Vec, radius float64) *cell.Frame {
	t.Helper()
	if radius == 0 {
		radius = engine.BallRadius
	}
	f := new(cell.Frame)
	f.Resize(w, h)
	v.Draw(f, newFlight(t, spec.Level{}, false, []world.Disc{{From: at, R: radius}}).g)
	return f
}

// TestBallIsSoftAndRound draws the ball at 8×8 places of a cell. It has a bright middle, few shades, and
// the right place and size; its light is about that of its area, and centred on it.
func TestBallIsSoftAndRound(t *testing.T) {
	for k := range 12 {
		size := [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}[k%4]
		v := NewView(Options{Glyphs: [...]cell.Glyphs{cell.Quadrant, cell.Sextant, cell.Octant}[k/4]})
		l := newLayout(size[0], size[1], spec.FieldW, spec.FieldH, 0.5)
		cw, ch := l.fw/float64(l.cols), l.fh/float64(l.rows)
		shades := map[cell.Color]bool{}
		blocks, sub := v.o.Glyphs.Blocks(), v.o.Glyphs.SubCells()
		least, most, off := math.Inf(1), 0.0, 0.0
		for k := range 64 {
			at := geom.Vec{X: 20 + float64(k%8)/8*cw, Y: 30 + float64(k/8)/8*ch}
			f := ballAt(t, v, size[0], size[1], at, 0)
			light, middle, brightest := 0.0, geom.Vec{}, 0.0
			for i, c := range f.Cells {
				x, y := i%f.W-l.x, i/f.W-l.y
				lit := slices.Index(blocks, c.Glyph)
				if x <= 0 || y <= 0 || x >= l.cols-1 || y >= l.rows-1 || lit < 0 || c.Glyph == ' ' {
					continue
				}
				for q := range sub[0] * sub[1] {
					color, i, j := c.Bg, q%sub[0], q/sub[0]
					if lit>>q&1 == 1 {
						color = c.Fg
					}
					shades[color] = true
					if color == v.theme.Back {
						continue
					}
					spot := geom.Vec{X: (float64(x) + (float64(i)+0.5)/float64(sub[0])) * cw, Y: (float64(y) + (float64(j)+0.5)/float64(sub[1])) * ch}
					if d := spot.Sub(at); math.Abs(d.X) > 0.7+cw/4 || math.Abs(d.Y) > 0.7+ch/4 {
						t.Fatalf("%v: light at %v, ball at %v", size, spot, at)
					}
					_, _, blue := color.Light()
					share := float64(blue) / 65535
					light += share
					middle = middle.Add(spot.Mul(share))
					brightest = max(brightest, share)
				}
			}
			if brightest < 0.4 {
				t.Errorf("%v: the ball at %v is dim", size, at)
			}
			area := light * cw * ch / float64(sub[0]*sub[1]) / (math.Pi * engine.BallRadius * engine.BallRadius)
			least, most = min(least, area), max(most, area)
			off = max(off, middle.Mul(1/light).Sub(at).Norm())
		}
		t.Logf("%v %v: %d shades, light %.2f to %.2f of the ball's area, its middle at most %.2f units off", v.o.Glyphs, size, len(shades), least, most, off)
		if least < 0.7 || most > 1.75 || off > 0.35 || len(shades) > 20 {
			t.Errorf("%v %v: %d shades, light %.2f to %.2f, %.2f off", v.o.Glyphs, size, len(shades), least, most, off)
		}
	}
}

// TestBallOfFewColoursIsOneDot draws a ball at 8×8 places of a sub-cell: always the same number of bright
// sub-cells, and no dim one.
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
		p := paddleOf(g, 0)
		for p.X = p.Half; p.X <= g.W-p.Half; p.X += 0.1 {
			v.Draw(&f, g)
			for _, i := range v.over.Touched {
				var buf [cell.MaxSubCells]raster.Pixel
				seen := map[raster.Pixel]bool{}
				for _, q := range v.over.Gather(&buf, i%v.l.cols, i/v.l.cols) {
					seen[q] = true
				}
				if len(seen) > 2 {
					t.Fatalf("%v %v, paddle at %v: %d colours in a cell\n%v", v.o.Glyphs, size, p.X, len(seen), &f)
				}
			}
		}
	}
}

// TestBallMovesWithinACell: in ASCII, a ball visibly moves by less than a row.
func TestBallMovesWithinACell(t *testing.T) {
	v := NewView(Options{Glyphs: cell.ASCII})
	seen := map[string]bool{}
	for k := range 8 {
		seen[ballAt(t, v, 80, 24, geom.Vec{X: 20.5, Y: 30 + float64(k)/4}, 0).String()] = true
	}
	if len(seen) < 4 {
		t.Errorf("%d pictures of a ball on its way down a row, want 4 or more", len(seen))
	}
	for k := range 64 {
		f := ballAt(t, v, 80, 24, geom.Vec{X: 20 + float64(k%8)/8, Y: 30 + float64(k/8)/4}, 0)
		ink := 0
		for y := range 24 {
			for x := range int(spec.FieldW) {
				if c := f.At(x, y); c.Fg == v.theme.Ball && c.Glyph != ' ' {
					ink++
				}
			}
		}
		if ink == 0 || ink > 4 {
			t.Errorf("%d: the ball is %d cells", k, ink)
		}
	}
}
