// Package gallery draws what is shown by samples, small games that play by themselves: a [Page] is a list with
// the sample and the text of the selected row, a [Choice] is a few samples side by side.
//
//	sample.Resize(page.SampleOf(&frame)) // and draw it
//	page.Draw(look, &frame, &sample)
//	i := page.At(&frame, col, row) // the row under the mouse
//
// It knows neither games nor what is on a sample. Lengths are in cells.
package gallery

import (
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A pen writes on the ground of a look.
func pen(l *widget.Look, f *cell.Frame, x, y int, ink cell.Color, a cell.Attr) widget.Pen {
	return widget.NewPen(f, x, y, cell.Style{Fg: ink, Bg: l.Theme.Back, Attr: a})
}

// chosen returns the style of what is selected.
func chosen(l *widget.Look) cell.Style {
	if l.Tier == cell.Mono {
		return cell.Style{Fg: l.Theme.Text, Bg: l.Theme.Back, Attr: cell.Bold | cell.Reverse}
	}
	return cell.Style{Fg: l.Theme.Chosen, Bg: l.Theme.Accent, Attr: cell.Bold}
}

// centred writes s in the middle of w columns from x, at most w columns of it.
func centred(p widget.Pen, x, w int, s string) {
	n := min(cell.Width(s), w)
	p.X = x + (w-n)/2
	p.Cut(s, n)
}

// paste copies a picture into f with its upper left corner at x, y.
func paste(f, picture *cell.Frame, x, y int) {
	for row := range picture.H {
		for col := range picture.W {
			if at := f.At(x+col, y+row); at != nil {
				*at = picture.Cells[row*picture.W+col]
			}
		}
	}
}
