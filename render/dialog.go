package render

import (
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// DrawBanner draws s in big letters over the middle of the field, for example a countdown. A text that does not fit on
// one line is broken at blanks. If the broken text does not fit either, DrawBanner uses normal letters.
func (v *View) DrawBanner(f *cell.Frame, s string) { v.textLook.DrawBanner(f, s, v.dialogArea(f)) }

// DrawHeadline draws a banner in the upper third of the field, above the tally of the level.
func (v *View) DrawHeadline(f *cell.Frame, s string) {
	area := v.dialogArea(f)
	if l := &v.l; !l.tooSmall && l.cols < MinW-2 && cell.Width(s) <= l.cols { // too narrow only for dialogs
		area = widget.Area{X: l.x, Y: l.y, W: l.cols, H: l.rows}
	}
	area.H = max(area.H/tallyShare-1, 3)
	v.textLook.DrawBanner(f, s, area)
}

// dialogArea returns the area in which dialogs are centered. It is the area of the field, or the result of middleArea
// if there is no HUD. If f is too small for a game, or the field is too narrow for a dialog, it is all of f.
func (v *View) dialogArea(f *cell.Frame) widget.Area {
	l := &v.l
	if f.W != l.w || f.H != l.h {
		fit := newLayout(f.W, f.H, spec.FieldW, spec.FieldH, v.opts.Aspect, v.opts.Glyphs.SubCells())
		l = &fit
	}
	if l.tooSmall || l.cols < MinW-2 {
		return widget.Area{X: 0, Y: 0, W: f.W, H: f.H} // use the whole frame
	}
	if l.fieldOnly {
		return v.middleArea(f)
	}
	return widget.Area{X: l.x, Y: l.y, W: l.cols, H: l.rows}
}

// RowBelowField returns the first row of f below the field, or f.H if there is none.
func (v *View) RowBelowField(f *cell.Frame) int { return v.dialogArea(f).Y + v.dialogArea(f).H }

// DialogColumns returns the maximum number of text columns of a Dialog in f.
//
//go:noinline // would be copied into many callers
func (v *View) DialogColumns(f *cell.Frame) int { return widget.DialogColumns(f, v.dialogArea(f)) }

// DrawDialog dims f and draws c in the middle of the field. If c.AtLeft is set and there is room for a game next to c,
// it draws c at the left of f instead, without dimming f. A dialog fits into any frame of at least MinW×MinH.
func (v *View) DrawDialog(f *cell.Frame, c widget.Dialog) {
	v.lastWasTitle = false
	k := v.textLook.LayoutDialog(f, &c, v.dialogArea(f))
	if !k.AtLeft {
		v.textLook.Dim(f, 0, 0, f.W, f.H, widget.DialogDim)
	}
	v.textLook.DrawDialog(f, &c, &k)
}

// ColumnAfterDialog returns the first column of f to the right of c. ok is true if c is at the left of f with room for
// a game on its right.
func (v *View) ColumnAfterDialog(f *cell.Frame, c widget.Dialog) (x int, ok bool) {
	k := v.textLook.LayoutDialog(f, &c, v.dialogArea(f))
	return k.X + k.W, k.AtLeft
}

// ButtonAt returns the index of the button of c at a cell, or −1 if there is none. c must have been drawn by the last
// call of DrawDialog or DrawTitle.
func (v *View) ButtonAt(f *cell.Frame, c widget.Dialog, col, row int) int {
	area := v.dialogArea(f)
	if v.lastWasTitle {
		_, area, _ = v.layoutTitle(f, &c)
	}
	k := v.textLook.LayoutDialog(f, &c, area)
	return k.ButtonAt(&c, col, row)
}

// DrawTransport draws t into the last rows of f.
func (v *View) DrawTransport(f *cell.Frame, t *widget.Transport) { v.textLook.DrawTransport(f, t) }
