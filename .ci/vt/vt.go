// Package vt is a model of a terminal for the tools in .ci. It holds the cells that a program has sent, with
// their styles, and replies to queries.
package vt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Style is the style of a cell. The zero Style is the terminal's default.
type Style struct {
	Attrs  [10]bool // by SGR parameter: 1 is bold, 7 is reverse
	Fg, Bg string   // the SGR parameters as sent, for example "31" or "48;2;255;0;0"; "" is the default color
}

// A Cell is one cell of the screen.
type Cell struct {
	Rune  rune
	Style Style
}

// A Screen is a terminal with characters of one column. It understands cursor movement, erasing, scroll regions, SGR,
// and the queries CSI 5n, CSI 6n and CSI c.
type Screen struct {
	W, H  int
	Cells []Cell // row by row

	reply       func(text string) // nil if the terminal is mute
	x, y        int
	pending     bool // the last column is written; the next character wraps
	noWrap      bool
	top, bottom int // scroll region; bottom is not part of it
	style       Style
	last        rune   // previous character
	rest        []byte // incomplete sequence
}

// New returns a blank screen. It passes its replies to reply, which may be nil.
func New(w, h int, reply func(text string)) *Screen {
	s := &Screen{W: w, H: h, Cells: make([]Cell, w*h), reply: reply, bottom: h, last: ' '}
	s.erase(0, len(s.Cells))
	return s
}

// Write takes the bytes that a program has sent.
func (s *Screen) Write(p []byte) {
	b := append(s.rest, p...)
	for len(b) > 0 {
		n := s.take(b)
		if n == 0 {
			break
		}
		b = b[n:]
	}
	s.rest = bytes.Clone(b)
}

// Whole reports whether the bytes written do not end inside a sequence.
func (s *Screen) Whole() bool { return len(s.rest) == 0 }

// Text returns n cells of a row as text.
func (s *Screen) Text(x, y, n int) string {
	var b strings.Builder
	for _, c := range s.Cells[y*s.W+x : y*s.W+min(x+n, s.W)] {
		b.WriteRune(c.Rune)
	}
	return b.String()
}

// Contains reports whether a row contains the text.
func (s *Screen) Contains(text string) bool {
	for y := range s.H {
		if strings.Contains(s.Text(0, y, s.W), text) {
			return true
		}
	}
	return false
}

// Clear clears a terminal. It also ends a synchronized update and a scroll region.
const Clear = "\x1b[?2026l\x1b[r\x1b[m\x1b[2J"

// Redraw returns bytes that write all cells, each at its absolute position.
func (s *Screen) Redraw() []byte {
	b := []byte("\x1b[m")
	var style Style
	for i, c := range s.Cells {
		b = fmt.Appendf(b, "\x1b[%d;%dH", i/s.W+1, i%s.W+1)
		if c.Style != style {
			style = c.Style
			b = style.append(b)
		}
		b = utf8.AppendRune(b, c.Rune)
	}
	return append(b, "\x1b[m"...)
}

// append appends the SGR sequence that selects the style.
func (s Style) append(b []byte) []byte {
	b = append(b, "\x1b[0"...)
	for i, on := range s.Attrs {
		if on {
			b = fmt.Appendf(b, ";%d", i)
		}
	}
	for _, color := range [...]string{s.Fg, s.Bg} {
		if color != "" {
			b = append(append(b, ';'), color...)
		}
	}
	return append(b, 'm')
}

// take takes one character or sequence and returns its length, or 0 if it is incomplete.
func (s *Screen) take(b []byte) int {
	switch c := b[0]; {
	case c == 0x1b:
		return s.escape(b)
	case c == '\r':
		s.move(0, s.y)
	case c == '\n':
		s.lineFeed()
	case c == '\b':
		s.move(s.x-1, s.y)
	case c < ' ':
	default:
		if !utf8.FullRune(b) {
			return 0
		}
		r, n := utf8.DecodeRune(b)
		s.put(r)
		return n
	}
	return 1
}

func (s *Screen) put(r rune) {
	if s.pending && !s.noWrap {
		s.lineFeed()
		s.move(0, s.y)
	}
	s.Cells[s.y*s.W+s.x], s.last = Cell{r, s.style}, r
	if s.pending = s.x == s.W-1; !s.pending {
		s.x++
	}
}

// move moves the cursor, at most to the margins.
func (s *Screen) move(x, y int) {
	s.x, s.y, s.pending = min(max(x, 0), s.W-1), min(max(y, 0), s.H-1), false
}

func (s *Screen) lineFeed() {
	if s.y == s.bottom-1 {
		s.scroll(s.top, 1)
		return
	}
	s.move(s.x, s.y+1)
}

// scroll moves the rows from top to the end of the scroll region up by n, or down if n is negative.
func (s *Screen) scroll(top, n int) {
	rows := s.Cells[top*s.W : s.bottom*s.W]
	k := min(max(n, -n)*s.W, len(rows))
	if n > 0 {
		copy(rows, rows[k:])
		s.erase(s.bottom*s.W-k, s.bottom*s.W)
	} else {
		copy(rows[k:], rows)
		s.erase(top*s.W, top*s.W+k)
	}
}

