package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// This file is what the HUD says in some modes only.

// place returns how far a game is: the number of its level, or how many rows have come down.
func place(g *engine.Game) int {
	if engine.Modes[g.Mode].Rows {
		return g.Rows.Down()
	}
	return g.Level + 1
}

// placeLabel is what stands before that.
func placeLabel(mode *engine.ModeRow) string {
	if mode.Rows {
		return "ROWS "
	}
	return "LEVEL "
}

// hasty is from when on the clock is shown as an alarm.
const hasty = 15 * engine.TicksPerSecond

// clock writes the time that is left, as minutes and seconds; the last second is 0:01.
func (v *View) clock(p *pen, g *engine.Game) {
	if g.Clock < hasty {
		p.style = v.theme.of(v.theme.Alarm, cell.Bold)
	}
	s := clockSeconds(g)
	p.number(s / 60)
	p.glyph(':')
	p.glyph(rune('0' + s%60/10))
	p.glyph(rune('0' + s%10))
}

func clockSeconds(g *engine.Game) int {
	return (g.Clock + engine.TicksPerSecond - 1) / engine.TicksPerSecond
}

// timeWidth returns how many columns clock fills.
func timeWidth(g *engine.Game) int { return numberWidth(clockSeconds(g)/60) + len(":00") }

// livesWidth returns how many columns of the strip lives fills.
func (v *View) livesWidth(g *engine.Game) int {
	switch {
	case engine.Modes[g.Mode].Deathless:
		return 1
	case g.Lives > engine.MaxLives:
		return 2 + numberWidth(g.Lives)
	}
	return g.Lives
}

// limitFrom is the distance of the lowest brick from the limit at which the limit is shown: two rows.
const limitFrom = 8.0

// drawLimit draws a line where rows must not come, when they are near, in cells that are empty.
func (v *View) drawLimit(f *cell.Frame, g *engine.Game) {
	if !engine.Modes[g.Mode].Rows || spec.LowestBrick-g.LowestRow() > limitFrom {
		return
	}
	l := &v.l
	_, y := l.cell(0, spec.LowestBrick)
	dash := walls[v.o.Glyphs].inTop
	for x := l.x; x < l.x+l.cols; x += 2 {
		if c := &f.Cells[y*f.W+x]; l.holds(x, y) && *c == v.empty(x-l.x, y-l.y) {
			c.Glyph, c.Fg = dash, v.theme.Alarm
		}
	}
}
