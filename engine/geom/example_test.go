package geom_test

import (
	"fmt"

	"arkterm/engine/geom"
)

// A ball of radius 0.6 moves up toward a hexagon, touches its lowest side after one second, and bounces off it.
func ExamplePolygon_Sweep() {
	hexagon := geom.Regular(6, geom.Vec{X: 32, Y: 20}, 4, 0)
	from, velocity := geom.Vec{X: 31, Y: 36}, geom.Vec{X: 1, Y: -12}

	hit, ok := hexagon.Sweep(from, velocity, 0.6)
	fmt.Printf("%v: after %.3f s, normal (%.0f, %.0f)\n", ok, hit.T, hit.N.X, hit.N.Y)
	fmt.Println(geom.Reflect(velocity, hit.N))
	// Output:
	// true: after 0.995 s, normal (0, 1)
	// {1 12}
}

// NewPolygon accepts corners in either direction, and returns an error if they do not form a convex polygon.
func ExampleNewPolygon() {
	kite, err := geom.NewPolygon(geom.Vec{X: 4, Y: 0}, geom.Vec{X: 8, Y: 4},
		geom.Vec{X: 4, Y: 12}, geom.Vec{X: 0, Y: 4})
	fmt.Println(kite.N(), kite.Area(), err)

	_, err = geom.NewPolygon(geom.Vec{X: 0, Y: 0}, geom.Vec{X: 4, Y: 4}, geom.Vec{X: 8, Y: 0}, geom.Vec{X: 4, Y: 1})
	fmt.Println(err)
	// Output:
	// 4 48 <nil>
	// the outline is not convex
}

// A beam enters a round target after 2 units and leaves it after 8.
func ExampleRayCircle() {
	chord := geom.RayCircle(geom.Vec{}, geom.Vec{X: 1}, geom.Vec{X: 5, Y: 4}, 5)
	fmt.Println(chord.Kind == geom.Cut, chord.In, chord.Out)
	// Output: true 2 8
}

// A turning square reaches a ball at rest with one of its corners.
func ExamplePolygon_SweepTurning() {
	square := geom.Regular(4, geom.Vec{}, 4, 45)
	turning := geom.Mover{Spin: 1} // rad/s
	hit, ok := square.SweepTurning(geom.Vec{X: 4}, geom.Vec{}, 0.5, turning, 10)
	fmt.Printf("%v: after %.3f s\n", ok, hit.T)
	// Output: true: after 0.588 s
}

// The relative position of two segments is exact. A segment that ends on another one touches it.
func ExampleCrossSegments() {
	c := geom.CrossSegments(geom.Vec{X: 0, Y: 0}, geom.Vec{X: 3, Y: 1}, geom.Vec{X: 3, Y: 1}, geom.Vec{X: 5, Y: 0})
	fmt.Println(c.Kind == geom.Touching, c.P)
	// Output: true {3 1}
}
