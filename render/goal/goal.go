// Package goal is the goals of a level in words: a row for each star, with what it still takes.
//
//	for i := range goal.All {
//		if row := &goal.All[i]; g.OpenStars()&row.Star != 0 && row.State(g) != goal.Lost {
//			row.Say(&pen, g)
//		}
//	}
package goal

import (
	"arkterm/engine"
	"arkterm/render/widget"
)

// A State tells whether a star can be earned.
type State uint8

// The states.
const (
	Open State = iota
	Made       // the star is certain once the level is cleared
	Lost
)

// A Goal is a row for a star: Say writes what it still takes, or what was missed.
type Goal struct {
	Star  engine.Stars
	Label string // in a wide panel
	State func(g *engine.Game) State
	Say   func(p *widget.Pen, g *engine.Game)
	Wide  func(p *widget.Pen, g *engine.Game)                     // the same in a wide panel, behind the label
	Short func(p *widget.Pen, g *engine.Game, m *widget.GlyphSet) // the same without words
	Asks  func(p *widget.Pen, g *engine.Game)                     // what it takes, at the start of the level
}

// All has a row for each star, in the order in which they are shown.
var All = [...]Goal{
	{
		engine.StarCleared, "Bricks",
		func(*engine.Game) State { return Open },
		sayBricks,
		func(p *widget.Pen, g *engine.Game) {
			if fights(g) {
				p.Text("the boss")
				return
			}
			p.Number(g.BricksLeft)
			p.Text(" left")
		},
		func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) { p.Number(g.BricksLeft) },
		sayBricks,
	},
	{
		engine.StarTime, "Time",
		func(g *engine.Game) State {
			if g.Tally.Ticks > g.Tally.Par {
				return Lost
			}
			return Open
		},
		func(p *widget.Pen, g *engine.Game) {
			if g.Tally.Ticks > g.Tally.Par {
				p.Text("time is up")
				return
			}
			p.Clock(uint64(g.Tally.Par - g.Tally.Ticks))
			p.Text(" left")
		},
		func(p *widget.Pen, g *engine.Game) {
			p.Clock(uint64(g.Tally.Ticks))
			p.Text(" of ")
			p.Clock(uint64(g.Tally.Par))
		},
		func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) {
			p.Clock(uint64(max(g.Tally.Par-g.Tally.Ticks, 0)))
		},
		func(p *widget.Pen, g *engine.Game) {
			p.Text("in ")
			p.Clock(uint64(g.Tally.Par))
		},
	},
	{
		engine.StarClean, "Balls",
		func(g *engine.Game) State {
			if g.Tally.Lost > 0 {
				return Lost
			}
			return Open
		},
		func(p *widget.Pen, g *engine.Game) {
			if g.Tally.Lost > 0 {
				p.Text("a ball lost")
				return
			}
			p.Text("no ball lost")
		},
		func(p *widget.Pen, g *engine.Game) {
			if g.Tally.Lost == 0 {
				p.Text("none ")
			}
			p.Text("lost")
		},
		func(p *widget.Pen, _ *engine.Game, m *widget.GlyphSet) { p.Glyph(m.Life) },
		func(p *widget.Pen, _ *engine.Game) { p.Text("no ball lost") },
	},
	{
		engine.StarScore, "Points",
		func(g *engine.Game) State {
			if g.Tally.Total() >= g.Tally.ParScore {
				return Made
			}
			return Open
		},
		func(p *widget.Pen, g *engine.Game) {
			if c := &g.Tally; c.Total() < c.ParScore {
				p.Number(c.ParScore - c.Total())
				p.Text(" to go")
				return
			}
			p.Text("points made")
		},
		func(p *widget.Pen, g *engine.Game) {
			p.Number(g.Tally.Total())
			p.Text(" of ")
			p.Number(g.Tally.ParScore)
		},
		func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) {
			p.Number(max(g.Tally.ParScore-g.Tally.Total(), 0))
		},
		func(p *widget.Pen, g *engine.Game) {
			p.Number(g.Tally.ParScore)
			p.Text(" points")
		},
	},
}

// sayBricks writes what must be broken.
func sayBricks(p *widget.Pen, g *engine.Game) {
	switch {
	case fights(g):
		p.Text("the boss")
	case g.BricksLeft == 1:
		p.Text("1 brick")
	default:
		p.Number(g.BricksLeft)
		p.Text(" bricks")
	}
}

// fights reports whether a boss has to be defeated.
func fights(g *engine.Game) bool {
	left, _ := g.BossHits()
	return left > 0
}
