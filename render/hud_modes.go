package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file contains the parts of the HUD that only some modes have.

// progress returns the progress of a game: the number of its level or, in modes with rows, the number of rows that have
// entered.
func progress(g *engine.Game) int {
	if engine.Modes[g.Mode].HasRows {
		return g.Rows.NumEntered()
	}
	return g.Level + 1
}

// progressLabel returns the HUD label of the progress in a mode.
func progressLabel(mode *engine.ModeRow) string {
	switch {
	case mode.HasRows:
		return text.HUD.Rows
	case mode.HasChallenges:
		return text.HUD.Challenge
	case mode.HasBosses:
		return text.HUD.BossNumber
	}
	return text.HUD.Level
}

// isTimed reports whether the game has a time limit.
func isTimed(g *engine.Game) bool {
	return engine.Modes[g.Mode].TimeLimit > 0 || g.Challenge().Limit > 0
}

// timeLabel returns the label of the remaining time. In challenges it is not TIME, because challenges that are decided
// by the time use TIME as the label of their result.
func timeLabel(g *engine.Game) string {
	if engine.Modes[g.Mode].HasChallenges {
		return text.HUD.Limit
	}
	return text.HUD.Time
}

// alarmTicks is the remaining time below which the clock has the alarm color.
const alarmTicks = 15 * engine.TicksPerSecond

// writeClock writes the remaining time in minutes and seconds. The last second is shown as 0:01.
func (v *View) writeClock(p *widget.Pen, g *engine.Game) {
	if g.TicksLeft < alarmTicks {
		p.Style = v.theme.Style(v.theme.Alarm, cell.Bold)
	}
	s := clockSeconds(g)
	p.Number(s / 60)
	p.Glyph(':')
	p.Glyph(rune('0' + s%60/10))
	p.Glyph(rune('0' + s%10))
}

// clockSeconds returns the remaining time in seconds, rounded up.
func clockSeconds(g *engine.Game) int {
	return (g.TicksLeft + engine.TicksPerSecond - 1) / engine.TicksPerSecond
}

// timeWidth returns the number of columns that writeClock needs.
func timeWidth(g *engine.Game) int { return widget.NumberWidth(clockSeconds(g)/60) + len(":00") }

// livesWidth returns the number of columns that writeLives needs without blanks.
func (v *View) livesWidth(g *engine.Game) int {
	switch {
	case engine.Modes[g.Mode].UnlimitedLives:
		return 1
	case g.Lives > engine.MaxLives:
		return 2 + widget.NumberWidth(g.Lives)
	}
	return g.Lives
}

// limitDistance is the maximum distance, in units, between the lowest brick and the limit at which the limit is drawn.
// It corresponds to two rows of bricks.
const limitDistance = 8.0

// drawLimit draws the limit that rows of bricks must not reach, when bricks are close to it.
func (v *View) drawLimit(f *cell.Frame, g *engine.Game) {
	if !engine.Modes[g.Mode].HasRows || spec.LowestBrick-g.LowestRow() > limitDistance {
		return
	}
	l := &v.l
	_, y := l.cellAt(0, spec.LowestBrick)
	dash := wallGlyphSets[v.opts.Glyphs].insideTop
	for x := l.x; x < l.x+l.cols; x += 2 {
		if c := &f.Cells[y*f.W+x]; l.contains(x, y) && *c == v.emptyCell(x-l.x, y-l.y) {
			c.Glyph, c.Fg = dash, v.theme.Alarm
		}
	}
}
