package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file is what it takes to have two paddles: where they are, which way they
// play, and that two side by side do not run into each other.

// Faces reports whether the mode's second paddle hangs at the ceiling, opposite
// the first one: then both ends of the field are open.
func (m Mode) Faces() bool { return m == Arkanong }

// Faces reports whether there are two paddles, and they play against each other.
func (g *Game) Faces() bool { return len(g.Paddles) > 1 && g.Paddles[1].Top }

// Beside reports whether there are two paddles side by side. The first one is the
// left one, always.
func (g *Game) Beside() bool { return len(g.Paddles) > 1 && !g.Paddles[1].Top }

// paddles returns the paddles that a game begins with.
func (c *Config) paddles() []world.Capsule {
	p := world.Capsule{X: c.W / 2, Y: c.H - (FieldH - PaddleY), Half: c.half(), R: paddleHalfHeight}
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

// RunsFor reports whether a drop of the kind runs for paddle k. What partners have
// caught runs for both of them, what opponents have caught for the one that was the
// last to catch it.
func (g *Game) RunsFor(k DropKind, paddle int) bool {
	e := &g.effects[k]
	return e.left > 0 && (int(e.by) == paddle || !g.Faces())
}

// Owner returns the paddle that a running drop of the kind was last caught by.
func (g *Game) Owner(k DropKind) int { return int(g.effects[k].by) }

// nearest returns the paddle that a drop may reach: the one that it falls to, and
// of two side by side the nearer one.
func (g *Game) nearest(d *Drop) int {
	switch {
	case g.Faces() && d.V.Y < 0:
		return 1
	case g.Beside() && d.At.X > float64((g.world.Capsules[0].X+g.world.Capsules[1].X)/2):
		return 1
	}
	return 0
}

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
