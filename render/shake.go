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
	shakeTicks   = 36 // 150 ms
	trembleTicks = 9  // ticks of each of its four positions
)

// shakeColor reports whether the walls are lit, and their colour.
func (v *View) shakeColor() (cell.Color, bool) {
	e := &v.effects
	if v.opts.Effects != FullEffects || e.shakenAt == 0 || e.now-e.shakenAt >= shakeTicks {
		return 0, false
	}
	if e.shakeIsLoss {
		return v.theme.Alarm, true
	}
	return v.theme.Accent, true
}

// tremblingPaddle returns paddle k at the place to draw it. In a match, the paddle that missed trembles.
func (v *View) tremblingPaddle(g *engine.Game, k int) paddle {
	e, p := &v.effects, paddleOf(g, k)
	if _, ok := v.shakeColor(); ok && e.shakeIsLoss && len(e.balls) == 0 && (!v.openCeiling || k == g.Server) {
		step := float64(v.overlay.SubX) / 2 * v.overlay.UnitX
		if (e.now-e.shakenAt)/trembleTicks%2 == 0 {
			step = -step
		}
		p.X = min(max(p.X+step, p.Half), v.l.fw-p.Half)
	}
	return p
}
