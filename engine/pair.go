package engine

import (
	"fmt"

	"arkterm/engine/geom"
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
func (c *Config) paddles() []Paddle {
	p := Paddle{X: c.W / 2, Y: c.PaddleY, Half: c.PaddleHalf, R: c.PaddleR}
	if Modes[c.Mode].Paddles < 2 {
		return []Paddle{p}
	}
	q := p
	if c.Mode.Faces() {
		q.Y, q.Top = c.H-p.Y, true
	} else {
		p.X, q.X = c.W/4, c.W-float64(c.W/4)
	}
	return []Paddle{p, q}
}

// Front returns how high the middle of a disc of radius r lies that touches the
// side that p plays with.
func (p *Paddle) Front(r float64) float64 {
	if p.Top {
		return p.Y + p.R + r
	}
	return p.Y - p.R - r
}

// Away returns d, which is meant for a paddle at the floor, for p: up becomes down
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
		p := &g.Paddles[k]
		if line := p.Front(r); p.Top && y < line || !p.Top && y > line {
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
	case g.Beside() && d.At.X > float64((g.Paddles[0].X+g.Paddles[1].X)/2):
		return 1
	}
	return 0
}

// lane returns from where to where paddle k may reach: from wall to wall, or to the
// paddle beside it.
func (g *Game) lane(k int) (lo, hi float64) {
	lo, hi = 0, g.W
	switch {
	case !g.Beside():
	case k == 0:
		hi = g.Paddles[1].X - g.Paddles[1].Half
	default:
		lo = g.Paddles[0].X + g.Paddles[0].Half
	}
	return lo, hi
}

// apart returns how far apart the middles of two paddles side by side must be.
func (g *Game) apart() float64 { return g.Paddles[0].Half + g.Paddles[1].Half }

// partGoals lets two paddles side by side stop at each other. One that stands or
// goes away is in nobody's way but to who follows it, which then goes where it can;
// two that go for each other both stop where they meet. Each moves evenly within a
// tick, so what is apart at its ends is apart all the time.
func (g *Game) partGoals() {
	p, q, m, n := &g.Paddles[0], &g.Paddles[1], &g.slides[0], &g.slides[1]
	apart := g.apart()
	if n.goal-m.goal >= apart {
		return
	}
	left, right := m.goal-p.X, n.goal-q.X
	switch {
	case left > 0 && right < 0:
		share := clamp((q.X-p.X-apart)/(left-right), 0, 1)
		m.goal = p.X + float64(left*share)
		n.goal = m.goal + apart
	case left > 0:
		m.goal = n.goal - apart
	default:
		n.goal = m.goal + apart
	}
	// At the walls it is they that are exact.
	m.goal, n.goal = max(m.goal, p.Half), min(n.goal, g.W-q.Half)
	p.V = float64((m.goal - p.X) * TicksPerSecond)
	q.V = float64((n.goal - q.X) * TicksPerSecond)
}

// partPaddles puts two paddles apart that have become wider at once: each goes half
// of the way, as far as the walls let it.
func (g *Game) partPaddles() {
	p, q := &g.Paddles[0], &g.Paddles[1]
	apart := g.apart()
	if q.X-p.X >= apart-tolerance {
		return
	}
	p.X = clamp(float64((p.X+q.X-apart)/2), p.Half, g.W-q.Half-apart)
	q.X = min(p.X+apart, g.W-q.Half)
	g.slides[0].goal, g.slides[1].goal = p.X, q.X
}

// jamPaddle lets paddle k stand still for a tick that is about to begin, and one
// Beside it too.
func (g *Game) jamPaddle(k int) {
	for j := range g.Paddles {
		if j == k || g.Beside() {
			g.slides[j].goal = g.Paddles[j].X
		}
	}
}

// squeeze lets ball i, which two paddles have between them, out: straight up, or down
// if it lies deeper than they do. There the gap is wider, whatever they do.
func (g *Game) squeeze(i int, n geom.Vec) {
	v := geom.Vec{Y: -g.Pace()}
	if n.Y > 0 {
		v.Y = -v.Y
	}
	g.Balls[i].V = v
}

// checkPaddles says what of c does not go with the paddles of its mode.
func (c *Config) checkPaddles() error {
	if Modes[c.Mode].Paddles > 1 && !c.Mode.Faces() && 4*c.PaddleHalf > c.W {
		return fmt.Errorf("two paddles of %g in a field of %g", 2*c.PaddleHalf, c.W)
	}
	return nil
}
