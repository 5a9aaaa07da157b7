package raster

import (
	"math/bits"

	"arkterm/render/cell"
)

// A Memo caches resolved cells by their sub-cells. Most cells with moving objects do not change from frame to frame,
// because many objects move less than a sub-cell in a frame of 4 ticks. If few bricks move, the cache has fewer slots
// than the field has cells. Distant cells then share a slot.
type Memo struct {
	cols  int
	cells []memoCell // the length is a power of two
}

// A memoCell is a resolved cell with a hash of its position and its sub-cells. Storing the sub-cells themselves would
// need twice as much memory. The hash has 63 bits, so collisions practically never occur.
type memoCell struct {
	hash uint64 // 0 if the slot is empty
	cell cell.Cell
}

// Resize clears the cache and gives it a size for the cells of r and for about the given number of moving bricks.
func (m *Memo) Resize(r *Grid, moving int) {
	m.cols = r.Cols
	all := r.Cols * r.Rows
	n := 1 << max(bits.Len(uint(all))-1, 0)
	for n > 1 && n/2 >= all/8+moving*all/80 { // with the cells around it, a brick covers 1/80 of the field
		n /= 2
	}
	if n != len(m.cells) {
		m.cells = make([]memoCell, n)
	}
	clear(m.cells)
}

// slot returns the slot of the cell in column x of row y.
func (m *Memo) slot(x, y int) *memoCell { return &m.cells[(y*m.cols+x)&(len(m.cells)-1)] }

// Invalidate removes the cells of area, because the layers below them have changed.
func (m *Memo) Invalidate(area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			m.slot(x, y).hash = 0
		}
	}
}

// Lookup returns the cached cell in column x of row y. known reports whether the cell was stored for the sub-cells pix.
// If known is false, the caller must resolve the cell and store the result in c. Unused elements of pix must be 0.
func (m *Memo) Lookup(x, y int, pix *[cell.MaxSubCells]Pixel) (c *cell.Cell, known bool) {
	slot, hash := m.slot(x, y), hashOf(pix, uint64(y*m.cols+x)<<8)
	if slot.hash == hash {
		return &slot.cell, true
	}
	slot.hash = hash
	return &slot.cell, false
}

// hashOf returns a hash of sub-cells and a position. It is never 0.
func hashOf(pix *[cell.MaxSubCells]Pixel, position uint64) uint64 {
	h := position
	for i := 0; i < len(pix); i += 2 {
		h = mixBits(h ^ uint64(pix[i]) ^ uint64(pix[i+1])<<32)
	}
	return h | 1
}

// mixBits returns h with its bits mixed. The function is a bijection.
func mixBits(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}
