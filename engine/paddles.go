package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file is paddles: where they are, where they go, and what it takes to have two of
// them, which way each plays, and that two side by side do not run into each other.

// How fast a paddle moves.
const (
	KeySpeed     = 36.0                 // units/s as soon as a key goes down
	KeySpeedFull = 80.0                 // units/s after it was down for KeyRamp
	KeyRamp      = 150 * ticksPerMs     // ticks
	TargetSpeed  = 300.0                // units/s at most toward a target
	ticksPerMs   = TicksPerSecond / 1e3 // 0.24
)

// Faces reports whether the mode's second paddle hangs at the ceiling, opposite
// the first one: then both ends of the field are open.
func (m Mode) Faces() bool { return Modes[m].Facing }

// Faces reports whether there are two paddles, and they play against each other.
func (g *Game) Faces() bool { return len(g.Paddles) > 1 && g.Paddles[1].Top }

// Beside reports whether there are two paddles side by side. The first one is the
// left one, always.
func (g *Game) Beside() bool { return len(g.Paddles) > 1 && !g.Paddles[1].Top }

// paddles returns the paddles that a game begins with.
func (c *Config) paddles() []world.Capsule {
	p := world.Capsule{X: c.W / 2, Y: c.H - (spec.FieldH - spec.PaddleY), Half: c.half(), R: spec.PaddleHalfHeight}
	if Modes[c.Mode].Paddles < 2 {
		return []world.Capsule{p}
	}
	q := p
	if c.Mode.Faces() {
		q.Y = c.H - p.Y
	} else {
		p.X, q.X = c.W/4, c.W-float64(c.W/4)
	}
	return []world.Capsule{p, q}
}

// half returns half of the width of the paddles that a game begins with.
func (c *Config) half() float64 {
	_, usual, _ := Difficulties[c.Difficulty].widths(c.Assists.breadth(), c.W)
	return usual
}

// Front returns how high the middle of a disc of radius r lies that touches the
// side that paddle k plays with.
func (g *Game) Front(k int, r float64) float64 {
	p := &g.world.Capsules[k]
	if g.Paddles[k].Top {
		return p.Y + p.R + r
	}
	return p.Y - p.R - r
}

// away returns d, which is meant for a paddle at the floor, for p: up becomes down
// at the ceiling. It turns things back as well.
func (p *Paddle) Away(d geom.Vec) geom.Vec {
	if p.Top {
		d.Y = -d.Y
	}
	return d
}

// behind reports whether a disc of radius r at the height y is past the front of a
// paddle.
func (g *Game) behind(y, r float64) bool {
	for k := range g.Paddles {
		if line, top := g.Front(k, r), g.Paddles[k].Top; top && y < line || !top && y > line {
			return true
		}
	}
	return false
}

// outside reports whether the height y is past an open end of the field.
func (g *Game) outside(y float64) bool { return y > g.H || y < 0 }

// squeeze lets ball i, which two paddles have between them, out: straight up, or down
// if it lies deeper than they do. There the gap is wider, whatever they do.
func (g *Game) squeeze(i int, n geom.Vec) {
	v := geom.Vec{Y: -g.Pace()}
	if n.Y > 0 {
		v.Y = -v.Y
	}
	g.world.Redirect(i, v)
}

// checkPaddles says what of c does not go with the paddles of its mode.
func (c *Config) checkPaddles() error {
	if Modes[c.Mode].Paddles > 1 && !c.Mode.Faces() && 4*c.half() > c.W {
		return fmt.Errorf("two paddles of %g in a field of %g", 2*c.half(), c.W)
	}
	return nil
}

// steer decides where paddle k is at the end of the tick. The border is part
// of the course, so the end positions are exact: the middle is never less than
// half a width from a wall.
func (g *Game) steer(k int, c Control) {
	p, x := &g.Paddles[k], g.world.Capsules[k].X
	move := 0.0
	switch {
	case g.Tick < p.StunnedTo || g.RunsFor(spec.DropFrozen, k):
		p.dir, p.held = 0, 0
	case c.Target >= 0:
		p.dir, p.held = 0, 0
		limit := float64(TargetSpeed * g.haste() / TicksPerSecond)
		move = geom.Clamp(float64(float64(c.Target)/64)-x, -limit, limit)
	case c.Move != 0:
		move = float64(keyStep(p, c.Move)*g.haste()) / TicksPerSecond
	default:
		p.dir, p.held = 0, 0
	}
	g.world.SetGoal(k, x+move)
}

// keyStep returns the velocity that a key asks for: slower at first, so that a
// tap is a small step, then faster, so that the whole field is in reach.
func keyStep(p *Paddle, move int8) float64 {
	dir := int8(1)
	if move < 0 {
		dir = -1
	}
	if dir != p.dir {
		p.dir, p.held = dir, 0
	}
	ramp := float64(p.held) / KeyRamp
	if p.held < KeyRamp {
		p.held++
	}
	speed := KeySpeed + float64((KeySpeedFull-KeySpeed)*ramp)
	return float64(speed * (float64(max(-MoveFull, min(MoveFull, int(move)))) / MoveFull))
}

// steerPaddles decides where each paddle goes in this tick.
func (g *Game) steerPaddles(in Input) {
	for k := range g.Paddles {
		g.steer(k, in[k])
	}
	g.world.PartGoals()
}
