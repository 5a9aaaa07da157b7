package render

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/render/raster"
	"arkterm/render/widget"
)

// minHUDW is the minimum width of the panel in columns. At 80×24, the field has 61 columns and the walls have two, so
// 17 columns remain.
const minHUDW = 17

// minPanelRows is the minimum number of rows of a field whose panel is as high as the field. Next to a field with fewer
// rows, the panel uses all rows of the frame.
const minPanelRows = 20

// hudMargin is the number of columns between the wall and the panel's text. maxHUDText is the maximum number of text
// columns.
const hudMargin, maxHUDText = 2, 36

// hudTextW returns the number of text columns of the panel.
func (l *layout) hudTextW() int { return min(l.hw-hudMargin-1, maxHUDText) }

// A layout contains the positions of the parts of the picture, in cells.
type layout struct {
	w, h         int     // size of the frame
	fw, fh       float64 // size of the field, in units
	cellW, cellH float64 // size of a cell, in units
	x, y         int     // first cell of the field
	cols, rows   int     // size of the field, which may end within the last column
	rightWall    int     // column of the right wall: after the field, or the column within which the field ends
	hasStrip     bool    // the HUD is a strip, which is one row above the field; otherwise it is a panel
	hx, hy       int     // first cell of the HUD
	hw, hh       int     // size of the HUD
	tooSmall     bool    // the frame is too small for a game; positions are not set
	fieldOnly    bool    // there is no HUD
	inSample     bool    // layout of a sample
}

// removeHUD removes the HUD and centers the field.
func (l *layout) removeHUD() {
	fieldCols := l.rightWall - l.x
	l.fieldOnly, l.hasStrip = true, false
	l.x, l.hw, l.hh = (l.w-fieldCols)/2, 0, 0
	l.rightWall = l.x + fieldCols
}

// newLayout returns the layout of a field of fw×fh units in a frame of w×h cells. aspect is the width of a cell divided
// by its height, and sub contains the numbers of sub-cells of a cell. The HUD is a strip if the field is then larger
// than next to a panel. Otherwise it is a panel.
func newLayout(w, h int, fw, fh, aspect float64, sub [2]int) layout {
	l := layout{w: w, h: h, fw: fw, fh: fh}
	if w < MinW || h < MinH {
		l.tooSmall = true
		return l
	}

	const walls = 2
	scale, panelScore := raster.ScaleFor(w-minHUDW-walls, h, sub, fw, fh, aspect)
	if s, stripScore := raster.ScaleFor(w-walls, h-1, sub, fw, fh, aspect); stripScore > panelScore {
		scale, l.hasStrip = s, true
	} else if panelScore == 0 {
		l.tooSmall = true
		return l
	}
	l.cellW, l.cellH = scale.Cell(sub)
	l.cols, l.rows = int(math.Ceil(fw/l.cellW-1e-9)), int(math.Ceil(fh/l.cellH-1e-9))

	fieldCols := raster.Floor(fw/l.cellW + 1e-9)
	if l.hasStrip {
		l.x, l.y = 1+(w-walls-fieldCols)/2, (h-1-l.rows)/2+1
		l.rightWall = l.x + fieldCols
		l.hx, l.hy, l.hw, l.hh = 0, l.y-1, w, 1
		return l
	}
	// The panel gets the remaining columns. Field and panel together are centered.
	l.hw = min(w-walls-fieldCols, hudMargin+maxHUDText+1)
	l.x, l.y = 1+(w-l.hw-walls-fieldCols)/2, (h-l.rows)/2
	l.rightWall = l.x + fieldCols
	l.hx, l.hy, l.hh = l.rightWall+1, l.y, l.rows
	if l.rows < minPanelRows {
		l.hy, l.hh = 0, h
	}
	return l
}

// fieldX returns the x coordinate of the middle of a column in the field.
func (l *layout) fieldX(col int) float64 {
	return (float64(col-l.x) + 0.5) * l.cellW
}

// cellAt returns the cell at a point of the field. The point, and therefore the cell, may be outside the field.
func (l *layout) cellAt(x, y float64) (col, row int) {
	return l.x + raster.Floor(x/l.cellW), l.y + raster.Floor(y/l.cellH)
}

// epsilon is a tolerance in units. It keeps shapes that end at the edge of a cell out of the next cell.
const epsilon = 1e-6

// cellsOf returns the range of columns and rows that a shape occupies, inclusive.
func (l *layout) cellsOf(p *geom.Polygon) (left, top, right, bottom int) {
	lo, hi := p.Bounds()
	left, top = l.cellAt(lo.X+epsilon, lo.Y+epsilon)
	right, bottom = l.cellAt(hi.X-epsilon, hi.Y-epsilon)
	return left, top, right, bottom
}

// contains reports whether a cell is in the field.
func (l *layout) contains(col, row int) bool {
	return col >= l.x && row >= l.y && col < l.x+l.cols && row < l.y+l.rows
}

// MinW and MinH are the size of the smallest frame for a game.
const MinW, MinH = widget.MinW, widget.MinH

// messageHeight is the vertical position of messages, such as the level's name, as a fraction of the field's height. It
// is below the lowest brick and above the paddle.
const messageHeight = 0.83
