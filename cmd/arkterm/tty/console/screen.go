package console

import (
	"bytes"
	"unicode/utf8"
)

// A Cell is a CHAR_INFO: a UTF-16 unit and its attributes, 4 bits of ink and 4 bits of ground.
type Cell struct{ Unit, Attr uint16 }

// The bits of a colour, as the console has them, and a cell that is empty.
const (
	blue, green, red, bright = 1, 2, 4, 8

	plain = red | green | blue
)

var empty = Cell{' ', plain}

// A Screen is what sequences draw, for a console that knows none: the legacy console, and that of wine. It
// understands what a game is drawn with: moves, colours and the cursor. All else is passed over. Colours become the
// nearest of the console's 16.
type Screen struct {
	W, H  int
	Cells []Cell // in rows

	Col, Row int  // the cursor's place
	Hidden   bool // the cursor's

	style style
	rest  []byte  // the beginning of a sequence or a character that was cut off
	dirty [2]int  // the rows from here to there have changed
	args  [16]int // of the sequence
	given int     // how many of these there are
}

// A style is what SGR has set.
type style struct {
	ink, ground   uint16
	bold, reverse bool
}

// attr returns the attributes of a cell in this style.
func (s style) attr() uint16 {
	ink, ground := s.ink, s.ground
	if s.bold {
		ink |= bright
	}
	if s.reverse {
		ink, ground = ground, ink
	}
	return ink | ground<<4
}

// maxRest is how long a sequence may be.
const maxRest = 256

// NewScreen returns an empty screen of a size.
func NewScreen(w, h int) *Screen {
	s := &Screen{style: style{ink: plain}}
	s.Resize(w, h)
	return s
}

// Resize changes the size, and empties the screen, if it is another one.
func (s *Screen) Resize(w, h int) {
	if w == s.W && h == s.H || w < 1 || h < 1 {
		return
	}
	s.W, s.H, s.Cells = w, h, make([]Cell, w*h)
	s.dirty = [2]int{}
	s.clear(0, len(s.Cells))
	s.move(s.Col, s.Row)
}

// Changed returns the rows that have changed since the last call: from first up to end.
func (s *Screen) Changed() (first, end int) {
	first, end = s.dirty[0], s.dirty[1]
	s.dirty = [2]int{}
	return first, end
}

func (s *Screen) touch(first, end int) {
	if s.dirty[0] == s.dirty[1] {
		s.dirty = [2]int{first, end}
		return
	}
	s.dirty = [2]int{min(s.dirty[0], first), max(s.dirty[1], end)}
}

// clear empties the cells from one to another.
func (s *Screen) clear(from, to int) {
	if from >= to {
		return
	}
	for i := from; i < to; i++ {
		s.Cells[i] = empty
	}
	s.touch(from/s.W, (to-1)/s.W+1)
}

// scroll moves all rows up by one.
func (s *Screen) scroll() {
	copy(s.Cells, s.Cells[s.W:])
	s.clear(len(s.Cells)-s.W, len(s.Cells))
	s.touch(0, s.H)
}

func (s *Screen) move(col, row int) {
	s.Col, s.Row = min(max(col, 0), s.W-1), min(max(row, 0), s.H-1)
}

// Write draws. It takes all of p, and never fails.
func (s *Screen) Write(p []byte) (int, error) {
	n := len(p)
	for len(s.rest) > 0 && len(p) > 0 { // the rest of what was cut off, byte by byte: it is short
		s.rest, p = append(s.rest, p[0]), p[1:]
		if used := s.take(s.rest); used > 0 || len(s.rest) > maxRest {
			s.rest = s.rest[:0]
		}
	}
	for len(p) > 0 {
		used := s.take(p)
		if used == 0 {
			s.rest = append(s.rest[:0], p[:min(len(p), maxRest)]...)
			break
		}
		p = p[used:]
	}
	return n, nil
}

// take draws what p begins with, and returns how long that is; 0 if it is cut off.
func (s *Screen) take(p []byte) int {
	switch c := p[0]; {
	case c == 0x1b:
		return s.escape(p)
	case c == '\r':
		s.Col = 0
	case c == '\n' && s.Row == s.H-1:
		s.scroll()
	case c == '\n':
		s.Row++
	case c == '\b':
		s.move(s.Col-1, s.Row)
	case c < ' ' || c == 0x7f:
	case c < utf8.RuneSelf:
		s.put(rune(c))
	case !utf8.FullRune(p):
		return 0
	default:
		r, n := utf8.DecodeRune(p)
		s.put(r)
		return n
	}
	return 1
}

// put draws a character. The last column is not left: there is no line wrap.
func (s *Screen) put(r rune) {
	if r > 0xffff { // a cell holds one unit
		r = '▒'
	}
	s.Cells[s.Row*s.W+s.Col] = Cell{uint16(r), s.style.attr()}
	s.touch(s.Row, s.Row+1)
	s.move(s.Col+1, s.Row)
}

