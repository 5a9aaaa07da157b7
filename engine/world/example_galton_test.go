package world_test

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A Galton board. Balls fall between eight rows of pegs, pass through each other, and are counted in bins.
func Example_galton() {
	w, bins := world.New(36, 24), [17]int{}
	for k := range bins {
		w.AddSensor(new(geom.Point(geom.Vec{X: 2 + 2*float64(k), Y: 21})), 1)
	}
	for k := range 8 * 18 {
		peg := geom.Point(geom.Vec{X: float64(2*(k%18) + k/18%2), Y: 4 + 2*float64(k/18)})
		w.AddObstacle(world.Obstacle{Shape: &peg})
	}
	for ball := range 150 {
		d := world.Disc{R: 0.6, From: geom.Vec{X: 18 + 0.006*float64(ball-75), Y: 2}}
		w.AddFiltered(d, world.Filter{Category: 2, Avoid: 2})
		for range 48 {
			w.Accelerate(geom.Vec{Y: 40})
			for c := range w.Tick() {
				if c.Kind == world.AtEnter {
					bins[c.Other]++
					w.RemoveDisc(c.Disc)
				} else {
					w.BounceWith(c.Contact, 0.5)
				}
			}
		}
	}
	fmt.Println(bins)
	// Output:
	// [1 1 2 3 14 8 15 10 22 13 15 11 12 3 2 1 2]
}
