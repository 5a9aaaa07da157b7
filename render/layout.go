package render

import "arkterm/render/raster"

// hudW is the width of the panel right of the field: 80 columns minus 64 of the field.
const hudW = 16

// A layout holds the places of the parts of the picture, in cells.
type layout struct {
	w, h       int     // the frame
	fw, fh     float64 // the field, in units
	x, y       int     // the field's first cell
	cols, rows int     // the field
	strip      bool    // the HUD is the row above the field, not the panel right of it
	hx, hy     int     // the HUD's first cell
	hw, hh     int
	small      bool // too small for a game; no other field is set
}

// newLayout fits a field of fw×fh units into w×h cells of the given aspect. It chooses panel or strip,
// whichever leaves the larger field, and the panel at a tie.
func newLayout(w, h int, fw, fh, aspect float64) layout {
	l := layout{w: w, h: h, fw: fw, fh: fh}
	if w < MinW || h < MinH {
		l.small = true
		return l
	}
	beside := scaleFor(w-hudW, h, fw, fh, aspect)
	above := scaleFor(w, h-1, fw, fh, aspect)
	scale := max(beside, above)
	l.strip = above > beside
	l.cols = max(1, int(fw*scale+1e-9))
	l.rows = max(1, int(fh*scale*aspect+1e-9))
	if l.strip {
		l.x, l.y = (w-l.cols)/2, (h-1-l.rows)/2+1
		l.hx, l.hy, l.hw, l.hh = l.x, l.y-1, l.cols, 1
		return l
	}
	l.x, l.y = (w-hudW-l.cols)/2, (h-l.rows)/2
	l.hx, l.hy, l.hw, l.hh = l.x+l.cols, l.y, hudW, l.rows
	return l
}

// scaleFor returns the largest width of a unit, in columns.
func scaleFor(w, h int, fw, fh, aspect float64) float64 {
	return min(float64(w)/fw, float64(h)/(fh*aspect))
}

// fieldX returns the field's x at the middle of a column.
func (l *layout) fieldX(col int) float64 {
	return (float64(col-l.x) + 0.5) * l.fw / float64(l.cols)
}

// cell returns the cell at a point of the field; it may lie outside.
func (l *layout) cell(x, y float64) (col, row int) {
	return l.x + raster.Floor(x*float64(l.cols)/l.fw), l.y + raster.Floor(y*float64(l.rows)/l.fh)
}

// holds reports whether a cell is in the field.
func (l *layout) holds(col, row int) bool {
	return col >= l.x && row >= l.y && col < l.x+l.cols && row < l.y+l.rows
}

// MinW and MinH are the size of the smallest frame for a game.
const MinW, MinH = 40, 16
