package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// When points are shown after a brick broke, in ticks: from the end of its flash, long enough to read.
const (
	popFrom = flashTicks
	popTo   = 130
)

func (v *View) pop(ev *engine.Event) {
	k := ev.Brick
	if ev.Value == 0 || k < 0 || k >= len(v.base.bricks) {
		return
	}
	kind := v.base.bricks[k].Kind
	v.effects.pops.put(pop{k, ev.Value, ev.Value > spec.Kinds[kind].Points, v.effects.now})
}

// popMore adds the points of a cannon to those of the brick it broke, which are the last ones.
func (v *View) popMore(ev *engine.Event) {
	pops := &v.effects.pops
	if pops.len() == 0 {
		return
	}
	if p := pops.last(0); p.brick == ev.Brick {
		p.points += ev.Value
		p.more = true
	}
}

// drawPops writes the points into f, over empty ground only, so that no brick cuts them. Balls pass in
// front. They have the colours of text, since those of drops mean something.
func (v *View) drawPops(f *cell.Frame) {
	e := &v.effects
	if v.o.Effects == NoEffects {
		return
	}
	for i := range min(e.pops.len(), maxPops) {
		p := e.pops.last(i)
		if age := e.now - p.born; age >= popFrom && age < popTo && p.brick < len(v.base.bricks) {
			v.drawPop(f, p)
		}
	}
}

func (v *View) drawPop(f *cell.Frame, p *pop) {
	l := &v.l
	center, _ := v.base.bricks[p.brick].Shape.Circle()
	w := panel.NumberWidth(p.points) + 1
	col, row := l.cell(center.X, center.Y)
	col = min(max(col-w/2, l.x+1), l.x+l.cols-1-w)
	for x := col; x < col+w; x++ {
		if !l.holds(x, row) || !v.bare(x-l.x, row-l.y) {
			return
		}
	}
	pen := panel.Pen{Frame: f, X: col, Y: row, Style: v.theme.On(v.theme.Soft, 0)}
	if p.more {
		pen.Style = v.theme.On(v.theme.Text, cell.Bold)
	}
	var under [maxPopW]cell.Cell
	n := copy(under[:], f.Cells[row*f.W+col:row*f.W+col+min(w, len(under))])
	pen.Glyph('+')
	pen.Number(p.points)
	for i := range n {
		if v.ballAt(col+i-l.x, row-l.y) {
			f.Cells[row*f.W+col+i] = under[i]
		}
	}
}

// maxPopW is the most columns of a pop that balls can cover.
const maxPopW = 16

// ballAt reports whether a ball touches a cell of the field.
func (v *View) ballAt(x, y int) bool {
	l := &v.l
	w, h := l.cellW, l.cellH
	for _, b := range v.effects.balls {
		if math.Abs((float64(x)+0.5)*w-b.x) < b.r+w/2 && math.Abs((float64(y)+0.5)*h-b.y) < b.r+h/2 {
			return true
		}
	}
	return false
}

// bare reports whether a cell of the field is free of resting things.
func (v *View) bare(x, y int) bool { return v.base.cells[y*v.l.cols+x] == v.empty(x, y) }

// free reports whether w cells from column x are in the field, and nothing rests in them.
func (v *View) free(x, y, w int) bool {
	for i := range w {
		if !v.l.holds(x+i, y) || !v.bare(x+i-v.l.x, y-v.l.y) {
			return false
		}
	}
	return true
}
