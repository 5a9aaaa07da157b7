package world_test

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// The example measures the pressure of a gas on its walls, as a multiple of the pressure of an ideal gas, and compares
// it with Henderson's formula.
func Example_gas() {
	const side, r, n, seconds = 30.0, 0.5, 225, 60
	w := world.New(side, side)
	for k := range n {
		at := geom.Vec{X: 1 + 2*float64(k%15), Y: 1 + 2*float64(k/15)}
		w.AddDisc(world.Disc{R: r, From: at, V: geom.Direction(float64(137 * k)).Mul(20)})
	}
	momentum := 0.0
	for range seconds * world.TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == world.AtSide || c.Kind == world.AtEnd {
				momentum += 2 * c.Speed // the mass is 1
			}
		}
	}
	const width = side - 2*r // available to the centers
	ideal, share := n*20*20/2/(width*width), n*math.Pi*r*r/(side*side)
	fmt.Printf("%.2f, %.2f\n", momentum/(seconds*4*width)/ideal, (1+share*share/8)/((1-share)*(1-share)))
	// Output:
	// 1.57, 1.56
}
