package picture

import "arkterm/render/cell"

// An Animation is frames of one size, each of which is shown for some time. It becomes a picture
// that moves: see [Animation.GIF] and [Animation.SVG]. The zero Animation has no frame.
type Animation struct {
	w, h   int
	frames []still
	last   []cell.Cell // of the last frame
}

// A still is what one frame changes.
type still struct {
	ms    int       // how long it is shown
	cells []changed // in the order of the frame's; of the first one all
}

type changed struct {
	at   int32 // index of the cell
	cell cell.Cell
}

// Add appends a copy of a frame, to be shown for ms milliseconds. A frame that looks like the last one
// prolongs that one.
func (a *Animation) Add(f *cell.Frame, ms int) {
	if a.frames == nil {
		a.w, a.h = f.W, f.H
		a.last = make([]cell.Cell, len(f.Cells))
		for i := range a.last {
			a.last[i].Attr = 255 // like no cell
		}
	}
	if f.W != a.w || f.H != a.h {
		panic("picture: an animation of frames of several sizes")
	}
	var s still
	for i, c := range f.Cells {
		if c = looks(c); c != a.last[i] {
			a.last[i] = c
			s.cells = append(s.cells, changed{int32(i), c})
		}
	}
	if len(s.cells) == 0 && len(a.frames) > 0 {
		a.frames[len(a.frames)-1].ms += ms
		return
	}
	s.ms = ms
	a.frames = append(a.frames, s)
}

// looks returns a cell that looks as c does, the same for all that look so.
func looks(c cell.Cell) cell.Cell {
	fg, bg := c.Shown()
	c = cell.Cell{Glyph: max(c.Glyph, ' '), Fg: fg, Bg: bg, Attr: c.Attr & cell.Bold}
	if c.Glyph == ' ' || fg == bg {
		return cell.Cell{Glyph: ' ', Fg: bg, Bg: bg, Attr: 0}
	}
	if _, block := blockParts[c.Glyph]; block {
		c.Attr = 0
	}
	return c
}

// Duration returns how long the animation is, in milliseconds.
func (a *Animation) Duration() (ms int) {
	for i := range a.frames {
		ms += a.frames[i].ms
	}
	return ms
}
