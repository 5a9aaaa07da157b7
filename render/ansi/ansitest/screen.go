// Package ansitest has the least terminal that shows what is written to it, for tests.
package ansitest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/render/cell"
)

// A Screen is a minimal terminal that shows the output of an Encoder: glyphs of one or two columns with marks,
// absolute and relative moves, SGR, erasing, pending wrap.
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

// A Cell is a glyph and the visible part of its style, with colors as SGR parameters. The right half of a
// wide glyph has the rune Right.
type Cell struct {
	Rune   rune
	Marks  string // after the rune
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
	c := Cell{r, "", t.Attrs, t.Fg, t.Bg}
	if r == ' ' && !(t.Attrs[4] || t.Attrs[5] || t.Attrs[7] || t.Attrs[9]) {
		c.Attrs, c.Fg = [10]bool{}, ""
	}
	if t.Cells[i].Rune == Right {
		t.Cells[i-1] = erased
	}
	if i%t.W < t.W-1 && t.Cells[i+1].Rune == Right {
		t.Cells[i+1] = erased
	}
	t.Cells[i] = c
}

// erased is half of a wide glyph after the other half was written over. Its colours differ by terminal.
var erased = Cell{Rune: ' ', Bg: "erased"}

// Right is the rune of the right half of a wide glyph.
const Right = -1

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
	if unicode.In(r, unicode.Mn, unicode.Me) {
		x := t.X
		if !t.Wrap {
			x--
		}
		t.mark(x, r)
		return n
	}
	if t.Wrap {
		t.X, t.Y, t.Wrap = 0, min(t.Y+1, t.H-1), false
	}
	_, columns, _ := cell.Next(string(r))
	if columns == 2 && t.X == t.W-1 {
		panic("a wide glyph in the last column, which terminals draw in the next row")
	}
	t.put(t.Y*t.W+t.X, r)
	if columns == 2 {
		t.X++
		t.put(t.Y*t.W+t.X, Right)
	}
	if t.X == t.W-1 {
		t.Wrap = true
	} else {
		t.X++
	}
	return n
}

// mark adds a mark to the glyph in a column of the cursor's row.
func (t *Screen) mark(x int, r rune) {
	c := &t.Cells[t.Y*t.W+x]
	if c.Rune == Right {
		c = &t.Cells[t.Y*t.W+x-1]
	}
	c.Marks += string(r)
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

// SeenAt is how a terminal of a tier shows a cell of a frame. It does not use the Encoder's ways to save bytes.
func SeenAt(f *cell.Frame, i int, tier cell.Tier) Cell {
	c := f.Cells[i]
	glyph := cell.Settled(f.Cells, f.W, i)
	if glyph == cell.Tail {
		left := SeenAt(f, i-1, tier)
		if left.Rune == ' ' {
			return left
		}
		left.Rune, left.Marks = Right, ""
		all := []rune(string(cell.AppendGlyph(nil, f.Cells[i-1].Glyph)))
		if k := slices.IndexFunc(all, func(r rune) bool { return unicode.Is(unicode.Mc, r) }); k > 0 {
			left.Rune, left.Marks = all[k], string(all[k+1:])
		}
		return left
	}
	c.Glyph = glyph
	v := Cell{Rune: cell.Base(cell.Printable(c.Glyph)), Fg: Selects(c.Fg, tier), Bg: Selects(c.Bg, tier)}
	if cell.Marked(glyph) {
		for _, r := range string(cell.AppendGlyph(nil, glyph))[utf8.RuneLen(v.Rune):] {
			if unicode.Is(unicode.Mc, r) { // it has its own column
				break
			}
			v.Marks += string(r)
		}
	}
	bold := c.Attr&cell.Bold != 0 && !(tier == cell.Colors16 && v.Fg == "0") // bold black would be grey
	v.Attrs[1], v.Attrs[2], v.Attrs[7] = bold, c.Attr&cell.Dim != 0, c.Attr&cell.Reverse != 0
	if c.Glyph == 0 || c.Attr == 0 && c.Fg == c.Bg && tier != cell.Mono {
		v.Rune, v.Marks = ' ', ""
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
	for i := range f.Cells {
		if got, want := t.Cells[i], SeenAt(f, i, tier); got != want {
			return fmt.Sprintf("%v at %d, %d of %d×%d, want %v", got, i%f.W, i/f.W, f.W, f.H, want)
		}
	}
	return ""
}
