package engine

import "arkterm/engine/geom"

// This file answers what a disc would meet, for beams, bots and lines that help to aim.

// A Touch is what a disc would meet first; see [Game.Cast].
type Touch struct {
	Dist  float64  // how far it moves until then
	N     geom.Vec // normal toward the disc
	Brick int      // which brick it meets, or −1: a wall, or the open floor
}

// Cast returns what a disc of radius r would meet first that starts at from and
// moves in the direction of the unit vector d: a wall, the floor (closed or
// not) or a brick other than skip; gates that let it through do not count, nor do
// balls and paddles. It looks at every brick.
func (g *Game) Cast(from, d geom.Vec, r float64, skip int) Touch {
	return g.cast(from, d, r, skip, true)
}

// CastSeen is Cast among the bricks that have been seen: those that still hide do not
// count. It is what a player can know, and so for bots and for lines that help to aim.
func (g *Game) CastSeen(from, d geom.Vec, r float64, skip int) Touch {
	return g.cast(from, d, r, skip, false)
}

// cast is Cast with hidden bricks or without.
func (g *Game) cast(from, d geom.Vec, r float64, skip int, unseen bool) Touch {
	best := Touch{Dist: never, Brick: -1}
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
			if o.Lets(from, d, r) {
				continue
			}
			best = Touch{Dist: hit.T, N: hit.N, Brick: k}
		}
	}
	return best
}

// Onward returns where a disc of radius r goes on after what it meets, and the
// brick that it comes from: it bounces, or comes out of the other portal.
func (g *Game) Onward(at, d geom.Vec, r float64, c Touch) (geom.Vec, geom.Vec, int) {
	at = at.Along(d, c.Dist)
	if c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
		to := int(g.Bricks[c.Brick].Pair)
		out, _ := g.outOf(g.Shape(c.Brick), g.Shape(to), at, d, r)
		return out, d, to
	}
	return at, geom.Reflect(d, c.N), c.Brick
}
