package ansi

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"arkterm/render/cell"
)

// A vt is the least terminal that shows what an Encoder may send: glyphs of one
// column, absolute and relative moves, SGR, erasing, pending wrap.
type vt struct {
	w, h  int
	cells []vtCell
	x, y  int
	wrap  bool
	attrs [10]bool
	fg    string
	bg    string
	rest  []byte
}

// A vtCell is a glyph, and what is seen of its style: colours as the parameters that select them.
type vtCell struct {
	r      rune
	attrs  [10]bool
	fg, bg string
}

func newVT(w, h int) *vt {
	t := &vt{w: w, h: h, cells: make([]vtCell, w*h)}
	t.erase()
	return t
}

func (t *vt) erase() {
	for i := range t.cells {
		t.put(i, ' ')
	}
}

// put writes a glyph; of a blank no foreground is seen, unless it is reversed or has a line.
func (t *vt) put(i int, r rune) {
	c := vtCell{r, t.attrs, t.fg, t.bg}
	if r == ' ' && !(t.attrs[4] || t.attrs[5] || t.attrs[7] || t.attrs[9]) {
		c.attrs, c.fg = [10]bool{}, ""
	}
	t.cells[i] = c
}

func (t *vt) Write(p []byte) (int, error) {
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
func (t *vt) step(b []byte) int {
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
		if !t.wrap { // else xterm and others differ: an Encoder must not send it
			t.x = max(t.x-1, 0)
		} else {
			t.x, t.wrap = 0, false
		}
		return 1
	case b[0] == '\r':
		t.x, t.wrap = 0, false
		return 1
	case b[0] < ' ':
		return 1
	case !utf8.FullRune(b):
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if t.wrap {
		t.x, t.y, t.wrap = 0, min(t.y+1, t.h-1), false
	}
	t.put(t.y*t.w+t.x, r)
	if t.x == t.w-1 {
		t.wrap = true
	} else {
		t.x++
	}
	return n
}

func (t *vt) csi(body string, final byte) {
	var v []int
	for _, s := range strings.Split(body, ";") {
		n, _ := strconv.Atoi(s)
		v = append(v, n)
	}
	one := max(v[0], 1)
	switch final {
	case 'H':
		t.y, t.x = one-1, 0
		if len(v) > 1 {
			t.x = max(v[1], 1) - 1
		}
	case 'A':
		t.y -= one
	case 'B':
		t.y += one
	case 'C', 'D':
		if final == 'D' {
			one = -one
		}
		if t.wrap {
			one = -t.x // as above
		}
		t.x += one
	case 'G':
		t.x = one - 1
	case 'J':
		t.erase()
	case 'm':
		t.sgr(v)
		return
	default:
		return
	}
	t.x, t.y, t.wrap = min(max(t.x, 0), t.w-1), min(max(t.y, 0), t.h-1), false
}

func (t *vt) sgr(v []int) {
	for i := 0; i < len(v); i++ {
		n := v[i]
		switch {
		case n == 0:
			t.attrs, t.fg, t.bg = [10]bool{}, "", ""
		case n <= 9:
			t.attrs[n] = true
		case n == 22:
			t.attrs[1], t.attrs[2] = false, false
		case n == 25:
			t.attrs[5], t.attrs[6] = false, false
		case n >= 23 && n <= 29:
			t.attrs[n-20] = false
		case n >= 30 && n <= 37:
			t.fg = strconv.Itoa(n - 30)
		case n >= 90 && n <= 97:
			t.fg = strconv.Itoa(n - 82)
		case n >= 40 && n <= 47:
			t.bg = strconv.Itoa(n - 40)
		case n >= 100 && n <= 107:
			t.bg = strconv.Itoa(n - 92)
		case n == 39:
			t.fg = ""
		case n == 49:
			t.bg = ""
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
				t.fg = c
			} else {
				t.bg = c
			}
			i += k - 1
		}
	}
}

// seen is how a terminal of a tier shows a cell: worked out from what the cell means, without the
// Encoder's ways to save bytes.
func seen(c cell.Cell, tier cell.Tier) vtCell {
	v := vtCell{r: cell.Printable(c.Glyph), fg: selects(c.Fg, tier), bg: selects(c.Bg, tier)}
	bold := c.Attr&cell.Bold != 0 && !(tier == cell.Colors16 && v.fg == "0") // bold black would be grey
	v.attrs[1], v.attrs[2], v.attrs[7] = bold, c.Attr&cell.Dim != 0, c.Attr&cell.Reverse != 0
	if c.Glyph == 0 || c.Attr == 0 && c.Fg == c.Bg && tier != cell.Mono {
		v.r = ' '
	}
	if v.r == ' ' && !v.attrs[7] {
		v.attrs, v.fg = [10]bool{}, ""
	}
	return v
}

// selects returns the parameters that select a colour, as the vt notes them.
func selects(c cell.Color, tier cell.Tier) string {
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

// differs says where a terminal does not show the frame, or "".
func (t *vt) differs(f *cell.Frame, tier cell.Tier) string {
	for i, c := range f.Cells {
		if got, want := t.cells[i], seen(c, tier); got != want {
			return fmt.Sprintf("%v at %d, %d of %d×%d, want %v", got, i%f.W, i/f.W, f.W, f.H, want)
		}
	}
	return ""
}
