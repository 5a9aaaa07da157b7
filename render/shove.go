package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file draws the shove: the meter in the HUD, and the gust on the field, strokes beside each ball in the
// direction that it is bent in. They go four steps, in empty cells only: some 30 cells change in one.

// meterSegments is the number of shoves that a full meter holds.
const meterSegments = engine.ShoveFull / engine.ShoveCost

// shoveRows is the room of a meter for each player.
func shoveRows(_ *View, g *engine.Game) int { return len(g.Paddles) }

// drawShoveMeters draws the players' meters, of opponents that of who is seen above first.
func (v *View) drawShoveMeters(p *widget.Pen, g *engine.Game, n int) {
	x := p.X
	for i := range n {
		k := i
		if v.openCeiling {
			k = v.playerAt(1 - i)
		}
		label := text.HUD.Shove
		if n > 1 {
			label = [...]string{text.HUD.Shove1, text.HUD.Shove2}[k]
		}
		ink := v.theme.Soft
		if v.opts.Players[k] != "" { // they are called by their names, and no paddle says 1 or 2
			ink = v.paddleInks[k].body
		}
		p.X, p.Style = x, v.theme.Style(ink, 0)
		p.Text(label)
		p.X++
		v.meter(p, g, k, v.l.hudText()-cell.Width(label)-1)
		p.Y++
	}
}

// meter draws the meter of player k in w columns: a segment for each shove. A segment that is not full yet
// is softer, since its columns could be all filled.
func (v *View) meter(p *widget.Pen, g *engine.Game, k, w int) {
	t, m := &v.theme, &widget.Glyphs[v.opts.Glyphs]
	segment := max((w-meterSegments+1)/meterSegments, 1)
	for i := range meterSegments {
		has := min(max(g.Shoves[k].Meter-i*engine.ShoveCost, 0), engine.ShoveCost)
		fill := has * segment / engine.ShoveCost
		ink := t.Soft
		switch {
		case v.effects.missed(k):
			ink = t.Alarm
		case has == engine.ShoveCost:
			ink = t.Accent
		}
		for j := range segment {
			glyph, c := m.Empty, t.Border
			if j < fill {
				glyph, c = m.Full, ink
			}
			p.Style = t.Style(c, 0)
			p.Glyph(glyph)
		}
		p.X++
	}
}

// slowTicksLeft returns the remaining and full ticks of slow time.
func slowTicksLeft(g *engine.Game) (ticks, of int) {
	for k := range g.Paddles {
		ticks = max(ticks, ticksTo(g, g.Shoves[k].SlowUntil))
	}
	return ticks, engine.SlowTicks
}

// A stroke of a gust, in units from the ball: the lowest place of its head where the gust goes up.
var strokeOffsets = [...]struct{ x, y float64 }{{-6, 3}, {-3, 0}, {0, 4}, {3, 0}, {6, 3}}

// The motion of strokes.
const (
	strokeSteps  = 4
	strokeStride = 2.0                                     // units in a step
	strokeTicks  = engine.ShoveTicks + engine.ShoveTicks/3 // ticks
)

// A strokeLook is how a glyph set draws strokes.
type strokeLook struct{ up, down, tail rune }

// strokeGlyphs returns the look of strokes in the glyph set.
func (v *View) strokeGlyphs() strokeLook {
	if v.opts.Glyphs == cell.ASCII {
		return strokeLook{'^', 'v', '|'}
	}
	return strokeLook{'↑', '↓', '│'}
}

// drawShoveStrokes draws the strokes of gusts. They begin where the balls were and go on, or with reduced motion stay
// beside the balls.
func (v *View) drawShoveStrokes(f *cell.Frame, g *engine.Game) {
	if v.opts.Effects == NoEffects {
		for k := range g.Paddles {
			if s := &g.Shoves[k]; s.Kind != engine.NoShove && g.Tick-s.Began < engine.ShoveTicks {
				eachShoved(g, k, func(b shovedBall) { v.drawStrokes(f, &b, 0) })
			}
		}
		return
	}

	for i := range v.effects.shoved.len() {
		b := v.effects.shoved.last(i)
		if age := g.Tick - b.since; g.Tick >= b.since && age < strokeTicks {
			v.drawStrokes(f, b, int(age*strokeSteps/strokeTicks))
		}
	}
}

// drawStrokes draws the strokes of a ball in one of their steps.
func (v *View) drawStrokes(f *cell.Frame, b *shovedBall, step int) {
	look, ink := v.strokeGlyphs(), v.theme.Accent
	if step == strokeSteps-1 {
		ink = v.theme.Soft
	}
	way, head := 1, look.down
	if b.up {
		way, head = -1, look.up
	}
	for _, s := range strokeOffsets {
		col, row := v.l.cell(b.at.X+s.x, b.at.Y+float64(way)*(strokeStride*float64(step)-s.y))
		v.putIfEmpty(f, col, row, head, ink)
		v.putIfEmpty(f, col, row-way, look.tail, ink)
	}
}

// putIfEmpty writes a glyph into a cell of the field that shows nothing but the backdrop.
func (v *View) putIfEmpty(f *cell.Frame, col, row int, glyph rune, c cell.Color) {
	l := &v.l
	if !l.contains(col, row) {
		return
	}
	if at := &f.Cells[row*f.W+col]; *at == v.emptyCell(col-l.x, row-l.y) && at.Fg != v.theme.Walls {
		at.Glyph, at.Fg, at.Attr = glyph, c, cell.Bold
	}
}
