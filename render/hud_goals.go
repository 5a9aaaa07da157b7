package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// The goals of a level are the stars to earn in it, each with what it still takes.

// A goalState tells whether a star can be earned.
type goalState uint8

const (
	goalOpen goalState = iota
	goalMade           // the star is certain once the level is cleared
	goalLost
)

// A goal is a row for a star: say writes what it still takes, or what was missed.
type goal struct {
	star  engine.Stars
	label string // in a wide panel
	state func(g *engine.Game) goalState
	say   func(p *panel.Pen, g *engine.Game)
	wide  func(p *panel.Pen, g *engine.Game)          // the same in a wide panel, behind the label
	short func(v *View, p *panel.Pen, g *engine.Game) // the same without words
	asks  func(p *panel.Pen, g *engine.Game)          // what it takes, at the start of the level
}

var goals = [...]goal{
	{
		engine.StarCleared, "Bricks",
		func(*engine.Game) goalState { return goalOpen },
		sayBricks,
		func(p *panel.Pen, g *engine.Game) {
			if bossRows(nil, g) > 0 {
				p.Text("the boss")
				return
			}
			p.Number(g.BricksLeft)
			p.Text(" left")
		},
		func(_ *View, p *panel.Pen, g *engine.Game) { p.Number(g.BricksLeft) },
		sayBricks,
	},
	{
		engine.StarTime, "Time",
		func(g *engine.Game) goalState {
			if g.Tally.Ticks > g.Tally.Par {
				return goalLost
			}
			return goalOpen
		},
		func(p *panel.Pen, g *engine.Game) {
			if g.Tally.Ticks > g.Tally.Par {
				p.Text("time is up")
				return
			}
			p.Clock(uint64(g.Tally.Par - g.Tally.Ticks))
			p.Text(" left")
		},
		func(p *panel.Pen, g *engine.Game) {
			p.Clock(uint64(g.Tally.Ticks))
			p.Text(" of ")
			p.Clock(uint64(g.Tally.Par))
		},
		func(_ *View, p *panel.Pen, g *engine.Game) { p.Clock(uint64(max(g.Tally.Par-g.Tally.Ticks, 0))) },
		func(p *panel.Pen, g *engine.Game) {
			p.Text("in ")
			p.Clock(uint64(g.Tally.Par))
		},
	},
	{
		engine.StarClean, "Balls",
		func(g *engine.Game) goalState {
			if g.Tally.Lost > 0 {
				return goalLost
			}
			return goalOpen
		},
		func(p *panel.Pen, g *engine.Game) {
			if g.Tally.Lost > 0 {
				p.Text("a ball lost")
				return
			}
			p.Text("no ball lost")
		},
		func(p *panel.Pen, g *engine.Game) {
			if g.Tally.Lost == 0 {
				p.Text("none ")
			}
			p.Text("lost")
		},
		func(v *View, p *panel.Pen, _ *engine.Game) { p.Glyph(panel.Glyphs[v.o.Glyphs].Life) },
		func(p *panel.Pen, _ *engine.Game) { p.Text("no ball lost") },
	},
	{
		engine.StarScore, "Points",
		func(g *engine.Game) goalState {
			if g.Tally.Total() >= g.Tally.ParScore {
				return goalMade
			}
			return goalOpen
		},
		func(p *panel.Pen, g *engine.Game) {
			if c := &g.Tally; c.Total() < c.ParScore {
				p.Number(c.ParScore - c.Total())
				p.Text(" to go")
				return
			}
			p.Text("points made")
		},
		func(p *panel.Pen, g *engine.Game) {
			p.Number(g.Tally.Total())
			p.Text(" of ")
			p.Number(g.Tally.ParScore)
		},
		func(_ *View, p *panel.Pen, g *engine.Game) { p.Number(max(g.Tally.ParScore-g.Tally.Total(), 0)) },
		func(p *panel.Pen, g *engine.Game) {
			p.Number(g.Tally.ParScore)
			p.Text(" points")
		},
	},
}

// sayBricks writes what must be broken.
func sayBricks(p *panel.Pen, g *engine.Game) {
	switch {
	case bossRows(nil, g) > 0:
		p.Text("the boss")
	case g.BricksLeft == 1:
		p.Text("1 brick")
	default:
		p.Number(g.BricksLeft)
		p.Text(" bricks")
	}
}

// goalRows returns the number of stars to earn; none where levels do not end.
func goalRows(_ *View, g *engine.Game) int {
	if row := &engine.Modes[g.Mode]; row.Endless || row.Rooms {
		return 0
	}
	return g.OpenStars().Count()
}

// drawGoals writes a row for each star to earn, n at most.
func (v *View) drawGoals(p *panel.Pen, g *engine.Game, n int) {
	t, x := &v.theme, p.X
	all := g.OpenStars()
	for i := range goals {
		row := &goals[i]
		if all&row.star == 0 || n == 0 {
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
			p.Text(row.label)
			p.X = x + goalAt
		}
		p.Style = t.On(ink, 0)
		if v.l.hudText() >= hudWide {
			row.wide(p, g)
		} else {
			row.say(p, g)
		}
		p.Y++
		n--
	}
}

// goalMark returns the mark before a goal, and the colour of its text.
func (v *View) goalMark(row *goal, g *engine.Game) (mark rune, ink cell.Color) {
	m, t := &panel.Glyphs[v.o.Glyphs], &v.theme
	switch row.state(g) {
	case goalMade:
		return m.Star, t.Accent
	case goalLost:
		return m.Times, t.Soft
	}
	return m.Hollow, t.Text
}

// stripGoals writes the goals without words up to column end, as many as fit. A goal that is lost is left out.
func (v *View) stripGoals(p *panel.Pen, g *engine.Game, end int) {
	all := g.OpenStars()
	for i := range goals {
		row := &goals[i]
		if all&row.star == 0 || row.state(g) == goalLost {
			continue
		}
		v.pen = panel.NewPen(p.Frame, p.X, -1, p.Style) // above the frame: to measure
		row.short(v, &v.pen, g)
		if v.pen.X+1 > end {
			return
		}
		mark, ink := v.goalMark(row, g)
		v.pen = panel.NewPen(p.Frame, p.X, p.Y, v.theme.On(v.theme.Accent, cell.Bold))
		v.pen.Glyph(mark)
		v.pen.Style = v.theme.On(ink, 0)
		row.short(v, &v.pen, g)
		p.X = v.pen.X + 1
	}
}

// goalAt is the column of what a goal takes in a wide panel, behind the label.
const goalAt = 10
