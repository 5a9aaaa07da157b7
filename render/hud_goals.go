package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/goal"
	"arkterm/render/widget"
)

// The goals of a level are the stars to earn in it, each with what it still takes.

// goalRows returns the number of stars to earn; none where levels do not end.
func goalRows(_ *View, g *engine.Game) int {
	if row := &engine.Modes[g.Mode]; row.Endless || row.Rooms {
		return 0
	}
	return g.OpenStars().Count()
}

// drawGoals writes a row for each star to earn, n at most.
func (v *View) drawGoals(p *widget.Pen, g *engine.Game, n int) {
	t, x := &v.theme, p.X
	all := g.OpenStars()
	for i := range goal.All {
		row := &goal.All[i]
		if all&row.Star == 0 || n == 0 {
			continue
		}
		mark, ink := v.goalMark(row, g)
		p.X, p.Style = x, t.On(t.Accent, cell.Bold)
		if ink == t.Soft {
			p.Style = t.On(ink, 0)
		}
		p.Glyph(mark)
		p.X++
		if v.l.hudText() >= hudWide {
			p.Style = t.On(t.Soft, 0)
			p.Text(row.Label)
			p.X = x + goalAt
		}
		p.Style = t.On(ink, 0)
		if v.l.hudText() >= hudWide {
			row.Wide(p, g)
		} else {
			row.Say(p, g)
		}
		p.Y++
		n--
	}
}

// goalMark returns the mark before a goal, and the colour of its text.
func (v *View) goalMark(row *goal.Goal, g *engine.Game) (mark rune, ink cell.Color) {
	m, t := &widget.Glyphs[v.o.Glyphs], &v.theme
	switch row.State(g) {
	case goal.Made:
		return m.Star, t.Accent
	case goal.Lost:
		return m.Times, t.Soft
	}
	return m.Hollow, t.Text
}

// stripGoals writes the goals without words up to column end, as many as fit. A goal that is lost is left out.
func (v *View) stripGoals(p *widget.Pen, g *engine.Game, end int) {
	all := g.OpenStars()
	for i := range goal.All {
		row := &goal.All[i]
		if all&row.Star == 0 || row.State(g) == goal.Lost {
			continue
		}
		v.pen = widget.NewPen(p.Frame, p.X, -1, p.Style) // above the frame: to measure
		row.Short(&v.pen, g, &widget.Glyphs[v.o.Glyphs])
		if v.pen.X+1 > end {
			return
		}
		mark, ink := v.goalMark(row, g)
		v.pen = widget.NewPen(p.Frame, p.X, p.Y, v.theme.On(v.theme.Accent, cell.Bold))
		v.pen.Glyph(mark)
		v.pen.Style = v.theme.On(ink, 0)
		row.Short(&v.pen, g, &widget.Glyphs[v.o.Glyphs])
		p.X = v.pen.X + 1
	}
}

// goalAt is the column of what a goal takes in a wide panel, behind the label.
const goalAt = 10
