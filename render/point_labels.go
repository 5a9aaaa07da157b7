package render

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// Start and end of the period in which the points of a broken brick are shown, in ticks after the break. The period
// begins after the flash of the brick.
const (
	labelStart = flashTicks
	labelEnd   = 130
)

// addPointLabel adds a label with the points of a brick. If there are many balls, it adds none, because the balls would
// cover the label.
func (v *View) addPointLabel(ev *engine.Event) {
	k := ev.Brick
	if v.effects.isCrowded() || ev.Value == 0 || k < 0 || k >= len(v.board.bricks) {
		return
	}
	kind := v.board.bricks[k].Kind
	v.effects.pointLabels.put(pointLabel{
		brick: k, points: ev.Value, multiplied: ev.Value > spec.Kinds[kind].Points,
		born: v.effects.now,
	})
}

// addCannonPoints adds the points of a cannon to the newest label, if the label belongs to the same brick.
func (v *View) addCannonPoints(ev *engine.Event) {
	labels := &v.effects.pointLabels
	if labels.len() == 0 {
		return
	}
	if p := labels.last(0); p.brick == ev.Brick {
		p.points += ev.Value
		p.multiplied = true
	}
}

// drawPointLabels writes those labels into f that do not overlap bricks, drops or other labels. Balls are in front of
// labels. Labels do not have the colors of drops, because these colors have a meaning.
func (v *View) drawPointLabels(f *cell.Frame, g *engine.Game) {
	e := &v.effects
	v.pointLabelAreas = v.pointLabelAreas[:0]
	if v.opts.Effects == NoEffects {
		return
	}
	for i := range e.pointLabels.len() {
		p := e.pointLabels.last(i)
		if age := e.now - p.born; age < labelStart || age >= labelEnd || p.brick >= len(v.board.bricks) {
			continue
		}
		if a := v.labelArea(p); v.isFree(a.X, a.Y, a.W) && !v.dropOverlaps(g, a) &&
			!slices.ContainsFunc(v.pointLabelAreas, a.Overlaps) {
			v.pointLabelAreas = append(v.pointLabelAreas, a)
			v.drawPointLabel(f, p, a)
		}
	}
}

// labelArea returns the cells of a label, centered on its brick.
func (v *View) labelArea(p *pointLabel) widget.Area {
	l := &v.l
	center, _ := v.board.bricks[p.brick].Shape.Circle()
	w := widget.NumberWidth(p.points) + 1
	col, row := l.cellAt(center.X, center.Y)
	return widget.Area{X: min(max(col-w/2, l.x+1), l.x+l.cols-1-w), Y: row, W: w, H: 1}
}

// dropOverlaps reports whether a falling drop overlaps an area.
func (v *View) dropOverlaps(g *engine.Game, a widget.Area) bool {
	w, h := v.dropWidth(), 1
	if v.largeDrops() {
		h = 3
	}
	return slices.ContainsFunc(g.Drops, func(d engine.Drop) bool {
		col, row := v.l.cellAt(d.At.X, d.At.Y)
		return a.Overlaps(widget.Area{X: col - w/2, Y: row - h/2, W: w, H: h})
	})
}

// drawPointLabel writes a label into an area, behind the balls.
func (v *View) drawPointLabel(f *cell.Frame, p *pointLabel, a widget.Area) {
	l, col, row, w := &v.l, a.X, a.Y, a.W
	pen := widget.Pen{Frame: f, X: col, Y: row, Style: v.theme.Style(v.theme.Soft, 0)}
	if p.multiplied {
		pen.Style = v.theme.Style(v.theme.Text, cell.Bold)
	}
	var under [maxLabelW]cell.Cell
	n := copy(under[:], f.Cells[row*f.W+col:row*f.W+col+min(w, len(under))])
	pen.Glyph('+')
	pen.Number(p.points)
	for i := range n {
		if v.ballAt(col+i-l.x, row-l.y) {
			f.Cells[row*f.W+col+i] = under[i]
		}
	}
}

// maxLabelW is the maximum number of columns of a label that can be behind balls.
const maxLabelW = 16

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

// isBackground reports whether a cell of the field contains no resting object.
func (v *View) isBackground(x, y int) bool { return v.boardCell(x, y) == v.emptyCell(x, y) }

// isFree reports whether w cells, starting at column x, are in the field and contain no resting objects.
func (v *View) isFree(x, y, w int) bool {
	for i := range w {
		if !v.l.contains(x+i, y) || !v.isBackground(x+i-v.l.x, y-v.l.y) {
			return false
		}
	}
	return true
}
