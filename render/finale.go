package render

import (
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The finale of a level shows an announcement, lit walls, and arrows at the remaining bricks. They are drawn with any
// setting of the effects, because they show the state of the game.

// announcementTicks is the duration of an announcement in ticks: 1.5 s.
const announcementTicks = 3 * engine.TicksPerSecond / 2

// drawFinale marks the remaining bricks in the finale, and writes an announcement. If a storm is about to be lost
// because the paddle does not move, it writes a warning instead.
func (v *View) drawFinale(f *cell.Frame, g *engine.Game) {
	if g.Finale && (g.Phase == engine.Play || g.Phase == engine.Serve) && !g.Running(spec.DropDark) {
		for k := range g.Bricks {
			if b := &g.Bricks[k]; b.Hits > 0 && b.Kind.Needed() && !b.Hidden {
				v.markBrick(f, g, k)
			}
		}
	}
	s, l, t := v.effects.announcement, &v.l, &v.theme
	switch {
	case v.fieldOnly:
		return
	case g.StormExpires():
		s.label = &text.HUD.MovePaddle
	case !v.announcementVisible(g):
		return
	}

	head, suffix := text.HUD.Finale, text.HUD.FinaleLeft
	w := cell.Width(head) + 2 + widget.NumberWidth(s.bricksLeft) + cell.Width(suffix)
	if s.label != nil {
		head = *s.label
		w = cell.Width(head)
	}
	p := widget.NewPen(f, l.x+max((l.cols-w)/2, 1), l.y+int(messageHeight*float64(l.rows)),
		t.Style(t.Accent, cell.Bold))
	p.Text(head)
	if s.label == nil {
		p.X, p.Style = p.X+2, t.Style(t.Text, cell.Bold)
		p.Number(s.bricksLeft)
		p.Text(suffix)
	}
}

// markBrick draws arrows to the left and to the right of brick k, if the cells are free.
func (v *View) markBrick(f *cell.Frame, g *engine.Game, k int) {
	left, _, right, _ := v.l.cellsOf(g.Shape(k))
	lo, hi := g.Shape(k).Bounds()
	_, row := v.l.cellAt(0, (lo.Y+hi.Y)/2-epsilon)
	v.setArrow(f, left-1, row, '▸')
	v.setArrow(f, right+1, row, '◂')
}

// setArrow draws an arrow into a cell, unless a resting object, a ball or a point label is there.
func (v *View) setArrow(f *cell.Frame, x, y int, arrow rune) {
	if !v.isFree(x, y, 1) || v.ballAt(x-v.l.x, y-v.l.y) || slices.ContainsFunc(v.pointLabelAreas,
		widget.Area{X: x, Y: y, W: 1, H: 1}.Overlaps) {
		return
	}
	if v.opts.Glyphs == cell.ASCII {
		arrow = widget.ASCIIArrow(arrow)
	}
	f.Set(x, y, arrow, v.theme.Style(v.theme.Accent, cell.Bold))
}

// drawCountdown writes the remaining seconds on the brick that is about to burst.
func (v *View) drawCountdown(f *cell.Frame, g *engine.Game) {
	k, ticks := g.OverdueBrick()
	if k < 0 {
		return
	}
	lo, hi := g.Shape(k).Bounds()
	col, row := v.l.cellAt((lo.X+hi.X)/2, (lo.Y+hi.Y)/2-v.l.cellH/2)
	if !v.l.contains(col, row) {
		return
	}
	st := cell.Style{Fg: v.theme.Chosen, Bg: v.theme.Alarm, Attr: cell.Bold}
	if v.opts.Tier == cell.Mono {
		st = v.theme.Style(v.theme.Text, cell.Bold|cell.Reverse)
	}
	f.Set(col, row, '0'+rune(min(9, (ticks+engine.TicksPerSecond-1)/engine.TicksPerSecond)), st)
}

// drawTurnArrows draws an arrow next to each ball that the engine turns because the ball has moved almost horizontally
// for too long. If there are many balls, it draws no arrows.
func (v *View) drawTurnArrows(f *cell.Frame, g *engine.Game) {
	if v.effects.isCrowded() {
		return
	}
	for i := range g.Balls {
		if !g.IsTurning(i) {
			continue
		}
		at, d, arrow := g.BallAt(i), g.Disc(i), '▾'
		offset := d.R + turnArrowGap
		if d.V.Y < 0 {
			offset, arrow = -offset, '▴'
		}
		if x, y := v.l.cellAt(at.X, at.Y+offset); v.isFree(x, y, 1) {
			v.setArrow(f, x, y, arrow)
		}
	}
}

// turnArrowGap is the distance of the arrow from the edge of a ball, in units: one row at 80×24.
const turnArrowGap = 2.0
