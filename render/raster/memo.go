package raster

import "arkterm/render/cell"

// A Memo remembers for each cell which sub-cells it had when it was last resolved, and what that gave. Most cells
// that something moves in look as they did a frame ago: a frame lasts 4 ticks, and a sub-cell is wide.
type Memo struct {
	cols  int
	cells []resolved
}

// A resolved is a cell, and a hash of the sub-cells that it was made of: they themselves would be twice as large. It has
// 63 bits, so that two cells with one hash are not to be expected as long as anybody plays.
type resolved struct {
	of   uint64 // 0: unknown
	cell cell.Cell
}

// Resize sets the size of m to that of r, and forgets everything.
func (m *Memo) Resize(r *Grid) {
	m.cols = r.Cols
	m.cells = grow(m.cells, r.Cols*r.Rows)
	m.Forget(Rect(0, 0, r.Cols, r.Rows))
}

// Forget forgets the cells of area: what is below them has changed.
func (m *Memo) Forget(area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		clear(m.cells[y*m.cols+area.X0 : y*m.cols+area.X1])
	}
}

// Of returns what the cell in column x of row y was resolved to, and whether that was of the same sub-cells. If
// not, it is to be resolved again, into what is returned. Sub-cells that the glyph set has not are 0 in pix.
func (m *Memo) Of(x, y int, pix *[cell.MaxSubCells]Pixel) (c *cell.Cell, known bool) {
	at, of := &m.cells[y*m.cols+x], hashOf(pix)
	if at.of == of {
		return &at.cell, true
	}
	at.of = of
	return &at.cell, false
}

// hashOf returns a hash of sub-cells, which is not 0.
func hashOf(pix *[cell.MaxSubCells]Pixel) (h uint64) {
	for i := 0; i < len(pix); i += 2 {
		h = mixed(h ^ uint64(pix[i]) ^ uint64(pix[i+1])<<32)
	}
	return h | 1
}

// mixed returns h with all bits depending on each other. No two numbers give the same one.
func mixed(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}
