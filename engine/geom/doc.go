// Package geom answers questions about circles that move among convex
// polygons: what is touched first, when, and with what normal.
//
// It is stateless and knows neither time steps nor the game. A question is a
// function of its arguments, the answer is complete (a [Hit] holds the time and
// the normal), and what the answer means is for the caller to decide.
//
// The questions, each in a file with its kin:
//
//   - line.go: how two segments lie, and where they cross.
//   - chord.go, ray.go: where a ray is in a circle, in a polygon grown by a
//     radius, in a capsule.
//   - sweep.go: when a moving circle first touches a point, a segment or a convex
//     polygon, at rest or moving.
//   - turning.go: the same for a polygon that moves and turns.
//   - closest.go: closest points, distances, what is inside what, and how deep.
//
// A ball and a hexagon:
//
//	hexagon := geom.Regular(6, geom.Vec{X: 32, Y: 20}, 2.4, 30)
//	hit, ok := hexagon.Sweep(at, velocity, radius) // after hit.T seconds
//
// Lengths are in units of the caller, and so is time: a motion is a vector, and
// times are multiples of it. Pass a velocity and they are seconds; pass a
// displacement and they are fractions of it. Y grows downward.
//
// The same arguments give the same bits on every processor that Go runs on.
// Only + − × ÷, square roots and roundings are used, and no product is fused
// with a sum; see [Vec].
package geom
