package render

import (
	"cmp"
	"image"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// ballAt returns a frame of a field with a single ball. A radius of 0 means engine.BallRadius.
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

// TestBallHasOneShape draws the ball at 8×8 positions within a cell, in every glyph set. The ball must always have the
// same sub-cells, and its drawn center must be near its position.
func TestBallHasOneShape(t *testing.T) {
	sizes := [][2]int{{41, 17}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}
	for k := range len(sizes) * len(allGlyphs) {
		size, glyphs := sizes[k%len(sizes)], allGlyphs[k/len(sizes)]
		if glyphs == cell.ASCII {
			continue
		}
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors16, cell.Mono} {
			v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects})
			sub := glyphs.SubCells()
			l := newLayout(size[0], size[1], spec.FieldW, spec.FieldH, 0.5, sub)
			uw, uh := l.cellW/float64(sub[0]), l.cellH/float64(sub[1])
			var first []image.Point
			for i := range 64 {
				at := geom.Vec{X: 20 + float64(i%8)/8*uw*float64(sub[0]), Y: 30 + float64(i/8)/8*uh*float64(sub[1])}
				shape, off := ballShape(t, v, ballAt(t, v, size[0], size[1], at, 0), &l, at)
				if math.Abs(off.X) > uw/2+1e-6 || math.Abs(off.Y) > uh/2+1e-6 {
					t.Errorf("%v %v: the drawn center of the ball at %v is off by %v, want at most half a sub-cell",
						glyphs, size, at, off)
				}
				if i == 0 {
					first = shape
				}
				if !slices.Equal(shape, first) {
					t.Fatalf("%v %v %v: the ball at %v has the sub-cells %v, want %v", glyphs, size, tier, at, shape,
						first)
				}
			}

			area := float64(len(first)) * uw * uh / (math.Pi * engine.BallRadius * engine.BallRadius)
			t.Logf("%v %v %v: %d sub-cells, %.2f of the ball's area", glyphs, size, tier, len(first), area)
			if math.Abs(float64(len(first))-float64(len(first))/area) > max(1, 0.4*float64(len(first))) {
				t.Errorf("%v %v: the ball has %d sub-cells with %.2f of its area, want about 1",
					glyphs, size, len(first), area)
			}
		}
	}
}

// ballShape returns the sub-cells of a ball that is alone in the field, relative to the upper left one. It also
// returns the distance of their center from the ball's position at, in units.
func ballShape(t *testing.T, v *View, f *cell.Frame, l *layout, at geom.Vec) (shape []image.Point, off geom.Vec) {
	t.Helper()
	blocks, sub := v.opts.Glyphs.Blocks(), v.opts.Glyphs.SubCells()
	for y := range l.rows {
		for x := range l.cols {
			c := f.At(l.x+x, l.y+y)
			if c.Fg != v.theme.Ball || !isNearPosition(x, l.cols, at.X/l.fw) || !isNearPosition(y, l.rows, at.Y/l.fh) {
				continue
			}
			lit := slices.Index(blocks, c.Glyph)
			if lit < 0 || c.Bg != v.theme.Back && c.Glyph != '█' {
				t.Fatalf("a cell of the ball shows %q in %06x on %06x, want a block on the theme's background",
					c.Glyph, c.Fg, c.Bg)
			}
			for q := range sub[0] * sub[1] {
				if lit>>q&1 == 1 {
					shape = append(shape, image.Pt(x*sub[0]+q%sub[0], y*sub[1]+q/sub[0]))
				}
			}
		}
	}
	if len(shape) == 0 {
		t.Fatalf("the ball at %v has 0 drawn sub-cells, want at least 1", at)
	}

	slices.SortFunc(shape, func(a, b image.Point) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
	box := image.Rectangle{shape[0], shape[0]}
	for _, p := range shape {
		box = box.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
	}
	for i, p := range shape {
		shape[i] = p.Sub(box.Min)
	}
	off.X = float64(box.Min.X+box.Max.X)/2*l.cellW/float64(sub[0]) - at.X
	off.Y = float64(box.Min.Y+box.Max.Y)/2*l.cellH/float64(sub[1]) - at.Y
	return shape, off
}

// TestBallKeepsItsShapeAmongBricks checks that the ball has the same number of sub-cells among bricks as in an empty
// field.
func TestBallKeepsItsShapeAmongBricks(t *testing.T) {
	for _, glyphs := range allGlyphs {
		if glyphs == cell.ASCII || glyphs == cell.Braille {
			continue
		}
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			v := NewView(Options{Glyphs: glyphs, Effects: NoEffects})
			want := 0
			for k := range 144 {
				at := geom.Vec{X: 30.5, Y: 42}
				if k > 0 {
					at = geom.Vec{X: 20 + float64(k%12)/2, Y: 12 + float64(k/12)/2}
				}
				var f cell.Frame
				f.Resize(size[0], size[1])
				g := newFlight(t, honeycomb(), false, []world.Disc{{From: at, R: engine.BallRadius}}).g
				v.Draw(&f, g)
				v.repaintMoving(g)
				got := ballSubCells(v, &f)
				if k == 0 {
					want = got
				}
				if got != want || got == 0 {
					t.Errorf("%v %v: %d sub-cells have the color of the ball at %v, want %d", glyphs, size, got, at,
						want)
				}
			}
		}
	}
}

