package engine

import "arkterm/engine/geom"

// This file predicts the first contact of a disc, for beams, bots and aim lines.

// A SweepHit is the first contact of a moving disc. See [Game.Sweep].
type SweepHit struct {
	Dist  float64  // distance to the contact
	N     geom.Vec // normal toward the disc
	Brick int      // index of the brick; −1 for a wall or the floor
}

// Sweep returns the first contact of a disc of radius r that begins at start and moves in the
// direction of the unit vector d. The disc touches walls, the floor (open or closed) and all bricks
// except skip, which is the index of a brick or −1. Sweep ignores balls, paddles and gates that let
// the disc pass. Its time is proportional to the number of bricks.
func (g *Game) Sweep(start, d geom.Vec, r float64, skip int) SweepHit {
	return g.sweep(start, d, r, skip, true)
}

// SweepVisible is like Sweep, but ignores hidden bricks. Bots and aim lines use it, because players
// cannot see hidden bricks.
func (g *Game) SweepVisible(start, d geom.Vec, r float64, skip int) SweepHit {
	return g.sweep(start, d, r, skip, false)
}

// Layout returns a number that changes when bricks appear, disappear, are revealed or change their
// shape. While the number is the same, SweepVisible returns the same contacts. If fixed is false,
// bricks can also move without changing the number.
func (g *Game) Layout() (n uint32, fixed bool) { return g.layout, g.world.NumMovers() == 0 }

// sweep implements Sweep and SweepVisible. The argument hidden determines whether hidden bricks
// count.
func (g *Game) sweep(start, d geom.Vec, r float64, skip int, hidden bool) SweepHit {
	best := SweepHit{Dist: never, Brick: -1}
	consider := func(dist float64, n geom.Vec) {
		if dist < best.Dist {
			best.Dist, best.N = max(0, dist), n
		}
	}

	switch {
	case d.X < 0:
		consider((r-start.X)/d.X, geom.Vec{X: 1})
	case d.X > 0:
		consider((g.W-r-start.X)/d.X, geom.Vec{X: -1})
	}
	switch {
	case d.Y < 0:
		consider((r-start.Y)/d.Y, geom.Vec{Y: 1})
	case d.Y > 0:
		consider((g.H-r-start.Y)/d.Y, geom.Vec{Y: -1})
	}

	// MayReach rejects most bricks, much faster than Polygon.Sweep.
	for k := range g.world.Obstacles {
		o := &g.world.Obstacles[k]
		if o.Gone || k == skip || !hidden && g.Bricks[k].Hidden {
			continue
		}
		if o.Moves {
			g.world.ShapeOf(k) // updates o.Shape
		}
		if bound := o.Shape.Bound(); !bound.MayReach(start, d, r, best.Dist) {
			continue
		}
		if hit, ok := o.Shape.Sweep(start, d, r); ok && hit.T < best.Dist && !o.Admits(start, d, r) {
			best = SweepHit{Dist: hit.T, N: hit.N, Brick: k}
		}
	}
	return best
}

// AfterHit returns the position and direction after the hit c of a disc of radius r, which moved
// from center in direction d. The third result is the index of the brick that the disc leaves, or
// −1. Pass it to Sweep as skip. The disc bounces off the brick or, at a portal, continues from the
// paired portal.
func (g *Game) AfterHit(center, d geom.Vec, r float64, c SweepHit) (geom.Vec, geom.Vec, int) {
	center = center.Along(d, c.Dist)
	if c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
		exit := int(g.Bricks[c.Brick].Pair)
		out, _ := g.portalExit(g.Shape(c.Brick), g.Shape(exit), center, d, r)
		return out, d, exit
	}
	return center, geom.Reflect(d, c.N), c.Brick
}
