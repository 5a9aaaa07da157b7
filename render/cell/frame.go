package cell

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// An Attr is a set of text attributes.
type Attr uint8

// The attributes that the package uses.
const (
	Bold Attr = 1 << iota
	Dim
	Reverse
)

// A Style is how text looks.
type Style struct {
	Fg, Bg Color
	Attr   Attr
}

// A Cell is one cell of the terminal: a glyph one column wide, and its style.
// The zero rune is a blank.
type Cell struct {
	Glyph  rune
	Fg, Bg Color
	Attr   Attr
}

// Shown returns the colours of c with its attributes applied.
func (c *Cell) Shown() (fg, bg Color) {
	fg, bg = c.Fg, c.Bg
	if c.Attr&Dim != 0 {
		fg = Mix(bg, fg, 8)
	}
	if c.Attr&Reverse != 0 {
		fg, bg = bg, fg
	}
	return fg, bg
}

// A Frame is a picture in cells, row by row. The zero Frame has none.
type Frame struct {
	W, H  int
	Cells []Cell // W×H
}

// Resize gives f the size w×h. What it showed is gone when the size changes, and
// stays otherwise.
func (f *Frame) Resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w == f.W && h == f.H {
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

// At returns the cell in column x of row y, or nil outside of the frame.
func (f *Frame) At(x, y int) *Cell {
	if x < 0 || y < 0 || x >= f.W || y >= f.H {
		return nil
	}
	return &f.Cells[y*f.W+x]
}

// Set puts one glyph; outside of the frame it does nothing.
func (f *Frame) Set(x, y int, glyph rune, s Style) {
	if c := f.At(x, y); c != nil {
		*c = Cell{glyph, s.Fg, s.Bg, s.Attr}
	}
}

// Fill puts the glyph into all cells of the rectangle.
func (f *Frame) Fill(x, y, w, h int, glyph rune, s Style) {
	for j := max(y, 0); j < min(y+h, f.H); j++ {
		for i := max(x, 0); i < min(x+w, f.W); i++ {
			f.Cells[j*f.W+i] = Cell{glyph, s.Fg, s.Bg, s.Attr}
		}
	}
}

// Text puts s from column x of row y to the right, cut at the edges, and returns the
// column after it. Runes that are not exactly one column wide, controls among
// them, become question marks: names come from files, and one wide rune would
// shift the rest of the row.
func (f *Frame) Text(x, y int, s string, st Style) int {
	for _, r := range s {
		f.Set(x, y, Printable(r), st)
		x++
	}
	return x
}

// Width returns how many columns Text fills with s.
func Width(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// narrow measures runes without asking the environment, which runewidth's default
// condition does. A terminal set up for East Asian text may still show some of
// them wide; then it shows our blocks wide, too.
var narrow = runewidth.Condition{}

// Printable returns r, or a question mark for what does not fill one column.
func Printable(r rune) rune {
	if r >= ' ' && r <= '~' || ours(r) {
		return r
	}
	if !unicode.IsPrint(r) || narrow.RuneWidth(r) != 1 {
		return '?'
	}
	return r
}

// Reduce gives each cell the colours that a terminal of the tier shows for it, so that
// pictures look as it does. Where there are no colours, text is grey on black.
func (f *Frame) Reduce(t Tier) {
	for i := range f.Cells {
		c := &f.Cells[i]
		c.Fg, c.Bg = t.Shows(c.Fg), t.Shows(c.Bg)
		if t == Mono {
			c.Fg, c.Bg = 0xd0d0d0, 0
		}
	}
}

// String returns the glyphs of f, each row with its trailing blanks cut and a
// newline after it. It is the form of golden pictures and of bug reports.
func (f *Frame) String() string {
	var b strings.Builder
	for y := range f.H {
		blanks := 0
		for _, c := range f.Cells[y*f.W : (y+1)*f.W] {
			if c.Glyph == 0 || c.Glyph == ' ' {
				blanks++
				continue
			}
			for ; blanks > 0; blanks-- {
				b.WriteByte(' ')
			}
			b.WriteRune(c.Glyph)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
