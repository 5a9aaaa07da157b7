package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A shake is the answer to a blow: the walls light up, and after a lost ball the paddle, which is
// of no use at that moment, trembles. The field itself stays where it is. Moved by a
// cell, all of it would be sent twice for a jolt of ten pixels, 15 KB when the line is
// needed most, and bricks that jump by a whole cell look torn, not shaken.

const (
	shakeTicks = 36 // 150 ms
	trembleAt  = 9  // ticks of each of its four positions
)

// shaking reports whether the walls are lit, and in which colour.
func (v *View) shaking() (cell.Color, bool) {
	e := &v.effects
	if v.o.Effects != FullEffects || e.shaken == 0 || e.now-e.shaken >= shakeTicks {
		return 0, false
	}
	if e.hurt {
		return v.theme.Alarm, true
	}
	return v.theme.Accent, true
}

// tremble returns paddle k where it is drawn. In a match the one trembles that has missed.
func (v *View) tremble(g *engine.Game, k int) paddle {
	e, p := &v.effects, paddleOf(g, k)
	if _, ok := v.shaking(); ok && e.hurt && len(e.balls) == 0 && (!v.open || k == g.Server) {
		step := float64(v.over.SubX) / 2 * v.over.UnitX
		if (e.now-e.shaken)/trembleAt%2 == 0 {
			step = -step
		}
		p.X = min(max(p.X+step, p.Half), v.l.fw-p.Half)
	}
	return p
}
