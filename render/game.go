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

// bricksOf appends the bricks of g to dst.
func bricksOf(dst []brick, g *engine.Game) []brick {
	for k := range g.Bricks {
		o := g.Obstacle(k)
		dst = append(dst, brick{g.Bricks[k], o.Shape, o.Way, o.Moves})
	}
	return dst
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
