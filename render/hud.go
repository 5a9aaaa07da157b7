package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// hint returns a hint about the key that is useful now, or "" if there is none.
func (v *View) hint(g *engine.Game) string {
	switch {
	case g.Phase == engine.Serve && g.Server > 0 && g.Mode.Versus():
		return v.hints.serve2
	case g.Phase == engine.Serve:
		return v.hints.serve
	case g.CanRecall:
		return v.hints.recall
	case g.CanWarp():
		return v.hints.warp
	case g.Phase == engine.Play && g.Shots > 0:
		return v.hints.shoot
	case g.FireShoves(v.opts.OwnPaddle) && g.Shoves[v.opts.OwnPaddle].Meter >= engine.ShoveCost &&
		g.TicksSinceHit() > shoveHintTicks:
		return v.hints.shove
	case g.Phase == engine.Play && engine.Modes[g.Mode].CanRewind:
		return v.hints.rewind
	}
	return ""
}

// multiplierFractions are the texts for the fractional part of a multiplier.
var multiplierFractions = [engine.UnitMultiplier]string{"", ".25", ".5", ".75"}

// shoveHintTicks is the number of ticks without a hit after which the hint explains shoving.
const shoveHintTicks = 3 * engine.TicksPerSecond

// writeMultiplier writes a multiplication sign and the multiplier.
func (v *View) writeMultiplier(p *widget.Pen, g *engine.Game) {
	m := g.Multiplier()
	p.Glyph(widget.Glyphs[v.opts.Glyphs].Times)
	p.Number(m / engine.UnitMultiplier)
	p.Text(multiplierFractions[m%engine.UnitMultiplier])
}

// multiplierWidth returns the number of columns of the multiplier.
func multiplierWidth(g *engine.Game) int {
	m := g.Multiplier()
	return 1 + widget.NumberWidth(m/engine.UnitMultiplier) + len(multiplierFractions[m%engine.UnitMultiplier])
}

// drawHUD draws the panel or the strip.
func (v *View) drawHUD(f *cell.Frame, g *engine.Game) {
	switch {
	case v.l.hasStrip && v.openCeiling:
		v.drawMatchStrip(f, g)
	case v.l.hasStrip:
		v.drawStrip(f, g)
	default:
		v.drawPanel(f, g)
	}
}

// writeLives writes a dot for each remaining life, separated by blanks if spread is set. If there are more than
// engine.MaxLives, it writes one dot and the number. Unlimited lives have a symbol.
func (v *View) writeLives(p *widget.Pen, g *engine.Game, spread bool) {
	if engine.Modes[g.Mode].UnlimitedLives {
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Unlimited)
		return
	}
	if g.Lives > engine.MaxLives {
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Life)
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Times)
		p.Number(g.Lives)
		return
	}
	for i := range g.Lives {
		if i > 0 && spread {
			p.X++
		}
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Life)
	}
}

// drawSpeedBar draws a bar of w columns that shows the speed of the ball.
func (v *View) drawSpeedBar(p *widget.Pen, g *engine.Game, w int) {
	slow, fast := g.SpeedRange()
	share := min(max((g.Speed-slow)/(fast-slow), 0), 1)
	v.fillBar(p, int(share*float64(w)+0.5), w, v.theme.Accent)
}

// Widths of the parts of the strip, including a blank column before each part.
const (
	livesW      = engine.MaxLives + 1
	meterW      = 6 // shove meter
	multiplierW = 6
	shotsW      = 4
)

// drawStrip writes the HUD into the row above the field, which has at least 40 columns. The number of the level is at
// the left. Score, multiplier, shove meter and lives are at the right. The room between them shows the first of these
// texts that exists:
//
//   - a hint; if it is too wide, it also replaces the multiplier and the shove meter
//   - the active gauges
//   - the goals, during play
//   - the name of the level
//
// A hint that the player can ignore, such as how to shoot, has lower priority than gauges. It follows the gauges if
// there is room.
func (v *View) drawStrip(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	p := widget.NewPen(f, l.hx, l.hy, t.Style(t.Accent, cell.Bold))
	p.Number(progress(g))
	p.X++

	right := l.hx + l.hw
	room := right - livesW - meterW - multiplierW - widget.NumberWidth(g.Score) - 1 - p.X
	storm := engine.Modes[g.Mode].Storm
	if storm {
		room -= meterW
	}
	if g.Shots > 0 {
		room -= shotsW
	}

	hint, afterGauges := v.hint(g), ""
	running := v.placeGauges(g) > 0
	if running && (hint == v.hints.shoot || hint == v.hints.shove || hint == v.hints.rewind || hint == v.hints.warp) {
		hint, afterGauges = "", hint
	}
	hintFits := hint == "" || room >= cell.Width(hint) // otherwise the hint also replaces the meter and the multiplier
	if !hintFits {
		room += meterW + multiplierW
	}

	p.Style = t.Style(t.Accent, 0)
	switch {
	case hint == "" && running:
		end := p.X + room
		v.stripGauges(&p, g, end)
		if p.Style = t.Style(t.Accent, 0); p.X+cell.Width(afterGauges) <= end {
			p.Text(afterGauges)
		}
	case hint == "" && goalRows(v, g) > 0 && g.Phase == engine.Play:
		v.stripGoals(&p, g, p.X+room)
	case hint == "":
		hint, p.Style = v.levelName(g), t.Style(t.Text, 0)
		fallthrough
	default:
		p.Cut(hint, room)
	}

	p.Style = t.Style(t.Life, 0)
	if isTimed(g) {
		p.X, p.Style = right-timeWidth(g), t.Style(t.Text, cell.Bold)
		v.writeClock(&p, g)
	} else {
		p.X = right - v.livesWidth(g)
		v.writeLives(&p, g, false)
	}
	right -= livesW
	if hintFits {
		right -= meterW
		p.X = right + 1
		v.drawMeter(&p, g, 0, meterW-1)
		if storm {
			right -= meterW
			p.X, p.Style = right+1, t.Style(t.Life, 0)
			p.Number(g.StormBalls.Flying + g.StormBalls.Waiting)
		}
		right -= multiplierW
		if g.Multiplier() > engine.UnitMultiplier {
			p.X, p.Style = right+1, t.Style(t.Accent, cell.Bold)
			v.writeMultiplier(&p, g)
		}
	}

	right -= widget.NumberWidth(g.Score)
	p.X, p.Style = right, t.Style(t.Text, cell.Bold)
	p.Number(g.Score)
	if g.Shots > 0 {
		p.X = right - shotsW
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Shot)
		p.Number(g.Shots)
	}
}
