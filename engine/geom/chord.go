package geom

import "math"

// A Chord is the intersection of a straight path with a convex shape. The path start + t·d is in the shape from t = In
// to t = Out.
//
// A path that starts inside has no entry point. In is then the start of the path, and NIn is zero. Likewise, Out is the
// end of a path that ends inside, and NOut is zero. On infinite paths, these times are infinite.
type Chord struct {
	Kind       ChordKind
	In, Out    float64 // times at which the path enters and leaves the shape
	NIn, NOut  Vec     // outward unit normals of the outline at In and Out
	FromInside bool    // the path starts inside, at In
	ToInside   bool    // the path ends inside, at Out
}

// A ChordKind classifies a chord.
type ChordKind uint8

const (
	// Miss means no intersection. All other fields are zero.
	Miss ChordKind = iota
	// Touch means an intersection with the outline only, usually a single point with In = Out: a tangent, a corner or
	// an end of the path. For a path along a side, it is the common segment.
	Touch
	// Cut means that the path contains interior points.
	Cut
)

// Points returns the number of points at which the path crosses the outline (0, 1 or 2) and their times, In before Out.
// There are no points if the path stays inside. For a Touch along a side, they are the ends of the common segment.
func (c Chord) Points() (n int, t [2]float64) {
	if c.Kind == Miss {
		return 0, t
	}
	if !c.FromInside {
		t[n] = c.In
		n++
	}
	if !c.ToInside && (c.FromInside || c.Out != c.In) {
		t[n] = c.Out
		n++
	}
	return n, t
}

// Clip returns the part of c on the path from begin to end. For example, a beam that is stopped at the time end has the
// chord c.Clip(0, end).
func (c Chord) Clip(begin, end float64) Chord {
	if c.Kind == Miss || c.In > end || c.Out < begin {
		return Chord{}
	}
	hasLength := c.In < c.Out
	switch {
	case hasLength && c.Out == begin:
		c.In, c.NIn = c.Out, c.NOut
	case hasLength && c.In == end:
		c.Out, c.NOut = c.In, c.NIn
	}
	if c.In < begin {
		c.In, c.NIn, c.FromInside = begin, Vec{}, true
	}
	if c.Out > end {
		c.Out, c.NOut, c.ToInside = end, Vec{}, true
	}
	if hasLength && c.In == c.Out && !c.FromInside && !c.ToInside {
		c.Kind = Touch // the path starts where it leaves, or ends where it enters
	}
	return c
}

// RayCircle returns the chord of the ray start + t·d, t ≥ 0, in a circle. A ray that starts on the circle and points
// away touches it.
//
// The chord is a Touch if the line of the ray passes the center at a distance of r(1 ± 2e-15). Rounding errors of the
// discriminant make a distinction within this range impossible. Times are accurate to an ulp of |start|/|d|. If the
// line nearly touches the circle, the error is larger, about r·√(2e-16) along the line.
func RayCircle(start, d, center Vec, radius float64) Chord {
	return chordOfCircle(start, d, center, radius).Clip(0, math.Inf(1))
}

// touchWidth is the maximum rounding error of a discriminant whose exact value is zero, as a fraction of (d·d)r². It is
// twice the sum of the 13 rounding errors in f × d (see crossOf) and of the rounding errors in the products.
const touchWidth = 1.0 / (1 << 48)

// chordOfCircle returns the chord of the infinite line start + t·d in a circle. If d is zero, the line is a point, and
// the chord is either infinite or a Miss.
//
// With f = start − center, a point of the line is on the circle if |f + t·d|² = r², which is (d·d)t² + 2(f·d)t + (f·f −
// r²) = 0. A quarter of the discriminant is (d·d)r² − (f × d)² by Lagrange's identity. For a distant circle, this form
// loses no digits, in contrast to (f·d)² − (d·d)(f·f − r²). In the numerator of one root, digits would cancel. That
// root is computed from the product of the two roots.
func chordOfCircle(start, d, center Vec, radius float64) Chord {
	f := start.Sub(center)
	a := d.Norm2()
	c := f.Norm2() - float64(radius*radius)
	if a == 0 {
		if c > 0 {
			return Chord{}
		}
		return Chord{Kind: Cut, In: math.Inf(-1), Out: math.Inf(1), FromInside: true, ToInside: true}
	}

	b := f.Dot(d)
	s := crossOf(center, start, Vec{}, d)
	square := float64(a * float64(radius*radius))
	disc := square - float64(s*s)
	width := float64(square * touchWidth)
	if disc < -width {
		return Chord{}
	}

	// If the discriminant is zero up to rounding, the only point is the one nearest to the center.
	if disc <= width {
		t := -b / a
		if radius == 0 {
			return Chord{Kind: Touch, In: t, Out: t, NIn: d.Neg().Unit(), NOut: d.Unit()}
		}
		n := f.Along(d, t).Unit()
		return Chord{Kind: Touch, In: t, Out: t, NIn: n, NOut: n}
	}

	// The numerator of one root does not cancel. The other root is c/a divided by the first.
	root := math.Sqrt(disc)
	var in, out float64
	if b < 0 {
		q := root - b
		in, out = c/q, q/a
	} else {
		q := -b - root
		in, out = q/a, c/q
	}
	return Chord{Kind: Cut, In: in, Out: out, NIn: f.Along(d, in).Unit(), NOut: f.Along(d, out).Unit()}
}
