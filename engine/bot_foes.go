package engine

import (
	"math"

	"arkterm/engine/geom"
)

// This file is what bots know of drones and bosses.

// prize returns what it is worth to meet c after so many seconds: a brick that must
// be broken 2, the side of a boss that will be weak there then more, and what need
// not be hit a little.
func (g *Game) prize(c Touch, seconds float64) float64 {
	b := &g.Bricks[c.Brick]
	switch {
	case b.Kind == BossBody && g.weakIn(c.N, seconds):
		return 3
	case b.Kind == BossBody:
		return 0.1
	case b.Kind == DroneBody || b.Kind == ShieldBody:
		return 0.5
	case b.Kind.Needed():
		return 2
	}
	return 0
}

// weakIn reports whether the boss can be hurt after so many seconds by what comes
// off it with the normal n, if it turns on as it does now.
func (g *Game) weakIn(n geom.Vec, seconds float64) bool {
	if p := g.bossPhase(); p != nil && p.Rock == 0 {
		n = n.Turn(geom.Rotation(-float64(g.movers[g.Boss.mover].spin * min(seconds, 4))))
	}
	return g.Running(DropEnergy) || g.weakAt(n)
}

// dodgeBolts moves a goal aside that a bolt is about to meet, as dodge does for bad
// drops.
func (b *Bot) dodgeBolts(g *Game, p *Paddle, goal float64) float64 {
	const near = 0.5 // seconds
	reach := p.Half + BoltRadius + 0.6
	for k := range g.Bolts {
		bolt := &g.Bolts[k]
		if bolt.V.Y <= 0 {
			continue
		}
		t := (p.Y - p.R - BoltRadius - bolt.At.Y) / bolt.V.Y
		x := bolt.At.X + float64(bolt.V.X*t)
		aside := goal - x
		if t < -0.1 || t > near || b.when < t+near/2 || math.Abs(aside) >= reach {
			continue
		}
		left, right := x-reach, x+reach
		if lo, hi := b.lane(g, p); right > hi || aside < 0 && left >= lo {
			return left
		}
		return right
	}
	return goal
}
