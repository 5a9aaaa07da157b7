package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements the positions and the motion of paddles, and the rules for two of them.

// Speeds of a paddle.
const (
	KeySpeed     = 36.0                 // initial speed with keys, units/s
	KeySpeedFull = 80.0                 // speed with keys after KeyRamp ticks, units/s
	KeyRamp      = 150 * ticksPerMs     // ticks until a held key moves the paddle at KeySpeedFull
	TargetSpeed  = 300.0                // maximum speed toward a target, units/s
	ticksPerMs   = TicksPerSecond / 1e3 // 0.24
)

// Versus reports whether two paddles play against each other in the mode. The second one is at the
// ceiling, and both ends of the field are open.
func (m Mode) Versus() bool { return Modes[m].Versus }

// Versus reports whether there are two paddles that play against each other.
func (g *Game) Versus() bool { return len(g.Paddles) > 1 && g.Paddles[1].Top }

// SideBySide reports whether there are two paddles side by side. The first one is always on the
// left.
func (g *Game) SideBySide() bool { return len(g.Paddles) > 1 && !g.Paddles[1].Top }

// paddles returns the capsules of the paddles at the start of a game.
func (c *Config) paddles() []world.Capsule {
	p := world.Capsule{X: c.W / 2, Y: c.H - (spec.FieldH - spec.PaddleY), Half: c.startHalf(), R: spec.PaddleHalfHeight}
	if Modes[c.Mode].Paddles < 2 {
		return []world.Capsule{p}
	}
	q := p
	if c.Mode.Versus() {
		q.Y = c.H - p.Y
	} else {
		p.X, q.X = c.W/4, c.W-float64(c.W/4)
	}
	return []world.Capsule{p, q}
}

// startHalf returns half of the initial width of the paddles.
func (c *Config) startHalf() float64 {
	_, normal, _ := Difficulties[c.Difficulty].widths(c.Assists.widthFactor(), c.W)
	return normal
}

// FrontY returns the y of the center of a disc of radius r that touches the front of paddle k.
func (g *Game) FrontY(k int, r float64) float64 {
	p := &g.world.Capsules[k]
	if g.Paddles[k].Top {
		return p.Y + p.R + r
	}
	return p.Y - p.R - r
}

// Orient converts the vector d between the view of a paddle at the floor and the view of p. For a
// paddle at the ceiling, it flips y. Therefore it is its own inverse.
func (p *Paddle) Orient(d geom.Vec) geom.Vec {
	if p.Top {
		d.Y = -d.Y
	}
	return d
}

// isPastPaddle reports whether a disc of radius r at the height y is past the front of a paddle.
func (g *Game) isPastPaddle(y, r float64) bool {
	for k := range g.Paddles {
		if frontY, top := g.FrontY(k, r), g.Paddles[k].Top; top && y < frontY || !top && y > frontY {
			return true
		}
	}
	return false
}

// isOutside reports whether the height y is outside the field.
func (g *Game) isOutside(y float64) bool { return y > g.H || y < 0 }

// freeWedgedBall frees ball i, which is wedged between two paddles, by sending it straight up or
// down. The vector n is the normal of the contact, toward the ball. If n points down, the ball is
// below the centers of the paddles and is sent down.
func (g *Game) freeWedgedBall(i int, n geom.Vec) {
	v := geom.Vec{Y: -g.BallSpeed()}
	if n.Y > 0 {
		v.Y = -v.Y
	}
	g.world.Redirect(i, v)
}

// checkPaddles returns an error if the field is too narrow for two paddles.
func (c *Config) checkPaddles() error {
	if Modes[c.Mode].Paddles > 1 && !c.Mode.Versus() && 4*c.startHalf() > c.W {
		return fmt.Errorf("two paddles of width %g do not fit into a field of width %g", 2*c.startHalf(), c.W)
	}
	return nil
}

// steer sets the target of paddle k for this tick according to the control c. The world stops
// paddles exactly at the walls.
func (g *Game) steer(k int, c Control) {
	p, x := &g.Paddles[k], g.world.Capsules[k].X
	move := 0.0
	switch {
	case g.Tick < p.StunnedUntil || g.RunsFor(spec.DropFrozen, k):
		p.keyDir, p.keyTicks = 0, 0
	case c.Target >= 0:
		p.keyDir, p.keyTicks = 0, 0
		limit := float64(TargetSpeed * g.PaddleSpeedFactor(k) / TicksPerSecond)
		move = geom.Clamp(float64(float64(c.Target)/64)-x, -limit, limit)
	case c.Move != 0:
		move = float64(keyVelocity(p, c.Move)*g.PaddleSpeedFactor(k)) / TicksPerSecond
	default:
		p.keyDir, p.keyTicks = 0, 0
	}

	g.world.SetTarget(k, x+move)
}

// Mirrored reports whether left and right are reversed for paddle k.
func (g *Game) Mirrored(k int) bool { return g.twistRow().Mirrored || g.RunsFor(spec.DropMirror, k) }

// mirrorControl returns the control c of paddle k, with left and right exchanged if they are
// reversed for the paddle.
func (g *Game) mirrorControl(k int, c Control) Control {
	if !g.Mirrored(k) {
		return c
	}
	c.Move = -max(-MoveFull, min(MoveFull, c.Move))
	if c.Target >= 0 {
		c.Target = max(0, int16(g.W*64)-c.Target)
	}
	return c
}

// keyVelocity returns the velocity of a paddle whose player steers with keys, in units/s. It also
// counts the ticks while a key is held. The velocity starts low, so that a tap moves the paddle by
// a small step, and increases while the key is held.
func keyVelocity(p *Paddle, move int8) float64 {
	dir := int8(1)
	if move < 0 {
		dir = -1
	}
	if dir != p.keyDir {
		p.keyDir, p.keyTicks = dir, 0
	}
	ramp := float64(p.keyTicks) / KeyRamp
	if p.keyTicks < KeyRamp {
		p.keyTicks++
	}
	speed := KeySpeed + float64((KeySpeedFull-KeySpeed)*ramp)
	return float64(speed * (float64(max(-MoveFull, min(MoveFull, int(move)))) / MoveFull))
}

// steerPaddles sets the targets of all paddles for this tick.
func (g *Game) steerPaddles(in Input) {
	for k := range g.Paddles {
		g.steer(k, g.mirrorControl(k, in[k]))
	}
	g.world.SeparateTargets()
}
