package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A brick is a copy of a brick of the game, with the data that drawing needs.
type brick struct {
	engine.Brick
	Shape     *geom.Polygon // the game's polygon if it never changes, otherwise shapeCopy
	shapeCopy *geom.Polygon // copy of the shape of a moving brick
	PassDir   geom.Vec      // direction in which balls pass a gate
	Moves     bool

	pairIndex uint8 // index of the pair of a portal; see the function pairIndex
	pulse     uint8 // see View.pulse
}

// copyFrom makes b a copy of brick k of g.
func (b *brick) copyFrom(g *engine.Game, k int) {
	o := g.Obstacle(k)
	*b = brick{Brick: g.Bricks[k], Shape: o.Shape, shapeCopy: b.shapeCopy, PassDir: o.PassDir, Moves: o.Moves}
	if !o.Fixed() {
		if b.shapeCopy == nil {
			b.shapeCopy = new(geom.Polygon)
		}
		*b.shapeCopy = *o.Shape
		b.Shape = b.shapeCopy
	}
	if spec.Kinds[b.Kind].Opening == spec.ToPair {
		b.pairIndex = pairIndex(g, k)
	}
}

// equals reports whether b equals brick k of g with the given hits. It compares the pointers to the polygons first.
// Most bricks share the polygon of the game, so the polygons themselves, which are large, are seldom compared.
func (b *brick) equals(g *engine.Game, k int, hits uint8) bool {
	shape := g.Shape(k)
	return (b.Shape == shape || *b.Shape == *shape) && b.equalsExceptPosition(g, k, hits)
}

// equalsExceptPosition is like equals, but ignores the position and the angle of a moving brick.
func (b *brick) equalsExceptPosition(g *engine.Game, k int, hits uint8) bool {
	o, now := g.Obstacle(k), g.Bricks[k]
	now.Hits = hits
	return b.Brick == now && b.Moves == o.Moves && b.PassDir == o.PassDir
}

// A paddle is a copy of a paddle of the game with its position.
type paddle struct {
	engine.Paddle
	X, Y  float64 // center
	Half  float64 // half the width
	R     float64 // half the height
	V     float64 // velocity in units/s
	front float64 // y of the side that hits the ball
}

// paddleOf returns paddle k of g.
func paddleOf(g *engine.Game, k int) paddle {
	c := g.Capsule(k)
	return paddle{g.Paddles[k], c.X, c.Y, c.Half, c.R, c.V, g.FrontY(k, 0)}
}

// pairIndex returns the index of the pair of portal k. Pairs are numbered from 0 in the order of their first
// portals.
func pairIndex(g *engine.Game, k int) (n uint8) {
	first := min(k, int(g.Bricks[k].Pair))
	for i := range g.Bricks[:max(first, 0)] {
		if b := &g.Bricks[i]; spec.Kinds[b.Kind].Opening == spec.ToPair && int(b.Pair) > i {
			n++
		}
	}
	return n
}
