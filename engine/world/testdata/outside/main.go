package main

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

func main() {
	w := world.New(40, 30)
	hexagon := geom.Regular(6, geom.Vec{X: 14, Y: 15}, 4, 30)
	triangle := geom.Regular(3, geom.Vec{X: 28, Y: 15}, 5, 0)
	w.AddObstacle(world.Obstacle{Shape: &hexagon})
	mill := w.AddMover(world.Obstacle{Shape: &triangle}, world.Motion{Spin: 90})
	for k := range 5 {
		from := geom.Vec{X: 4 + 8*float64(k), Y: 4}
		v := geom.Direction(float64(40 + 20*k)).Mul(15)
		w.AddDisc(world.Disc{R: 0.5, From: from, V: v})
	}
	for range 10 * world.TicksPerSecond {
		for c := range w.Tick() {
			if c.Other == mill && c.Kind == world.AtMover {
				fmt.Printf("%.3f s: disc %d at the mill, %v\n", c.Time, c.Disc, c.At)
			}
		}
	}
}
