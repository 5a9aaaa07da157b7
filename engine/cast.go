package engine

import "arkterm/engine/geom"

// This file predicts the first contact of a disc, for beams, bots and aim lines.

// A Touch is the first contact of a moving disc; see [Game.Sweep].
type SweepHit struct {
	Dist  float64  // distance that it moves before
	N     geom.Vec // normal toward the disc
	Brick int      // index of the brick, or −1: a wall, or the open floor
}

// Cast returns the first contact of a disc of radius r that starts at from and moves in the
// direction of the unit vector d: with a wall, the floor (closed or not) or a brick other than
// skip. Gates that let it pass, balls and paddles are ignored. Cast checks every brick.
func (g *Game) Sweep(from, d geom.Vec, r float64, skip int) SweepHit {
	return g.sweep(from, d, r, skip, true)
}

// CastSeen is Cast without hidden bricks: what a player can know, for bots and aim lines.
func (g *Game) SweepVisible(from, d geom.Vec, r float64, skip int) SweepHit {
	return g.sweep(from, d, r, skip, false)
}

// cast is Cast with or without hidden bricks.
func (g *Game) sweep(from, d geom.Vec, r float64, skip int, unseen bool) SweepHit {
	best := SweepHit{Dist: never, Brick: -1}
	offer := func(dist float64, n geom.Vec) {
		if dist < best.Dist {
			best.Dist, best.N = max(0, dist), n
		}
	}

	switch {
	case d.X < 0:
		offer((r-from.X)/d.X, geom.Vec{X: 1})
	case d.X > 0:
		offer((g.W-r-from.X)/d.X, geom.Vec{X: -1})
	}
	switch {
	case d.Y < 0:
		offer((r-from.Y)/d.Y, geom.Vec{Y: 1})
	case d.Y > 0:
		offer((g.H-r-from.Y)/d.Y, geom.Vec{Y: -1})
	}

	for k := range g.world.Obstacles {
		o := &g.world.Obstacles[k]
		if o.Gone || k == skip || !unseen && g.Bricks[k].Unseen {
			continue
		}
		if hit, ok := o.Shape.Sweep(from, d, r); ok && hit.T < best.Dist {
			if o.Admits(from, d, r) {
				continue
			}
			best = SweepHit{Dist: hit.T, N: hit.N, Brick: k}
		}
	}
	return best
}

// Onward returns the place and direction of a disc of radius r after the contact c, and the brick
// that it comes from: it bounces, or comes out of the other portal.
func (g *Game) AfterHit(at, d geom.Vec, r float64, c SweepHit) (geom.Vec, geom.Vec, int) {
	at = at.Along(d, c.Dist)
	if c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
		to := int(g.Bricks[c.Brick].Pair)
		out, _ := g.portalExit(g.Shape(c.Brick), g.Shape(to), at, d, r)
		return out, d, to
	}
	return at, geom.Reflect(d, c.N), c.Brick
}
