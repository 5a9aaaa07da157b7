package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// This file implements the behavior of bots toward drones and bosses.

// hitValue returns the value of the contact c after the given number of seconds. It is 2 for a brick that must be
// broken, 3 for a side of a boss that is weak at that time, and less for other targets. While a boss lives, bricks
// count less than drones.
func hitValue(g *engine.Game, c engine.SweepHit, seconds float64) float64 {
	b := &g.Bricks[c.Brick]
	switch {
	case b.Kind == spec.BossBody && g.WillBeWeak(c.N, seconds):
		return 3
	case b.Kind == spec.BossBody:
		return 0.1
	case b.Kind == spec.DroneBody && bossAlive(g):
		return 1.5 // opens the boss
	case b.Kind == spec.DroneBody || b.Kind == spec.ShieldBody:
		return 0.5
	case b.Kind.Needed() && bossAlive(g):
		return 0.5 // breaks with the boss
	case b.Kind.Needed():
		return 2
	}
	return 0
}

// bossAlive reports whether the level has a living boss.
func bossAlive(g *engine.Game) bool {
	left, _ := g.BossHits()
	return left > 0
}

// dodgeBolts moves a target aside if a bolt is about to hit it, as dodgeDrops does for bad drops.
func (b *Bot) dodgeBolts(g *engine.Game, p *paddle, target float64) float64 {
	const near = 0.5 // seconds
	reach := p.Half + engine.BoltRadius + 0.6
	for k := range g.Bolts {
		bolt := &g.Bolts[k]
		if bolt.V.Y <= 0 {
			continue
		}
		t := (p.Y - p.R - engine.BoltRadius - bolt.At.Y) / bolt.V.Y
		x := bolt.At.X + float64(bolt.V.X*t)
		aside := target - x
		if t < -0.1 || t > near || b.arrival < t+near/2 || math.Abs(aside) >= reach {
			continue
		}
		left, right := x-reach, x+reach
		if lo, hi := b.paddleRange(g, p); right > hi || aside < 0 && left >= lo {
			return left
		}
		return right
	}
	return target
}