// erase erases cells. They keep the background color.
func (s *Screen) erase(from, to int) {
	for i := from; i < to; i++ {
		s.Cells[i] = Cell{' ', Style{Bg: s.style.Bg}}
	}
}

// escape takes a sequence that begins with ESC.
func (s *Screen) escape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				s.control(string(b[2:i]), b[i])
				return i + 1
			}
		}
		return 0
	case ']', 'P', '_', '^':
		for i := 2; i < len(b); i++ {
			if b[i] == 7 {
				return i + 1
			}
			if b[i] == 0x1b && i+1 < len(b) {
				return i + 2
			}
		}
		return 0
	case '(', ')', '*', '+', '#', ' ':
		if len(b) < 3 {
			return 0
		}
		return 3
	}
	return 2
}

// control carries out a CSI sequence. Sequences with an intermediate byte and most private ones have no effect.
func (s *Screen) control(params string, final byte) {
	arg := func(i, missing int) int {
		list := strings.Split(params, ";")
		if i < len(list) {
			if n, err := strconv.Atoi(list[i]); err == nil && n > 0 {
				return n
			}
		}
		return missing
	}
	if private := strings.IndexAny(params, "?<=>$ '\"!"); private >= 0 {
		switch {
		case final == 'c' && (params == ">" || params == ">0"):
			s.answer("\x1b[>41;379;0c")
		case final == 'h' || final == 'l':
			s.setMode(params, final == 'h')
		}
		return
	}
	row := s.y * s.W
	switch final {
	case 'H', 'f':
		s.move(arg(1, 1)-1, arg(0, 1)-1)
	case 'A':
		s.move(s.x, s.y-arg(0, 1))
	case 'B', 'e':
		s.move(s.x, s.y+arg(0, 1))
	case 'C', 'a':
		s.move(s.x+arg(0, 1), s.y)
	case 'D':
		s.move(s.x-arg(0, 1), s.y)
	case 'E':
		s.move(0, s.y+arg(0, 1))
	case 'F':
		s.move(0, s.y-arg(0, 1))
	case 'G', '`':
		s.move(arg(0, 1)-1, s.y)
	case 'd':
		s.move(s.x, arg(0, 1)-1)
	case 'b': // repeats the previous character
		for range arg(0, 1) {
			s.put(s.last)
		}
	case 'J':
		from, to := row+s.x, len(s.Cells)
		switch arg(0, 0) {
		case 1:
			from, to = 0, row+s.x+1
		case 2:
			from = 0
		}
		s.erase(from, to)
	case 'K':
		from, to := row+s.x, row+s.W
		switch arg(0, 0) {
		case 1:
			from, to = row, row+s.x+1
		case 2:
			from = row
		}
		s.erase(from, to)
	case 'X':
		s.erase(row+s.x, row+min(s.x+arg(0, 1), s.W))
	case 'r':
		s.top, s.bottom = arg(0, 1)-1, min(arg(1, s.H), s.H)
		s.move(0, 0)
	case 'S':
		s.scroll(s.top, arg(0, 1))
	case 'T':
		s.scroll(s.top, -arg(0, 1))
	case 'M':
		s.scroll(s.y, arg(0, 1))
	case 'L':
		s.scroll(s.y, -arg(0, 1))
	case 'm':
		s.style.apply(params)
	case 'n':
		switch params {
		case "5":
			s.answer("\x1b[0n")
		case "6":
			s.answer(fmt.Sprintf("\x1b[%d;%dR", s.y+1, s.x+1))
		}
	case 'c':
		s.answer("\x1b[?62;22c")
	}
}

// setMode sets the private modes that change the cells.
func (s *Screen) setMode(params string, on bool) {
	for mode := range strings.SplitSeq(strings.TrimPrefix(params, "?"), ";") {
		switch mode {
		case "7":
			s.noWrap = !on
		case "1049":
			s.erase(0, len(s.Cells))
		}
	}
}

// apply applies the parameters of SGR.
func (s *Style) apply(params string) {
	list := strings.Split(params, ";")
	for i := 0; i < len(list); i++ {
		main, sub, _ := strings.Cut(list[i], ":")
		n, _ := strconv.Atoi(main)
		switch {
		case n == 0:
			*s = Style{}
		case n <= 9:
			s.Attrs[n] = sub != "0"
		case n == 22:
			s.Attrs[1], s.Attrs[2] = false, false
		case n >= 23 && n <= 29:
			s.Attrs[n-20] = false
		case n == 38 || n == 48:
			k := 3
			if i+1 < len(list) && list[i+1] == "2" {
				k = 5
			}
			color := strings.Join(list[i:min(i+k, len(list))], ";")
			if i += k - 1; n == 38 {
				s.Fg = color
			} else {
				s.Bg = color
			}
		case n == 39:
			s.Fg = ""
		case n == 49:
			s.Bg = ""
		case n >= 30 && n <= 37, n >= 90 && n <= 97:
			s.Fg = main
		case n >= 40 && n <= 47, n >= 100 && n <= 107:
			s.Bg = main
		}
	}
}

func (s *Screen) answer(text string) {
	if s.reply != nil {
		s.reply(text)
	}
}
