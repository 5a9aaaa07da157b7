package render

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// When points are shown after a brick broke, in ticks: from the end of its flash, long enough to read.
const (
	popFrom = flashTicks
	popTo   = 130
)

// pop shows the points of a brick, unless there are so many balls that they would cut it to pieces.
func (v *View) pop(ev *engine.Event) {
	k := ev.Brick
	if v.effects.crowded() || ev.Value == 0 || k < 0 || k >= len(v.base.bricks) {
		return
	}
	kind := v.base.bricks[k].Kind
	v.effects.pops.put(pop{brick: k, points: ev.Value, more: ev.Value > spec.Kinds[kind].Points, born: v.effects.now})
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

// drawPops writes the points into f, over empty ground only, so that neither bricks nor drops nor other points cut
// them. Balls pass in front. They have the colours of text, since those of drops mean something.
func (v *View) drawPops(f *cell.Frame, g *engine.Game) {
	e := &v.effects
	v.popped = v.popped[:0]
	if v.o.Effects == NoEffects {
		return
	}
	for i := range e.pops.len() {
		p := e.pops.last(i)
		if age := e.now - p.born; age < popFrom || age >= popTo || p.brick >= len(v.base.bricks) {
			continue
		}
		if a := v.popArea(p); v.free(a.X, a.Y, a.W) && !v.dropMeets(g, a) && !slices.ContainsFunc(v.popped, a.Overlaps) {
			v.popped = append(v.popped, a)
			v.drawPop(f, p, a)
		}
	}
}

// popArea returns the cells of points, in the middle of their brick.
func (v *View) popArea(p *pop) widget.Area {
	l := &v.l
	center, _ := v.base.bricks[p.brick].Shape.Circle()
	w := widget.NumberWidth(p.points) + 1
	col, row := l.cell(center.X, center.Y)
	return widget.Area{X: min(max(col-w/2, l.x+1), l.x+l.cols-1-w), Y: row, W: w, H: 1}
}

// dropMeets reports whether a drop falls in front of an area.
func (v *View) dropMeets(g *engine.Game, a widget.Area) bool {
	w, h := v.dropWidth(), 1
	if v.largeDrops() {
		h = 3
	}
	return slices.ContainsFunc(g.Drops, func(d engine.Drop) bool {
		col, row := v.l.cell(d.At.X, d.At.Y)
		return a.Overlaps(widget.Area{X: col - w/2, Y: row - h/2, W: w, H: h})
	})
}

func (v *View) drawPop(f *cell.Frame, p *pop, a widget.Area) {
	l, col, row, w := &v.l, a.X, a.Y, a.W
	pen := widget.Pen{Frame: f, X: col, Y: row, Style: v.theme.Style(v.theme.Soft, 0)}
	if p.more {
		pen.Style = v.theme.Style(v.theme.Text, cell.Bold)
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
