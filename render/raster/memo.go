package raster

import (
	"math/bits"

	"arkterm/render/cell"
)

// A Memo remembers of cells which sub-cells they had when they were last resolved, and what that gave. Most cells
// that something moves in look as they did a frame ago: a frame lasts 4 ticks, and a sub-cell is wide. There is
// room for some of them only, where few bricks move: a cell takes that of another one, which is far away.
type Memo struct {
	cols  int
	cells []memoCell // a power of two of them
}

// A memoCell is a cell, and a hash of where it is and of the sub-cells that it was made of: they themselves would be twice as
// large. It has 63 bits, so that two cells with one hash are not to be expected as long as anybody plays.
type memoCell struct {
	hash uint64 // 0: unknown
	cell cell.Cell
}

// Resize sets the size of m to that of r, in which about so many bricks move, and forgets everything.
func (m *Memo) Resize(r *Grid, moving int) {
	m.cols = r.Cols
	all := r.Cols * r.Rows
	n := 1 << max(bits.Len(uint(all))-1, 0)
	for n > 1 && n/2 >= all/8+moving*all/80 { // a brick is in an eightieth of the field, with the cells around it
		n /= 2
	}
	if n != len(m.cells) {
		m.cells = make([]memoCell, n)
	}
	clear(m.cells)
}

// slot returns where the cell in column x of row y is remembered.
func (m *Memo) slot(x, y int) *memoCell { return &m.cells[(y*m.cols+x)&(len(m.cells)-1)] }

// Invalidate forgets the cells of area: what is below them has changed.
func (m *Memo) Invalidate(area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			m.slot(x, y).hash = 0
		}
	}
}

// Lookup returns what the cell in column x of row y was resolved to, and whether that was of the same sub-cells. If
// not, it is to be resolved again, into what is returned. Sub-cells that the glyph set has not are 0 in pix.
func (m *Memo) Lookup(x, y int, pix *[cell.MaxSubCells]Pixel) (c *cell.Cell, known bool) {
	at, of := m.slot(x, y), hashOf(pix, uint64(y*m.cols+x)<<8)
	if at.hash == of {
		return &at.cell, true
	}
	at.hash = of
	return &at.cell, false
}

// hashOf returns a hash of sub-cells and of a place, which is not 0.
func hashOf(pix *[cell.MaxSubCells]Pixel, place uint64) uint64 {
	h := place
	for i := 0; i < len(pix); i += 2 {
		h = mixBits(h ^ uint64(pix[i]) ^ uint64(pix[i+1])<<32)
	}
	return h | 1
}

// mixBits returns h with all bits depending on each other. No two numbers give the same one.
func mixBits(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}
