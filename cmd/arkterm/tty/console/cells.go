package console

import (
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// A Cell is a CHAR_INFO: a UTF-16 unit and its attributes, 4 bits of foreground and 4 bits of background.
type Cell struct{ Unit, Attr uint16 }

// bright is the bit of a color of the console that makes it bright.
const bright = 8

// palette holds the 16 colors of the console in tcell's order.
var palette = func() (all []tcell.Color) {
	for i := range 16 {
		all = append(all, tcell.PaletteColor(i))
	}
	return all
}()

// AppendCells appends the cells of a screen in rows. A character beyond UTF-16's first plane is shown as a shade.
func AppendCells(dst []Cell, s tcell.Screen) []Cell {
	cols, rows := s.Size()
	for y := range rows {
		for x := range cols {
			text, style, _ := s.Get(x, y)
			r, n := utf8.DecodeRuneInString(text)
			switch {
			case n == 0:
				r = ' '
			case r > 0xffff:
				r = '▒'
			}
			dst = append(dst, Cell{uint16(r), attributes(style)})
		}
	}
	return dst
}

// attributes returns the attributes of a cell.
func attributes(s tcell.Style) uint16 {
	fg, bg, attrs := s.Decompose()
	front, back := color(fg, 7), color(bg, 0)
	if attrs&tcell.AttrBold != 0 {
		front |= bright
	}
	if attrs&tcell.AttrReverse != 0 {
		front, back = back, front
	}
	return front | back<<4
}

// color returns the nearest color of the console, or def for the default color.
func color(c tcell.Color, def uint16) uint16 {
	if !c.Valid() {
		return def
	}
	n := uint16(tcell.FindColor(c, palette) - tcell.ColorValid)
	return n&(bright|2) | n&1<<2 | n>>2&1 // red and blue change places
}