// escape takes a sequence. Strings, such as titles, are passed over.
func (s *Screen) escape(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	switch p[1] {
	case '[':
		for i, c := range p[2:] {
			if c >= 0x40 && c <= 0x7e {
				s.control(p[2:2+i], c)
				return i + 3
			}
		}
		return 0
	case ']', 'P', '_', '^', 'X':
		if end := bytes.Index(p, []byte("\x1b\\")); end > 0 {
			return end + 2
		}
		return 0
	}
	return 2
}

// arg returns an argument of the sequence, or what it is if it was not given.
func (s *Screen) arg(i, other int) int {
	if i >= s.given || s.args[i] == 0 {
		return other
	}
	return s.args[i]
}

// control carries out a control sequence.
func (s *Screen) control(params []byte, final byte) {
	if bytes.Equal(params, []byte("?25")) {
		s.Hidden = final == 'l'
		return
	}
	s.given = 0
	number := 0
	for i := 0; ; i++ {
		if i == len(params) || params[i] == ';' {
			if s.given < len(s.args) {
				s.args[s.given] = number
				s.given++
			}
			if number = 0; i == len(params) {
				break
			}
			continue
		}
		if params[i] < '0' || params[i] > '9' {
			return // private: modes and queries
		}
		number = min(10*number+int(params[i]-'0'), 9999)
	}

	at := s.Row*s.W + s.Col
	switch final {
	case 'A':
		s.move(s.Col, s.Row-s.arg(0, 1))
	case 'B':
		s.move(s.Col, s.Row+s.arg(0, 1))
	case 'C':
		s.move(s.Col+s.arg(0, 1), s.Row)
	case 'D':
		s.move(s.Col-s.arg(0, 1), s.Row)
	case 'G':
		s.move(s.arg(0, 1)-1, s.Row)
	case 'H':
		s.move(s.arg(1, 1)-1, s.arg(0, 1)-1)
	case 'd':
		s.move(s.Col, s.arg(0, 1)-1)
	case 'J':
		if s.arg(0, 0) == 2 {
			at = 0
		}
		s.clear(at, len(s.Cells))
	case 'K':
		s.clear(at, (s.Row+1)*s.W)
	case 'X':
		s.clear(at, min(at+s.arg(0, 1), (s.Row+1)*s.W))
	case 'm':
		s.look()
	}
}

// look sets the style by the arguments of SGR.
func (s *Screen) look() {
	for i := 0; i < s.given; i++ {
		switch n := s.args[i]; {
		case n == 0:
			s.style = style{ink: plain}
		case n == 1:
			s.style.bold = true
		case n == 22:
			s.style.bold = false
		case n == 7:
			s.style.reverse = true
		case n == 27:
			s.style.reverse = false
		case n >= 30 && n <= 37:
			s.style.ink = basic(n - 30)
		case n == 38:
			s.style.ink, i = s.extended(i)
		case n == 39:
			s.style.ink = plain
		case n >= 40 && n <= 47:
			s.style.ground = basic(n - 40)
		case n == 48:
			s.style.ground, i = s.extended(i)
		case n == 49:
			s.style.ground = 0
		case n >= 90 && n <= 97:
			s.style.ink = basic(n-90) | bright
		case n >= 100 && n <= 107:
			s.style.ground = basic(n-100) | bright
		}
	}
}

// basic returns the console's bits of one of the first eight colours of a terminal.
func basic(n int) uint16 { return uint16(n&1*red | n&2 | n>>2&1*blue) }

// extended returns the colour of 38;5;n or 38;2;r;g;b, which begins at the argument i, and where it ends.
func (s *Screen) extended(i int) (color uint16, end int) {
	switch {
	case i+2 < s.given && s.args[i+1] == 5:
		return indexed(s.args[i+2]), i + 2
	case i+4 < s.given && s.args[i+1] == 2:
		return nearest(s.args[i+2], s.args[i+3], s.args[i+4]), i + 4
	}
	return plain, s.given
}

// indexed returns the nearest of the console's colours to one of the 256.
func indexed(n int) uint16 {
	switch {
	case n < 8:
		return basic(n)
	case n < 16:
		return basic(n-8) | bright
	case n < 232:
		level := func(n int) int { return min(n, 1)*55 + 40*n }
		n -= 16
		return nearest(level(n/36), level(n/6%6), level(n%6))
	}
	gray := 8 + 10*(min(n, 255)-232)
	return nearest(gray, gray, gray)
}

// shade returns the parts of one of the console's 16 colours, 0 to 255.
func shade(n uint16) (r, g, b int) {
	on := 128
	switch {
	case n == plain:
		on = 192
	case n == bright:
		return 128, 128, 128
	case n&bright != 0:
		on = 255
	}
	return int(n>>2&1) * on, int(n>>1&1) * on, int(n&1) * on
}

// nearest returns the console's colour with the least squared error.
func nearest(r, g, b int) (best uint16) {
	least := 1 << 30
	for n := range uint16(16) {
		cr, cg, cb := shade(n)
		if d := (r-cr)*(r-cr) + (g-cg)*(g-cg) + (b-cb)*(b-cb); d < least {
			best, least = n, d
		}
	}
	return best
}
