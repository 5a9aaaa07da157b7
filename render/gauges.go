package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// Each state with a time limit has a gauge in the HUD. In the panel the gauge has a label. In the strip it has only a
// letter. To add a gauge, add a row to gaugeRows.

// A gaugeRow is a kind of gauge: a state of the game with a time limit.
type gaugeRow struct {
	label     *string // label in the panel
	letter    rune    // letter in the strip
	ticksLeft func(g *engine.Game) (ticks, duration int)
	color     func(t *theme.Theme) cell.Color
}

// gaugeRows lists the gauges, except for drops and the boss.
var gaugeRows = [...]gaugeRow{
	{&text.HUD.Charge, 'C', chargeTicksLeft, func(t *theme.Theme) cell.Color { return t.Charge }},
	{&text.HUD.SlowTime, 'T', slowTicksLeft, func(t *theme.Theme) cell.Color { return t.Charge }},
	{&text.HUD.Stunned, '!', stunTicksLeft, func(t *theme.Theme) cell.Color { return t.Alarm }},
}

// A gauge contains the current values of an active gauge.
type gauge struct {
	label           string
	letter          rune
	color           cell.Color
	remaining, full int // remaining and full duration in ticks, or hits of a boss
}

// eachGauge calls put for each active gauge: the boss's hits in the strip, the rows of gaugeRows, and the effects of
// drops.
func (v *View) eachGauge(g *engine.Game, put func(gauge)) {
	t := &v.theme
	if b, ok := bossGauge(g); ok && v.l.hasStrip {
		b.color = t.Alarm
		put(b)
	}
	for i := range gaugeRows {
		b := &gaugeRows[i]
		if left, full := b.ticksLeft(g); left > 0 {
			put(gauge{*b.label, b.letter, b.color(t), left, full})
		}
	}
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		if left, full := g.EffectTicks(k); left > 0 {
			c := v.dropColor(k)
			if v.openCeiling {
				c = v.paddleInks[g.EffectPaddle(k)].body
			}
			put(gauge{text.Translate(spec.Drops[k].Label), v.dropIcon(k), c, left, full})
		}
	}
}

// chargeTicksLeft returns the remaining and the full duration of the charge that ends last.
func chargeTicksLeft(g *engine.Game) (ticks, duration int) {
	for i := range g.Balls {
		ticks = max(ticks, ticksUntil(g, g.Balls[i].ChargedUntil))
	}
	return ticks, engine.ChargeTicks
}

// stunTicksLeft returns the remaining and the full duration of a stunned paddle.
func stunTicksLeft(g *engine.Game) (ticks, duration int) {
	for i := range g.Paddles {
		ticks = max(ticks, ticksUntil(g, g.Paddles[i].StunnedUntil))
	}
	return ticks, engine.StunTicks
}

// ticksUntil returns the number of ticks until the given tick, or 0 if the tick has passed.
func ticksUntil(g *engine.Game, tick uint64) int {
	if tick <= g.Tick {
		return 0
	}
	return int(tick - g.Tick)
}

// drawGauges draws the first n gauges, each in a row with its label on the bar. Bars shrink by whole columns, so that
// they take few bytes.
func (v *View) drawGauges(p *widget.Pen, g *engine.Game, n int) {
	x := p.X
	v.eachGauge(g, func(b gauge) {
		if n > 0 {
			p.X = x
			v.drawLabeledGauge(p, b, v.l.hudTextW())
			p.Y++
			n--
		}
	})
}

// drawLabeledGauge draws a gauge of w columns with its label.
func (v *View) drawLabeledGauge(p *widget.Pen, b gauge, w int) {
	t := &v.theme
	full, empty := cell.Style{Fg: t.Chosen, Bg: b.color}, cell.Style{Fg: t.Text, Bg: t.Button}
	if cell.Contrast(full.Fg, full.Bg) < theme.MinContrast {
		full.Fg = blackOrWhite(full.Bg)
	}
	if v.opts.Tier == cell.Mono {
		full, empty = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Reverse}, cell.Style{Fg: t.Text, Bg: t.Back}
	}

	x, fill := p.X, b.columns(w)
	p.Frame.Fill(x, p.Y, fill, 1, ' ', full)
	p.Frame.Fill(x+fill, p.Y, w-fill, 1, ' ', empty)
	at := 0
	for _, r := range b.label {
		if at == w {
			return
		}
		p.Style = full
		if at >= fill {
			p.Style = empty
		}
		p.Glyph(cell.Printable(r))
		at++
	}
}

// blackOrWhite returns black or white, depending on which has the higher contrast with the background.
func blackOrWhite(ground cell.Color) cell.Color {
	if cell.Contrast(0, ground) > cell.Contrast(0xffffff, ground) {
		return 0
	}
	return 0xffffff
}

// stripGaugeW is the number of columns of a bar in the strip, between its letter and a blank.
const stripGaugeW = 3

// stripGauges draws the gauges that fit before column end.
func (v *View) stripGauges(p *widget.Pen, g *engine.Game, end int) {
	v.eachGauge(g, func(b gauge) {
		if p.X+1+stripGaugeW > end {
			return
		}
		p.Style = v.theme.Style(v.theme.Text, cell.Bold)
		p.Glyph(b.letter)
		v.drawGauge(p, b, stripGaugeW)
		p.X++
	})
}

// gaugeCount returns the number of active gauges.
func (v *View) gaugeCount(g *engine.Game) (n int) {
	v.eachGauge(g, func(gauge) { n++ })
	return n
}

// columns returns the number of full columns of a bar of w columns. At least one column stays full until the time is
// over.
func (b *gauge) columns(w int) int { return min((b.remaining*w+b.full-1)/max(b.full, 1), w) }

// drawGauge draws a bar of w columns.
func (v *View) drawGauge(p *widget.Pen, b gauge, w int) { v.fillBar(p, b.columns(w), w, b.color) }

// fillBar draws a bar of w columns with fill full columns.
func (v *View) fillBar(p *widget.Pen, fill, w int, c cell.Color) {
	m := &widget.Glyphs[v.opts.Glyphs]
	p.Style = v.theme.Style(c, 0)
	for range fill {
		p.Glyph(m.GaugeFull)
	}
	p.Style = v.theme.Style(v.theme.Border, 0)
	for range w - fill {
		p.Glyph(m.GaugeEmpty)
	}
}
