package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A brick is a brick of the game at its current place.
type brick struct {
	engine.Brick
	Shape     *geom.Polygon // the game's, if that never changes
	shapeCopy *geom.Polygon // otherwise Shape is this one, a copy
	PassDir   geom.Vec      // of a gate: the direction in which balls pass
	Moves     bool

	pairIndex uint8 // of a portal, see pairNo
	pulse     uint8 // see View.pulse
}

// set makes b brick k of g.
func (b *brick) set(g *engine.Game, k int) {
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

// equals reports whether b equals brick k of g with the given hits. Polygons are large, and each frame looks at all bricks:
// most of them are the game's own, which are compared as pointers.
func (b *brick) equals(g *engine.Game, k int, hits uint8) bool {
	shape := g.Shape(k)
	return (b.Shape == shape || *b.Shape == *shape) && b.equalsExceptPosition(g, k, hits)
}

// equalsExceptPosition is is, but for the place and the angle of a brick that moves.
func (b *brick) equalsExceptPosition(g *engine.Game, k int, hits uint8) bool {
	o, now := g.Obstacle(k), g.Bricks[k]
	now.Hits = hits
	return b.Brick == now && b.Moves == o.Moves && b.PassDir == o.PassDir
}

// A paddle is a paddle of the game at its current place.
type paddle struct {
	engine.Paddle
	X, Y  float64 // middle
	Half  float64 // half of its width
	R     float64 // half of its height
	V     float64 // units/s
	front float64 // y of the side that it plays with
}

// paddleOf returns paddle k of g.
func paddleOf(g *engine.Game, k int) paddle {
	c := g.Capsule(k)
	return paddle{g.Paddles[k], c.X, c.Y, c.Half, c.R, c.V, g.FrontY(k, 0)}
}

// pairIndex returns the number of the pair of portal k, counted from 0 in the order of their first ends.
func pairIndex(g *engine.Game, k int) (n uint8) {
	first := min(k, int(g.Bricks[k].Pair))
	for i := range g.Bricks[:max(first, 0)] {
		if b := &g.Bricks[i]; spec.Kinds[b.Kind].Opening == spec.ToPair && int(b.Pair) > i {
			n++
		}
	}
	return n
}
