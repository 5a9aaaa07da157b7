package main

import (
	"bytes"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A screen is as much of a terminal as the overlay's first line needs: it knows how the cursor moves, writes and
// erases, and replies to queries.
type screen struct {
	cols, rows int
	x, y       int
	cells      []rune
	rest       []byte            // of a sequence that is not complete
	reply      func(text string) // nil: it is mute
}

func newScreen(cols, rows int, reply func(string)) *screen {
	return &screen{cols: cols, rows: rows, cells: make([]rune, cols*rows), reply: reply}
}

// Write takes bytes.
func (s *screen) Write(p []byte) {
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

// take takes one character or sequence, and returns its length; 0 if it is not complete.
func (s *screen) take(b []byte) int {
	switch c := b[0]; {
	case c == 0x1b:
		return s.escape(b)
	case c == '\r':
		s.x = 0
	case c == '\n':
		s.y = min(s.y+1, s.rows-1)
	case c == '\b':
		s.x = max(s.x-1, 0)
	case c < ' ':
	default:
		if !utf8.FullRune(b) {
			return 0
		}
		r, n := utf8.DecodeRune(b)
		if s.x < s.cols && s.y < s.rows {
			s.cells[s.y*s.cols+s.x] = r
		}
		s.x++
		return n
	}
	return 1
}

// escape takes a sequence.
func (s *screen) escape(b []byte) int {
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

// control does what a CSI sequence says.
func (s *screen) control(params string, final byte) {
	arg := func(i, missing int) int {
		list := strings.Split(params, ";")
		if i < len(list) {
			if n, err := strconv.Atoi(list[i]); err == nil && n > 0 {
				return n
			}
		}
		return missing
	}
	switch final {
	case 'H', 'f':
		s.y, s.x = min(arg(0, 1), s.rows)-1, min(arg(1, 1), s.cols)-1
	case 'A':
		s.y = max(s.y-arg(0, 1), 0)
	case 'B', 'e':
		s.y = min(s.y+arg(0, 1), s.rows-1)
	case 'C', 'a':
		s.x = min(s.x+arg(0, 1), s.cols-1)
	case 'D':
		s.x = max(s.x-arg(0, 1), 0)
	case 'E':
		s.x, s.y = 0, min(s.y+arg(0, 1), s.rows-1)
	case 'F':
		s.x, s.y = 0, max(s.y-arg(0, 1), 0)
	case 'G', '`':
		s.x = min(arg(0, 1), s.cols) - 1
	case 'd':
		s.y = min(arg(0, 1), s.rows) - 1
	case 'b': // the character before, again
		for range arg(0, 1) {
			if at := s.y*s.cols + s.x; s.x > 0 && s.x < s.cols {
				s.cells[at] = s.cells[at-1]
			}
			s.x++
		}
	case 'J':
		clear(s.cells)
	case 'K', 'X':
		from, to := s.x, s.cols
		if final == 'X' {
			to = min(s.x+arg(0, 1), s.cols)
		}
		if from < to {
			clear(s.cells[s.y*s.cols+from : s.y*s.cols+to])
		}
	case 'n':
		if params == "5" {
			s.answer("\x1b[0n")
		}
	case 'c':
		switch params {
		case "", "0":
			s.answer("\x1b[?62;22c")
		case ">", ">0":
			s.answer("\x1b[>41;379;0c")
		}
	}
}

func (s *screen) answer(text string) {
	if s.reply != nil {
		s.reply(text)
	}
}

// Tick returns the tick in the overlay.
func (s *screen) Tick() (tick int, ok bool) {
	tick, err := strconv.Atoi(s.figure("tick"))
	return tick, err == nil
}

// Rest returns the figure in the overlay that says how far the cells are behind that were left out of frames.
func (s *screen) Rest() time.Duration {
	rest, err := time.ParseDuration(s.figure("rest"))
	if err != nil {
		return 0
	}
	return rest
}

// overlayW and overlayH are columns and rows in which the overlay is, with the walls around it.
const overlayW, overlayH = 26, 12

// Overlay returns the lines of the overlay.
func (s *screen) Overlay() string {
	var b strings.Builder
	for y := range min(overlayH, s.rows) {
		b.WriteString(strings.ReplaceAll(string(s.cells[y*s.cols:y*s.cols+min(overlayW, s.cols)]), "\x00", " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// figure returns a figure in the overlay, without commas and blanks, or "".
func (s *screen) figure(name string) string {
	for line := range strings.Lines(s.Overlay()) {
		if _, after, found := strings.Cut(line, name); found {
			figure, _, _ := strings.Cut(strings.TrimSpace(after), "  ")
			return strings.NewReplacer(",", "", " ", "").Replace(figure)
		}
	}
	return ""
}
