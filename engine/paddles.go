package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains the paddles: their places, their motion, and the rules for two of them.

// Speeds of a paddle.
const (
	KeySpeed     = 36.0                 // units/s when a key is pressed
	KeySpeedFull = 80.0                 // units/s after it was held for KeyRamp
	KeyRamp      = 150 * ticksPerMs     // ticks
	TargetSpeed  = 300.0                // units/s at most toward a target
	ticksPerMs   = TicksPerSecond / 1e3 // 0.24
)

// Faces reports whether the mode's second paddle hangs at the ceiling, opposite
// the first one: then both ends of the field are open.
func (m Mode) Versus() bool { return Modes[m].Versus }

// Faces reports whether there are two paddles, and they play against each other.
func (g *Game) Versus() bool { return len(g.Paddles) > 1 && g.Paddles[1].Top }

// Beside reports whether there are two paddles side by side. The first one is always on the left.
func (g *Game) SideBySide() bool { return len(g.Paddles) > 1 && !g.Paddles[1].Top }

// paddles returns the capsules of the paddles at the beginning of a game.
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

// half returns half of the width of the paddles at the beginning of a game.
func (c *Config) startHalf() float64 {
	_, usual, _ := Difficulties[c.Difficulty].widths(c.Assists.widthFactor(), c.W)
	return usual
}

// Front returns the height of the middle of a disc of radius r that touches the front of paddle k.
func (g *Game) FrontY(k int, r float64) float64 {
	p := &g.world.Capsules[k]
	if g.Paddles[k].Top {
		return p.Y + p.R + r
	}
	return p.Y - p.R - r
}

// Away converts the vector d between a paddle at the floor and p: at the ceiling, up becomes down.
// It is its own inverse.
func (p *Paddle) Orient(d geom.Vec) geom.Vec {
	if p.Top {
		d.Y = -d.Y
	}
	return d
}

// behind reports whether a disc of radius r at the height y is past the front of a paddle.
func (g *Game) isPastPaddle(y, r float64) bool {
	for k := range g.Paddles {
		if line, top := g.FrontY(k, r), g.Paddles[k].Top; top && y < line || !top && y > line {
			return true
		}
	}
	return false
}

// outside reports whether the height y is past an open end of the field.
func (g *Game) isOutside(y float64) bool { return y > g.H || y < 0 }

// squeeze frees ball i, caught between two paddles: straight up, or down if it lies deeper than
// they do, where the gap widens however they move.
func (g *Game) freeSqueezed(i int, n geom.Vec) {
	v := geom.Vec{Y: -g.BallSpeed()}
	if n.Y > 0 {
		v.Y = -v.Y
	}
	g.world.Redirect(i, v)
}

// checkPaddles returns an error if c does not suit the paddles of its mode.
func (c *Config) checkPaddles() error {
	if Modes[c.Mode].Paddles > 1 && !c.Mode.Versus() && 4*c.startHalf() > c.W {
		return fmt.Errorf("two paddles of %g in a field of %g", 2*c.startHalf(), c.W)
	}
	return nil
}

// steer sets the place of paddle k at the end of the tick. The walls limit the course itself, so
// the end positions are exact: the middle is never less than half a width from a wall.
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
		move = float64(keyStep(p, c.Move)*g.PaddleSpeedFactor(k)) / TicksPerSecond
	default:
		p.keyDir, p.keyTicks = 0, 0
	}
	g.world.SetTarget(k, x+move)
}

// Mirrored reports whether paddle k moves left where its player asks for right.
func (g *Game) Mirrored(k int) bool { return g.twist().Mirrored || g.RunsFor(spec.DropMirror, k) }

// mirrored returns the control c as it acts on paddle k.
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

// keyStep returns the velocity for a key: slow at first, so that a tap is a small step, then fast
// enough for the whole field.
func keyStep(p *Paddle, move int8) float64 {
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

// steerPaddles sets the goal of each paddle in this tick.
func (g *Game) steerPaddles(in Input) {
	for k := range g.Paddles {
		g.steer(k, g.mirrorControl(k, in[k]))
	}
	g.world.SeparateTargets()
}
