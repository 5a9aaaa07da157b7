package geom

import "math"

// crossOf returns (b − a) × (d − c). Its sign is exact, including zero, and its relative error is at most 2e-15, even
// if the two products nearly cancel. Coordinates must be 0 or between 1e-100 and 1e100 in absolute value.
//
// Plain arithmetic suffices in most cases. If the difference of the two products is less than a quarter of their sum,
// their rounding errors could matter, and the value is computed exactly. Differences and products are pairs of floats
// (Dekker 1971, Knuth TAOCP 4.2.2). The sum of the pairs is an expansion (Shewchuk, Adaptive Precision Floating-Point
// Arithmetic, 1997).
func crossOf(a, b, c, d Vec) float64 {
	p, q := b.Sub(a), d.Sub(c)
	if (p.X == 0 || q.Y == 0) && (p.Y == 0 || q.X == 0) {
		return 0 // a difference is zero only between equal numbers
	}
	l, r := float64(p.X*q.Y), float64(p.Y*q.X)
	if det := l - r; math.Abs(det) > float64((math.Abs(l)+math.Abs(r))*0.25) {
		return det
	}
	return exactCross(a, b, c, d)
}

// exactCross is crossOf with exact arithmetic in all cases.
func exactCross(a, b, c, d Vec) float64 {
	px, pxLow := twoDiff(b.X, a.X)
	py, pyLow := twoDiff(b.Y, a.Y)
	qx, qxLow := twoDiff(d.X, c.X)
	qy, qyLow := twoDiff(d.Y, c.Y)
	var e expansion
	e.addProduct(pxLow, qyLow)
	e.addProduct(-pyLow, qxLow)
	e.addProduct(px, qyLow)
	e.addProduct(pxLow, qy)
	e.addProduct(-py, qxLow)
	e.addProduct(-pyLow, qx)
	e.addProduct(px, qy)
	e.addProduct(-py, qx)
	return e.value()
}

// orient returns on which side of the directed line from a to b the point c is. The result is positive on the right as
// seen on a screen (clockwise), and exactly 0 on the line. Its absolute value is twice the area of the triangle.
func orient(a, b, c Vec) float64 { return crossOf(a, b, a, c) }

// An expansion is a sum of non-overlapping floats in ascending order, which together represent a number of arbitrary
// precision. 16 floats are sufficient for the eight products in exactCross.
type expansion struct {
	n int
	x [16]float64
}

// addProduct adds x · y exactly.
func (e *expansion) addProduct(x, y float64) {
	if x == 0 || y == 0 {
		return
	}
	high, low := twoProduct(x, y)
	e.add(low)
	e.add(high)
}

// add adds v exactly (Shewchuk's Grow-Expansion without the zeros).
func (e *expansion) add(v float64) {
	n := 0
	for _, x := range e.x[:e.n] {
		var low float64
		v, low = twoSum(v, x)
		if low != 0 {
			e.x[n] = low
			n++
		}
	}
	if v != 0 {
		e.x[n] = v
		n++
	}
	e.n = n
}

// value returns the rounded sum. Its sign is the sign of the largest float, which exceeds the sum of all others.
func (e *expansion) value() float64 {
	sum := 0.0
	for _, x := range e.x[:e.n] {
		sum += x
	}
	return sum
}

// twoSum returns the rounded sum a + b and its rounding error.
func twoSum(a, b float64) (sum, low float64) {
	sum = a + b
	bb := sum - a
	return sum, (a - (sum - bb)) + (b - bb)
}

// twoDiff returns the rounded difference a − b and its rounding error.
func twoDiff(a, b float64) (diff, low float64) { return twoSum(a, -b) }

// twoProduct returns the rounded product a · b and its rounding error. math.FMA would need one instruction where the
// processor supports it, but would be slow on others. The test that searches the assembly for fused products would also
// report it.
func twoProduct(a, b float64) (product, low float64) {
	product = float64(a * b)
	aHigh, aLow := split(a)
	bHigh, bLow := split(b)
	low = float64(aHigh*bHigh) - product
	low += float64(aHigh * bLow)
	low += float64(aLow * bHigh)
	return product, low + float64(aLow*bLow)
}

// split splits a into two halves of 26 bits each, whose products are exact.
func split(a float64) (high, low float64) {
	c := float64(a * (1<<27 + 1))
	high = c - (c - a)
	return high, a - high
}
