package ansi

import (
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Encoder encodes frames for one terminal. It remembers the cells on the terminal, its cursor and its
// style, and sends only changes, with the shortest moves and styles.
//
// Each glyph is one column wide. The cursor's column after the last glyph of a row is never relied upon: it
// is the last column on some terminals, and beyond it on others.
//
// The zero Encoder is ready to use: it assumes nothing about the terminal, and sends colours as
// [cell.Truecolor].
type Encoder struct {
	tier  cell.Tier
	w, h  int
	shown []cell.Cell // the cells on the terminal, if known
	known bool
	have  pencil
	far   int // the rightmost column written so far: the terminal is at least that wide
}

// A pencil is the cursor's position and the current style.
type pencil struct {
	x, y   int
	placed bool // x and y are known
	look   look
	styled bool // look is known
}

// SetTier sets the colours to send. The next Frame sends every cell.
func (e *Encoder) SetTier(tier cell.Tier) {
	if tier != e.tier {
		e.tier, e.known = tier, false
	}
}

// Forget discards all knowledge of the terminal: after a resize or a suspend, or when another program wrote
// to it. The next Frame sends every cell.
func (e *Encoder) Forget() {
	e.known = false
	e.ForgetCursor()
}

// ForgetCursor discards the cursor's position and style, but not the cells: after sequences that set a mode
// or send a query.
func (e *Encoder) ForgetCursor() { e.have, e.far = pencil{}, 0 }

// Shows reports whether the cells on the terminal are known and are a frame of w×h cells. If not, the next
// such Frame sends every cell.
func (e *Encoder) Shows(w, h int) bool { return e.known && w == e.w && h == e.h }

// Frame appends the bytes that change the terminal's picture to f, and returns the result: dst itself if
// nothing changes. The terminal must have f's size.
func (e *Encoder) Frame(dst []byte, f *cell.Frame) []byte {
	if !e.Shows(f.W, f.H) {
		e.w, e.h, e.known = f.W, f.H, false
		e.shown = append(e.shown[:0], f.Cells...)
	}

	for i, c := range f.Cells {
		c = e.plain(c)
		was := e.shown[i]
		if e.known && c == was {
			continue
		}
		e.shown[i] = c
		if e.known && c.Glyph == was.Glyph && e.lookOf(c) == e.lookOf(was) {
			continue // two colours that are the same in this tier
		}
		dst = e.moveTo(dst, i%f.W, i/f.W)
		dst = e.put(dst, c)
	}

	e.known = true
	return dst
}

// plain returns the normal form of c, which is equal for all cells that look the same: a glyph in the
// colour of its background becomes a blank. So none of them is sent in place of another.
func (e *Encoder) plain(c cell.Cell) cell.Cell {
	if e.tier == cell.Mono {
		c.Fg, c.Bg = 0, 0
	} else if c.Attr == 0 && (c.Fg == c.Bg || c.Glyph == ' ' || c.Glyph == 0) {
		return cell.Cell{Glyph: ' ', Fg: c.Bg, Bg: c.Bg}
	}
	if c.Glyph == 0 {
		c.Glyph = ' '
	}
	c.Glyph = cell.Printable(c.Glyph)
	return c
}

// put appends a glyph in its style, at the cursor.
func (e *Encoder) put(dst []byte, c cell.Cell) []byte {
	dst = e.restyle(dst, e.lookOf(c), c.Glyph == ' ')
	e.far = max(e.far, e.have.x)
	e.have.x++
	return utf8.AppendRune(dst, c.Glyph)
}
