package screen

import (
	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// attributes maps the attributes of cells to those of tcell.
var attributes = [...]struct {
	cell  cell.Attr
	tcell tcell.AttrMask
}{
	{cell.Bold, tcell.AttrBold},
	{cell.Dim, tcell.AttrDim},
	{cell.Reverse, tcell.AttrReverse},
}

// tcellStyle converts a style of cells.
func tcellStyle(s cell.Style) tcell.Style {
	var attrs tcell.AttrMask
	for _, a := range attributes {
		if s.Attr&a.cell != 0 {
			attrs |= a.tcell
		}
	}
	return tcell.StyleDefault.Foreground(tcellColor(s.Fg)).Background(tcellColor(s.Bg)).Attributes(attrs)
}

// tcellColor converts a color of cells.
func tcellColor(c cell.Color) tcell.Color { return tcell.NewHexColor(int32(c)) }
