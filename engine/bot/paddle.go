package bot

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file converts positions so that a bot can play any paddle. A bot uses a view of the field with its own
// paddle at the floor. For a paddle at the ceiling, the view is upside down.

// passValue is the value of a shot that arrives one field width away from the opponent's paddle. For comparison,
// the first brick that a shot breaks has the value 2.
const passValue = 8

// A paddle combines a paddle of the game with its capsule and its index.
type paddle struct {
	*engine.Paddle
	*world.Capsule
	index int // index of the paddle in the game
}

// toView converts the position v between the field and the view of p's player. It is its own inverse.
func toView(g *engine.Game, p *paddle, v geom.Vec) geom.Vec {
	if p.Top {
		v.Y = g.H - v.Y
	}
	return v
}

// contactY returns the y of the center of a disc of radius r that touches the front of p, in the view of p's
// player.
func contactY(g *engine.Game, p *paddle, r float64) float64 {
	return toView(g, p, geom.Vec{Y: g.FrontY(p.index, r)}).Y
}

// dropInView returns drop k in the view of p's player.
func dropInView(g *engine.Game, p *paddle, k int) engine.Drop {
	d := g.Drops[k]
	d.At, d.V = toView(g, p, d.At), p.Orient(d.V)
	return d
}

// sweepInView is like [engine.Game.SweepVisible], but in the view of p's player.
func sweepInView(g *engine.Game, p *paddle, start, d geom.Vec, r float64, skip int) engine.SweepHit {
	c := g.SweepVisible(toView(g, p, start), p.Orient(d), r, skip)
	c.N = p.Orient(c.N)
	return c
}

// bounceInView is like [engine.Game.AfterHit], but in the view of p's player.
func bounceInView(g *engine.Game, p *paddle, q, d geom.Vec, r float64, c engine.SweepHit) (geom.Vec, geom.Vec, int) {
	c.N = p.Orient(c.N)
	q, d, skip := g.AfterHit(toView(g, p, q), p.Orient(d), r, c)
	return toView(g, p, q), p.Orient(d), skip
}
