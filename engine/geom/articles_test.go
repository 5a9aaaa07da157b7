package geom

import (
	"fmt"
	"math"
)

// Two articles ask questions of geometry that this game does not: on Arkanong, how far
// a box reaches over the border of the field and where it is put back; on a ninja's laser,
// which points of a segment are on a circle; and in Dev.Mag 29 where two lines cross. Here they
// are answered with what the package has, as examples of how to, and checked against
// fractions by the tests beside them (border_test.go, chord_test.go, line_test.go,
// moving_test.go).

// A laser from one place to another passes a round target: where it goes in and out, in parts
// of its way.
func ExampleSegmentCircle() {
	c := SegmentCircle(Vec{0, 0}, Vec{10, 0}, Vec{5, 3}, 5)
	n, at := c.Points()
	fmt.Printf("%d points, at %.2f and %.2f\n", n, at[0], at[1])
	// Output: 2 points, at 0.10 and 0.90
}

// Two lines: S and T say how far along each of them they cross.
func ExampleCrossLines() {
	c := CrossLines(Vec{0, 0}, Vec{4, 4}, Vec{0, 4}, Vec{2, 2})
	fmt.Println(c.Kind == Across, c.P, c.S, c.T)
	// Output: true {2 2} 0.5 1
}

// A box that reaches over the left side and the top by one unit each is put back, and
// then meets the right side 2 units of time later.
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

// LineCircle returns the chord of the line through a and b, where t is 0 at a
// and 1 at b, in the circle of the given radius (≥ 0) around center. The line
// has no ends. If a = b it is a point, which is inside for ever or never.
func LineCircle(a, b, center Vec, radius float64) Chord {
	return chordOfCircle(a, b.Sub(a), center, radius)
}

// SegmentCircle returns the chord of the segment from a to b, t = 0 … 1: the
// laser of the Bullet Time Ninja article. It begins inside, ends inside, or both
// (no points), touches (1) or passes through (2).
func SegmentCircle(a, b, center Vec, radius float64) Chord {
	return LineCircle(a, b, center, radius).Clip(0, 1)
}

// NoLine is the kind of a crossing of which one line is none: both points that
// should give it are the same.
const NoLine = Overlapping + 1

// CrossLines returns how the line through a1 and a2 and the line through b1 and
// b2 lie: Across, Parallel, Overlapping (one line) or NoLine.
//
// With u = a2 − a1, v = b2 − b1 and w = b1 − a1 the point is a1 + S·u with
// S = (w × v)/(u × v) and T = (w × u)/(u × v): Cramer's rule; Dev.Mag 29 writes
// the same out in coordinates. Which case it is, is decided exactly, and S and T
// are good to 5e-15 of themselves even where the lines are nearly parallel.
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

// SweepCircle returns the first contact of two moving circles: [SweepPoint] with
// both radii in the frame of the other one. N points toward the first.
func SweepCircle(from, motion Vec, radius float64, other, otherMotion Vec, otherRadius float64) (Hit, bool) {
	return SweepPoint(from, motion.Sub(otherMotion), radius+otherRadius, other)
}

// SweepSegment returns the first contact of a moving circle with the resting
// segment from a to b, either side and round both ends: what [Polygon.Sweep]
// answers for a polygon of two corners, which need not be made first. If a = b
// it is a point.
func SweepSegment(from, motion Vec, radius float64, a, b Vec) (Hit, bool) {
	e := b.Sub(a)
	length := e.Norm()
	if length == 0 {
		return SweepPoint(from, motion, radius, a)
	}
	along := Vec{e.X / length, e.Y / length}
	return sweepSides(from, motion, radius, a, b, Vec{along.Y, -along.X}, length)
}

// A Border is an upright rectangle that things stay inside of: the field.
type Border struct{ Lo, Hi Vec }

// An Overshoot is how far a thing reaches over each side of a border, in units,
// 0 where it does not.
type Overshoot struct{ Left, Right, Top, Bottom float64 }

// Overshoot returns how far an upright rectangle around center reaches over each
// side: half is half of its width and height, and the radius twice for a circle.
// It is the first collision test of the article on Arkanong (x ≤ 0: −x; right edge
// beyond W: the right edge − W; likewise top and bottom).
func (b Border) Overshoot(center, half Vec) Overshoot {
	return Overshoot{
		Left:   max(0, b.Lo.X-(center.X-half.X)),
		Right:  max(0, (center.X+half.X)-b.Hi.X),
		Top:    max(0, b.Lo.Y-(center.Y-half.Y)),
		Bottom: max(0, (center.Y+half.Y)-b.Hi.Y),
	}
}

// Back returns the shift that undoes o: the article's correction. What reaches
// over two opposite sides is balanced between them.
func (o Overshoot) Back() Vec { return Vec{back(o.Left, o.Right), back(o.Top, o.Bottom)} }

func back(low, high float64) float64 {
	if low > 0 && high > 0 {
		return float64((low - high) * 0.5)
	}
	return low - high
}

// Inside returns where the middle of the rectangle is once it is moved back. If
// it fits, that is what center plus [Overshoot.Back] would be without rounding: a thing that
// is moved back lies exactly at Lo + half or Hi − half, and one that is inside
// stays where it is. One that is larger than the border is put in its middle.
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

// A Bump is the first contact of something that moves inside a border.
type BorderHit struct {
	T float64 // when, in multiples of the motion, never negative
	N Vec     // −1, 0 or 1 in each coordinate: the normals inward, added up
}

// Sweep returns when an upright rectangle, or a circle with its radius in both
// coordinates of half, that starts at center and moves by motion first touches a
// side from inside. In a corner that is reached with both sides at the same
// instant both coordinates of N are set: the motion is turned around in each of
// them. (N is no unit vector then; the motion need not come along the diagonal.)
//
// T is the way to the side divided by the speed toward it, (Hi − half − center)
// / motion: two roundings and no margin. As everywhere, only an approach counts,
// and a thing that has overshot already touches at once if it goes on outward.
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

// reach returns when x, moving with v, is at lo or hi, and the normal there. At
// rest it is never at either.
func reach(x, v, lo, hi float64) (t, n float64) {
	switch {
	case v < 0:
		return max(0, (lo-x)/v), 1
	case v > 0:
		return max(0, (hi-x)/v), -1
	}
	return math.Inf(1), 0
}
