package picture

import (
	"fmt"

	"arkterm/render/cell"
)

// An Animation is a sequence of frames of the same size, each with a duration. The zero Animation has no frames.
type Animation struct {
	w, h   int
	frames []frameChanges
	last   []cell.Cell // cells of the last frame
}

// A frameChanges contains the changes of one frame.
type frameChanges struct {
	ms    int          // duration of the frame in milliseconds
	cells []cellChange // changed cells in reading order; the first frame contains all cells
}

// A cellChange is a changed cell.
type cellChange struct {
	at   int32 // index of the cell
	cell cell.Cell
}

// Add appends a copy of f, shown for ms milliseconds. If f looks like the last frame, Add extends the duration of the
// last frame instead. It panics if the size of f differs from the size of the first frame.
func (a *Animation) Add(f *cell.Frame, ms int) {
	if a.frames == nil {
		a.w, a.h = f.W, f.H
		a.last = make([]cell.Cell, len(f.Cells))
		for i := range a.last {
			a.last[i].Attr = 255 // differs from every cell
		}
	}
	if f.W != a.w || f.H != a.h {
		panic(fmt.Sprintf("picture: add a frame of %d×%d cells to an animation of %d×%d", f.W, f.H, a.w, a.h))
	}
	f = withVisibleGlyphs(f)
	var s frameChanges
	for i, c := range f.Cells {
		if c.Glyph == cell.Tail {
			c = tailOf(f.Cells[i-1])
		} else {
			c = normalForm(c)
		}
		if c != a.last[i] {
			a.last[i] = c
			s.cells = append(s.cells, cellChange{int32(i), c})
		}
	}
	if len(s.cells) == 0 && len(a.frames) > 0 {
		a.frames[len(a.frames)-1].ms += ms
		return
	}
	s.ms = ms
	a.frames = append(a.frames, s)
}

// normalForm returns a cell that looks the same as c. All cells that look the same have the same normal form.
func normalForm(c cell.Cell) cell.Cell {
	fg, bg := c.VisibleColors()
	c = cell.Cell{Glyph: max(c.Glyph, ' '), Fg: fg, Bg: bg, Attr: c.Attr & cell.Bold}
	if c.Glyph == ' ' || fg == bg {
		return cell.Cell{Glyph: ' ', Fg: bg, Bg: bg, Attr: 0}
	}
	if _, block := blockParts()[c.Glyph]; block || cornersOf(c.Glyph) != nil {
		c.Attr = 0
	}
	return c
}

// Duration returns the length of the animation in milliseconds.
func (a *Animation) Duration() (ms int) {
	for i := range a.frames {
		ms += a.frames[i].ms
	}
	return ms
}
