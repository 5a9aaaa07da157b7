package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/world"
)

// This file lets two bots, or a bot and a person, play side by side. Each takes the balls that come
// down in its half of the field, wherever its paddle has to go for them. The partner of the one who
// takes the next ball stands close beside: there the two are one paddle of twice the width, and what
// one misjudges the other returns.

// Places of partners.
const (
	partnerGap      = 0.1 // units between two paddles that stand close beside each other
	partnerNear     = 2.0 // units between the paddles within which one relies on the other
	partnerShare    = 0.5 // share of half its width by which it then leaves the ball to the other
	waitingDistance = 8.0 // units from the ball within which a paddle at rest is taken to wait for it
	yieldDistance   = 1.0 // units by which it makes way for one who presses against it
	spareTime       = 0.3 // seconds more than the way takes that it keeps for its own next ball
)

// lane returns the range that the bot moves the middle of its paddle in: partners leave each other
// as much room as the paddle needs.
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

// leaves reports whether the bot leaves a ball that comes down at x to its partner.
func (b *Bot) leavesToPartner(g *engine.Game, x float64) bool {
	return g.SideBySide() && (x < g.W/2) != (b.paddle == 0)
}

// own returns the fall of ball i, or none if it is left to the partner: then the bot notes it.
func (b *Bot) ownFall(g *engine.Game, i int, x, t float64, clear bool) (float64, float64, bool) {
	if !b.leavesToPartner(g, x) {
		return x, t, clear
	}
	if t < b.partnerFall.t {
		b.partnerFall = fall{i, x, t, clear}
	}
	return 0, never, false
}

// home returns where the paddle waits for a ball.
func (b *Bot) homeX(g *engine.Game) float64 {
	switch {
	case !g.SideBySide():
		return g.W / 2
	case b.paddle == 0:
		return g.W / 4
	}
	return g.W - float64(g.W/4)
}

// rest sets the goal for when no ball comes, and returns the speed to move at: with a partner or an
// opponent, the paddle returns home.
func (b *Bot) planWithoutBall(g *engine.Game) float64 {
	if len(g.Paddles) > 1 {
		b.ball, b.target = -1, b.homeX(g)
	}
	return b.abilities.Speed
}

// A plan is where the paddle should be, and when.
type plan struct {
	goal  float64
	when  float64 // in seconds
	speed float64 // of the hand, units/s
}

// together changes the plan for the bot's own next ball by what it does for its partner: it stands
// close beside the one who takes the next ball, if its own can wait. With the partner beside it, it
// meets its own ball with the half of its paddle that is nearer to the partner.
func (b *Bot) planWithPartner(g *engine.Game, p *paddle, own plan) plan {
	if !g.SideBySide() {
		return own
	}
	q, side := g.Capsule(1-b.paddle), float64(2*b.paddle-1)
	gap := math.Abs(q.X-p.X) - p.Half - q.Half
	lo, hi := b.paddleRange(g, p)

	if b.partnerFall.t < own.when {
		at := b.partnerX(q, gap, side) + float64(side*(p.Half+q.Half+partnerGap))
		at = clamp(at, lo, hi)
		if own.when-b.partnerFall.t > math.Abs(at-own.goal)/b.abilities.Speed+b.abilities.Reaction+spareTime {
			speed := b.abilities.Speed
			if math.Abs(at-b.position) > speed*b.partnerFall.t {
				speed = b.abilities.HurrySpeed
			}
			return plan{at, b.partnerFall.t, speed}
		}
	}

	if flat := p.Half - p.R; own.when < never && gap < partnerNear {
		goal := clamp(own.goal+float64(side*(partnerShare*p.Half)), b.landingX-flat, b.landingX+flat)
		own.goal = clamp(goal, lo, hi)
	}
	return own
}

// middleOf returns where the middle of the partner's paddle, a gap away on the other side, is to be
// expected when it takes the ball that falls to it: where it rests near the ball, otherwise where it
// would just reach the ball. It makes way for a partner who presses against it, as far as that one
// still reaches the ball.
func (b *Bot) partnerX(q *world.Capsule, gap, side float64) float64 {
	const rests, touches = 1, 0.05 // units/s; units
	at, x := q.X, b.partnerFall.x
	if gap < touches {
		at += float64(side * yieldDistance)
	}
	if gap < touches || math.Abs(q.V) > rests || math.Abs(at-x) > waitingDistance {
		at = clamp(at, x-q.Half, x+q.Half)
	}
	return at
}
