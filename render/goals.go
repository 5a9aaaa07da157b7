package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// A level has up to four goals, one for each star. The intro shows the goals, and the HUD shows what is still missing
// for each goal.

// A goalState is the state of a star.
type goalState uint8

const (
	goalOpen    goalState = iota // can still be reached
	goalReached                  // the star is earned when the level is cleared
	goalLost                     // can no longer be reached
)

// A goal is the condition for one of a level's stars.
type goal struct {
	star  engine.Stars
	label *string // label of the star in a wide panel
	state func(g *engine.Game) goalState

	// These functions write what is missing for the star, or the reason why the star is lost.

	text     func(p *widget.Pen, g *engine.Game)                     // for a narrow panel
	wideText func(p *widget.Pen, g *engine.Game)                     // for a wide panel, after the label
	brief    func(p *widget.Pen, g *engine.Game, m *widget.GlyphSet) // for a strip, without words

	intro func(p *widget.Pen, g *engine.Game) // writes the condition of the star for the intro
}

// goals contains a row for each star, in display order.
var goals = [...]goal{
	{
		star: engine.StarCleared, label: &text.HUD.GoalBricks,
		state: func(*engine.Game) goalState { return goalOpen },
		text:  bricksGoal,
		wideText: func(p *widget.Pen, g *engine.Game) {
			if bossAlive(g) {
				p.Text(text.HUD.Boss)
				return
			}
			p.Number(g.BricksLeft)
			p.Text(text.HUD.Left)
		},
		brief: func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) { p.Number(g.BricksLeft) },
		intro: bricksGoal,
	},
	{
		star: engine.StarTime, label: &text.HUD.GoalTime,
		state: func(g *engine.Game) goalState {
			if g.Tally.Ticks > g.Tally.Par {
				return goalLost
			}
			return goalOpen
		},
		text: func(p *widget.Pen, g *engine.Game) {
			if g.Tally.Ticks > g.Tally.Par {
				p.Text(text.HUD.TimeUp)
				return
			}
			p.Clock(uint64(g.Tally.Par - g.Tally.Ticks))
			p.Text(text.HUD.Left)
		},
		wideText: func(p *widget.Pen, g *engine.Game) {
			p.Clock(uint64(g.Tally.Ticks))
			p.Text(text.HUD.Of)
			p.Clock(uint64(g.Tally.Par))
		},
		brief: func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) {
			p.Clock(uint64(max(g.Tally.Par-g.Tally.Ticks, 0)))
		},
		intro: func(p *widget.Pen, g *engine.Game) {
			p.Text(text.HUD.In)
			p.Clock(uint64(g.Tally.Par))
		},
	},
	{
		star: engine.StarClean, label: &text.HUD.GoalBalls,
		state: func(g *engine.Game) goalState {
			if g.Tally.BallsLost > 0 {
				return goalLost
			}
			return goalOpen
		},
		text: func(p *widget.Pen, g *engine.Game) {
			if g.Tally.BallsLost > 0 {
				p.Text(text.HUD.BallLost)
				return
			}
			p.Text(text.HUD.NoneLost)
		},
		wideText: func(p *widget.Pen, g *engine.Game) {
			if g.Tally.BallsLost == 0 {
				p.Text(text.HUD.None)
			}
			p.Text(text.HUD.Lost)
		},
		brief: func(p *widget.Pen, _ *engine.Game, m *widget.GlyphSet) { p.Glyph(m.Life) },
		intro: func(p *widget.Pen, _ *engine.Game) { p.Text(text.HUD.NoBallLost) },
	},
	{
		star: engine.StarScore, label: &text.HUD.GoalPoints,
		state: func(g *engine.Game) goalState {
			if g.Tally.Total() >= g.Tally.ParScore {
				return goalReached
			}
			return goalOpen
		},
		text: func(p *widget.Pen, g *engine.Game) {
			if c := &g.Tally; c.Total() < c.ParScore {
				p.Number(c.ParScore - c.Total())
				p.Text(text.HUD.PointsMissing)
				return
			}
			p.Text(text.HUD.GoalReached)
		},
		wideText: func(p *widget.Pen, g *engine.Game) {
			p.Number(g.Tally.Total())
			p.Text(text.HUD.Of)
			p.Number(g.Tally.ParScore)
		},
		brief: func(p *widget.Pen, g *engine.Game, _ *widget.GlyphSet) {
			p.Number(max(g.Tally.ParScore-g.Tally.Total(), 0))
		},
		intro: func(p *widget.Pen, g *engine.Game) {
			p.Number(g.Tally.ParScore)
			p.Text(text.HUD.Points)
		},
	},
}

