package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Everything that runs out has a gauge in the HUD: with its name in the panel, with one letter in the
// strip. A new kind is a row of the table.

// A gaugeRow is a kind of gauge: a state of the game that runs out.
type gaugeRow struct {
	label     string
	letter    rune
	ticksLeft func(g *engine.Game) (ticks, of int)
	color     func(t *Theme) cell.Color
}

var gaugeRows = [...]gaugeRow{
	{"CHARGE", 'C', chargeTicksLeft, func(t *Theme) cell.Color { return t.Charge }},
	{"STUN", '!', stunTicksLeft, func(t *Theme) cell.Color { return t.Alarm }},
}

// A gauge is a gauge on the screen.
type gauge struct {
	label           string
	letter          rune
	color           cell.Color
	remaining, full int // ticks
}

// eachGauge calls put for each running gauge: those of the table, and the effects of drops.
func (v *View) eachGauge(g *engine.Game, put func(gauge)) {
	t := &v.theme
	if b, ok := bossHits(g); ok && v.l.strip {
		b.color = t.Alarm
		put(b)
	}
	for i := range gaugeRows {
		b := &gaugeRows[i]
		if left, of := b.ticksLeft(g); left > 0 {
			put(gauge{b.label, b.letter, b.color(t), left, of})
		}
	}
	for k := spec.NoDrop + 1; k < spec.DropKinds; k++ {
		if left, of := g.TimeLeft(k); left > 0 {
			c := t.dropColor(k)
			if v.open {
				c = v.inks[g.Owner(k)].body
			}
			put(gauge{spec.Drops[k].Word, v.dropIcon(k), c, left, of})
		}
	}
}

// chargeTicksLeft returns the remaining and full ticks of the last charged ball.
func chargeTicksLeft(g *engine.Game) (ticks, of int) {
	for i := range g.Balls {
		ticks = max(ticks, ticksTo(g, g.Balls[i].ChargedTo))
	}
	return ticks, engine.ChargeTicks
}

// stunTicksLeft returns the remaining and full ticks of a stunned paddle.
func stunTicksLeft(g *engine.Game) (ticks, of int) {
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

// The columns of a gauge's label and of its bar, which shrinks by whole columns: a few bytes each.
const gaugeLabelW, gaugeW = 8, 5

// drawGauges draws the gauges below p's position, down to the row last of the panel.
func (v *View) drawGauges(p *pen, g *engine.Game, last int) {
	p.y++
	if p.y+v.countGauges(g) <= last {
		p.y++ // a blank row, if all of them still fit
	}
	v.eachGauge(g, func(b gauge) {
		if p.y > last {
			return
		}
		p.x, p.style = v.l.hx+2, v.theme.of(v.theme.Soft, 0)
		p.cut(b.label, gaugeLabelW-1)
		p.x = v.l.hx + 2 + gaugeLabelW
		v.drawGauge(p, b, gaugeW)
		p.y++
	})
}

// stripGaugeW is the columns of a bar in the strip, between its letter and a blank.
const stripGaugeW = 3

// stripGauges draws the gauges that fit before column end.
func (v *View) stripGauges(p *pen, g *engine.Game, end int) {
	v.eachGauge(g, func(b gauge) {
		if p.x+1+stripGaugeW > end {
			return
		}
		p.style = v.theme.of(v.theme.Text, cell.Bold)
		p.glyph(b.letter)
		v.drawGauge(p, b, stripGaugeW)
		p.x++
	})
}

// countGauges returns the number of running gauges.
func (v *View) countGauges(g *engine.Game) (n int) {
	v.eachGauge(g, func(gauge) { n++ })
	return n
}

// drawGauge draws a bar of w columns: the last column empties when the time is over.
func (v *View) drawGauge(p *pen, b gauge, w int) {
	v.fillBar(p, min((b.remaining*w+b.full-1)/max(b.full, 1), w), w, b.color)
}

// fillBar draws a bar of w columns, fill of them full.
func (v *View) fillBar(p *pen, fill, w int, c cell.Color) {
	m := &hudGlyphs[v.o.Glyphs]
	p.style = v.theme.of(c, 0)
	for range fill {
		p.glyph(m.full)
	}
	p.style = v.theme.of(v.theme.Border, 0)
	for range w - fill {
		p.glyph(m.empty)
	}
}
