package world_test

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A field with an open floor, a row of hexagons that break, and a disc. The loop contains all rules of the game.
func ExampleWorld() {
	w := world.New(64, 48)
	w.Floor = false
	for k := range 8 {
		w.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 8 + 7*float64(k), Y: 20}, 3, 30))})
	}
	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 20, Y: 40}, V: geom.Vec{X: 16, Y: -25}})

	for len(w.Discs) > 0 {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			switch c.Kind {
			case world.AtObstacle:
				w.Bounce(c)
				w.RemoveObstacle(c.Other)
				fmt.Printf("brick %d breaks at x = %.1f\n", c.Other, w.At(c.Disc).X)
			case world.AtExit:
				w.RemoveDisc(c.Disc)
				fmt.Println("the disc leaves the field")
			default:
				w.Bounce(c)
			}
		}
	}
	// Output:
	// brick 3 breaks at x = 31.3
	// brick 4 breaks at x = 33.5
	// the disc leaves the field
}

// A billiard with one disc and three round posts, which are obstacles with a single corner.
func ExampleWorld_Tick() {
	w := world.New(40, 30)
	for _, at := range []geom.Vec{{X: 12, Y: 10}, {X: 28, Y: 10}, {X: 20, Y: 22}} {
		post, err := geom.NewPolygon(at)
		if err != nil {
			panic(err)
		}
		w.AddObstacle(world.Obstacle{Shape: new(post)})
	}
	w.AddDisc(world.Disc{R: 3, From: geom.Vec{X: 20, Y: 12}, V: geom.Vec{X: 9, Y: 3}})

	posts, walls := 0, 0
	for range 60 * world.TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == world.AtObstacle {
				posts++
			} else {
				walls++
			}
		}
	}
	fmt.Printf("%d posts, %d walls, speed %.6f units/s\n", posts, walls, w.Discs[0].V.Norm())
	// Output: 12 posts, 25 walls, speed 9.486833 units/s
}

// A gas of 400 discs with equal speeds and random directions approaches the Maxwell distribution. In two dimensions,
// the mean of v⁴ becomes twice the square of the mean of v².
func ExampleWorld_Bounce() {
	w := world.New(60, 60)
	for k := range 400 {
		at := geom.Vec{X: 3 + 2.8*float64(k%20), Y: 3 + 2.8*float64(k/20)}
		w.AddDisc(world.Disc{R: 0.5, From: at, V: geom.Direction(float64(137 * k)).Mul(20)})
	}

	sum2, sum4 := 0.0, 0.0
	for tick := range 20 * world.TicksPerSecond {
		for range w.Tick() { // all contacts bounce
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

// A disc among turning hexagons gains and loses energy.
func ExampleWorld_AddMover() {
	w := world.New(40, 30)
	for k := range 6 {
		at := geom.Vec{X: 8 + 12*float64(k%3), Y: 9 + 12*float64(k/3)}
		spin := 180 - 360*float64(k%2) // degrees per second
		w.AddMover(world.Obstacle{Shape: new(geom.Regular(6, at, 3, 0))}, world.Motion{Spin: spin})
	}
	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 14, Y: 15}, V: geom.Vec{X: 20, Y: 7}})

	for range 10 * world.TicksPerSecond {
		for range w.Tick() {
		}
	}
	fmt.Println("valid:", w.Check() == nil)
	fmt.Println("same speed:", w.Discs[0].V.Norm() == geom.Vec{X: 20, Y: 7}.Norm())
	// Output:
	// valid: true
	// same speed: false
}

// A kick changes the velocity of the white ball, which then strikes the red ball.
func ExampleWorld_Kick() {
	w := world.New(20, 10)
	white := w.AddDisc(world.Disc{R: 0.5, From: geom.Vec{X: 4, Y: 5}})
	red := w.AddDisc(world.Disc{R: 0.5, From: geom.Vec{X: 12, Y: 5}})
	w.Kick(white, geom.Vec{X: 14}) // with mass 1, this gives 14 units/s

	for range world.TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == world.AtDisc {
				fmt.Printf("%.3f s at %.1f: %.0f units/s\n", c.Time, c.At.X, c.Speed)
			}
		}
	}
	fmt.Println("white", w.Discs[white].V.X, "red", w.Discs[red].V.X)
	// Output:
	// 0.500 s at 11.5: 14 units/s
	// white 0 red 14
}

