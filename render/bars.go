package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// What runs out has a bar in the HUD, as long as it runs: with its name in the panel, with one
// letter in the strip. A new kind is a row of the table.

// A bar is a state of the game that runs out.
type bar struct {
	label  string
	letter rune
	left   func(g *engine.Game) (ticks, of int)
	color  func(t *Theme) cell.Color
}

var bars = [...]bar{
	{"CHARGE", 'C', chargeLeft, func(t *Theme) cell.Color { return t.Charge }},
	{"STUN", '!', stunLeft, func(t *Theme) cell.Color { return t.Alarm }},
}

// A gauge is a bar that is shown.
type gauge struct {
	label    string
	letter   rune
	color    cell.Color
	left, of int // ticks
}

// eachGauge calls put for each state that runs: those of the table, and those of drops.
func (v *View) eachGauge(g *engine.Game, put func(gauge)) {
	t := &v.theme
	if b, ok := bossHits(g); ok && v.l.strip {
		b.color = t.Alarm
		put(b)
	}
	for i := range bars {
		b := &bars[i]
		if left, of := b.left(g); left > 0 {
			put(gauge{b.label, b.letter, b.color(t), left, of})
		}
	}
	for k := engine.NoDrop + 1; k < engine.DropKinds; k++ {
		if left, of := g.TimeLeft(k); left > 0 {
			c := t.Accent
			if engine.Drops[k].Side == engine.Bad {
				c = t.Alarm
			}
			if v.open {
				c = v.inks[g.Owner(k)].body
			}
			put(gauge{dropTitle(k), engine.Drops[k].Letter, c, left, of})
		}
	}
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
const barLabelW, barW = 7, 6

// bars draws the bars below what p has written, down to a row of the panel.
func (v *View) bars(p *pen, g *engine.Game, last int) {
	p.y++
	if p.y+v.gauges(g) <= last {
		p.y++ // a blank row, where all of them fit below it
	}
	v.eachGauge(g, func(b gauge) {
		if p.y > last {
			return
		}
		p.x, p.style = v.l.hx+2, v.theme.of(v.theme.Soft, 0)
		p.cut(b.label, barLabelW-1)
		p.x = v.l.hx + 2 + barLabelW
		v.gauge(p, b, barW)
		p.y++
	})
}

// stripBarW is how many columns a bar in the strip has; before it stands its letter, behind it
// a blank.
const stripBarW = 3

// stripBars draws as many bars as end before column end.
func (v *View) stripBars(p *pen, g *engine.Game, end int) {
	v.eachGauge(g, func(b gauge) {
		if p.x+1+stripBarW > end {
			return
		}
		p.style = v.theme.of(v.theme.Text, cell.Bold)
		p.glyph(b.letter)
		v.gauge(p, b, stripBarW)
		p.x++
	})
}

// gauges returns how many bars there are.
func (v *View) gauges(g *engine.Game) (n int) {
	v.eachGauge(g, func(gauge) { n++ })
	return n
}

// gauge draws the bar itself, w columns of it: the last one is empty when the time is over.
func (v *View) gauge(p *pen, b gauge, w int) {
	v.fillBar(p, min((b.left*w+b.of-1)/max(b.of, 1), w), w, b.color)
}

// fillBar draws a bar of w columns, some of them full.
func (v *View) fillBar(p *pen, fill, w int, c cell.Color) {
	m := &hudMarks[v.o.Glyphs]
	p.style = v.theme.of(c, 0)
	for range fill {
		p.glyph(m.full)
	}
	p.style = v.theme.of(v.theme.Border, 0)
	for range w - fill {
		p.glyph(m.empty)
	}
}
