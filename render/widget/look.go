// Package widget draws text-mode user interface elements into frames: dialogs with buttons, big letters, a playback
// bar, pages with samples, and the map of all levels.
//
// A [Look] selects the theme and the glyph set. A [Pen] writes text. The elements are structs that the caller fills
// in. The package keeps no menu state and handles no input. Lengths are in cells.
package widget

import (
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// MinW and MinH are the size of the smallest frame in which every element fits.
const MinW, MinH = 40, 16

// A Look determines the colors and glyphs of elements.
type Look struct {
	Theme  *theme.Theme // theme, adapted to the tier
	Tier   cell.Tier
	Glyphs cell.Glyphs
	Blocks []rune // result of Glyphs.Blocks
}

// An Area is a rectangle of cells in a frame.
type Area struct{ X, Y, W, H int }

// Overlaps reports whether a and b have a cell in common.
func (a Area) Overlaps(b Area) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// pen returns a pen on the theme's background color.
func (l *Look) pen(f *cell.Frame, x, y int, ink cell.Color, a cell.Attr) Pen {
	return NewPen(f, x, y, cell.Style{Fg: ink, Bg: l.Theme.Back, Attr: a})
}

// selectedStyle returns the style of a selected row.
func (l *Look) selectedStyle() cell.Style {
	if l.Tier == cell.Mono {
		return cell.Style{Fg: l.Theme.Text, Bg: l.Theme.Back, Attr: cell.Bold | cell.Reverse}
	}
	return cell.Style{Fg: l.Theme.Chosen, Bg: l.Theme.Accent, Attr: cell.Bold}
}

// cellOf returns the cell that shows the given sub-cells. At least one sub-cell must have ink. The attribute a is used
// only in ASCII and on terminals without colors.
func (l *Look) cellOf(p []raster.Pixel, back cell.Color, a cell.Attr) cell.Cell {
	mask := raster.InkMask(p)
	switch {
	case l.Glyphs == cell.ASCII:
		return cell.Cell{Glyph: '#', Fg: p[0].Color(), Bg: back, Attr: a}
	case l.Tier == cell.Mono:
		return cell.Cell{Glyph: l.Blocks[mask], Fg: l.Theme.Text, Bg: back, Attr: a}
	case l.Glyphs == cell.Braille:
		return cell.Cell{Glyph: l.Blocks[mask], Fg: raster.DotColor(p, mask), Bg: back}
	}
	s := raster.Partition(p)
	return cell.Cell{Glyph: l.Blocks[s.Mask], Fg: s.Fg, Bg: s.Bg}
}

// writeCentered writes s in the middle of w columns starting at x. It cuts s to w columns.
func writeCentered(p Pen, x, w int, s string) {
	n := min(cell.Width(s), w)
	p.X = x + (w-n)/2
	p.Cut(s, n)
}

// copyFrame copies a picture into f with its upper left corner at x, y.
func copyFrame(f, picture *cell.Frame, x, y int) {
	for row := range picture.H {
		for col := range picture.W {
			if at := f.At(x+col, y+row); at != nil {
				*at = picture.Cells[row*picture.W+col]
			}
		}
	}
}
