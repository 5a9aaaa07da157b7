package ansi

import (
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Encoder sends frames to one terminal. It remembers the cells that the terminal shows, the place
// of its cursor and its style, and sends only what differs, each move and each style in the
// shortest form.
//
// Every glyph fills one column. The column after the last glyph of a row is never relied upon:
// there some terminals are still in the last column, others beyond it.
//
// The zero Encoder is ready: it knows nothing of the terminal, and sends colours as [cell.Truecolor].
type Encoder struct {
	tier  cell.Tier
	w, h  int
	shown []cell.Cell // what the terminal shows, while known
	known bool
	have  pencil
	far   int // the rightmost column that has got a glyph: the terminal is at least that wide
}

// A pencil is where the terminal writes the next glyph, and in which style.
type pencil struct {
	x, y   int
	placed bool // x and y are known
	look   look
	styled bool // look is known
}

// SetTier has colours sent as the tier says, from the next Frame on, which sends every cell.
func (e *Encoder) SetTier(tier cell.Tier) {
	if tier != e.tier {
		e.tier, e.known = tier, false
	}
}

// Forget says that nothing is known of the terminal: after a resize, after a suspend, or when
// others wrote to it. The next Frame sends every cell.
func (e *Encoder) Forget() {
	e.known = false
	e.ForgetCursor()
}

// ForgetCursor says that the terminal shows what it did, but may write elsewhere and in another
// style: after sequences that set a mode or ask for something.
func (e *Encoder) ForgetCursor() { e.have, e.far = pencil{}, 0 }

// Shows reports whether the Encoder knows what the terminal shows and that is a frame of w×h
// cells. If not, the next such Frame sends every cell.
func (e *Encoder) Shows(w, h int) bool { return e.known && w == e.w && h == e.h }

// Frame appends to dst what brings the terminal from what it shows to f, and returns the result:
// dst itself if it shows f already. It expects a terminal of f's size.
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
			continue // two colours that the tier shows as one
		}
		dst = e.moveTo(dst, i%f.W, i/f.W)
		dst = e.put(dst, c)
	}

	e.known = true
	return dst
}

// plain returns c, or a cell in its place that looks the same: what is in the colour of its ground
// cannot be seen. So cells that look alike are equal, and none of them is sent for the other.
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

// put appends a glyph in its style, where the terminal writes.
func (e *Encoder) put(dst []byte, c cell.Cell) []byte {
	dst = e.restyle(dst, e.lookOf(c), c.Glyph == ' ')
	e.far = max(e.far, e.have.x)
	e.have.x++
	return utf8.AppendRune(dst, c.Glyph)
}
