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

// maxGauges is the maximum number of active gauges, including the boss.
const maxGauges = len(gaugeRows) + int(spec.NumDrops)

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

// chargeTicksLeft returns the remaining and the full duration, in ticks, of the charge that ends last.
func chargeTicksLeft(g *engine.Game) (ticks, duration int) {
	for i := range g.Balls {
		ticks = max(ticks, ticksUntil(g, g.Balls[i].ChargedUntil))
	}
	return ticks, engine.ChargeTicks
}

// stunTicksLeft returns the remaining and the full duration, in ticks, of the stun that ends last.
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

// gaugePartRows returns the number of rows of the gauges in the panel. If there are gauges but no laser shots, this
// includes a blank row above the gauges. The number of shots replaces that row, so the gauges do not move.
func (v *View) gaugePartRows(g *engine.Game) int {
	n := v.placeGauges(g)
	return n + oneIf(n > 0 && g.Shots == 0)
}

// placeGauges assigns the active gauges to rows of v.gauges, and returns the number of rows. A gauge keeps its row
// while other gauges appear and end, so rows can be empty.
func (v *View) placeGauges(g *engine.Game) (rows int) {
	for i := range v.gauges {
		v.gauges[i].remaining = 0
	}
	for _, placeNew := range [...]bool{false, true} {
		v.eachGauge(g, func(b gauge) {
			row, free := -1, 0
			for i := len(v.gauges) - 1; i >= 0; i-- {
				switch {
				case v.gauges[i].label == b.label:
					row = i
				case v.gauges[i].remaining == 0:
					free = i
				}
			}
			if row < 0 && placeNew {
				row = free
			}
			if row >= 0 {
				v.gauges[row] = b
				rows = max(rows, row+1)
			}
		})
	}
	if rows == 0 {
		clear(v.gauges)
	}
	return rows
}

// drawGauges draws the gauges in n rows, each with its label on the bar. Bars shrink by whole columns, so that they
// take few bytes. If there are too few rows, drawGauges omits empty rows and the last gauges.
func (v *View) drawGauges(p *widget.Pen, g *engine.Game, n int) {
	x, rows := p.X, v.placeGauges(g)
	p.Y += max(n-rows, 0)
	end := p.Y + min(n, rows)
	for i := range v.gauges {
		b := &v.gauges[i]
		switch {
		case b.remaining > 0 && p.Y < end:
			p.X = x
			v.drawLabeledGauge(p, *b, v.l.hudTextW())
			p.Y++
		case b.remaining == 0 && n >= rows:
			p.Y++
		}
	}
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

// blackOrWhite returns the color with the higher contrast with the background: black or white.
func blackOrWhite(ground cell.Color) cell.Color {
	if cell.Contrast(0, ground) > cell.Contrast(0xffffff, ground) {
		return 0
	}
	return 0xffffff
}

// stripGaugeW is the number of columns of a bar in the strip, between its letter and a blank.
const stripGaugeW = 3

// stripGauges draws the gauges that fit before column end, each as a letter and a short bar.
func (v *View) stripGauges(p *widget.Pen, g *engine.Game, end int) {
	v.placeGauges(g)
	for i := range v.gauges {
		b := &v.gauges[i]
		if b.remaining == 0 || p.X+1+stripGaugeW > end {
			continue
		}
		p.Style = v.theme.Style(v.theme.Text, cell.Bold)
		p.Glyph(b.letter)
		v.drawGauge(p, *b, stripGaugeW)
		p.X++
	}
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
