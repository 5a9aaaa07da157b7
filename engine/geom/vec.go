package geom

import "math"

// A Vec is a point or a direction in the plane. X grows to the right, Y grows
// downward, as rows of a terminal do. Lengths are in units of the field.
//
// Every product below is wrapped in float64(…). The conversion changes no
// value: it forbids the compiler to fuse the product with the addition that
// follows into one rounding, which it does on arm64, ppc64le, riscv64, s390x
// and GOAMD64=v3, and which would give other bits there.
type Vec struct{ X, Y float64 }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y} }

// Sub returns a − b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y} }

// Neg returns −a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y} }

// Mul returns s·a.
func (a Vec) Mul(s float64) Vec { return Vec{float64(a.X * s), float64(a.Y * s)} }

// Along returns a + s·d: where a point is that starts at a and moves for the
// time s with velocity d.
func (a Vec) Along(d Vec, s float64) Vec {
	return Vec{a.X + float64(d.X*s), a.Y + float64(d.Y*s)}
}

// Dot returns the scalar product a·b.
func (a Vec) Dot(b Vec) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) }

// Cross returns the z component of a × b. It is positive when b lies clockwise
// of a as seen on a screen, where y grows downward.
func (a Vec) Cross(b Vec) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }

// Turn returns a turned by the angle of the unit vector u: the product of the
// two as complex numbers.
func (a Vec) Turn(u Vec) Vec {
	return Vec{float64(a.X*u.X) - float64(a.Y*u.Y), float64(a.X*u.Y) + float64(a.Y*u.X)}
}

// Norm2 returns the square of the length of a.
func (a Vec) Norm2() float64 { return a.Dot(a) }

// Norm returns the length of a. math.Hypot would survive lengths beyond 1e154,
// but is not the same on every processor.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit returns a divided by its length, correct to an ulp or two in each
// coordinate; the zero vector stays zero.
func (a Vec) Unit() Vec {
	n := a.Norm()
	if n == 0 {
		return Vec{}
	}
	return Vec{a.X / n, a.Y / n}
}

// Lerp returns the point at the fraction t of the way from a to b.
func (a Vec) Lerp(b Vec, t float64) Vec { return a.Along(b.Sub(a), t) }

// Finite reports whether neither coordinate is infinite or not a number.
func (a Vec) Finite() bool { return finite(a.X) && finite(a.Y) }

func finite(x float64) bool { return x-x == 0 }
