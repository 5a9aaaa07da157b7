package render

import (
	"math"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/widget"
)

// DrawSample draws the field of g over all of f, without any text, for a page or a choice. The frame may be smaller
// than MinW×MinH. If it is too small for the field, it stays empty.
func (v *View) DrawSample(f *cell.Frame, g *engine.Game) {
	v.fieldOnly, v.inSample, v.covered = true, true, [2]widget.Area{}
	v.draw(f, g)
	v.inSample = false
}

// sampleLayout fits a field into w×h cells, with a row above and a column on either side for the walls.
func sampleLayout(w, h int, fw, fh, aspect float64, sub [2]int) layout {
	l := layout{w: w, h: h, fw: fw, fh: fh, fieldOnly: true, inSample: true}
	const walls = 2
	scale, score := raster.ScaleFor(w-walls, h-1, sub, fw, fh, aspect)
	if score == 0 {
		l.tooSmall = true
		return l
	}
	l.cellW, l.cellH = scale.Cell(sub)
	l.cols, l.rows = int(math.Ceil(fw/l.cellW-1e-9)), int(math.Ceil(fh/l.cellH-1e-9))
	fieldCols := raster.Floor(fw/l.cellW + 1e-9)
	l.x, l.y = 1+(w-walls-fieldCols)/2, 1+(h-1-l.rows)/2
	l.rightWall = l.x + fieldCols
	return l
}
