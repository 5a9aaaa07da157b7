package render

import (
	"bufio"
	"fmt"
	"io"

	"arkterm/render/cell"
)

// ANSI writes f as text with the control sequences of its colours, as a tier has them,
// to be shown by a terminal. Each row begins and ends in the terminal's own colours.
func ANSI(w io.Writer, f *cell.Frame, t cell.Tier) error {
	b := bufio.NewWriter(w)
	for y := range f.H {
		row := f.Cells[y*f.W : (y+1)*f.W]
		for x := range row {
			if x == 0 || !alike(&row[x], &row[x-1]) {
				writeSGR(b, &row[x], t)
			}
			b.WriteRune(cell.Printable(max(row[x].Glyph, ' ')))
		}
		b.WriteString("\x1b[m\n")
	}
	return b.Flush()
}

func alike(a, b *cell.Cell) bool { return a.Fg == b.Fg && a.Bg == b.Bg && a.Attr == b.Attr }

// writeSGR selects a cell's colours and attributes, and no others.
func writeSGR(b *bufio.Writer, c *cell.Cell, t cell.Tier) {
	b.WriteString("\x1b[0")
	for _, a := range [...]struct {
		attr cell.Attr
		code int
	}{{cell.Bold, 1}, {cell.Dim, 2}, {cell.Reverse, 7}} {
		if c.Attr&a.attr != 0 {
			fmt.Fprintf(b, ";%d", a.code)
		}
	}
	for _, k := range [...]struct {
		color cell.Color
		base  int
	}{{c.Fg, 30}, {c.Bg, 40}} {
		switch t {
		case cell.Truecolor:
			red, green, blue := k.color.RGB()
			fmt.Fprintf(b, ";%d;2;%d;%d;%d", k.base+8, red, green, blue)
		case cell.Colors256:
			fmt.Fprintf(b, ";%d;5;%d", k.base+8, cell.Index256(k.color))
		case cell.Colors16:
			n := cell.Index16(k.color)
			if n >= 8 {
				n += 60 - 8 // 90 to 97 and 100 to 107 are the bright ones
			}
			fmt.Fprintf(b, ";%d", k.base+n)
		}
	}
	b.WriteByte('m')
}
