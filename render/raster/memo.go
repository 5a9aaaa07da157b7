package raster

import "arkterm/render/cell"

// A Memo remembers for each cell which sub-cells it had when it was last resolved, and what that gave. Most cells
// that something moves in look as they did a frame ago: a frame lasts 4 ticks, and a sub-cell is wide.
type Memo struct {
	cols  int
	cells []resolved
}

// A resolved is a cell with the sub-cells that it was made of.
type resolved struct {
	pix   [cell.MaxSubCells]Pixel
	cell  cell.Cell
	known bool
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
	at := &m.cells[y*m.cols+x]
	if at.known && at.pix == *pix {
		return &at.cell, true
	}
	at.pix, at.known = *pix, true
	return &at.cell, false
}
