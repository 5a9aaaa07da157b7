package render

import "arkterm/engine"

// What runs out has a bar in the panel, as long as it runs. A new kind is a row of the table.

// A bar is a state of the game that runs out.
type bar struct {
	label string
	left  func(g *engine.Game) (ticks, of int)
	color func(t *Theme) Color
}

var bars = [...]bar{
	{"CHARGE", chargeLeft, func(t *Theme) Color { return t.Charge }},
	{"STUN", stunLeft, func(t *Theme) Color { return t.Alarm }},
}

// chargeLeft returns how long the ball that was charged last stays so.
func chargeLeft(g *engine.Game) (ticks, of int) {
	for i := range g.Balls {
		ticks = max(ticks, ticksTo(g, g.Balls[i].ChargedTo))
	}
	return ticks, engine.ChargeTicks
}

// stunLeft returns how long a paddle still cannot move.
func stunLeft(g *engine.Game) (ticks, of int) {
	for i := range g.Paddles {
		ticks = max(ticks, ticksTo(g, g.Paddles[i].StunnedTo))
	}
	return ticks, engine.StunTicks
}

func ticksTo(g *engine.Game, tick uint64) int {
	if tick <= g.Tick {
		return 0
	}
	return int(tick - g.Tick)
}

// The columns of a bar's label and of the bar itself, which shrinks by whole columns: a
// few bytes each.
const barLabelW, barW = 7, 7

// bars draws the bars that run below what p has written, down to a row of the panel.
func (v *View) bars(p *pen, g *engine.Game, last int) {
	t, m := &v.theme, &hudMarks[v.o.Glyphs]
	y := p.y + 1
	for i := range bars {
		b := &bars[i]
		left, of := b.left(g)
		if left == 0 || y > last {
			continue
		}
		p.x, p.y, p.style = v.l.hx+2, y, t.of(t.Soft, 0)
		p.text(b.label)
		p.x = v.l.hx + 2 + barLabelW
		fill := min((left*barW+of-1)/of, barW)
		p.style = t.of(b.color(t), 0)
		for range fill {
			p.glyph(m.full)
		}
		p.style = t.of(t.Border, 0)
		for range barW - fill {
			p.glyph(m.empty)
		}
		y++
	}
}
