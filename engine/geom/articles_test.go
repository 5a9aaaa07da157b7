package geom

import (
	"fmt"
	"math"
)

// This file solves three textbook problems with this package: the distance by which a box extends over the border of
// the field, the points of a segment on a circle, and the intersection of two lines. The tests in border_test.go,
// chord_test.go, line_test.go and moving_test.go compare the results with exact rational arithmetic (big.Rat).

// A laser from (0, 0) to (10, 0) enters a round target after 0.1 of its length and leaves it after 0.9.
func ExampleSegmentCircle() {
	c := SegmentCircle(Vec{0, 0}, Vec{10, 0}, Vec{5, 3}, 5)
	n, at := c.Points()
	fmt.Printf("%d points, at %.2f and %.2f\n", n, at[0], at[1])
	// Output: 2 points, at 0.10 and 0.90
}

// Two lines cross at the point (2, 2). S and T are the positions of the point on the lines, in multiples of the
// distance between the points that define the line.
func ExampleCrossLines() {
	c := CrossLines(Vec{0, 0}, Vec{4, 4}, Vec{0, 4}, Vec{2, 2})
	fmt.Println(c.Kind == Across, c.P, c.S, c.T)
	// Output: true {2 2} 0.5 1
}

// A box that extends over the left and top sides by one unit each is moved back. It then meets the right side after 2
// units of time.
func ExampleBorder() {
	field := Border{Hi: Vec{64, 48}}
	at, half := Vec{2, 2}, Vec{3, 3}
	fmt.Println(field.Overshoot(at, half).Back(), field.Inside(at, half))
	bump, _ := field.Sweep(field.Inside(at, half), Vec{29, 1}, half)
	fmt.Println(bump.T, bump.N)
	// Output:
	// {1 1} {3 3}
	// 2 {-1 0}
}

// LineCircle returns the chord of the infinite line through a and b, where t is 0 at a and 1 at b, in the circle of the
// given radius (≥ 0) around center. If a = b, the line is a point, and the chord is either infinite or a Miss.
func LineCircle(a, b, center Vec, radius float64) Chord {
	return chordOfCircle(a, b.Sub(a), center, radius)
}

// SegmentCircle returns the chord of the segment from a to b, t = 0 … 1, such as a laser. The segment starts inside,
// ends inside, or both (no points), touches (1 point) or passes through (2 points).
func SegmentCircle(a, b, center Vec, radius float64) Chord {
	return LineCircle(a, b, center, radius).Clip(0, 1)
}

// NoLine is the kind of a crossing in which one of the lines is undefined, because its two points are identical.
const NoLine = Overlapping + 1

// CrossLines returns the relative position of the line through a1 and a2 and the line through b1 and b2: Across,
// Parallel, Overlapping (identical) or NoLine.
//
// With u = a2 − a1, v = b2 − b1 and w = b1 − a1, the intersection is a1 + S·u with S = (w × v)/(u × v) and T = (w ×
// u)/(u × v), by Cramer's rule. Dev.Mag 29 has the same formula in coordinates. The kind is exact. S and T have a
// relative error of at most 5e-15, even for nearly parallel lines.
func CrossLines(a1, a2, b1, b2 Vec) Crossing {
	if a1 == a2 || b1 == b2 {
		return Crossing{Kind: NoLine}
	}
	det := crossOf(a1, a2, b1, b2)
	if det == 0 {
		if orient(a1, a2, b1) == 0 {
			return Crossing{Kind: Overlapping}
		}
		return Crossing{Kind: Parallel}
	}
	s := crossOf(a1, b1, b1, b2) / det
	t := crossOf(a1, b1, a1, a2) / det
	return Crossing{Kind: Across, S: s, T: t, P: a1.Lerp(a2, s)}
}

// SweepCircle returns the first contact of two moving circles, by [SweepPoint] with the sum of the radii in the frame
// of the other circle. N points toward the first circle.
func SweepCircle(from, motion Vec, radius float64, other, otherMotion Vec, otherRadius float64) (Hit, bool) {
	return SweepPoint(from, motion.Sub(otherMotion), radius+otherRadius, other)
}

