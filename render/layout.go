package render

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/render/raster"
	"arkterm/render/widget"
)

// minHUDW is the least width of the panel right of the field: 80 columns minus 61 of the field and two of walls.
const minHUDW = 17

// minPanelRows is the height of a field below which the panel beside it takes all rows of the frame.
const minPanelRows = 20

// The columns between the wall and the panel's texts, and the most of these.
const hudMargin, maxHUDText = 2, 36

// hudText returns the columns of the panel's texts.
func (l *layout) hudText() int { return min(l.hw-hudMargin-1, maxHUDText) }

// A layout holds the places of the parts of the picture, in cells.
type layout struct {
	w, h         int     // the frame
	fw, fh       float64 // the field, in units
	cellW, cellH float64 // a cell, in units
	x, y         int     // the field's first cell
	cols, rows   int     // the field; it may end within the last column
	wall         int     // the column of the right wall: behind the field, or the one in which it ends
	strip        bool    // the HUD is the row above the field, not the panel right of it
	hx, hy       int     // the HUD's first cell
	hw, hh       int
	small        bool // too small for a game; no other field is set
	fieldOnly    bool // there is no HUD
	inSample     bool // it is that of a sample
}

// removeHUD takes the HUD away, and moves the field to the middle.
func (l *layout) removeHUD() {
	whole := l.wall - l.x
	l.fieldOnly, l.strip = true, false
	l.x, l.hw, l.hh = (l.w-whole)/2, 0, 0
	l.wall = l.x + whole
}

// newLayout fits a field of fw×fh units into w×h cells of the given aspect and sub-cells. It chooses panel or
// strip, whichever leaves the larger field, and the panel at a tie.
func newLayout(w, h int, fw, fh, aspect float64, sub [2]int) layout {
	l := layout{w: w, h: h, fw: fw, fh: fh}
	if w < MinW || h < MinH {
		l.small = true
		return l
	}

	const walls = 2
	scale, beside := raster.ScaleFor(w-minHUDW-walls, h, sub, fw, fh, aspect)
	if s, above := raster.ScaleFor(w-walls, h-1, sub, fw, fh, aspect); above > beside {
		scale, l.strip = s, true
	} else if beside == 0 {
		l.small = true
		return l
	}
	l.cellW, l.cellH = scale.Cell(sub)
	l.cols, l.rows = int(math.Ceil(fw/l.cellW-1e-9)), int(math.Ceil(fh/l.cellH-1e-9))

	whole := raster.Floor(fw/l.cellW + 1e-9)
	if l.strip {
		l.x, l.y = 1+(w-walls-whole)/2, (h-1-l.rows)/2+1
		l.wall = l.x + whole
		l.hx, l.hy, l.hw, l.hh = 0, l.y-1, w, 1
		return l
	}
	l.hw = min(w-walls-whole, hudMargin+maxHUDText+1) // what the field leaves, with field and panel in the middle
	l.x, l.y = 1+(w-l.hw-walls-whole)/2, (h-l.rows)/2
	l.wall = l.x + whole
	l.hx, l.hy, l.hh = l.wall+1, l.y, l.rows
	if l.rows < minPanelRows {
		l.hy, l.hh = 0, h
	}
	return l
}

// fieldX returns the field's x at the middle of a column.
func (l *layout) fieldX(col int) float64 {
	return (float64(col-l.x) + 0.5) * l.cellW
}

// cell returns the cell at a point of the field; it may lie outside.
func (l *layout) cell(x, y float64) (col, row int) {
	return l.x + raster.Floor(x/l.cellW), l.y + raster.Floor(y/l.cellH)
}

// epsilon is the units by which a shape that ends on the edge of a cell is not in the next one.
const epsilon = 1e-6

// cells returns the first and the last cell of the rows and columns that a shape is in.
func (l *layout) cells(p *geom.Polygon) (left, top, right, bottom int) {
	lo, hi := p.Bounds()
	left, top = l.cell(lo.X+epsilon, lo.Y+epsilon)
	right, bottom = l.cell(hi.X-epsilon, hi.Y-epsilon)
	return left, top, right, bottom
}

// contains reports whether a cell is in the field.
func (l *layout) contains(col, row int) bool {
	return col >= l.x && row >= l.y && col < l.x+l.cols && row < l.y+l.rows
}

// MinW and MinH are the size of the smallest frame for a game.
const MinW, MinH = widget.MinW, widget.MinH

// nameHeight is the place of the name of the level, in heights of the field: below the lowest brick and clear of the paddle.
const nameHeight = 0.83
