package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file draws shoves: the meter in the HUD, and strokes next to each ball on the field. A stroke is an arrow that
// points in the direction of the shove. Strokes move in four steps, and only through empty cells. Each step changes
// about 30 cells.

// meterSegments is the number of segments of a meter, one for each shove.
const meterSegments = engine.ShoveFull / engine.ShoveCost

// shoveRows returns the number of meters, one for each player.
func shoveRows(_ *View, g *engine.Game) int { return len(g.Paddles) }

// drawShoveMeters draws the players' meters. In a match the upper player comes first.
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
		if v.opts.Players[k] != "" { // a player with a name is identified by the color of the paddle, and not by 1 or 2
			ink = v.paddleInks[k].body
		}
		p.X, p.Style = x, v.theme.Style(ink, 0)
		p.Text(label)
		p.X++
		v.drawMeter(p, g, k, v.l.hudTextW()-cell.Width(label)-1)
		p.Y++
	}
}

// drawMeter draws the meter of player k in w columns, with a segment for each shove. A segment that is not fully
// charged has a softer color, because rounding may fill all its columns.
func (v *View) drawMeter(p *widget.Pen, g *engine.Game, k, w int) {
	t, m := &v.theme, &widget.Glyphs[v.opts.Glyphs]
	segment := max((w-meterSegments+1)/meterSegments, 1)
	for i := range meterSegments {
		charge := min(max(g.Shoves[k].Meter-i*engine.ShoveCost, 0), engine.ShoveCost)
		fill := charge * segment / engine.ShoveCost
		ink := t.Soft
		switch {
		case v.effects.hasMissedShove(k):
			ink = t.Alarm
		case charge == engine.ShoveCost:
			ink = t.Accent
		}
		for j := range segment {
			glyph, c := m.GaugeEmpty, t.Border
			if j < fill {
				glyph, c = m.GaugeFull, ink
			}
			p.Style = t.Style(c, 0)
			p.Glyph(glyph)
		}
		p.X++
	}
}

// slowTicksLeft returns the remaining and the full duration, in ticks, of the slow motion that ends last.
func slowTicksLeft(g *engine.Game) (ticks, duration int) {
	for k := range g.Paddles {
		ticks = max(ticks, ticksUntil(g, g.Shoves[k].SlowUntil))
	}
	return ticks, engine.SlowTicks
}

// strokeOffsets contains the positions of the strokes relative to the ball, in units. y is the initial distance from
// the ball, against the direction of the shove.
var strokeOffsets = [...]struct{ x, y float64 }{{-6, 3}, {-3, 0}, {0, 4}, {3, 0}, {6, 3}}

// Motion of the strokes.
const (
	strokeSteps  = 4                                       // number of steps
	strokeStride = 2.0                                     // units per step
	strokeTicks  = engine.ShoveTicks + engine.ShoveTicks/3 // duration of the motion in ticks
)

// A strokeLook contains the glyphs of strokes.
type strokeLook struct{ up, down, tail rune }

// strokeGlyphs returns the glyphs of strokes in the glyph set.
func (v *View) strokeGlyphs() strokeLook {
	if v.opts.Glyphs == cell.ASCII {
		return strokeLook{'^', 'v', '|'}
	}
	return strokeLook{'↑', '↓', '│'}
}

// drawShoveStrokes draws the strokes of shoves. They start at the balls and move in the direction of the shove. With
// reduced motion they stay next to the balls.
func (v *View) drawShoveStrokes(f *cell.Frame, g *engine.Game) {
	if v.opts.Effects == NoEffects {
		for k := range g.Paddles {
			if s := &g.Shoves[k]; s.Kind != engine.NoShove && g.Tick-s.Began < engine.ShoveTicks {
				eachShovedBall(g, k, func(b shovedBall) { v.drawStrokes(f, &b, 0) })
			}
		}
		return
	}

	for i := range v.effects.shovedBalls.len() {
		b := v.effects.shovedBalls.last(i)
		if age := g.Tick - b.since; g.Tick >= b.since && age < strokeTicks {
			v.drawStrokes(f, b, int(age*strokeSteps/strokeTicks))
		}
	}
}

// drawStrokes draws the strokes of a ball at one step.
func (v *View) drawStrokes(f *cell.Frame, b *shovedBall, step int) {
	look, ink := v.strokeGlyphs(), v.theme.Accent
	if step == strokeSteps-1 {
		ink = v.theme.Soft
	}
	dir, head := 1, look.down
	if b.up {
		dir, head = -1, look.up
	}
	for _, s := range strokeOffsets {
		col, row := v.l.cellAt(b.at.X+s.x, b.at.Y+float64(dir)*(strokeStride*float64(step)-s.y))
		v.putIfEmpty(f, col, row, head, ink)
		v.putIfEmpty(f, col, row-dir, look.tail, ink)
	}
}

// putIfEmpty writes a glyph into a cell of the field that shows only the background.
func (v *View) putIfEmpty(f *cell.Frame, col, row int, glyph rune, c cell.Color) {
	l := &v.l
	if !l.contains(col, row) {
		return
	}
	if at := &f.Cells[row*f.W+col]; *at == v.emptyCell(col-l.x, row-l.y) && at.Fg != v.theme.Walls {
		at.Glyph, at.Fg, at.Attr = glyph, c, cell.Bold
	}
}
