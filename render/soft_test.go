package render

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// ballAt draws a field in which there is one ball and nothing else.
func ballAt(t testing.TB, v *View, w, h int, at geom.Vec, radius float64) *cell.Frame {
	t.Helper()
	g, err := engine.New(engine.Config{Free: true, NoPaddle: true, Floor: true, Balls: []engine.NewBall{{At: at, R: radius}}, Levels: []engine.Level{{}}})
	if err != nil {
		t.Fatal(err)
	}
	f := new(cell.Frame)
	f.Resize(w, h)
	v.Draw(f, g)
	return f
}

// TestBallIsSoftAndRound draws the ball in 8×8 places of a cell. It is bright
// somewhere, has few shades, is where it is and no larger; its light is about
// that of its area, and its middle that of its light.
func TestBallIsSoftAndRound(t *testing.T) {
	for k := range 12 {
		size := [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}[k%4]
		v := NewView(Options{Glyphs: [...]cell.Glyphs{cell.Quadrant, cell.Sextant, cell.Octant}[k/4]})
		l := newLayout(size[0], size[1], engine.FieldW, engine.FieldH, 0.5)
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
					if d := spot.Sub(at); abs(d.X) > 0.7+cw/4 || abs(d.Y) > 0.7+ch/4 {
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

func TestSoftCell(t *testing.T) {
	const back, grey, white, red = 0x000000, 0xa0a0a0, 0xffffff, 0xd00000
	for _, test := range []struct {
		p      [4]cell.Color
		soft   []uint8
		mask   int
		fg, bg cell.Color
	}{
		{[4]cell.Color{back, white, back, back}, []uint8{0, 16, 0, 0}, 2, white, back},
		{[4]cell.Color{back, 0x202020, back, white}, []uint8{0, 5, 0, 16}, 8, white, back},     // a hint of an edge beside a full one goes
		{[4]cell.Color{red, red, white, white}, []uint8{0, 0, 16, 16}, 12, white, red},         // bricks stay crisp
		{[4]cell.Color{white, white, grey, grey}, []uint8{16, 16, 8, 8}, 3, white, grey},       // no ground: two shades
		{[4]cell.Color{white, white, white, white}, []uint8{16, 16, 16, 16}, 15, white, white}, // one
		{[4]cell.Color{back, red, 0xb00000, red}, []uint8{0, 16, 16, 16}, 14, red, back},       // shades of a brick are not mixed
	} {
		var p []pixel
		for _, c := range test.p {
			p = append(p, newPixel(c, inkFront))
		}
		if s := softCell(p, test.soft); s.mask != test.mask && test.fg != test.bg || s.bg != test.bg || s.fg != test.fg {
			t.Errorf("%06x: %04b %06x on %06x, want %04b %06x on %06x", test.p, s.mask, s.fg, s.bg, test.mask, test.fg, test.bg)
		}
	}
}

// TestLinesAreThinAndWhole: one square in each row, or in each column, and none is
// left out.
func TestLinesAreThinAndWhole(t *testing.T) {
	for degrees := 0.0; degrees < 360; degrees += 7 {
		a := geom.Vec{X: 30, Y: 20}
		b := a.Along(geom.Direction(degrees), 17)
		rows, cols := map[int]bool{}, map[int]bool{}
		n, xs, ys := 0, [2]int{1e9, -1e9}, [2]int{1e9, -1e9}
		along(a, b, 0.5, 1, func(x, y int) {
			cols[x], rows[y] = true, true
			xs, ys = [2]int{min(xs[0], x), max(xs[1], x)}, [2]int{min(ys[0], y), max(ys[1], y)}
			n++
		})
		if most := max(len(rows), len(cols)); n != most {
			t.Errorf("%v°: %d squares in %d columns and %d rows", degrees, n, len(cols), len(rows))
		}
		if len(cols) != xs[1]-xs[0]+1 || len(rows) != ys[1]-ys[0]+1 {
			t.Errorf("%v°: gaps in %v or %v", degrees, cols, rows)
		}
	}
}
