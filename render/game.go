package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
)

// A brick is one of the game's, and where it is.
type brick struct {
	engine.Brick
	Shape geom.Polygon
	Way   geom.Vec // of a gate: along it balls pass
	Moves bool
}

// brickOf returns brick k of g.
func brickOf(g *engine.Game, k int) brick {
	o := g.Obstacle(k)
	return brick{g.Bricks[k], o.Shape, o.Way, o.Moves}
}

// is reports whether b equals brick k of g with the given hits. It compares in place: bricks are
// large, and all of them are looked at in each frame.
func (b *brick) is(g *engine.Game, k int, hits uint8) bool {
	o, now := g.Obstacle(k), g.Bricks[k]
	now.Hits = hits
	return b.Brick == now && b.Moves == o.Moves && b.Way == o.Way && b.Shape == o.Shape
}

// A paddle is one of the game's, and where it is.
type paddle struct {
	engine.Paddle
	X, Y  float64 // middle
	Half  float64 // half of its width
	R     float64 // half of its height
	V     float64 // units/s
	front float64 // the height of the side that it plays with
}

// paddleOf returns paddle k of g.
func paddleOf(g *engine.Game, k int) paddle {
	c := g.Capsule(k)
	return paddle{g.Paddles[k], c.X, c.Y, c.Half, c.R, c.V, g.Front(k, 0)}
}
