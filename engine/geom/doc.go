// Package geom computes contacts, intersections and distances of circles that move among convex polygons.
//
// The package is stateless and independent of the game. Each function depends only on its arguments. A [Hit], for
// example, contains the time and the normal of a contact, and the caller decides how to respond.
//
// Functions are grouped by file:
//
//   - line.go: intersections of segments.
//   - chord.go, ray.go: intersections of a ray with a circle, a polygon grown by a
//     radius, or a capsule.
//   - sweep.go: the first contact of a moving circle with a point, a segment or a
//     convex polygon, at rest or moving.
//   - turning.go: the first contact of a moving circle with a polygon that turns.
//   - closest.go: closest points, distances, containment and overlap.
//
// For example, a ball and a hexagon:
//
//	hexagon := geom.Regular(6, geom.Vec{X: 32, Y: 20}, 2.4, 30)
//	hit, ok := hexagon.Sweep(at, velocity, radius) // after hit.T seconds
//
// Lengths are in arbitrary units. Times are multiples of the motion that the caller passes: seconds if it is a
// velocity, and fractions of the motion if it is a displacement. Y grows downward.
//
// Identical arguments have bit-identical results on every processor supported by Go. The package only uses + − × ÷,
// square roots and rounding, and prevents the fusion of products with sums; see [Vec].
package geom