// ballSubCells returns the number of sub-cells of f that have the color of the ball.
func ballSubCells(v *View, f *cell.Frame) (n int) {
	blocks := v.opts.Glyphs.Blocks()
	full := len(blocks) - 1
	for _, k := range v.overlay.Touched {
		i := int(k)
		c := f.At(v.l.x+i%v.l.cols, v.l.y+i/v.l.cols)
		switch m := slices.Index(blocks, c.Glyph); {
		case m < 0:
		case c.Fg == v.theme.Ball:
			n += bits.OnesCount(uint(m))
		case c.Bg == v.theme.Ball:
			n += bits.OnesCount(uint(full - m))
		}
	}
	return n
}

// isNearPosition reports whether the middle of cell i of n is near the position at, which is a fraction of the field's
// width or height.
func isNearPosition(i, n int, at float64) bool {
	return math.Abs((float64(i)+0.5)/float64(n)-at) < 0.08
}

// TestPaddleHasTwoColorsPerCell checks that no cell of the paddle has more than two colors. A third color would be
// replaced by one of the other two, and the light edge would seem to bend down at the ends.
func TestPaddleHasTwoColorsPerCell(t *testing.T) {
	sizes := [][2]int{{40, 16}, {64, 20}, {80, 24}, {97, 31}, {120, 40}, {200, 60}}
	for k := range 4 * len(sizes) {
		size := sizes[k%len(sizes)]
		g, v := gameAfter(t, Options{Glyphs: [...]cell.Glyphs{
			cell.Quadrant, cell.Half, cell.Sextant,
			cell.Octant,
		}[k/len(sizes)]}, 1)
		g.Phase, g.Balls = engine.Play, nil
		var f cell.Frame
		f.Resize(size[0], size[1])
		p := paddleOf(g, 0)
		for p.X = p.Half; p.X <= g.W-p.Half; p.X += 0.1 {
			v.Draw(&f, g)
			v.repaintMoving(g)
			for _, k := range v.overlay.Touched {
				i := int(k)
				var buf [cell.MaxSubCells]raster.Pixel
				seen := map[raster.Pixel]bool{}
				for _, q := range v.overlay.Gather(&buf, i%v.l.cols, i/v.l.cols) {
					seen[q] = true
				}
				if len(seen) > 2 {
					t.Fatalf("%v %v, paddle at %v: a cell of the paddle has %d colors, want at most 2 in\n%v",
						v.opts.Glyphs, size, p.X, len(seen), &f)
				}
			}
		}
	}
}

// TestBallHasSameGlyphsInASCII checks that the ball looks the same at every position.
func TestBallHasSameGlyphsInASCII(t *testing.T) {
	for _, test := range []struct {
		w, h int
		r    float64
		want string
	}{
		{41, 17, engine.BallRadius, "O"},
		{80, 24, engine.BallRadius, "O"},
		{80, 24, 1.6 * engine.BallRadius, "()"},
		{120, 40, engine.BallRadius, "()"},
		{200, 60, engine.BallRadius, "/O\\\n\\O/"},
		{200, 60, 1.6 * engine.BallRadius, "/OOO\\\n\\OOO/"},
	} {
		v := NewView(Options{Glyphs: cell.ASCII})
		for k := range 64 {
			f := ballAt(t, v, test.w, test.h, geom.Vec{X: 20 + float64(k%8)/8, Y: 30 + float64(k/8)/4}, test.r)
			var rows []string
			for y := range f.H {
				var row []rune
				for x := range f.W {
					if c := f.At(x, y); v.l.contains(x, y) && c.Fg == v.theme.Ball && c.Attr == cell.Bold {
						row = append(row, c.Glyph)
					}
				}
				if row != nil {
					rows = append(rows, string(row))
				}
			}
			if got := strings.Join(rows, "\n"); got != test.want {
				t.Fatalf("%d×%d: a ball of radius %v is drawn as\n%s\nwant\n%s", test.w, test.h, test.r, got, test.want)
			}
		}
	}
}
