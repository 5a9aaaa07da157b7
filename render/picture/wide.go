package picture

import (
	"arkterm/render/cell"
)

// withVisibleGlyphs returns f if all its glyphs have one column and no marks. Otherwise it returns a copy in which
// partly overwritten wide glyphs are blanks, and the right half of a glyph has the style of the left half.
func withVisibleGlyphs(f *cell.Frame) *cell.Frame {
	special := false
	for i := range f.Cells {
		special = special || cell.Special(f.Cells[i].Glyph)
	}
	if !special {
		return f
	}
	out := &cell.Frame{W: f.W, H: f.H, Cells: make([]cell.Cell, len(f.Cells))}
	for i := range f.Cells {
		c := f.Cells[i]
		c.Glyph = cell.VisibleGlyph(f.Cells, f.W, i)
		if c.Glyph == cell.Tail {
			c = f.Cells[i-1]
			c.Glyph = cell.Tail
		}
		out.Cells[i] = c
	}
	return out
}

// tailOf returns the right half of a wide glyph in an animation. Different glyphs have different right halves, so that
// the right half is redrawn when the left half changes.
func tailOf(left cell.Cell) cell.Cell {
	const attrBits = 8
	glyph := left.Glyph
	left = normalForm(left)
	if left.Glyph != ' ' {
		left.Glyph, left.Attr = cell.Tail, cell.Attr(glyph)<<attrBits
	}
	return left
}

// halfBox returns the shape of half of a wide glyph. It is half of an empty box, because the font does not contain wide
// glyphs. Coordinates are in pixels. It returns nil for other glyphs.
func halfBox(glyph rune) func(x, y float64) bool {
	const left, top, bottom, thick = 2, 4, pngH - 5, 1.5
	box := func(x, y float64) bool { // the right side is open, because the other half continues there
		return x >= left && y >= top && y < bottom && (x < left+thick || y < top+thick || y >= bottom-thick)
	}
	switch {
	case glyph == cell.Tail:
		return func(x, y float64) bool { return box(pngW-x, y) }
	case cell.Wide(glyph):
		return box
	}
	return nil
}
