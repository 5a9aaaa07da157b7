package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
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
	say   func(p *pen, g *engine.Game)
	wide  func(p *pen, g *engine.Game) // the same in a wide panel, behind the label
}

var goals = [...]goal{
	{
		engine.StarCleared, "Bricks",
		func(*engine.Game) goalState { return goalOpen },
		func(p *pen, g *engine.Game) {
			switch {
			case bossRows(nil, g) > 0:
				p.text("the boss")
			case g.BricksLeft == 1:
				p.text("1 brick")
			default:
				p.number(g.BricksLeft)
				p.text(" bricks")
			}
		},
		func(p *pen, g *engine.Game) {
			if bossRows(nil, g) > 0 {
				p.text("the boss")
				return
			}
			p.number(g.BricksLeft)
			p.text(" left")
		},
	},
	{
		engine.StarTime, "Time",
		func(g *engine.Game) goalState {
			if g.Tally.Ticks > g.Tally.Par {
				return goalLost
			}
			return goalOpen
		},
		func(p *pen, g *engine.Game) {
			if g.Tally.Ticks > g.Tally.Par {
				p.text("time is up")
				return
			}
			p.clock(uint64(g.Tally.Par - g.Tally.Ticks))
			p.text(" left")
		},
		func(p *pen, g *engine.Game) {
			p.clock(uint64(g.Tally.Ticks))
			p.text(" of ")
			p.clock(uint64(g.Tally.Par))
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
		func(p *pen, g *engine.Game) {
			if g.Tally.Lost > 0 {
				p.text("a ball lost")
				return
			}
			p.text("no ball lost")
		},
		func(p *pen, g *engine.Game) {
			if g.Tally.Lost == 0 {
				p.text("none ")
			}
			p.text("lost")
		},
	},
	{
		engine.StarScore, "Points",
		func(g *engine.Game) goalState {
			if g.Tally.Total() >= g.Tally.ParScore {
				return goalMade
			}
			return goalOpen
		},
		func(p *pen, g *engine.Game) {
			if c := &g.Tally; c.Total() < c.ParScore {
				p.number(c.ParScore - c.Total())
				p.text(" to go")
				return
			}
			p.text("points made")
		},
		func(p *pen, g *engine.Game) {
			p.number(g.Tally.Total())
			p.text(" of ")
			p.number(g.Tally.ParScore)
		},
	},
}

// goalRows returns the number of stars to earn; none where levels do not end.
func goalRows(_ *View, g *engine.Game) int {
	if engine.Modes[g.Mode].Endless {
		return 0
	}
	return starsOf(&g.Tally).Count()
}

// drawGoals writes a row for each star to earn, n at most.
func (v *View) drawGoals(p *pen, g *engine.Game, n int) {
	t, m, x := &v.theme, &hudGlyphs[v.o.Glyphs], p.x
	all := starsOf(&g.Tally)
	for i := range goals {
		row := &goals[i]
		if all&row.star == 0 || n == 0 {
			continue
		}
		mark, ink := m.hollow, t.Text
		switch row.state(g) {
		case goalMade:
			mark, ink = m.star, t.Accent
		case goalLost:
			mark, ink = m.times, t.Soft
		}
		p.x, p.style = x, t.On(t.Accent, cell.Bold)
		if ink == t.Soft {
			p.style = t.On(ink, 0)
		}
		p.glyph(mark)
		p.x++
		if v.l.hudText() >= hudWide {
			p.style = t.On(t.Soft, 0)
			p.text(row.label)
			p.x = x + goalAt
		}
		p.style = t.On(ink, 0)
		if v.l.hudText() >= hudWide {
			row.wide(p, g)
		} else {
			row.say(p, g)
		}
		p.y++
		n--
	}
}

// goalAt is the column of what a goal takes in a wide panel, behind the label.
const goalAt = 10
