package raster

import (
	"testing"
)

// TestGlyphsAreNearestToThemselves: the shape of a glyph is drawn with that glyph.
func TestGlyphsAreNearestToThemselves(t *testing.T) {
	for _, g := range LineGlyphs {
		if got := NearestGlyph(LineGlyphs, g.shape); got != g.glyph {
			t.Errorf("%q looks like %q", g.glyph, got)
		}
	}
}

func TestLinesReadAsStrokes(t *testing.T) {
	line := func(x0, y0, x1, y1 float64) rune {
		s := Sample(func(x, y float64) bool {
			dx, dy := x1-x0, 2*(y1-y0) // a cell is twice as high as wide
			along := ((x-x0)*dx + 2*(y-y0)*dy) / (dx*dx + dy*dy)
			ex, ey := x-x0-along*dx, 2*(y-y0)-along*dy
			return along >= 0 && along <= 1 && ex*ex+ey*ey < strokeHalf*strokeHalf
		})
		for k, v := range s {
			s[k] = uint8(min(int(v)*fullest, 255))
		}
		s.Contrast()
		return NearestGlyph(LineGlyphs, s)
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