// Ghosts pass through each other and bounce off everything else.
func ExampleFilter() {
	const ghosts = 2
	w := world.New(20, 10)
	w.AddObstacle(world.Obstacle{Shape: new(geom.Regular(4, geom.Vec{X: 16, Y: 5}, 2, 0))})
	ghost := world.Filter{Category: ghosts, Avoid: ghosts}
	w.AddFiltered(world.Disc{R: 1, From: geom.Vec{X: 4, Y: 5}, V: geom.Vec{X: 8}}, ghost)
	w.AddFiltered(world.Disc{R: 1, From: geom.Vec{X: 9, Y: 5}, V: geom.Vec{X: -8}}, ghost)

	for range world.TicksPerSecond * 6 / 5 {
		for c := range w.Tick() {
			fmt.Printf("%.3f s: ghost %d at the %v\n", c.Time, c.Disc, c.Kind)
		}
	}
	// Output:
	// 1.000 s: ghost 1 at the side
	// 1.125 s: ghost 0 at the obstacle
}

// Ray and Sweep find the first body on a path, and Overlap finds the bodies near a point.
func ExampleWorld_Sweep() {
	w := world.New(40, 30)
	w.AddObstacle(world.Obstacle{Shape: new(geom.Regular(4, geom.Vec{X: 30, Y: 15}, 4, 45))})
	w.AddDisc(world.Disc{R: 1, From: geom.Vec{X: 26, Y: 16.5}})

	shot := geom.Vec{X: 40} // 40 units to the right
	if found, ok := w.Ray(geom.Vec{X: 5, Y: 15}, shot, world.Search{}); ok {
		fmt.Printf("the ray meets %v %d after %.2f units\n", found.Kind, found.Index, 40*found.T)
	}
	if found, ok := w.Sweep(geom.Vec{X: 5, Y: 15}, shot, 1, world.Search{}); ok {
		fmt.Printf("the disc meets %v %d after %.2f units at (%.2f, %.2f)\n",
			found.Kind, found.Index, 40*found.T, found.At.X, found.At.Y)
	}
	for kind, index := range w.Overlap(geom.Vec{X: 27, Y: 15}, 2, world.Search{}) {
		fmt.Println("near:", kind, index)
	}
	// Output:
	// the ray meets obstacle 0 after 22.17 units
	// the disc meets disc 0 after 19.68 units at (25.34, 15.75)
	// near: obstacle 0
	// near: disc 0
}

// OverlapPolygon finds the discs in a triangle.
func ExampleWorld_OverlapPolygon() {
	w := world.New(40, 30)
	for k := range 9 {
		w.AddDisc(world.Disc{R: 1, From: geom.Vec{X: 4 + 4*float64(k), Y: 15}})
	}
	triangle, err := geom.NewPolygon(geom.Vec{X: 10, Y: 5}, geom.Vec{X: 30, Y: 15}, geom.Vec{X: 10, Y: 25})
	if err != nil {
		panic(err)
	}
	for kind, index := range w.OverlapPolygon(&triangle, world.Search{}) {
		fmt.Print(kind, " ", index, "; ")
	}
	// Output: disc 2; disc 3; disc 4; disc 5; disc 6;
}

// On a ring, two discs meet repeatedly at opposite points.
func ExampleWorld_Wrap() {
	w := world.New(20, 10)
	w.Wrap(true, false)
	w.AddDisc(world.Disc{R: 1, From: geom.Vec{X: 5, Y: 5}, V: geom.Vec{X: 10}})
	w.AddDisc(world.Disc{R: 1, From: geom.Vec{X: 13, Y: 5}, V: geom.Vec{X: -10}})

	for range 2 * world.TicksPerSecond {
		for c := range w.Tick() {
			fmt.Printf("%.1f s at %.0f\n", c.Time, c.At.X)
		}
	}
	// Output:
	// 0.3 s at 9
	// 1.1 s at 19
	// 1.9 s at 9
}