// currentState returns the state of a goal. In a cleared level it is goalReached or goalLost.
func (row *goal) currentState(g *engine.Game) goalState {
	switch {
	case g.Phase != engine.Clear && g.Phase != engine.Won:
		return row.state(g)
	case g.Stars()&row.star != 0:
		return goalReached
	}
	return goalLost
}

// bricksGoal writes the number of remaining bricks, or the boss if it is alive.
func bricksGoal(p *widget.Pen, g *engine.Game) {
	switch {
	case bossAlive(g):
		p.Text(text.HUD.Boss)
	case g.BricksLeft == 1:
		p.Text(text.HUD.OneBrick)
	default:
		p.Number(g.BricksLeft)
		p.Text(text.HUD.Bricks)
	}
}

// bossAlive reports whether the boss is not defeated yet.
func bossAlive(g *engine.Game) bool {
	left, _ := g.BossHits()
	return left > 0
}

// goalTextCol is the column of a goal's text in a wide panel.
const goalTextCol = 10

// goalRows returns the number of available stars, or 0 in endless modes and in challenges.
func goalRows(_ *View, g *engine.Game) int {
	if row := &engine.Modes[g.Mode]; row.Endless || row.HasChallenges {
		return 0
	}
	return g.AvailableStars().Count()
}

// drawGoals writes a row for each goal, at most n rows.
func (v *View) drawGoals(p *widget.Pen, g *engine.Game, n int) {
	t, x, all := &v.theme, p.X, g.AvailableStars()
	for i := range goals {
		row := &goals[i]
		if all&row.star == 0 || n == 0 {
			continue
		}
		mark, ink := v.goalMark(row, g)
		p.X, p.Style = x, t.Style(t.Accent, cell.Bold)
		if ink == t.Soft {
			p.Style = t.Style(ink, 0)
		}
		p.Glyph(mark)
		p.X++
		if v.l.hudTextW() >= minWideHUD {
			p.Style = t.Style(t.Soft, 0)
			p.Text(*row.label)
			p.X, p.Style = x+goalTextCol, t.Style(ink, 0)
			row.wideText(p, g)
		} else {
			p.Style = t.Style(ink, 0)
			row.text(p, g)
		}
		p.Y++
		n--
	}
}

// goalMark returns the mark before a goal and the color of its text.
func (v *View) goalMark(row *goal, g *engine.Game) (mark rune, ink cell.Color) {
	m, t := &widget.Glyphs[v.opts.Glyphs], &v.theme
	switch row.currentState(g) {
	case goalReached:
		return m.Star, t.Accent
	case goalLost:
		return m.Times, t.Soft
	}
	return m.HollowStar, t.Text
}

// stripGoals writes the goals that fit before column end, without words and without lost goals.
func (v *View) stripGoals(p *widget.Pen, g *engine.Game, end int) {
	all, m := g.AvailableStars(), &widget.Glyphs[v.opts.Glyphs]
	for i := range goals {
		row := &goals[i]
		if all&row.star == 0 || row.state(g) == goalLost {
			continue
		}
		v.hudPen = widget.NewPen(p.Frame, p.X, -1, p.Style) // in row −1, to measure the width without drawing
		row.brief(&v.hudPen, g, m)
		if v.hudPen.X+1 > end {
			return
		}
		mark, ink := v.goalMark(row, g)
		v.hudPen = widget.NewPen(p.Frame, p.X, p.Y, v.theme.Style(v.theme.Accent, cell.Bold))
		v.hudPen.Glyph(mark)
		v.hudPen.Style = v.theme.Style(ink, 0)
		row.brief(&v.hudPen, g, m)
		p.X = v.hudPen.X + 1
	}
}
