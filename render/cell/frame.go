package cell

import (
	"strings"
	"sync"
)

// A Style is the style of text.
type Style struct {
	Fg, Bg Color
	Attr   Attr
}

// A Cell is one cell of the terminal: a glyph and its style. The zero glyph is a blank. A glyph of two columns has two
// cells, see [Next] and [Tail].
type Cell struct {
	Glyph  rune
	Fg, Bg Color
	Attr   Attr
}

// VisibleColors returns the visible colors of c in sRGB, with its attributes applied.
func (c *Cell) VisibleColors() (fg, bg Color) {
	fg, bg = c.Fg.SRGB(DefaultFg), c.Bg.SRGB(DefaultBg)
	if c.Attr&Dim != 0 {
		fg = Mix(bg, fg, 8)
	}
	if c.Attr&Reverse != 0 {
		fg, bg = bg, fg
	}
	return fg, bg
}

// Equal reports whether c and d are equal. It is == in a third of the instructions, for callers that compare every cell of a
// frame.
func (c *Cell) Equal(d *Cell) bool {
	return uint32(c.Glyph^d.Glyph)|uint32(c.Fg^d.Fg)|uint32(c.Bg^d.Bg)|uint32(c.Attr^d.Attr) == 0
}

// A Frame is a picture in cells, row by row. The zero Frame is empty.
type Frame struct {
	W, H   int
	Cells  []Cell // W×H, or none: see SetSize
	Cursor Cursor
	Urgent []Part // what goes first to a terminal that cannot be sent all of the frame, most urgent first
	Narrow bool   // no character of ambiguous width is shown, see [Narrow]
	Shared Shared // the same frame for many terminals, in place of Cells; nil: this one is for one terminal

	Extras []Extra // extras of the cells, see [Frame.Extra]; read only

	extras   map[Extra]Attr // their numbers
	borrowed *[]Cell        // cells that Open has taken from rooms; nil if none
}

// A Shared is a picture that many terminals show, each at its own time. Its bytes are made once for all. It changes with
// time, and its methods may be called in any goroutine.
type Shared interface {
	// Append appends the bytes that make a terminal show the picture as it is now, and returns its number. since is the
	// number that Append returned for what the terminal shows; 0, or a number of another picture: it may show anything.
	Append(dst []byte, since uint64) (bytes []byte, number uint64)

	// Copy copies the picture's cells to f, which gets its size.
	Copy(f *Frame)
}

// A Part is a rectangle of a frame. One with an ID has something in it that is shown whole or not at all: a ball that was
// drawn in its new place and stayed in the old one would be two.
type Part struct {
	X, Y, W, H int // in cells; it may reach beyond the frame
	ID         int // that of the same thing in other frames, 1 to MaxPartID; 0: it has none, and stays where it is
}

// MaxPartID is the largest ID of a part.
const MaxPartID = 1023

// A Cursor is where the terminal's cursor is to stand: at what is chosen in a menu. It is not seen, but magnifiers
// and screen readers follow it.
type Cursor struct {
	X, Y   int  // column and row
	Placed bool // else it stands anywhere
}

// Resize sets the size of f to w×h. If the size changes, the cells are cleared.
func (f *Frame) Resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w == f.W && h == f.H && len(f.Cells) == w*h {
		return
	}
	if n := w * h; n <= cap(f.Cells) {
		f.Cells = f.Cells[:n]
		clear(f.Cells)
	} else {
		f.Cells = make([]Cell, n)
	}
	f.W, f.H = w, h
}

// SetSize sets the size of f to w×h. It has cells from the next Open to Close only: a picture that is drawn anew each time
// needs none between.
func (f *Frame) SetSize(w, h int) {
	f.ReturnCells()
	f.W, f.H, f.Cells = max(w, 0), max(h, 0), nil
}

// BorrowCells gives f blank cells, if it has none.
func (f *Frame) BorrowCells() {
	if f.Cells != nil || f.W*f.H == 0 {
		return
	}
	room := cellPool.Get().(*[]Cell)
	if n := f.W * f.H; n <= cap(*room) {
		f.Cells = (*room)[:n]
		clear(f.Cells)
	} else {
		f.Cells = make([]Cell, n)
	}
	f.borrowed = room
}

// ReturnCells takes the cells away that Open has given; those that Resize has made stay.
func (f *Frame) ReturnCells() {
	if f.borrowed == nil {
		return
	}
	*f.borrowed = f.Cells
	cellPool.Put(f.borrowed)
	f.Cells, f.borrowed = nil, nil
}

// cellPool are cells that no frame has just now.
var cellPool = sync.Pool{New: func() any { return new([]Cell) }}

// At returns the cell in column x of row y, or nil outside the frame.
func (f *Frame) At(x, y int) *Cell {
	if x < 0 || y < 0 || x >= f.W || y >= f.H {
		return nil
	}
	return &f.Cells[y*f.W+x]
}

// Set sets one glyph. Outside the frame it does nothing.
func (f *Frame) Set(x, y int, glyph rune, s Style) {
	if c := f.At(x, y); c != nil {
		*c = Cell{glyph, s.Fg, s.Bg, s.Attr}
	}
}

// Fill sets all cells of a rectangle to a glyph.
func (f *Frame) Fill(x, y, w, h int, glyph rune, s Style) {
	x0, y0, x1, y1 := max(x, 0), max(y, 0), min(x+w, f.W), min(y+h, f.H)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	first := f.Cells[y0*f.W+x0 : y0*f.W+x1]
	for i := range first {
		first[i] = Cell{glyph, s.Fg, s.Bg, s.Attr}
	}
	for j := y0 + 1; j < y1; j++ {
		copy(f.Cells[j*f.W+x0:], first)
	}
}

// Reduce replaces all colors by the sRGB colors that a terminal of the tier shows, so that pictures look like the
// terminal. Without colors, text is light gray on black.
func (f *Frame) Reduce(t Tier) {
	for i := range f.Cells {
		c := &f.Cells[i]
		if t == Mono {
			c.Fg, c.Bg = DefaultFg, DefaultBg
		} else {
			c.Fg, c.Bg = t.Nearest(c.Fg.SRGB(DefaultFg)), t.Nearest(c.Bg.SRGB(DefaultBg))
		}
	}
}

// String returns the glyphs of f, one line for each row, without trailing blanks: the form of golden files
// and bug reports. It is empty while f has no cells.
func (f *Frame) String() string {
	var b strings.Builder
	var text []byte
	if f.Cells == nil {
		return ""
	}
	for y := range f.H {
		blanks := 0
		for x := range f.W {
			glyph := VisibleGlyph(f.Cells, f.W, y*f.W+x)
			if glyph == 0 || glyph == ' ' {
				blanks++
				continue
			}
			for ; blanks > 0; blanks-- {
				b.WriteByte(' ')
			}
			text = AppendGlyph(text[:0], glyph)
			b.Write(text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
