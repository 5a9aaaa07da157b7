package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// honeycomb returns a level of hexagons.
func honeycomb() spec.Level {
	var l spec.Level
	for row := range 6 {
		for col := range 12 - row%2 {
			at := geom.Vec{X: 6.5 + 4.6*float64(col) + 2.3*float64(row%2), Y: 5 + 4*float64(row)}
			l.Bricks = append(l.Bricks, spec.BrickSpec{
				Kind: spec.Kind(row % 3), Hue: uint8(row),
				Shape: geom.Regular(6, at, 2.4, 30),
			})
		}
	}
	return l
}

func at(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y} }

// put moves ball i to p and gives it the velocity v.
func put(g *Game, i int, p, v geom.Vec) {
	g.world.Launch(i, p, v)
	g.world.Rebuild()
}
