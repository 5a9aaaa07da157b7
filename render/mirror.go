package render

import "arkterm/render/cell"

// The player of the upper paddle sees the field upside down. Glyphs that consist of sub-cells are mirrored. Letters and
// digits move to their new positions but stay upright.

// A mirror flips parts of frames upside down, for one glyph set.
type mirror struct {
	entries [len(glyphRanges)][]mirroredGlyph // by range and offset in the range
	mono    bool                              // the terminal has no colors
}

// A mirroredGlyph is the glyph that shows another glyph upside down.
type mirroredGlyph struct {
	glyph      rune // 0 if there is none
	swapColors bool // exchange foreground and background
}

// glyphRanges are the ranges of code points that contain the glyphs of all sets.
var glyphRanges = [...]struct{ first, end rune }{
	{0x20, 0x7f}, {0x2580, 0x25a0}, {0x25e2, 0x25e6}, {0x2800, 0x2900}, {0x1fb00, 0x1fc00}, {0x1cc00, 0x1cf00},
}

// entry returns the entry of a glyph, or nil if the glyph is outside all ranges.
func (t *mirror) entry(r rune) *mirroredGlyph {
	for i := range glyphRanges {
		if p := &glyphRanges[i]; r >= p.first && r < p.end {
			return &t.entries[i][r-p.first]
		}
	}
	return nil
}

// newMirror returns a mirror for a glyph set. mono must be true for terminals without colors.
func newMirror(g cell.Glyphs, mono bool) *mirror {
	t := &mirror{mono: mono}
	for i, p := range glyphRanges {
		t.entries[i] = make([]mirroredGlyph, p.end-p.first)
	}
	t.entry('/').glyph, t.entry('\\').glyph = '\\', '/'
	blocks, sub := g.Blocks(), g.SubCells()
	for lit, r := range blocks {
		*t.entry(r) = mirroredGlyph{glyph: blocks[upsideDown(lit, sub[0], sub[1])]}
	}

	masks := map[cell.Mask]rune{}
	for _, s := range g.Shapes() {
		masks[s.Mask] = s.Glyph
		masks[s.Mask^cell.AllSamples] = s.Inverse
	}
	for m, r := range masks {
		if r == 0 || t.entry(r).glyph != 0 {
			continue
		}
		flipped := upsideDown(m, cell.SamplesX, cell.SamplesY)
		if to := masks[flipped]; to != 0 {
			*t.entry(r) = mirroredGlyph{glyph: to}
		} else if to := masks[flipped^cell.AllSamples]; to != 0 {
			*t.entry(r) = mirroredGlyph{to, true}
		}
	}
	return t
}

// upsideDown returns a mask with its rows of bits in reverse order.
func upsideDown[T int | cell.Mask](mask T, cols, rows int) (flipped T) {
	row := T(1)<<cols - 1
	for range rows {
		flipped = flipped<<cols | mask&row
		mask >>= cols
	}
	return flipped
}

// flip flips a rectangle of a frame upside down. It also flips all urgent parts and the cursor. The rectangle must be
// inside the frame.
func (t *mirror) flip(f *cell.Frame, x, y, w, h int) {
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
				t.flipCell(c)
			}
		}
	}
	for i := range f.Urgent {
		p := &f.Urgent[i]
		p.Y = 2*y + h - p.Y - p.H
	}
	if f.Cursor.Placed {
		f.Cursor.Y = 2*y + h - 1 - f.Cursor.Y
	}
}

// flipCell mirrors the glyph of a cell.
func (t *mirror) flipCell(c *cell.Cell) {
	to := t.entry(c.Glyph)
	switch {
	case to == nil || to.glyph == 0:
		return
	case to.swapColors && t.mono:
		c.Attr ^= cell.Reverse
	case to.swapColors:
		c.Fg, c.Bg = c.Bg, c.Fg
	}
	c.Glyph = to.glyph
}
