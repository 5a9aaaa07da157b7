package geom

import "math"

// A Chord is what a straight path has in common with a convex shape: the path
// from + t·d is in it from t = In to t = Out. A beam that passes a ball, a
// hexagon or the paddle is answered by it.
//
// A path that begins or ends inside has no point of the outline there: In is the
// beginning of the path then, Out its end, and the normal there is zero. On
// infinite paths these are infinite.
type Chord struct {
	Kind       ChordKind
	In, Out    float64
	NIn, NOut  Vec  // outward unit normals of the outline at In and Out
	FromInside bool // In is where the path begins
	ToInside   bool // Out is where the path ends
}

// A ChordKind says how much of a path is in a shape.
type ChordKind uint8

const (
	// Miss: nothing. All other fields are zero.
	Miss ChordKind = iota
	// Touch: points of the outline only, nearly always one and In = Out: a
	// tangent, a corner, an end. Along a side it is the stretch of it.
	Touch
	// Cut: points of the inside.
	Cut
)

// Points returns how many points of the outline the path has, and where: 0, 1
// or 2, In before Out. A path that stays inside has none. For a Touch along a
// side they are the ends of the stretch.
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

// Clip returns what is left of c on the part of the path from begin to end. A
// beam that is stopped at the time end has the chord c.Clip(0, end).
func (c Chord) Clip(begin, end float64) Chord {
	if c.Kind == Miss || c.In > end || c.Out < begin {
		return Chord{}
	}
	whole := c.In < c.Out
	switch {
	case whole && c.Out == begin:
		c.In, c.NIn = c.Out, c.NOut
	case whole && c.In == end:
		c.Out, c.NOut = c.In, c.NIn
	}
	if c.In < begin {
		c.In, c.NIn, c.FromInside = begin, Vec{}, true
	}
	if c.Out > end {
		c.Out, c.NOut, c.ToInside = end, Vec{}, true
	}
	if whole && c.In == c.Out && !c.FromInside && !c.ToInside {
		c.Kind = Touch // the path begins where it leaves, or ends where it arrives
	}
	return c
}

// RayCircle returns the chord of the ray from + t·d, t ≥ 0. A ray that begins on
// the circle and points away touches it.
//
// It is a Touch when the line of the ray passes the centre at the distance
// r(1 ± 2e-15), which is what rounding leaves of the discriminant. Times are good
// to an ulp of |from|/|d| unless the line nearly touches: d·Δt grows as r·√(2e-16)
// there.
func RayCircle(from, d, center Vec, radius float64) Chord {
	return chordOfCircle(from, d, center, radius).Clip(0, math.Inf(1))
}

// touchWidth is the part of (d·d)r² that a discriminant of zero can be off by:
// twice the 13 roundings of f × d (see crossOf), and those of the products.
const touchWidth = 1.0 / (1 << 48)

// chordOfCircle returns the chord of the line from + t·d, which has no ends. If d
// is zero it is a point, which is inside for ever or never.
//
// In the frame of the circle, with f = from − center, the points are the roots of
// |f + t·d|² = r²: (d·d)t² + 2(f·d)t + (f·f − r²) = 0. A quarter of the
// discriminant is (d·d)r² − (f × d)² by Lagrange's identity, of which nothing is
// lost for a circle far away, as it is from (f·d)² − (d·d)(f·f − r²). Of the two
// roots, the one whose numerator would cancel is taken from their product.
func chordOfCircle(from, d, center Vec, radius float64) Chord {
	f := from.Sub(center)
	a := d.Norm2()
	c := f.Norm2() - float64(radius*radius)
	if a == 0 {
		if c > 0 {
			return Chord{}
		}
		return Chord{Kind: Cut, In: math.Inf(-1), Out: math.Inf(1), FromInside: true, ToInside: true}
	}

	b := f.Dot(d)
	s := crossOf(center, from, Vec{}, d)
	square := float64(a * float64(radius*radius))
	disc := square - float64(s*s)
	width := float64(square * touchWidth)
	if disc < -width {
		return Chord{}
	}

	// Within rounding of zero there is one point, which is nearest to the centre.
	if disc <= width {
		t := -b / a
		if radius == 0 {
			return Chord{Kind: Touch, In: t, Out: t, NIn: d.Neg().Unit(), NOut: d.Unit()}
		}
		n := f.Along(d, t).Unit()
		return Chord{Kind: Touch, In: t, Out: t, NIn: n, NOut: n}
	}

	// The root whose numerator adds up keeps its digits; the other one is c/a
	// divided by it.
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
