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

// bars draws the bars that run below what p has written, down to a row of the panel: those of
// the table, and those of drops.
func (v *View) bars(p *pen, g *engine.Game, last int) {
	t := &v.theme
	p.y++
	for i := range bars {
		b := &bars[i]
		if left, of := b.left(g); left > 0 {
			v.bar(p, b.label, b.color(t), left, of, last)
		}
	}
	for k := engine.NoDrop + 1; k < engine.DropKinds; k++ {
		left, of := g.TimeLeft(k)
		if left == 0 {
			continue
		}
		c := t.Accent
		if engine.Drops[k].Side == engine.Bad {
			c = t.Alarm
		}
		v.bar(p, engine.Drops[k].Name, c, left, of, last)
	}
}

// bar draws one bar and goes on to the next row; below the last one there is no room.
func (v *View) bar(p *pen, label string, c Color, left, of, last int) {
	if p.y > last {
		return
	}
	t, m := &v.theme, &hudMarks[v.o.Glyphs]
	p.x, p.style = v.l.hx+2, t.of(t.Soft, 0)
	p.cut(label, barLabelW-1)
	p.x = v.l.hx + 2 + barLabelW
	fill := min((left*barW+of-1)/max(of, 1), barW)
	p.style = t.of(c, 0)
	for range fill {
		p.glyph(m.full)
	}
	p.style = t.of(t.Border, 0)
	for range barW - fill {
		p.glyph(m.empty)
	}
	p.y++
}
