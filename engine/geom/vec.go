package geom

import "math"

// A Vec is a point or a vector in the plane. X grows to the right and Y grows downward, like rows of a terminal.
// Lengths are in units of the field.
//
// Every product below is converted by float64(…). The conversion does not change the value, but prevents the compiler
// from fusing the product and the following addition into one operation with a single rounding. Otherwise, results
// would differ on arm64, ppc64le, riscv64, s390x and GOAMD64=v3.
type Vec struct{ X, Y float64 }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y} }

// Sub returns a − b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y} }

// Neg returns −a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y} }

// Mul returns s·a.
func (a Vec) Mul(s float64) Vec { return Vec{float64(a.X * s), float64(a.Y * s)} }

// Along returns a + s·d, the position after the time s of a point that starts at a and moves with the velocity d.
func (a Vec) Along(d Vec, s float64) Vec {
	return Vec{a.X + float64(d.X*s), a.Y + float64(d.Y*s)}
}

// Dot returns the scalar product a·b.
func (a Vec) Dot(b Vec) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) }

// Cross returns the z component of a × b. It is positive if b is clockwise of a on a screen, where y grows downward.
func (a Vec) Cross(b Vec) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }

// Turn returns a turned by the angle of the unit vector u. It is the product of the two as complex numbers.
func (a Vec) Turn(u Vec) Vec {
	return Vec{float64(a.X*u.X) - float64(a.Y*u.Y), float64(a.X*u.Y) + float64(a.Y*u.X)}
}

// Norm2 returns the square of the length of a.
func (a Vec) Norm2() float64 { return a.Dot(a) }

// Norm returns the length of a. math.Hypot would avoid an overflow for lengths beyond 1e154, but its result depends on
// the processor.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit returns a divided by its length, correct to an ulp or two in each coordinate. For the zero vector it returns
// zero.
func (a Vec) Unit() Vec {
	n := a.Norm()
	if n == 0 {
		return Vec{}
	}
	return Vec{a.X / n, a.Y / n}
}

// Lerp returns the point at the fraction t between a and b.
func (a Vec) Lerp(b Vec, t float64) Vec { return a.Along(b.Sub(a), t) }

// Finite reports whether both coordinates are finite numbers.
func (a Vec) Finite() bool { return finite(a.X) && finite(a.Y) }

// finite reports whether x is neither infinite nor NaN.
func finite(x float64) bool { return x-x == 0 }
