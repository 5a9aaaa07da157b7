package engine

import "arkterm/engine/geom"

// This file lets a bot play any paddle. It sees the field as if its own paddle were
// at the floor: from the ceiling, upside down.

// passWorth is what a shot is worth that comes down as far from the other one's paddle
// as the field is wide; a brick that it breaks first is worth 2.
const passWorth = 8

// seen returns the place v as p's player sees it. It turns it back as well.
func (p *Paddle) seen(g *Game, v geom.Vec) geom.Vec {
	if p.Top {
		v.Y = g.H - v.Y
	}
	return v
}

// line returns how high, as p's player sees it, the middle of a disc of radius r is
// that lies on p.
func (p *Paddle) line(g *Game, r float64) float64 {
	return p.seen(g, geom.Vec{Y: p.front(r)}).Y
}

// seenDrop returns drop k as p's player sees it.
func (p *Paddle) seenDrop(g *Game, k int) Drop {
	d := g.Drops[k]
	d.At, d.V = p.seen(g, d.At), p.away(d.V)
	return d
}

// cast is [Game.Cast] for who sees the field from p, and no brick that hides.
func (p *Paddle) cast(g *Game, from, d geom.Vec, r float64, skip int) Touch {
	c := g.cast(p.seen(g, from), p.away(d), r, skip, false)
	c.N = p.away(c.N)
	return c
}

// onward is Game.onward for who sees the field from p.
func (p *Paddle) onward(g *Game, at, d geom.Vec, r float64, c Touch) (geom.Vec, geom.Vec, int) {
	c.N = p.away(c.N)
	at, d, skip := g.onward(p.seen(g, at), p.away(d), r, c)
	return p.seen(g, at), p.away(d), skip
}

// lane returns from where to where the bot moves the middle of its paddle: partners
// have half of the field each.
func (b *Bot) lane(g *Game, p *Paddle) (lo, hi float64) {
	lo, hi = p.Half, g.W-p.Half
	switch {
	case !g.beside():
	case b.paddle == 0:
		hi = max(lo, float64(g.W/2)-p.Half)
	default:
		lo = min(hi, float64(g.W/2)+p.Half)
	}
	return lo, hi
}

// leaves reports whether the bot leaves a ball that comes down at x to its partner.
func (b *Bot) leaves(g *Game, x float64) bool {
	return g.beside() && (x < g.W/2) != (b.paddle == 0)
}

// home returns where the paddle waits.
func (b *Bot) home(g *Game) float64 {
	switch {
	case !g.beside():
		return g.W / 2
	case b.paddle == 0:
		return g.W / 4
	}
	return g.W - float64(g.W/4)
}

// rest is for when no ball comes, and returns how fast to move: with another player
// in the field the paddle goes back to where it waits.
func (b *Bot) rest(g *Game) float64 {
	if len(g.Paddles) > 1 {
		b.ball, b.goal = -1, b.home(g)
	}
	return b.row.Speed
}
