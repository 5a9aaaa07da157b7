package raster

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

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
		var p []Pixel
		for _, c := range test.p {
			p = append(p, NewPixel(c, InkFront))
		}
		if s := SoftCell(p, test.soft); s.Mask != test.mask && test.fg != test.bg || s.Bg != test.bg || s.Fg != test.fg {
			t.Errorf("%06x: %04b %06x on %06x, want %04b %06x on %06x", test.p, s.Mask, s.Fg, s.Bg, test.mask, test.fg, test.bg)
		}
	}
}

// TestLinesAreThinAndWhole checks that a line has one square in each row, or in each column, without gaps.
func TestLinesAreThinAndWhole(t *testing.T) {
	for degrees := 0.0; degrees < 360; degrees += 7 {
		a := geom.Vec{X: 30, Y: 20}
		b := a.Along(geom.Direction(degrees), 17)
		rows, cols := map[int]bool{}, map[int]bool{}
		n, xs, ys := 0, [2]int{1e9, -1e9}, [2]int{1e9, -1e9}
		Along(a, b, 0.5, 1, func(x, y int) {
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
