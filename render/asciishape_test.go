package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// TestGlyphsAreNearestToThemselves: what looks just like a glyph is drawn with it.
func TestGlyphsAreNearestToThemselves(t *testing.T) {
	for _, all := range [][]shaped{lineGlyphs, discGlyphs} {
		for _, g := range all {
			if got := nearestGlyph(all, g.shape); got != g.glyph {
				t.Errorf("%q looks like %q", g.glyph, got)
			}
		}
	}
}

func TestLinesReadAsStrokes(t *testing.T) {
	line := func(x0, y0, x1, y1 float64) rune {
		s := sample(func(x, y float64) bool {
			dx, dy := x1-x0, 2*(y1-y0) // a cell is twice as high as wide
			along := ((x-x0)*dx + 2*(y-y0)*dy) / (dx*dx + dy*dy)
			ex, ey := x-x0-along*dx, 2*(y-y0)-along*dy
			return along >= 0 && along <= 1 && ex*ex+ey*ey < strokeHalf*strokeHalf
		})
		for k, v := range s {
			s[k] = uint8(min(int(v)*fullest, 255))
		}
		s.contrast()
		return nearestGlyph(lineGlyphs, s)
	}
	for _, test := range []struct {
		x0, y0, x1, y1 float64
		want           rune
	}{
		{0.5, 0, 0.5, 1, '|'},
		{0.2, 0, 0.2, 1, '|'},
		{0.8, 0, 0.8, 1, '|'},
		{0.9, 0.1, 0.1, 0.9, '/'},
		{0.1, 0.1, 0.9, 0.9, '\\'},
		{0, 0.92, 1, 0.92, '_'},
	} {
		if got := line(test.x0, test.y0, test.x1, test.y1); got != test.want {
			t.Errorf("a line from %v, %v to %v, %v is %q, want %q", test.x0, test.y0, test.x1, test.y1, got, test.want)
		}
	}
}

// TestBallMovesWithinACell: in ASCII a ball is seen to move by less than a row.
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
			for x := range int(engine.FieldW) {
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

// TestHexagonsOfTextLookAlike: at 80×24 each hexagon of a lattice has the same glyphs.
func TestHexagonsOfTextLookAlike(t *testing.T) {
	r := fieldRaster(80, 24, cell.ASCII)
	g := newTestGame(t)
	first := r.stampOf(&g.Bricks[0])
	for i := range g.Bricks {
		s := r.stampOf(&g.Bricks[i])
		checkUpright(t, "hexagon", &s)
		if s.w != first.w || s.h != first.h {
			t.Errorf("hexagon %d is %d×%d, the first %d×%d", i, s.w, s.h, first.w, first.h)
		}
	}
}
