package geom

import "math"

// A Crossing describes the intersection of two lines or segments.
//
// S is the position of the intersection on the first line or segment. It is 0 at the first point of the line and 1 at
// the second point. T is the position on the second line. P is the intersection point. S, T and P are set for Touching
// and Across. For Overlapping segments, S, T and P describe the start of the common part, in the direction of the first
// segment. S2, T2 and P2 describe its end.
type Crossing struct {
	Kind   CrossKind
	S, T   float64
	P      Vec
	S2, T2 float64
	P2     Vec
}

// A CrossKind classifies the relative position of two lines or segments.
type CrossKind uint8

const (
	// Apart means segments with different directions and no common point.
	Apart CrossKind = iota
	// Parallel means parallel lines or segments that are not on one line.
	Parallel
	// Collinear means segments on one line without a common point.
	Collinear
	// Touching means one common point, which is an end of at least one segment.
	Touching
	// Across means one common point that is not an end of a segment.
	Across
	// Overlapping means identical lines, or segments on one line with a common part.
	Overlapping
)

// CrossSegments returns the intersection of the segments from a1 to a2 and from b1 to b2. Segments include their ends.
// A segment of length 0 is a point.
//
// The kind is exact, because it is derived from exact orientation tests of each end against the other segment. For
// example, segments with a common end, or with an end on the other segment, are always Touching, and P equals that end.
// S and T are exactly 0 and 1 at ends, and otherwise have a relative error of at most 5e-15.
func CrossSegments(a1, a2, b1, b2 Vec) Crossing {
	switch {
	case a1 == a2:
		return pointOn(b1, b2, a1).swapped()
	case b1 == b2:
		return pointOn(a1, a2, b1)
	}

	// The signs show on which side of the other segment each end is. 0 means that it is on the line of that segment.
	fromA1, fromA2 := orient(b1, b2, a1), orient(b1, b2, a2)
	fromB1, fromB2 := orient(a1, a2, b1), orient(a1, a2, b2)
	switch {
	case fromA1 == 0 && fromA2 == 0:
		return overlap(a1, a2, b1, b2)
	case sameSide(fromA1, fromA2) || sameSide(fromB1, fromB2):
		if crossOf(a1, a2, b1, b2) == 0 {
			return Crossing{Kind: Parallel}
		}
		return Crossing{Kind: Apart}
	}

	// The segments intersect. An end on the other segment is returned as P without rounding.
	c := Crossing{Kind: Touching, S: zeroAt(fromA1, fromA2), T: zeroAt(fromB1, fromB2)}
	switch {
	case fromA1 == 0:
		c.P = a1
	case fromA2 == 0:
		c.P = a2
	case fromB1 == 0:
		c.P = b1
	case fromB2 == 0:
		c.P = b2
	default:
		c.Kind, c.P = Across, a1.Lerp(a2, c.S)
	}
	return c
}

// sameSide reports whether two orientations have the same sign and neither is 0.
func sameSide(x, y float64) bool { return x > 0 && y > 0 || x < 0 && y < 0 }

// zeroAt returns the position, from 0 to 1, at which a linear function from x to y is zero. x and y do not have the
// same sign, so nothing cancels.
func zeroAt(x, y float64) float64 { return x / (x - y) }

// swapped exchanges the roles of the two segments.
func (c Crossing) swapped() Crossing {
	c.S, c.T = c.T, c.S
	c.S2, c.T2 = c.T2, c.S2
	return c
}

// pointOn returns the Crossing of the segment from a to b, which may also be a point, with the point q.
func pointOn(a, b, q Vec) Crossing {
	switch {
	case a == q:
		return Crossing{Kind: Touching, P: q}
	case a == b || orient(a, b, q) != 0:
		return Crossing{Kind: Apart}
	}
	if s := positionOn(a, b, q); s >= 0 && s <= 1 {
		return Crossing{Kind: Touching, S: s, P: q}
	}
	return Crossing{Kind: Collinear}
}

// positionOn returns the position of q on the line through a and b: 0 at a, and 1 at b. q must be on the line. The
// result is below 0 or above 1 exactly if q is beyond the ends.
func positionOn(a, b, q Vec) float64 {
	from, to, x := a.X, b.X, q.X
	if math.Abs(b.Y-a.Y) > math.Abs(b.X-a.X) {
		from, to, x = a.Y, b.Y, q.Y
	}
	s := (x - from) / (to - from)
	if from > to {
		from, to, x = -from, -to, -x
	}
	switch {
	case x == from:
		return 0
	case x < from:
		return min(s, -math.SmallestNonzeroFloat64)
	case x == to:
		return 1
	case x > to:
		return max(s, math.Nextafter(1, 2))
	}
	return max(0, min(s, 1))
}

// overlap returns the Crossing of two segments on one line.
func overlap(a1, a2, b1, b2 Vec) Crossing {
	// The positions of the second segment's start and end on the first segment, in the direction of the first.
	s1, s2 := positionOn(a1, a2, b1), positionOn(a1, a2, b2)
	q1, q2 := b1, b2
	if s1 > s2 {
		s1, s2, q1, q2 = s2, s1, q2, q1
	}
	if s2 < 0 || s1 > 1 {
		return Crossing{Kind: Collinear}
	}

	c := Crossing{Kind: Overlapping, S: s1, P: q1, S2: s2, P2: q2}
	if s1 <= 0 {
		c.S, c.P = 0, a1
	}
	if s2 >= 1 {
		c.S2, c.P2 = 1, a2
	}
	c.T, c.T2 = positionOn(b1, b2, c.P), positionOn(b1, b2, c.P2)
	if c.P == c.P2 {
		c.Kind, c.S2, c.T2, c.P2 = Touching, 0, 0, Vec{}
	}
	return c
}
