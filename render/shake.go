package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A shake follows a blow: the walls light up, and after a lost ball the paddle, which has nothing to do
// then, trembles. The field itself does not move. Moved by a cell, all of it would be sent twice for a jolt
// of ten pixels, 15 KB when the link is busiest, and bricks that jump by a whole cell look torn, not
// shaken.

const (
	shakeTicks = 36 // 150 ms
	trembleAt  = 9  // ticks of each of its four positions
)

// shaking reports whether the walls are lit, and their colour.
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

// tremble returns paddle k at the place to draw it. In a match, the paddle that missed trembles.
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
