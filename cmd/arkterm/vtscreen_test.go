package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"arkterm/render/cell"
)

// A vtScreen is the least terminal that shows a cast: glyphs of one column, moves, erasing, and
// SGR of which it remembers the colours, as the numbers that select them.
type vtScreen struct {
	w, h   int
	cells  []vtScreenCell
	x, y   int
	fg, bg string
}

type vtScreenCell struct {
	glyph  rune
	fg, bg string
}

func newVTScreen(w, h int) *vtScreen { return &vtScreen{w: w, h: h, cells: make([]vtScreenCell, w*h)} }

// Take shows what a program writes, which must be whole sequences, and says what it does not know.
func (v *vtScreen) Take(s string) error {
	for len(s) > 0 {
		if body, ok := strings.CutPrefix(s, "\x1b["); ok {
			end := strings.IndexFunc(body, func(r rune) bool { return r >= 0x40 && r <= 0x7e })
			if end < 0 {
				return fmt.Errorf("a sequence is cut off: %q", s)
			}
			if err := v.csi(body[:end], body[end]); err != nil {
				return err
			}
			s = body[end+1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\b':
			v.x--
		case r == '\r':
			v.x = 0
		case r < ' ' || r == utf8.RuneError:
			return fmt.Errorf("unexpected %q", s[:n])
		case v.x < 0 || v.x >= v.w || v.y < 0 || v.y >= v.h:
			return fmt.Errorf("%q at %d, %d: outside", r, v.x, v.y)
		default:
			v.cells[v.y*v.w+v.x] = vtScreenCell{r, v.fg, v.bg}
			v.x++
		}
		s = s[n:]
	}
	return nil
}

func (v *vtScreen) csi(body string, final byte) error {
	if body == "?25" && (final == 'h' || final == 'l') {
		return nil
	}
	var n []int
	for _, p := range strings.Split(body, ";") {
		k, err := strconv.Atoi("0" + p)
		if err != nil {
			return fmt.Errorf("unexpected CSI %s %c", body, final)
		}
		n = append(n, k)
	}
	one := max(n[0], 1)
	switch final {
	case 'H':
		v.x, v.y = max(append(n, 1)[1], 1)-1, one-1
	case 'A':
		v.y -= one
	case 'B':
		v.y += one
	case 'C':
		v.x += one
	case 'D':
		v.x -= one
	case 'G':
		v.x = one - 1
	case 'd':
		v.y = one - 1
	case 'J':
		clear(v.cells)
	case 'm':
		v.sgr(n)
	default:
		return fmt.Errorf("unexpected CSI %s %c", body, final)
	}
	return nil
}

func (v *vtScreen) sgr(n []int) {
	for i := 0; i < len(n); i++ {
		switch n[i] {
		case 0:
			v.fg, v.bg = "", ""
		case 38, 48:
			k := 3
			if n[i+1] == 2 {
				k = 5
			}
			ink := fmt.Sprint(n[i+1 : i+k])
			if n[i] == 38 {
				v.fg = ink
			} else {
				v.bg = ink
			}
			i += k - 1
		}
	}
}

// Differs says where the screen, in true colour, is not the frame, or "".
func (v *vtScreen) Differs(f *cell.Frame) string {
	for i, c := range f.Cells {
		got := v.cells[i]
		blank := c.Glyph == ' ' || c.Glyph == 0 || c.Fg == c.Bg
		if got.bg != trueInk(c.Bg) && got.bg != indexInk(c.Bg) {
			return fmt.Sprintf("behind %d, %d: %s, want %06x", i%f.W, i/f.W, got.bg, uint32(c.Bg))
		}
		if blank && got.glyph == ' ' && c.Attr&cell.Reverse == 0 {
			continue
		}
		if got.glyph != c.Glyph || got.fg != trueInk(c.Fg) && got.fg != indexInk(c.Fg) {
			return fmt.Sprintf("at %d, %d: %q in %s, want %q in %06x", i%f.W, i/f.W, got.glyph, got.fg, c.Glyph, uint32(c.Fg))
		}
	}
	return ""
}

// trueInk and indexInk are how a colour is asked for: by its channels, and by its number among
// the 256.
func trueInk(c cell.Color) string {
	r, g, b := c.RGB()
	return fmt.Sprint([]int{2, r, g, b})
}

func indexInk(c cell.Color) string {
	for n := 16; n < 256; n++ {
		if cell.Color256(n) == c {
			return fmt.Sprint([]int{5, n})
		}
	}
	return "none"
}
