package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file changes the sizes of balls and paddles gradually. Balls and paddles grow only while there
// is free space around them.

// Speeds of growth, in units per tick.
const (
	ballGrowth   = 1.2 / TicksPerSecond  // change of a radius
	paddleGrowth = 12.0 / TicksPerSecond // change of half of a paddle's width
)

// clearance is the distance, in units, that a growing or appearing object keeps from others.
// Without it, a ball that fills a slot would touch both sides infinitely often. With it, the ball
// touches them a few times per tick.
const clearance = 0.02

// resizeAll changes the sizes of all balls and paddles by one tick's amount.
func (g *Game) resizeAll() {
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

// targetRadius returns the radius that ball b has after it has finished growing or shrinking.
func (g *Game) targetRadius(b *Ball) float64 {
	r := ballKinds[b.kind].r
	switch {
	case g.Running(spec.DropTiny):
		return float64(r * tinyFactor)
	case g.Running(spec.DropHuge):
		return float64(r * hugeFactor)
	}
	return r
}

// resizeBall changes the radius of ball i toward its target. It reports whether the radius changed.
func (g *Game) resizeBall(i int) bool {
	b := &g.world.Discs[i]
	want := g.targetRadius(&g.Balls[i])
	switch {
	case b.R == want || g.isOutside(g.BallAt(i).Y):
		return false // no change needed, or the ball is leaving the field
	case b.R > want:
		b.R = max(want, b.R-ballGrowth)
		return true
	}

	r := min(want, b.R+ballGrowth)
	if !b.Held { // held balls touch nothing
		r = g.world.Room(g.BallAt(i), r+clearance, i, -1) - clearance
	}

	if !(r > b.R) {
		return false
	}

	b.R = r
	return true
}

// widen changes half of the target width of paddle k by the given number of units, within the
// limits of the difficulty.
func (g *Game) widen(k int, change float64) {
	p := &g.Paddles[k]
	narrow, _, wide := g.widths(k)
	p.targetHalf = geom.Clamp(p.targetHalf+change, narrow, wide)
}

// resizePaddle changes the width of paddle k toward its target. It reports whether the width
// changed. Next to a wall or another paddle, the paddle grows to the other side. It stays wide
// enough for the balls that it holds.
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

// resetPaddleWidths sets the paddles to their target widths immediately. At the start of a level no
// object is in the way.
func (g *Game) resetPaddleWidths() {
	for k := range g.Paddles {
		p, want := &g.world.Capsules[k], g.Paddles[k].targetHalf
		if p.Half != want {
			g.world.PlaceCapsule(k, geom.Clamp(p.X, want, g.W-want), want)
		}
	}
	g.world.SeparateCapsules()
}

// updateFloor closes or opens the floor according to the active effects. It waits until no ball
// overlaps the floor. It reports whether the floor or the ceiling changed.
func (g *Game) updateFloor() bool {
	if g.Versus() && g.updateCeiling() {
		return true
	}
	closed := g.RunsFor(spec.DropFloor, 0)
	want := closed || g.floorAlwaysClosed || g.Saves > 0
	if closed == g.FloorClosed && want == g.world.Floor {
		return false
	}
	if !g.world.Floor {
		for i := range g.Balls {
			if g.BallAt(i).Y > g.H-g.world.Discs[i].R {
				return false
			}
		}
	}

	g.FloorClosed, g.world.Floor = closed, want
	return true
}
