package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A shake lights the walls instead of moving the field. Moving the field by a cell would send the whole field twice, a
// total of 15 KB, while the link is busiest. Also, bricks that jump by a whole cell would not look shaken. After a lost
// ball, the paddle trembles, because the player does not use it at that time.

const (
	shakeTicks   = 36 // duration of a shake: 150 ms
	trembleTicks = 9  // ticks of each of the four positions of a trembling paddle
)

// shakeColor returns the color of the walls during a shake. ok is false if there is no shake.
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

// shakingPaddle returns paddle k at the position at which it is drawn. In a match, only the paddle that missed the ball
// trembles.
func (v *View) shakingPaddle(g *engine.Game, k int) paddle {
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
