package picture

import (
	"sync"

	"arkterm/render/cell"
)

// Images of frames draw blocks as rectangles and lines as connected strokes, because the glyphs of a font would have
// seams between them.

// A cell of an image is divided into partsX×partsY parts. These parts can represent halves, thirds and quarters.
const (
	partsX = 2
	partsY = 12
)

// A partMask is a set of parts of a cell, in reading order. Bit 0 is the upper left part.
type partMask uint32

// has reports whether p contains part x of row y.
func (p partMask) has(x, y int) bool { return p>>(y*partsX+x)&1 == 1 }

// blockParts returns the parts of each block glyph, including the blank.
var blockParts = sync.OnceValue(func() map[rune]partMask {
	m := map[rune]partMask{0: 0}
	for _, g := range [...]cell.Glyphs{cell.Quadrant, cell.Half, cell.Sextant, cell.Octant} {
		for mask, r := range g.Blocks() {
			m[r] = partsOf(g, mask)
		}
	}
	return m
})

// partsOf returns the parts of a block glyph with the given mask of sub-cells.
func partsOf(g cell.Glyphs, mask int) (p partMask) {
	sub := g.SubCells()
	for y := range partsY {
		for x := range partsX {
			k := y*sub[1]/partsY*sub[0] + x*sub[0]/partsX
			p |= partMask(mask>>k&1) << (y*partsX + x)
		}
	}
	return p
}

// A corner is a point of a cell, in cell widths and heights.
type corner struct{ x, y float64 }

// cornersOf returns the corners of a slanted glyph or an eighth block. It returns nil for other glyphs.
func cornersOf(r rune) (all []corner) {
	for _, p := range cell.SlantCorners(r) {
		all = append(all, corner{float64(p.X) / 2, float64(p.Y) / 6})
	}
	if _, block := blockParts()[r]; block {
		return nil
	}
	if x0, y0, x1, y1, ok := cell.EighthBlock(r); ok {
		left, top, right, bottom := float64(x0)/8, float64(y0)/8, float64(x1)/8, float64(y1)/8
		all = []corner{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
	}
	return all
}

// insidePolygon reports whether a point is in the polygon with the given corners, which must be in clockwise order.
func insidePolygon(corners []corner, x, y float64) bool {
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (b.x-a.x)*(y-a.y)-(b.y-a.y)*(x-a.x) < 0 {
			return false
		}
	}
	return true
}

// commonBackground returns the most frequent background color of f.
func commonBackground(f *cell.Frame) cell.Color {
	count := make(map[cell.Color]int)
	var best cell.Color
	for _, c := range f.Cells {
		_, bg := c.VisibleColors()
		if count[bg]++; count[bg] > count[best] {
			best = bg
		}
	}
	return best
}
