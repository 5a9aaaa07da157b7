package engine

import (
	"math"

	"arkterm/engine/geom"
)

// How fast a paddle moves.
const (
	KeySpeed     = 36.0                 // units/s as soon as a key goes down
	KeySpeedFull = 80.0                 // units/s after it was down for KeyRamp
	KeyRamp      = 150 * ticksPerMs     // ticks
	TargetSpeed  = 300.0                // units/s at most toward a target
	ticksPerMs   = TicksPerSecond / 1e3 // 0.24
)

// A slide is what the engine remembers of a paddle beside what it shows.
type slide struct {
	goal   float64 // middle at the end of this tick
	v      float64 // velocity in this sub-step, units/s
	since  float64 // when v began
	course uint32  // counts changes of v
	dir    int8    // direction that a key last asked for
	held   uint16  // ticks for which it has, at most KeyRamp
	was    float64 // middle at the beginning of this tick
	want   float64 // half of the width that the paddle should have
}

// steer decides where paddle k is at the end of the tick. The border is part
// of the course, so the end positions are exact: the middle is never less than
// half a width from a wall.
func (g *Game) steer(k int, c Control) {
	p, m := &g.Paddles[k], &g.slides[k]
	move := 0.0
	m.was = p.X
	switch {
	case g.Tick < p.StunnedTo || g.RunsFor(DropFrozen, k):
		m.dir, m.held = 0, 0
	case c.Target >= 0:
		m.dir, m.held = 0, 0
		limit := float64(TargetSpeed * g.haste() / TicksPerSecond)
		move = clamp(float64(float64(c.Target)/64)-p.X, -limit, limit)
	case c.Move != 0:
		move = float64(keyStep(m, c.Move)*g.haste()) / TicksPerSecond
	default:
		m.dir, m.held = 0, 0
	}
	m.goal = clamp(p.X+move, p.Half, g.W-p.Half)
	p.V = float64((m.goal - p.X) * TicksPerSecond)
}

// keyStep returns the velocity that a key asks for: slower at first, so that a
// tap is a small step, then faster, so that the whole field is in reach.
func keyStep(m *slide, move int8) float64 {
	dir := int8(1)
	if move < 0 {
		dir = -1
	}
	if dir != m.dir {
		m.dir, m.held = dir, 0
	}
	ramp := float64(m.held) / KeyRamp
	if m.held < KeyRamp {
		m.held++
	}
	speed := KeySpeed + float64((KeySpeedFull-KeySpeed)*ramp)
	return float64(speed * (float64(max(-MoveFull, min(MoveFull, int(move)))) / MoveFull))
}

// beginPaddles gives every paddle its velocity for one of the left sub-steps of
// this tick, which lasts dt seconds.
func (g *Game) beginPaddles(left int, dt float64) {
	for k := range g.Paddles {
		m := &g.slides[k]
		m.v = (m.goal - g.Paddles[k].X) / float64(float64(left)*dt)
		m.since = g.now
		m.course++
	}
}

// endPaddles moves the paddles to where the sub-step leaves them.
func (g *Game) endPaddles(left int) {
	for k := range g.Paddles {
		p, m := &g.Paddles[k], &g.slides[k]
		if left == 1 {
			p.X = m.goal
		} else {
			p.X = g.paddleAt(k, g.end)
		}
		m.v, m.since = 0, g.end
	}
}

// paddleAt returns the middle of paddle k at the time t of this sub-step.
func (g *Game) paddleAt(k int, t float64) float64 {
	p, m := &g.Paddles[k], &g.slides[k]
	return clamp(p.X+float64(m.v*(t-m.since)), p.Half, g.W-p.Half)
}

// blockPaddle lets paddle k stand still for the rest of the tick, and one beside
// it, which might run into it.
func (g *Game) blockPaddle(k int) {
	for j := range g.Paddles {
		if j == k || g.Beside() {
			p, m := &g.Paddles[j], &g.slides[j]
			p.X = g.paddleAt(j, g.now)
			m.goal, m.v, m.since = p.X, 0, g.now
			m.course++
		}
	}
}

// predictBand finds out while the ball is level with a paddle. Of two paddles at
// different heights it takes all the time from the one to the other.
func (g *Game) predictBand(b *Ball, tr *track) {
	g.predictLevel(b, tr, &g.Paddles[0])
	if g.Faces() {
		in, out := tr.bandIn, tr.bandOut
		g.predictLevel(b, tr, &g.Paddles[1])
		switch {
		case tr.bandIn == never:
			tr.bandIn, tr.bandOut = in, out
		case in != never:
			tr.bandIn, tr.bandOut = min(in, tr.bandIn), max(out, tr.bandOut)
		}
	}
}

// predictLevel finds out while the ball is level with p.
func (g *Game) predictLevel(b *Ball, tr *track, p *Paddle) {
	reach := p.R + b.R + slack
	above := (p.Y - reach - b.from.Y) // > 0: the ball is above the band
	below := (p.Y + reach - b.from.Y) // < 0: it is below
	switch {
	case b.V.Y > 0:
		tr.bandIn, tr.bandOut = b.since+above/b.V.Y, b.since+below/b.V.Y
	case b.V.Y < 0:
		tr.bandIn, tr.bandOut = b.since+below/b.V.Y, b.since+above/b.V.Y
	case above < 0 && below > 0:
		tr.bandIn, tr.bandOut = math.Inf(-1), never
	default:
		tr.bandIn, tr.bandOut = never, never
	}
}

// predictPaddles looks for the contact of a ball with a paddle until the end of
// the sub-step, in the paddle's frame. It asks from the moment of the later
// change of course: an older state of the ball knows nothing of the paddle's
// new course.
func (g *Game) predictPaddles(b *Ball, tr *track) {
	if tr.bandIn > g.end || tr.bandOut < g.now {
		return
	}
	for k := range g.Paddles {
		p, m := &g.Paddles[k], &g.slides[k]
		if tr.left.is(atPaddle, int32(k), m.course) {
			continue
		}
		t0 := max(b.since, m.since)
		from := b.from.Along(b.V, t0-b.since)
		from.X -= g.paddleAt(k, t0)
		from.Y -= p.Y
		hit, ok := g.shape[k].Sweep(from, geom.Vec{X: b.V.X - m.v, Y: b.V.Y}, b.R+p.R)
		if !ok || t0+hit.T > g.end {
			continue
		}
		c := predicted(t0, hit.T, atPaddle)
		c.other, c.stamp, c.n = int32(k), m.course, hit.N
		tr.offerMover(c)
	}
}
