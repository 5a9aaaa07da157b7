package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file contains the directions in which balls leave a paddle, and the lines that show them.

// The aim of a serve swings from side to side until Fire.
const (
	swingTicks = 2 * TicksPerSecond // there and back
	swingReach = 0.9                // offset at the ends
)

// The aim off a paddle. It is the only contact at which a ball's direction is chosen or clamped;
// everywhere else a bounce is exact, so that players can predict it. What bends a course in free flight
// can be seen: magnets, shoves, and the rules against dead time.
const (
	aimSlope   = 0.729              // tan of the angle from vertical = aimSlope·o + aimCurve·o³ …
	aimCurve   = 1.003              // … close to 60°·o^1.2 for an offset o in [0, 1]
	aimCarry   = 0.12               // share of the paddle's velocity added to the ball's
	carryLimit = 80.0               // greatest units/s of the paddle that count: the speed of keys
	minAimX    = 0.0871557427476582 // sin 5°: never nearer to vertical
	maxAimX    = 0.9396926207859083 // sin 70°: never nearer to horizontal
)

// aimOff returns the direction in which paddle k sends ball i: the offset of the contact decides
// the angle, the motion of the paddle adds a little.
func (g *Game) aimOff(i, k int) geom.Vec {
	b, p := &g.world.Discs[i], &g.world.Capsules[k]
	o := (g.world.At(i).X - g.world.CapsuleX(k)) / (p.Half + b.R)
	carry := float64(aimCarry * max(-carryLimit, min(carryLimit, p.V)))
	d := Aim(o * g.aimSign())
	d.X += carry / g.BallSpeed()
	lean := b.V.X
	if lean == 0 {
		lean = g.rng.Sign()
	}
	return g.Paddles[k].Orient(ClampAim(d, lean))
}

// Aim returns the direction (a unit vector, upward) for the offset o from the middle of a paddle,
// −1 to 1.
func Aim(o float64) geom.Vec {
	o = max(-1, min(1, o))
	cube := float64(float64(o*o) * o)
	return geom.Vec{X: float64(aimSlope*o) + float64(aimCurve*cube), Y: -1}.Unit()
}

// Aim returns the direction (a unit vector, upward) in which a paddle at rest sends a ball that
// touches it at the offset o from its middle, −1 to 1. The sign of lean decides the side if the ball
// would leave vertically.
func (g *Game) Aim(o, lean float64) geom.Vec { return ClampAim(Aim(o*g.aimSign()), lean) }

// ClampAim returns d, which points upward, as a unit vector that is neither nearly vertical nor
// nearly horizontal. The sign of lean decides the side if d is vertical.
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

// ServeAim returns the direction in which Fire would send ball i now. The aim swings evenly from
// side to side; several balls fan out.
func (g *Game) ServeAim(i int) geom.Vec {
	phase := float64((g.Tick-g.PhaseBegan+swingTicks/4)%swingTicks) / swingTicks // starts upward
	swing := 1 - math.Abs(float64(4*phase)-2)                                    // −1 … 1 … −1
	d := ClampAim(Aim(float64(swing*swingReach)+float64(g.Balls[i].offset/4)), 1)
	return g.Paddles[g.Balls[i].paddle].Orient(d)
}

// Sight appends to dst the corners of the path of a ball served now, up to its second contact or a
// length of 40 units. It returns dst unchanged if no ball waits to be served.
func (g *Game) ServePath(dst []geom.Vec) []geom.Vec {
	if g.Phase != Serve || len(g.Balls) == 0 {
		return dst
	}
	i := len(g.Balls) / 2
	at, d := g.BallAt(i), g.ServeAim(i)
	dst = append(dst, at)
	for length := 40.0; length > 0; {
		c := g.SweepVisible(at, d, g.world.Discs[i].R, -1)
		step := min(c.Dist, length)
		at = at.Along(d, step)
		dst = append(dst, at)
		if length -= step; len(dst) == 3 || c.Dist > step || c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
			break
		}
		if g.Versus() && c.N.Y != 0 && c.Brick < 0 {
			break // past the opponent's paddle
		}
		d = geom.Reflect(d, c.N)
	}
	return dst
}

// Course appends to dst the corners of the path of the ball that comes down first, to the height of
// the paddle or of the closed floor, and from the paddle, if it stands there, on to the next
// contact. Everything but the ball is taken to be at rest. It returns dst unchanged when
// [AssistAim] is off, and while no ball falls toward the paddle.
func (g *Game) PredictedPath(dst []geom.Vec) []geom.Vec {
	if g.assists&AssistAim == 0 || g.Phase != Play || len(g.Paddles) == 0 {
		return dst
	}
	i := g.nextDown()
	if i < 0 {
		return dst
	}

	b, p := &g.world.Discs[i], &g.world.Capsules[0]
	at, d := g.BallAt(i), b.V.Unit()
	dst = append(dst, at)
	line := p.Y - p.R - b.R
	for range maxPathLegs {
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

// courseOff appends the path of a ball that comes down at the point at, if a paddle stands there.
func (g *Game) pathOffPaddle(dst []geom.Vec, b *world.Disc, at, d geom.Vec) []geom.Vec {
	for k := range g.Paddles {
		p := &g.world.Capsules[k]
		if o := (at.X - p.X) / (p.Half + b.R); o >= -1 && o <= 1 && p.Y == g.world.Capsules[0].Y {
			d = g.Aim(o, d.X)
			return append(dst, at.Along(d, min(pathAfterPaddle, g.SweepVisible(at, d, b.R, -1).Dist)))
		}
	}
	return dst
}

// How far Course predicts: the number of straight legs down to the paddle, and the units from there
// on.
const (
	maxPathLegs     = 6
	pathAfterPaddle = 24.0
)

// nextDown returns the ball that reaches the paddle's height first if only walls are in its way, or
// −1.
func (g *Game) nextDown() int {
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
