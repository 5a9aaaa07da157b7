package render

// Pictures of frames draw blocks as rectangles, and lines as strokes that meet: no
// font of a viewer shows seams between them then.

// A cell of a picture is parted into partsX×partsY, which halves, thirds and quarters
// all are multiples of.
const (
	partsX = 2
	partsY = 12
)

// A parts is a set of the parts of a cell, bit 0 the upper left one, in reading order.
type parts uint32

// has reports whether part x of row y belongs to p.
func (p parts) has(x, y int) bool { return p>>(y*partsX+x)&1 == 1 }

// blockParts holds the parts of each glyph that is a set of sub-cells, of the blank too.
var blockParts = func() map[rune]parts {
	m := map[rune]parts{0: 0}
	for _, g := range [...]Glyphs{Quadrant, Half, Sextant, Octant} {
		for mask, r := range g.blocks() {
			m[r] = partsOf(g, mask)
		}
	}
	return m
}()

func partsOf(g Glyphs, mask int) (p parts) {
	sub := subCells[g]
	for y := range partsY {
		for x := range partsX {
			k := y*sub[1]/partsY*sub[0] + x*sub[0]/partsX
			p |= parts(mask>>k&1) << (y*partsX + x)
		}
	}
	return p
}

// brailleDots returns which of the 2×4 dots of a glyph are set, in reading order.
func brailleDots(r rune) (mask int, ok bool) {
	if r < 0x2800 || r > 0x28ff {
		return 0, false
	}
	for k, dot := range dots {
		if (r-0x2800)&dot != 0 {
			mask |= 1 << k
		}
	}
	return mask, true
}

// shown returns the colours of c with its attributes applied.
func (c *Cell) shown() (fg, bg Color) {
	fg, bg = c.Fg, c.Bg
	if c.Attr&Dim != 0 {
		fg = mix(bg, fg, 8)
	}
	if c.Attr&Reverse != 0 {
		fg, bg = bg, fg
	}
	return fg, bg
}

// commonBack returns the most frequent background.
func (f *Frame) commonBack() Color {
	count := make(map[Color]int)
	var best Color
	for _, c := range f.Cells {
		_, bg := c.shown()
		if count[bg]++; count[bg] > count[best] {
			best = bg
		}
	}
	return best
}

// Reduce gives each cell the colours that a terminal of the tier shows for it, so that
// pictures look as it does. Where there are no colours, text is grey on black.
func (f *Frame) Reduce(t Tier) {
	for i := range f.Cells {
		c := &f.Cells[i]
		c.Fg, c.Bg = t.shows(c.Fg), t.shows(c.Bg)
		if t == Mono {
			c.Fg, c.Bg = 0xd0d0d0, 0
		}
	}
}

// shows returns the colour that a terminal of the tier shows for c.
func (t Tier) shows(c Color) Color {
	switch t {
	case Colors256:
		return snap256(c)
	case Colors16:
		return ansi[palette16(c)]
	}
	return c
}
