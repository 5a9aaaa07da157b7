package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file computes the directions in which balls leave a paddle, and the previews of their paths.

// The aim of a serve swings from side to side until the player presses Fire.
const (
	swingTicks     = 2 * TicksPerSecond // period of the swing
	maxSwingOffset = 0.9                // argument of Aim at both ends of the swing
)

// Parameters of the direction in which a ball leaves a paddle. Bounces off walls and most bricks
// are exact reflections, so that players can predict them. Only bricks and drops that scatter
// balls, and the nudges of stuck.go, change the direction of a bounce at random. In free flight,
// only magnets, bosses, shoves, overdue bricks and the rule for horizontal flight turn a ball.
const (
	// If a ball touches a paddle at the offset o from its center, 0 to 1, the tangent of its new
	// angle from vertical is aimSlope·o + aimCurve·o³. The angle is about 60°·o^1.2.
	aimSlope = 0.729
	aimCurve = 1.003

	aimCarryShare = 0.12               // fraction of the paddle's velocity that is added to the velocity of the ball
	maxCarrySpeed = 80.0               // maximum paddle speed that counts, units/s; equals KeySpeedFull
	minAimX       = 0.0871557427476582 // sin 5°, the minimum angle from vertical
	maxAimX       = 0.9396926207859083 // sin 70°, the maximum angle from vertical
)

// returnDirection returns the direction in which paddle k sends ball i, as a unit vector. The
// direction depends on the offset of the contact from the paddle's center and, slightly, on the
// paddle's velocity.
func (g *Game) returnDirection(i, k int) geom.Vec {
	b, p := &g.world.Discs[i], &g.world.Capsules[k]
	o := (g.world.At(i).X - g.world.CapsuleX(k)) / (p.Half + b.R)
	carry := float64(aimCarryShare * max(-maxCarrySpeed, min(maxCarrySpeed, p.V)))
	d := Aim(o * g.aimSign())
	d.X += carry / g.BallSpeed()
	lean := b.V.X
	if lean == 0 {
		lean = g.rng.Sign()
	}
	return g.Paddles[k].Orient(ClampAim(d, lean))
}

// Aim returns the direction in which a paddle at the floor would send a ball that touches it at the
// offset o from its center. The offset is −1 at the left end and 1 at the right end. The result is
// a unit vector that points up. Aim does not apply the limits of [ClampAim].
func Aim(o float64) geom.Vec {
	o = max(-1, min(1, o))
	cube := float64(float64(o*o) * o)
	return geom.Vec{X: float64(aimSlope*o) + float64(aimCurve*cube), Y: -1}.Unit()
}

// Aim is like the function [Aim], but it also reverses the offset if a challenge requires it, and
// applies the limits of [ClampAim]. If the direction would be vertical, the sign of lean selects
// the side.
func (g *Game) Aim(o, lean float64) geom.Vec { return ClampAim(Aim(o*g.aimSign()), lean) }

// ClampAim returns the direction d as a unit vector, with its angle from vertical limited to the
// range from 5° to 70°. The vector d must point up. If it is vertical, the sign of lean selects the
// side.
func ClampAim(d geom.Vec, lean float64) geom.Vec {
	d = d.Unit()
	side := 1.0
	if d.X < 0 || d.X == 0 && lean < 0 {
		side = -1
	}
	switch x := side * d.X; {
	case x < minAimX:
		return geom.Vec{X: side * minAimX, Y: -0.9961946980917455} // cos 5°
	case x > maxAimX:
		return geom.Vec{X: side * maxAimX, Y: -0.3420201433256687} // cos 70°
	}
	return d
}

// ServeAim returns the direction in which Fire would serve ball i in this tick. The aim swings at a
// constant rate. If there are several balls, their directions fan out.
func (g *Game) ServeAim(i int) geom.Vec {
	phase := float64((g.Tick-g.PhaseBegan+swingTicks/4)%swingTicks) / swingTicks // starts in the center
	swing := 1 - math.Abs(float64(4*phase)-2)                                    // −1 to 1 and back
	d := ClampAim(Aim(float64(swing*maxSwingOffset)+float64(g.Balls[i].offset/4)), 1)
	return g.Paddles[g.Balls[i].paddle].Orient(d)
}

