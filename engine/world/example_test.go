package world_test

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A field with an open floor, a row of hexagons that break, and a disc. The loop
// is all there is of rules.
func ExampleWorld() {
	w := world.New(64, 48)
	w.Floor = false
	for k := range 8 {
		w.AddObstacle(world.Obstacle{Shape: geom.Regular(6, geom.Vec{X: 8 + 7*float64(k), Y: 20}, 3, 30)})
	}
	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 20, Y: 40}, V: geom.Vec{X: 16, Y: -25}})

	for len(w.Discs) > 0 {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			switch c.Kind {
			case world.AtObstacle:
				w.Bounce(c)
				w.RemoveObstacle(c.Other)
				fmt.Printf("breaks %d at x = %.1f\n", c.Other, w.At(c.Disc).X)
			case world.AtExit:
				w.RemoveDisc(c.Disc)
				fmt.Println("is lost")
			default:
				w.Bounce(c)
			}
		}
	}
	// Output:
	// breaks 3 at x = 31.3
	// breaks 4 at x = 33.5
	// is lost
}
