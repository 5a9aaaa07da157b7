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

// A Cell is one cell of the terminal: a glyph and its style. Glyph 0 is a blank. A glyph of two columns occupies
// two cells; see [Next] and [Tail].
type Cell struct {
	Glyph  rune
	Fg, Bg Color
	Attr   Attr
}

// VisibleColors returns the foreground and the background of c as a terminal shows them, in sRGB: palette colors are
// converted, and dim and reverse are applied.
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

// Equal reports whether c and d are equal. It executes a third as many instructions as ==, which matters to callers
// that compare every cell of a frame.
func (c *Cell) Equal(d *Cell) bool {
	return uint32(c.Glyph^d.Glyph)|uint32(c.Fg^d.Fg)|uint32(c.Bg^d.Bg)|uint32(c.Attr^d.Attr) == 0
}

// A Frame is a picture in cells, row by row. The zero Frame is empty.
type Frame struct {
	W, H             int
	Cells            []Cell // W×H cells, or nil; see SetSize
	Cursor           Cursor
	Urgent           []Part // parts to send first if the terminal cannot receive the whole frame, most urgent first
	NoAmbiguousWidth bool   // show no characters of ambiguous width; see [Narrow]
	Shared           Shared // shared picture to show instead of Cells; nil if there is none

	Extras []Extra // extras of the cells, see [Frame.Extra]; read-only

	extras   map[Extra]Attr // attributes of the extras
	borrowed *[]Cell        // cells that BorrowCells has taken from cellPool; nil if none
}

// A Shared is a changing picture that many terminals show, each at its own pace. It is encoded once for all terminals.
// Its methods are safe for concurrent use.
type Shared interface {
	// Append appends the bytes that make a terminal show the current picture, and returns the number of that picture.
	// The argument since is the number of the picture that the terminal shows now. If since is 0 or belongs to another
	// Shared, the terminal's contents are unknown.
	Append(dst []byte, since uint64) (bytes []byte, number uint64)

	// Copy copies the picture's cells to f and sets the size of f.
	Copy(f *Frame)
}

// A Part is a rectangle of a frame. A part with an ID contains an object that must be drawn completely or not at all.
// For example, a ball that is drawn at its new position, but not erased at its old position, would look like two balls.
type Part struct {
	X, Y, W, H int // area in cells; may reach beyond the frame
	ID         int // ID of the same object in all frames, 1 to MaxPartID; 0 for a part that does not move
}

// MaxPartID is the maximum ID of a part.
const MaxPartID = 1023

// A Cursor is the position of the terminal's cursor, for example at the selected item of a menu. The cursor is
// invisible, but magnifiers and screen readers follow it.
type Cursor struct {
	X, Y   int  // column and row
	Placed bool // X and Y are set; otherwise the cursor may be anywhere
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

// SetSize sets the size of f to w×h without allocating cells. Afterward, f has cells only between BorrowCells and
// ReturnCells. This suffices if every frame draws the whole picture again.
func (f *Frame) SetSize(w, h int) {
	f.ReturnCells()
	f.W, f.H, f.Cells = max(w, 0), max(h, 0), nil
}

// BorrowCells gives f blank cells if it has no cells.
func (f *Frame) BorrowCells() {
	if f.Cells != nil || f.W*f.H == 0 {
		return
	}
	buf := cellPool.Get().(*[]Cell)
	if n := f.W * f.H; n <= cap(*buf) {
		f.Cells = (*buf)[:n]
		clear(f.Cells)
	} else {
		f.Cells = make([]Cell, n)
	}
	f.borrowed = buf
}

// ReturnCells returns the cells that BorrowCells has provided. It keeps cells that Resize has allocated.
func (f *Frame) ReturnCells() {
	if f.borrowed == nil {
		return
	}
	*f.borrowed = f.Cells
	cellPool.Put(f.borrowed)
	f.Cells, f.borrowed = nil, nil
}

// cellPool contains cells that no frame uses.
var cellPool = sync.Pool{New: func() any { return new([]Cell) }}

// At returns the cell in column x of row y, or nil outside the frame.
func (f *Frame) At(x, y int) *Cell {
	if x < 0 || y < 0 || x >= f.W || y >= f.H {
		return nil
	}
	return &f.Cells[y*f.W+x]
}

// Set sets one glyph. It does nothing outside the frame.
func (f *Frame) Set(x, y int, glyph rune, s Style) {
	if c := f.At(x, y); c != nil {
		*c = Cell{glyph, s.Fg, s.Bg, s.Attr}
	}
}

// Fill sets all cells of a rectangle to a glyph. The rectangle is clipped to the frame.
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

// String returns the glyphs of f, with one line for each row and without trailing blanks. Golden files and bug
// reports use this form. String returns "" if f has no cells.
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
