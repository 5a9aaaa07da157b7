package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file grows and shrinks balls and paddles. Nothing ever grows into anything else: it grows as
// far as there is room, and continues as soon as there is more.

// Speeds of growth, in units a tick.
const (
	ballGrowth   = 1.2 / TicksPerSecond // of a radius
	paddleGrowth = 12.0 / TicksPerSecond
)

// clearance is the room, in units, that is left around anything that grows or appears. Without it,
// a ball that fills a slot would touch both of its sides infinitely often; with it, it does so a
// few times a tick.
const clearance = 0.02

// resize grows and shrinks everything by a tick.
func (g *Game) resize() {
	if g.Phase.Ended() {
		return
	}
	changed := false
	for i := range g.Balls {
		changed = g.resizeBall(i) || changed
	}
	for k := range g.Paddles {
		changed = g.resizePaddle(k) || changed
	}
	changed = g.updateFloor() || changed
	if changed {
		g.world.Renew()
	}
}

// wantR returns the desired radius of the ball.
func (g *Game) targetRadius(b *Ball) float64 {
	r := ballKinds[b.kind].r
	switch {
	case g.Running(spec.DropTiny):
		return float64(r * sizeChange)
	case g.Running(spec.DropHuge):
		return float64(r * (1 + sizeChange))
	}
	return r
}

// resizeBall brings the radius of ball i nearer to the desired one.
func (g *Game) resizeBall(i int) bool {
	b := &g.world.Discs[i]
	want := g.targetRadius(&g.Balls[i])
	switch {
	case b.R == want || g.isOutside(g.BallAt(i).Y):
		return false // no change needed, or leaving the field
	case b.R > want:
		b.R = max(want, b.R-ballGrowth)
		return true
	}
	r := min(want, b.R+ballGrowth)
	if !b.Held { // a held ball touches nothing
		r = g.world.Room(g.BallAt(i), r+clearance, i, -1) - clearance
	}
	if !(r > b.R) {
		return false
	}
	b.R = r
	return true
}

// widen changes the desired half width of paddle k, within the limits of the difficulty.
func (g *Game) widen(k int, by float64) {
	p := &g.Paddles[k]
	narrow, _, wide := g.widths(k)
	p.targetHalf = geom.Clamp(p.targetHalf+by, narrow, wide)
}

// resizePaddle brings the width of paddle k nearer to the desired one. At a wall, or at a paddle
// beside it, it grows to the other side. It does not become narrower than the place of a ball held
// on it.
func (g *Game) resizePaddle(k int) bool {
	p := &g.world.Capsules[k]
	half := geom.Clamp(g.Paddles[k].targetHalf, p.Half-paddleGrowth, p.Half+paddleGrowth)
	for i := range g.Balls {
		if g.isHeldBy(i, k) {
			half = max(half, min(p.Half, math.Abs(g.Balls[i].offset)))
		}
	}
	if half == p.Half {
		return false
	}
	lo, hi := g.world.CapsuleRange(k)
	if half > p.Half && hi-lo < 2*half {
		return false
	}
	x := geom.Clamp(p.X, lo+half, hi-half)
	if half > p.Half && !g.world.CapsuleFits(k, x, half, clearance) {
		return false
	}
	g.world.PlaceCapsule(k, x, half)
	return true
}

// usualPaddles gives the paddles their usual width at once: when a level begins nothing is in the
// way.
func (g *Game) resetPaddleWidths() {
	for k := range g.Paddles {
		p, want := &g.world.Capsules[k], g.Paddles[k].targetHalf
		if p.Half != want {
			g.world.PlaceCapsule(k, geom.Clamp(p.X, want, g.W-want), want)
		}
	}
	g.world.SeparateCapsules()
}

// closeFloor closes and opens the floor according to the running effects. It closes once no ball is
// in it.
func (g *Game) updateFloor() bool {
	if g.Versus() && g.updateCeiling() {
		return true
	}
	if g.RunsFor(spec.DropFloor, 0) == g.FloorClosed {
		return false
	}
	if !g.FloorClosed {
		for i := range g.Balls {
			if g.BallAt(i).Y > g.H-g.world.Discs[i].R {
				return false
			}
		}
	}
	g.FloorClosed = !g.FloorClosed
	g.world.Floor = g.FloorClosed || g.floorAlwaysClosed
	return true
}
