// Package ansitest has the least terminal that shows what is written to it, for tests.
package ansitest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"arkterm/render/cell"
)

// A Screen is the least terminal that shows what an Encoder may send: glyphs of one
// column, absolute and relative moves, SGR, erasing, pending wrap.
type Screen struct {
	W, H  int
	Cells []Cell   // row by row
	X, Y  int      // of the cursor
	Wrap  bool     // the next glyph begins a new row
	Attrs [10]bool // of the next glyphs, by SGR's parameters
	Fg    string
	Bg    string
	rest  []byte
}

// A Cell is a glyph, and what is seen of its style: colours as the parameters that select them.
type Cell struct {
	Rune   rune
	Attrs  [10]bool
	Fg, Bg string
}

// New returns a blank screen.
func New(w, h int) *Screen {
	t := &Screen{W: w, H: h, Cells: make([]Cell, w*h)}
	t.Erase()
	return t
}

// Erase clears the screen.
func (t *Screen) Erase() {
	for i := range t.Cells {
		t.put(i, ' ')
	}
}

// put writes a glyph; of a blank no foreground is seen, unless it is reversed or has a line.
func (t *Screen) put(i int, r rune) {
	c := Cell{r, t.Attrs, t.Fg, t.Bg}
	if r == ' ' && !(t.Attrs[4] || t.Attrs[5] || t.Attrs[7] || t.Attrs[9]) {
		c.Attrs, c.Fg = [10]bool{}, ""
	}
	t.Cells[i] = c
}

// Write shows bytes. It never fails.
func (t *Screen) Write(p []byte) (int, error) {
	t.rest = append(t.rest, p...)
	for len(t.rest) > 0 {
		n := t.step(t.rest)
		if n == 0 {
			break
		}
		t.rest = t.rest[n:]
	}
	return len(p), nil
}

// step acts on what b begins with and returns its length, 0 when it is cut off.
func (t *Screen) step(b []byte) int {
	switch {
	case b[0] == 0x1b && len(b) == 1:
		return 0
	case b[0] == 0x1b && b[1] == '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				t.csi(string(b[2:i]), b[i])
				return i + 1
			}
		}
		return 0
	case b[0] == 0x1b:
		return 2
	case b[0] == '\b':
		if !t.Wrap { // else xterm and others differ: an Encoder must not send it
			t.X = max(t.X-1, 0)
		} else {
			t.X, t.Wrap = 0, false
		}
		return 1
	case b[0] == '\r':
		t.X, t.Wrap = 0, false
		return 1
	case b[0] < ' ':
		return 1
	case !utf8.FullRune(b):
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if t.Wrap {
		t.X, t.Y, t.Wrap = 0, min(t.Y+1, t.H-1), false
	}
	t.put(t.Y*t.W+t.X, r)
	if t.X == t.W-1 {
		t.Wrap = true
	} else {
		t.X++
	}
	return n
}

func (t *Screen) csi(body string, final byte) {
	var v []int
	for _, s := range strings.Split(body, ";") {
		n, _ := strconv.Atoi(s)
		v = append(v, n)
	}
	one := max(v[0], 1)
	switch final {
	case 'H':
		t.Y, t.X = one-1, 0
		if len(v) > 1 {
			t.X = max(v[1], 1) - 1
		}
	case 'A':
		t.Y -= one
	case 'B':
		t.Y += one
	case 'C', 'D':
		if final == 'D' {
			one = -one
		}
		if t.Wrap {
			one = -t.X // as above
		}
		t.X += one
	case 'G':
		t.X = one - 1
	case 'J':
		t.Erase()
	case 'm':
		t.sgr(v)
		return
	default:
		return
	}
	t.X, t.Y, t.Wrap = min(max(t.X, 0), t.W-1), min(max(t.Y, 0), t.H-1), false
}

func (t *Screen) sgr(v []int) {
	for i := 0; i < len(v); i++ {
		n := v[i]
		switch {
		case n == 0:
			t.Attrs, t.Fg, t.Bg = [10]bool{}, "", ""
		case n <= 9:
			t.Attrs[n] = true
		case n == 22:
			t.Attrs[1], t.Attrs[2] = false, false
		case n == 25:
			t.Attrs[5], t.Attrs[6] = false, false
		case n >= 23 && n <= 29:
			t.Attrs[n-20] = false
		case n >= 30 && n <= 37:
			t.Fg = strconv.Itoa(n - 30)
		case n >= 90 && n <= 97:
			t.Fg = strconv.Itoa(n - 82)
		case n >= 40 && n <= 47:
			t.Bg = strconv.Itoa(n - 40)
		case n >= 100 && n <= 107:
			t.Bg = strconv.Itoa(n - 92)
		case n == 39:
			t.Fg = ""
		case n == 49:
			t.Bg = ""
		case n == 38 || n == 48:
			k := 3
			c := ""
			if v[i+1] == 2 {
				k = 5
				c = strconv.Itoa(v[i+2]) + "," + strconv.Itoa(v[i+3]) + "," + strconv.Itoa(v[i+4])
			} else {
				c = strconv.Itoa(v[i+2])
			}
			if n == 38 {
				t.Fg = c
			} else {
				t.Bg = c
			}
			i += k - 1
		}
	}
}

// Seen is how a terminal of a tier shows a cell: worked out from what the cell means, without the
// Encoder's ways to save bytes.
func Seen(c cell.Cell, tier cell.Tier) Cell {
	v := Cell{Rune: cell.Printable(c.Glyph), Fg: Selects(c.Fg, tier), Bg: Selects(c.Bg, tier)}
	bold := c.Attr&cell.Bold != 0 && !(tier == cell.Colors16 && v.Fg == "0") // bold black would be grey
	v.Attrs[1], v.Attrs[2], v.Attrs[7] = bold, c.Attr&cell.Dim != 0, c.Attr&cell.Reverse != 0
	if c.Glyph == 0 || c.Attr == 0 && c.Fg == c.Bg && tier != cell.Mono {
		v.Rune = ' '
	}
	if v.Rune == ' ' && !v.Attrs[7] {
		v.Attrs, v.Fg = [10]bool{}, ""
	}
	return v
}

// Selects returns the parameters that select a colour, as a Screen notes them.
func Selects(c cell.Color, tier cell.Tier) string {
	switch tier {
	case cell.Mono:
		return ""
	case cell.Colors16:
		return strconv.Itoa(cell.Index16(c))
	}
	if n := cell.Index256(c); tier == cell.Colors256 || cell.Color256(n) == c {
		return strconv.Itoa(n)
	}
	r, g, b := c.RGB()
	return fmt.Sprintf("%d,%d,%d", r, g, b)
}

// Differs says where a terminal does not show the frame, or "".
func (t *Screen) Differs(f *cell.Frame, tier cell.Tier) string {
	for i, c := range f.Cells {
		if got, want := t.Cells[i], Seen(c, tier); got != want {
			return fmt.Sprintf("%v at %d, %d of %d×%d, want %v", got, i%f.W, i/f.W, f.W, f.H, want)
		}
	}
	return ""
}
