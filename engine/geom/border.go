package geom

import "math"

// A Border is an upright rectangle that things stay inside of: the field.
type Border struct{ Lo, Hi Vec }

// An Overshoot is how far a thing reaches over each side of a border, in units,
// 0 where it does not.
type Overshoot struct{ Left, Right, Top, Bottom float64 }

// Overshoot returns how far an upright rectangle around center reaches over each
// side: half is half of its width and height, and the radius twice for a circle.
// It is the first collision test of the Arkanong article (x ≤ 0: −x; right edge
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
type Bump struct {
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
func (b Border) Sweep(center, motion, half Vec) (Bump, bool) {
	tx, nx := reach(center.X, motion.X, b.Lo.X+half.X, b.Hi.X-half.X)
	ty, ny := reach(center.Y, motion.Y, b.Lo.Y+half.Y, b.Hi.Y-half.Y)
	switch {
	case nx == 0 && ny == 0:
		return Bump{}, false
	case tx < ty:
		return Bump{T: tx, N: Vec{X: nx}}, true
	case ty < tx:
		return Bump{T: ty, N: Vec{Y: ny}}, true
	}
	return Bump{T: tx, N: Vec{nx, ny}}, true
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
