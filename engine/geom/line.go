package geom

import "math"

// A Crossing says what two lines or two segments have in common.
//
// S is the place on the first, T that on the second, as a multiple of the way
// from its first point to its other; P is the point. They are set for Touching
// and Crossing. For Overlapping segments S, T, P is the beginning of the common
// stretch in the direction of the first segment and S2, T2, P2 its end.
type Crossing struct {
	Kind   CrossKind
	S, T   float64
	P      Vec
	S2, T2 float64
	P2     Vec
}

// A CrossKind is one way in which two lines or segments can lie.
type CrossKind uint8

const (
	// Apart: segments in different directions without a common point.
	Apart CrossKind = iota
	// Parallel: the same direction, two lines.
	Parallel
	// Collinear: segments on one line that do not reach each other.
	Collinear
	// Touching: one common point, which is an end of at least one segment.
	Touching
	// Across: one common point, which is an end of neither.
	Across
	// Overlapping: the same line, or segments with a common stretch of it.
	Overlapping
)

// CrossSegments returns how the segments from a1 to a2 and from b1 to b2 lie.
// Ends belong to a segment, and one without length is a point.
//
// The case follows from which side of each segment the ends of the other lie on,
// which is exact: two segments that share an end, or of which one ends on the
// other, are Touching whatever the coordinates, and P is that very end. S and T
// are 0 and 1 at ends, in between else, and good to 5e-15 of themselves.
func CrossSegments(a1, a2, b1, b2 Vec) Crossing {
	switch {
	case a1 == a2:
		return pointOn(b1, b2, a1).swapped()
	case b1 == b2:
		return pointOn(a1, a2, b1)
	}

	// Where the ends of a lie as seen from b, and the other way around.
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

	// They meet. An end that lies on the other segment is the point itself, so
	// that it is returned without rounding.
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

func sameSide(x, y float64) bool { return x > 0 && y > 0 || x < 0 && y < 0 }

// share returns where between 0 and 1 a value that goes from x to y, of which
// neither has the sign of the other, is zero: nothing cancels here.
func zeroAt(x, y float64) float64 { return x / (x - y) }

// swapped exchanges the roles of the two.
func (c Crossing) swapped() Crossing {
	c.S, c.T = c.T, c.S
	c.S2, c.T2 = c.T2, c.S2
	return c
}

// pointOn returns how the segment from a to b, which may be a point too, and
// the point q lie.
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

// place returns where q, which lies on the line through a and b, is on it: 0 at
// a, 1 at b, beyond them exactly when q is beyond them.
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

// overlap returns how two segments on one line lie.
func overlap(a1, a2, b1, b2 Vec) Crossing {
	// Where the second one begins and ends on the first, in its direction.
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
