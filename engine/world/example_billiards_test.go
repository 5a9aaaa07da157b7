package world_test

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// Billiards. The pockets are sensors, and the cloth slows the balls down. Removing a ball changes other indices.
func Example_billiards() {
	w := world.New(20, 10)
	for k := range 6 {
		w.AddSensor(new(geom.Point(geom.Vec{X: 10 * float64(k%3), Y: 10 * float64(k/3)})), 0.8)
	}
	cue := w.ID(w.AddDisc(world.Disc{R: 0.3, From: geom.Vec{X: 5, Y: 5.1}, V: geom.Vec{X: 60}}))
	for row := range 5 {
		for k := range row + 1 {
			at := geom.Vec{X: 14 + 0.55*float64(row), Y: 5 + 0.305*float64(2*k-row)}
			w.AddDisc(world.Disc{R: 0.3, From: at})
		}
	}
	for range 8 * world.TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == world.AtEnter {
				fmt.Printf("%.2f s: pocket %d, cue ball: %v\n", c.Time, c.Other, w.ID(c.Disc) == cue)
				w.RemoveDisc(c.Disc)
			}
		}
		for i := range w.Discs {
			w.Turn(i, w.Discs[i].V.Mul(0.998))
		}
	}
	// Output:
	// 0.72 s: pocket 3, cue ball: false
	// 3.00 s: pocket 0, cue ball: false
}
