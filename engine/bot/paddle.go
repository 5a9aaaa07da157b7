package bot

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file lets a bot play any paddle. A bot sees the field as if its own paddle were at the
// floor: from the ceiling, upside down.

// passWorth is the value of a shot that comes down a field's width away from the opponent's paddle;
// the first brick that a shot breaks is worth 2.
const passWorth = 8

// A paddle is a paddle of the game with its capsule and index.
type paddle struct {
	*engine.Paddle
	*world.Capsule
	index int
}

// seen converts the place v between the field and the view of p's player. It is its own inverse.
func seen(g *engine.Game, p *paddle, v geom.Vec) geom.Vec {
	if p.Top {
		v.Y = g.H - v.Y
	}
	return v
}

// line returns the height, in the view of p's player, of the middle of a disc of radius r that lies
// on p.
func line(g *engine.Game, p *paddle, r float64) float64 {
	return seen(g, p, geom.Vec{Y: g.Front(p.index, r)}).Y
}

// seenDrop returns drop k in the view of p's player.
func seenDrop(g *engine.Game, p *paddle, k int) engine.Drop {
	d := g.Drops[k]
	d.At, d.V = seen(g, p, d.At), p.Away(d.V)
	return d
}

// cast is [engine.Game.Cast] in the view of p's player, without hidden bricks.
func cast(g *engine.Game, p *paddle, from, d geom.Vec, r float64, skip int) engine.Touch {
	c := g.CastSeen(seen(g, p, from), p.Away(d), r, skip)
	c.N = p.Away(c.N)
	return c
}

// onward is [engine.Game.Onward] in the view of p's player.
func onward(g *engine.Game, p *paddle, at, d geom.Vec, r float64, c engine.Touch) (geom.Vec, geom.Vec, int) {
	c.N = p.Away(c.N)
	at, d, skip := g.Onward(seen(g, p, at), p.Away(d), r, c)
	return seen(g, p, at), p.Away(d), skip
}

// lane returns the range that the bot moves the middle of its paddle in: partners have half of the
// field each.
func (b *Bot) lane(g *engine.Game, p *paddle) (lo, hi float64) {
	lo, hi = p.Half, g.W-p.Half
	switch {
	case !g.Beside():
	case b.paddle == 0:
		hi = max(lo, float64(g.W/2)-p.Half)
	default:
		lo = min(hi, float64(g.W/2)+p.Half)
	}
	return lo, hi
}

// leaves reports whether the bot leaves a ball that comes down at x to its partner.
func (b *Bot) leaves(g *engine.Game, x float64) bool {
	return g.Beside() && (x < g.W/2) != (b.paddle == 0)
}

// home returns where the paddle waits for a ball.
func (b *Bot) home(g *engine.Game) float64 {
	switch {
	case !g.Beside():
		return g.W / 2
	case b.paddle == 0:
		return g.W / 4
	}
	return g.W - float64(g.W/4)
}

// rest sets the goal for when no ball comes, and returns the speed to move at: with a partner or an
// opponent, the paddle returns home.
func (b *Bot) rest(g *engine.Game) float64 {
	if len(g.Paddles) > 1 {
		b.ball, b.goal = -1, b.home(g)
	}
	return b.row.Speed
}
