package picture

import "arkterm/render/cell"

// Images of frames draw blocks as rectangles and lines as strokes that join, so that no font shows seams
// between them.

// A cell of an image is divided into partsX×partsY parts, multiples of halves, thirds and quarters.
const (
	partsX = 2
	partsY = 12
)

// A parts is a set of parts of a cell, in reading order; bit 0 is the upper left one.
type parts uint32

// has reports whether p contains part x of row y.
func (p parts) has(x, y int) bool { return p>>(y*partsX+x)&1 == 1 }

// blockParts maps each block glyph, and the blank, to its parts.
var blockParts = func() map[rune]parts {
	m := map[rune]parts{0: 0}
	for _, g := range [...]cell.Glyphs{cell.Quadrant, cell.Half, cell.Sextant, cell.Octant} {
		for mask, r := range g.Blocks() {
			m[r] = partsOf(g, mask)
		}
	}
	return m
}()

func partsOf(g cell.Glyphs, mask int) (p parts) {
	sub := g.SubCells()
	for y := range partsY {
		for x := range partsX {
			k := y*sub[1]/partsY*sub[0] + x*sub[0]/partsX
			p |= parts(mask>>k&1) << (y*partsX + x)
		}
	}
	return p
}

// commonBack returns the most frequent background.
func commonBack(f *cell.Frame) cell.Color {
	count := make(map[cell.Color]int)
	var best cell.Color
	for _, c := range f.Cells {
		_, bg := c.Shown()
		if count[bg]++; count[bg] > count[best] {
			best = bg
		}
	}
	return best
}
