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

// A billiard: one disc among three round posts, which are obstacles of a single corner.
func ExampleWorld_Next() {
	w := world.New(40, 30)
	for _, at := range []geom.Vec{{X: 12, Y: 10}, {X: 28, Y: 10}, {X: 20, Y: 22}} {
		post, err := geom.NewPolygon(at)
		if err != nil {
			panic(err)
		}
		w.AddObstacle(world.Obstacle{Shape: post})
	}
	w.AddDisc(world.Disc{R: 3, From: geom.Vec{X: 20, Y: 12}, V: geom.Vec{X: 9, Y: 3}})

	posts, walls := 0, 0
	for range 60 * world.TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			if c.Kind == world.AtObstacle {
				posts++
			} else {
				walls++
			}
			w.Bounce(c)
		}
	}
	fmt.Printf("%d posts, %d walls, still at %.6f units/s\n", posts, walls, w.Discs[0].V.Norm())
	// Output: 12 posts, 25 walls, still at 9.486833 units/s
}

// A gas: 400 discs with one speed in all directions soon have all speeds. Of discs in a plane the
// mean of the fourth power of the speed becomes twice the square of that of the second (Maxwell).
func ExampleWorld_Bounce() {
	w := world.New(60, 60)
	for k := range 400 {
		at := geom.Vec{X: 3 + 2.8*float64(k%20), Y: 3 + 2.8*float64(k/20)}
		w.AddDisc(world.Disc{R: 0.5, From: at, V: geom.Direction(float64(137 * k)).Mul(20)})
	}

	sum2, sum4 := 0.0, 0.0
	for tick := range 20 * world.TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			w.Bounce(c)
		}
		if tick > world.TicksPerSecond {
			for i := range w.Discs {
				v2 := w.Discs[i].V.Norm2()
				sum2, sum4 = sum2+v2, sum4+v2*v2
			}
		}
	}
	n := float64(len(w.Discs) * (20*world.TicksPerSecond - world.TicksPerSecond - 1))
	fmt.Printf("<v4>/<v2>2 = %.1f\n", sum4/n/(sum2/n*sum2/n))
	// Output: <v4>/<v2>2 = 2.0
}

// A disc among hexagons that turn: they give it energy, and take it.
func ExampleWorld_AddMover() {
	w := world.New(40, 30)
	for k := range 6 {
		at := geom.Vec{X: 8 + 12*float64(k%3), Y: 9 + 12*float64(k/3)}
		spin := 180 - 360*float64(k%2) // degrees per second
		w.AddMover(world.Obstacle{Shape: geom.Regular(6, at, 3, 0)}, world.Motion{Spin: spin})
	}
	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 14, Y: 15}, V: geom.Vec{X: 20, Y: 7}})

	for range 10 * world.TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			w.Bounce(c)
		}
	}
	fmt.Println("in order:", w.Check() == nil, "- as fast as before:", w.Discs[0].V.Norm() == geom.Vec{X: 20, Y: 7}.Norm())
	// Output: in order: true - as fast as before: false
}
