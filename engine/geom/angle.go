package geom

import "math"

// Direction returns the unit vector at the given angle in degrees: 0 points right, 90 points down. The result is
// correct to 1e-15 and, unlike math.Sincos, bit-identical on every processor. For an infinite or NaN angle, it contains
// NaNs.
func Direction(degrees float64) Vec {
	d := math.Mod(degrees, 360) // exact
	quarter := math.Floor((d + 45) / 90)
	x := float64((d - float64(quarter*90)) * (math.Pi / 180)) // in [−π/4, π/4]
	return turnQuarters(Vec{cosine(x), sine(x)}, int(quarter))
}

// Rotation returns the unit vector at the given angle in radians, clockwise on a screen, for use with [Vec.Turn]. Up to
// an angle of 1e6, the error is at most 5e-16. Above, it is at most 1e-16 times the angle. For angles of 1e15 or more,
// the result contains NaNs.
func Rotation(radians float64) Vec {
	if !(math.Abs(radians) < 1e15) {
		return Vec{math.NaN(), math.NaN()}
	}

	// π/2 is the sum of these three parts. The first two have 33 bits, so their multiples up to 2^20 are exact (Cody
	// and Waite 1980).
	const (
		high = 0x1.921fb544p+0
		mid  = 0x1.0b4611a6p-34
		low  = 0x1.3198a2e037073p-69
	)
	quarter := math.Floor(float64(radians*(2/math.Pi)) + 0.5)
	x := radians - float64(quarter*high)
	x -= float64(quarter * mid)
	x -= float64(quarter * low)
	return turnQuarters(Vec{cosine(x), sine(x)}, int(quarter))
}

// turnQuarters rotates u by n quarter turns.
func turnQuarters(u Vec, n int) Vec {
	switch n & 3 {
	case 1:
		u = Vec{-u.Y, u.X}
	case 2:
		u = Vec{-u.X, -u.Y}
	case 3:
		u = Vec{u.Y, -u.X}
	}
	return u
}

// sine returns the sine of x, for |x| ≤ π/4. It is a Taylor polynomial whose first omitted term is below 3e-17.
func sine(x float64) float64 {
	z := float64(x * x)
	p := -1.0 / 1307674368000 // −1/15!
	for _, c := range [...]float64{1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6} {
		p = c + float64(p*z)
	}
	return x + float64(float64(x*z)*p)
}

// cosine returns the cosine of x, for |x| ≤ π/4, with the same accuracy as sine.
func cosine(x float64) float64 {
	z := float64(x * x)
	p := 1.0 / 20922789888000 // 1/16!
	for _, c := range [...]float64{
		-1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2,
	} {
		p = c + float64(p*z)
	}
	return 1 + float64(p*z)
}
