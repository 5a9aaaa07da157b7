package render

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// FitSample sets the size of f to the largest picture of DrawSample that fits. The picture has at most w columns,
// including a column for each side wall. The part of the field that can contain bricks has at most rows rows, and there
// is one row above the field. ok is false if there is no room for a picture.
func (v *View) FitSample(f *cell.Frame, w, rows int) (ok bool) {
	const share = spec.FieldH / spec.LowestBrick
	l := sampleLayout(w, 1+int(float64(rows)*share), spec.FieldW, spec.FieldH, v.opts.Aspect, v.opts.Glyphs.SubCells())
	if l.tooSmall {
		return false
	}
	f.Resize(l.cols+2, l.rows+1)
	return true
}

// FieldAt returns the point of the field in the middle of a cell. The cell belongs to the last picture of DrawSample.
func (v *View) FieldAt(col, row int) geom.Vec {
	return geom.Vec{X: v.l.fieldX(col), Y: (float64(row-v.l.y) + 0.5) * v.l.cellH}
}

// CellsOf returns the columns and rows of the last picture that a rectangle of the field occupies, inclusive.
func (v *View) CellsOf(lo, hi geom.Vec) (left, top, right, bottom int) {
	left, top = v.l.cellAt(lo.X+epsilon, lo.Y+epsilon)
	right, bottom = v.l.cellAt(hi.X-epsilon, hi.Y-epsilon)
	return left, top, right, bottom
}

// TextLook returns the look of text. It is valid until the next call of SetOptions.
func (v *View) TextLook() *widget.Look { return &v.textLook }