// ServePath appends to dst the corners of the path of a ball served in this tick. The path ends at
// the second contact, at a portal, or after 40 units. In a match it also ends at the opponent's end
// of the field. If no ball waits to be served, ServePath returns dst unchanged.
func (g *Game) ServePath(dst []geom.Vec) []geom.Vec {
	if g.Phase != Serve || len(g.Balls) == 0 {
		return dst
	}

	i := len(g.Balls) / 2
	at, d := g.BallAt(i), g.ServeAim(i)
	end := len(dst) + 3
	dst = append(dst, at)
	for remaining := 40.0; remaining > 0; {
		c := g.SweepVisible(at, d, g.world.Discs[i].R, -1)
		step := min(c.Dist, remaining)
		at = at.Along(d, step)
		dst = append(dst, at)
		if remaining -= step; len(dst) == end || c.Dist > step || c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
			break
		}
		if g.Versus() && c.N.Y != 0 && c.Brick < 0 {
			break // the opponent's end of the field
		}

		d = geom.Reflect(d, c.N)
	}

	return dst
}

// PredictedPath appends to dst the corners of the path of the ball that will reach the paddle
// first. The path ends at the height of the paddle, or earlier at the first brick that the ball
// touches. If the ball would touch the paddle, the path continues to the next contact, for at most
// 24 units. All other objects are assumed to be at rest. PredictedPath returns dst unchanged if
// [AssistAim] is off or no ball falls toward the paddle.
func (g *Game) PredictedPath(dst []geom.Vec) []geom.Vec {
	if g.assists&AssistAim == 0 || g.Phase != Play || len(g.Paddles) == 0 {
		return dst
	}

	i := g.firstFallingBall()
	if i < 0 {
		return dst
	}

	b, p := &g.world.Discs[i], &g.world.Capsules[0]
	at, d := g.BallAt(i), b.V.Unit()
	dst = append(dst, at)
	line := p.Y - p.R - b.R
	for range maxPathSegments {
		c := g.SweepVisible(at, d, b.R, -1)
		if down := (line - at.Y) / d.Y; d.Y > 0 && down <= c.Dist {
			at = at.Along(d, down)
			dst = append(dst, at)
			return g.pathOffPaddle(dst, b, at, d)
		}

		at = at.Along(d, c.Dist)
		dst = append(dst, at)
		if c.Brick >= 0 {
			return dst
		}

		d = geom.Reflect(d, c.N)
	}

	return dst
}

// pathOffPaddle appends the path of ball b after its return, if a paddle is below it. The ball
// reaches the height of the paddle at the point start, in the direction d.
func (g *Game) pathOffPaddle(dst []geom.Vec, b *world.Disc, start, d geom.Vec) []geom.Vec {
	for k := range g.Paddles {
		p := &g.world.Capsules[k]
		if o := (start.X - p.X) / (p.Half + b.R); o >= -1 && o <= 1 && p.Y == g.world.Capsules[0].Y {
			d = g.Aim(o, d.X)
			return append(dst, start.Along(d, min(pathAfterPaddle, g.SweepVisible(start, d, b.R, -1).Dist)))
		}
	}
	return dst
}

// Limits of PredictedPath: the number of straight segments before the paddle, and the length after
// the paddle in units.
const (
	maxPathSegments = 6
	pathAfterPaddle = 24.0
)

// firstFallingBall returns the index of the ball that would reach the paddle's height first in a
// field without bricks, or −1 if no ball falls toward the paddle.
func (g *Game) firstFallingBall() int {
	p, best, first := &g.world.Capsules[0], never, -1
	for i := range g.Balls {
		b := &g.world.Discs[i]
		if b.Held || b.V.Y <= 0 {
			continue
		}
		if t := (p.Y - p.R - b.R - g.BallAt(i).Y) / b.V.Y; t >= 0 && t < best {
			best, first = t, i
		}
	}
	return first
}
