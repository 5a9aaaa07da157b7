// Package flip turns a part of a frame upside down, for a player whose paddle is at the other end of the field: what was
// below is above. Glyphs of sub-cells are turned with the picture; letters and digits stay upright in their new places.
//
//	t := flip.New(cell.Mosaic, false)
//	t.Turn(&frame, x, y, cols, rows)
package flip

import "arkterm/render/cell"

// A Table turns the glyphs of a set.
type Table struct {
	pages [len(pages)][]turned
	mono  bool
}

// A turned is the glyph that shows another one upside down.
type turned struct {
	glyph     rune // 0: there is none
	exchanged bool // with the colours exchanged
}

// pages are the code points among which the glyphs of all sets are.
var pages = [...]struct{ first, end rune }{
	{0x20, 0x7f}, {0x2580, 0x25a0}, {0x2800, 0x2900}, {0x1fb00, 0x1fc00}, {0x1cc00, 0x1cf00},
}

// of returns the place of a glyph, or nil.
func (t *Table) of(r rune) *turned {
	for i := range pages {
		if p := &pages[i]; r >= p.first && r < p.end {
			return &t.pages[i][r-p.first]
		}
	}
	return nil
}

// New returns a table for a glyph set. mono says that the terminal has no colours.
func New(g cell.Glyphs, mono bool) *Table {
	t := &Table{mono: mono}
	for i, p := range pages {
		t.pages[i] = make([]turned, p.end-p.first)
	}
	t.of('/').glyph, t.of('\\').glyph = '\\', '/'
	blocks := g.Blocks()
	for lit, r := range blocks {
		*t.of(r) = turned{glyph: blocks[turnBits(lit, g.SubCells())]}
	}

	masks := map[cell.Mask]rune{}
	for _, s := range g.Shapes() {
		masks[s.Mask] = s.Glyph
		masks[s.Mask^cell.Whole] = s.Inverse
	}
	for m, r := range masks {
		if r == 0 || t.of(r).glyph != 0 {
			continue
		}
		over := turnMask(m)
		if to := masks[over]; to != 0 {
			*t.of(r) = turned{glyph: to}
		} else if to := masks[over^cell.Whole]; to != 0 {
			*t.of(r) = turned{to, true}
		}
	}
	return t
}

// turnBits returns a mask of sub-cells upside down.
func turnBits(lit int, sub [2]int) (over int) {
	row := 1<<sub[0] - 1
	for range sub[1] {
		over = over<<sub[0] | lit&row
		lit >>= sub[0]
	}
	return over
}

// turnMask returns a mask of samples upside down.
func turnMask(m cell.Mask) (over cell.Mask) {
	const row = 1<<cell.GrainX - 1
	for range cell.GrainY {
		over = over<<cell.GrainX | m&row
		m >>= cell.GrainX
	}
	return over
}

// Turn turns a rectangle of a frame upside down, with the parts that go first and the cursor if they lie in its rows. The
// rectangle is in the frame.
func (t *Table) Turn(f *cell.Frame, x, y, w, h int) {
	for top, bottom := y, y+h-1; top < bottom; top, bottom = top+1, bottom-1 {
		a, b := f.Cells[top*f.W+x:][:w], f.Cells[bottom*f.W+x:][:w]
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
	}
	for row := y; row < y+h; row++ {
		line := f.Cells[row*f.W+x:][:w]
		for i := range line {
			if c := &line[i]; c.Glyph > ' ' {
				t.cell(c)
			}
		}
	}
	for i := range f.First {
		p := &f.First[i]
		p.Y = 2*y + h - p.Y - p.H
	}
	if f.Cursor.Placed {
		f.Cursor.Y = 2*y + h - 1 - f.Cursor.Y
	}
}

// cell turns the glyph of a cell.
func (t *Table) cell(c *cell.Cell) {
	to := t.of(c.Glyph)
	switch {
	case to == nil || to.glyph == 0:
		return
	case to.exchanged && t.mono:
		c.Attr ^= cell.Reverse
	case to.exchanged:
		c.Fg, c.Bg = c.Bg, c.Fg
	}
	c.Glyph = to.glyph
}