// SweepSegment returns the first contact of a moving circle with the segment from a to b at rest, including its round
// ends. The result equals [Polygon.Sweep] for a polygon with two corners, without creating the polygon. If a = b, the
// segment is a point.
func SweepSegment(from, motion Vec, radius float64, a, b Vec) (Hit, bool) {
	e := b.Sub(a)
	length := e.Norm()
	if length == 0 {
		return SweepPoint(from, motion, radius, a)
	}
	along := Vec{e.X / length, e.Y / length}
	return sweepSides(from, motion, radius, a, b, Vec{along.Y, -along.X}, length)
}

// A Border is an upright rectangle that contains moving objects, such as the field.
type Border struct{ Lo, Hi Vec }

// An Overshoot contains the distances by which an object extends over each side of a border, in units; 0 for no
// overshoot.
type Overshoot struct{ Left, Right, Top, Bottom float64 }

// Overshoot returns the overshoot of an upright rectangle around center. half is half of its width and height. For a
// circle, both are the radius. This is the first collision test of the article on Arkanong (for x ≤ 0: −x; for a right
// edge beyond W: the right edge − W; likewise at the top and bottom).
func (b Border) Overshoot(center, half Vec) Overshoot {
	return Overshoot{
		Left:   max(0, b.Lo.X-(center.X-half.X)),
		Right:  max(0, (center.X+half.X)-b.Hi.X),
		Top:    max(0, b.Lo.Y-(center.Y-half.Y)),
		Bottom: max(0, (center.Y+half.Y)-b.Hi.Y),
	}
}

// Back returns the displacement that undoes o, which is the correction in the article. An object that extends over two
// opposite sides is centered between them.
func (o Overshoot) Back() Vec { return Vec{back(o.Left, o.Right), back(o.Top, o.Bottom)} }

func back(low, high float64) float64 {
	if low > 0 && high > 0 {
		return float64((low - high) * 0.5)
	}
	return low - high
}

// Inside returns the center of the rectangle after it is moved back. If the rectangle fits, this is center plus
// [Overshoot.Back] without rounding: the corrected coordinate is exactly Lo + half or Hi − half, and a rectangle that
// is inside does not move. A rectangle larger than the border is placed in its middle.
func (b Border) Inside(center, half Vec) Vec {
	return Vec{
		inside(center.X, b.Lo.X+half.X, b.Hi.X-half.X),
		inside(center.Y, b.Lo.Y+half.Y, b.Hi.Y-half.Y),
	}
}

func inside(x, lo, hi float64) float64 {
	if lo > hi {
		return float64((lo + hi) * 0.5)
	}
	return max(lo, min(x, hi))
}

// A BorderHit is the first contact of an object that moves inside a border.
type BorderHit struct {
	T float64 // time in multiples of the motion; not negative
	N Vec     // sum of the inward normals, with coordinates −1, 0 or 1
}

// Sweep returns the first contact of an upright rectangle, or of a circle with its radius in both coordinates of half,
// which starts at center and moves by motion, with a side of the border. In a corner, both sides can be reached at the
// same time. Both coordinates of N are then set, and the motion is reversed in both of them. In that case N is not a
// unit vector, and the motion need not be diagonal.
//
// T is the distance to the side divided by the speed toward it, (Hi − half − center) / motion, with two roundings and
// no margin. As in the rest of the package, only an approach counts. An object that has overshot and moves further
// outward touches immediately.
func (b Border) Sweep(center, motion, half Vec) (BorderHit, bool) {
	tx, nx := reach(center.X, motion.X, b.Lo.X+half.X, b.Hi.X-half.X)
	ty, ny := reach(center.Y, motion.Y, b.Lo.Y+half.Y, b.Hi.Y-half.Y)
	switch {
	case nx == 0 && ny == 0:
		return BorderHit{}, false
	case tx < ty:
		return BorderHit{T: tx, N: Vec{X: nx}}, true
	case ty < tx:
		return BorderHit{T: ty, N: Vec{Y: ny}}, true
	}
	return BorderHit{T: tx, N: Vec{nx, ny}}, true
}

// reach returns the time when x, moving with v, is at lo or hi, and the normal there. If v is 0, the time is infinite.
func reach(x, v, lo, hi float64) (t, n float64) {
	switch {
	case v < 0:
		return max(0, (lo-x)/v), 1
	case v > 0:
		return max(0, (hi-x)/v), -1
	}
	return math.Inf(1), 0
}
