package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/world"
)

// This file implements the cooperation of two bots, or of a bot and a human player, whose paddles are side by side.
// Each is responsible for the balls that land in its half of the field. Between its balls, a bot moves next to
// the player who takes the next ball. The two paddles then act as one of twice the width, and one can return a ball
// that the other misses.

// Distances, a fraction and a time for the cooperation of partners.
const (
	partnerGap         = 0.1 // units between two paddles that are next to each other
	partnerNear        = 2.0 // maximum units between the paddles of partners that rely on each other
	partnerShare       = 0.5 // fraction of its half width by which a bot moves away from a partner that it relies on
	maxWaitingDistance = 8.0 // maximum units between a ball and a resting paddle that is expected to wait for it
	yieldDistance      = 1.0 // units by which the bot moves away from a partner who touches its paddle
	reservedTime       = 0.3 // seconds, in addition to the travel time, reserved for the bot's own next ball
)

// paddleRange returns the range of the center of the bot's paddle. Partners leave each other enough room for their
// paddles.
func (b *Bot) paddleRange(g *engine.Game, p *paddle) (lo, hi float64) {
	lo, hi = p.Half, g.W-p.Half
	switch {
	case !g.SideBySide():
	case b.paddle == 0:
		hi = max(lo, hi-2*g.Capsule(1).Half)
	default:
		lo = min(hi, lo+2*g.Capsule(0).Half)
	}
	return lo, hi
}

// leavesToPartner reports whether the bot leaves a ball that lands at x to its partner.
func (b *Bot) leavesToPartner(g *engine.Game, x float64) bool {
	return g.SideBySide() && (x < g.W/2) != (b.paddle == 0)
}

// ownArrival returns the arrival of ball i at x in t seconds. If the bot leaves the ball to its partner, the returned
// time is infinite (the constant never), and partnerArrival stores the earliest of these arrivals.
func (b *Bot) ownArrival(g *engine.Game, i int, x, t float64, clear bool) (float64, float64, bool) {
	if !b.leavesToPartner(g, x) {
		return x, t, clear
	}
	if t < b.partnerArrival.t {
		b.partnerArrival = arrival{i, x, t, clear}
	}
	return 0, never, false
}

// homeX returns the x at which the paddle waits for a ball.
func (b *Bot) homeX(g *engine.Game) float64 {
	switch {
	case !g.SideBySide():
		return g.W / 2
	case b.paddle == 0:
		return g.W / 4
	}
	return g.W - float64(g.W/4)
}

// planWithoutBall sets the target when no ball lands, and returns the speed of the paddle. With a partner or an
// opponent, the paddle returns to homeX.
func (b *Bot) planWithoutBall(g *engine.Game) float64 {
	if len(g.Paddles) > 1 {
		b.ball, b.target = -1, b.homeX(g)
	}
	return b.abilities.Speed
}

// A plan is a target for the paddle, with the time at which the ball arrives and the speed of the paddle.
type plan struct {
	target  float64 // center of the paddle
	arrival float64 // seconds until arrival
	speed   float64 // speed of the paddle, units/s
}

// planWithPartner changes the bot's own plan to help its partner. If the bot's own ball can wait, the bot moves next to
// the player who takes the next ball. If the partner is next to the bot, the bot returns its own ball with the half of
// its paddle that is nearer to the partner.
func (b *Bot) planWithPartner(g *engine.Game, p *paddle, own plan) plan {
	if !g.SideBySide() {
		return own
	}
	q, side := g.Capsule(1-b.paddle), float64(2*b.paddle-1)
	gap := math.Abs(q.X-p.X) - p.Half - q.Half
	lo, hi := b.paddleRange(g, p)

	if b.partnerArrival.t < own.arrival {
		at := b.partnerX(q, gap, side) + float64(side*(p.Half+q.Half+partnerGap))
		at = clamp(at, lo, hi)
		travelTime := math.Abs(at-own.target) / b.abilities.Speed
		if own.arrival-b.partnerArrival.t > travelTime+b.abilities.Reaction+reservedTime {
			speed := b.abilities.Speed
			if math.Abs(at-b.position) > speed*b.partnerArrival.t {
				speed = b.abilities.HurrySpeed
			}
			return plan{at, b.partnerArrival.t, speed}
		}
	}

	if flat := p.Half - p.R; own.arrival < never && gap < partnerNear {
		target := clamp(own.target+float64(side*(partnerShare*p.Half)), b.landingX-flat, b.landingX+flat)
		own.target = clamp(target, lo, hi)
	}
	return own
}

// partnerX returns the expected center of the partner's paddle q when the partner's ball lands. A paddle that rests
// near the ball is expected to stay. Otherwise the result is the nearest position from which the paddle reaches the
// ball. gap is the distance between the two paddles. If the paddles touch, the bot makes room for the partner. It then
// moves the result by at most yieldDistance in the direction of side, so that the partner still reaches the ball.
func (b *Bot) partnerX(q *world.Capsule, gap, side float64) float64 {
	const rests, touches = 1, 0.05 // units/s; units
	at, x := q.X, b.partnerArrival.x
	if gap < touches {
		at += float64(side * yieldDistance)
	}
	if gap < touches || math.Abs(q.V) > rests || math.Abs(at-x) > maxWaitingDistance {
		at = clamp(at, x-q.Half, x+q.Half)
	}
	return at
}
