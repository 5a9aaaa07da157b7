package geom

// Reflect returns v with its part along n turned around, v − 2(v·n)/(n·n)·n, if
// v points against n; else v itself, since it is leaving already. n need not be
// a unit vector.
//
// It is computed with twice the digits and rounded once. A normal that is a unit
// only to the last bit, or a quotient that is, changes the length of v always
// the same way at the same side: the energy of a ball that bounces a million
// times would not wander but grow, by 6e-11 in a million bounces. So it stays
// within 3e-14.
func Reflect(v, n Vec) Vec {
	if v.Dot(n) >= 0 {
		return v
	}
	vn, vnLow := twoDot(v, n)
	nn, nnLow := twoDot(n, n)

	// f + fLow = (v·n)/(n·n): one step of long division.
	f := vn / nn
	p, pLow := twoProduct(f, nn)
	fLow := ((vn - p) - pLow + vnLow - float64(f*nnLow)) / nn

	return Vec{less(v.X, f, fLow, n.X), less(v.Y, f, fLow, n.Y)}
}

// twoDot returns a·b, and what rounding left out.
func twoDot(a, b Vec) (dot, low float64) {
	x, xLow := twoProduct(a.X, b.X)
	y, yLow := twoProduct(a.Y, b.Y)
	sum, sumLow := twoSum(x, y)
	return sum, sumLow + (xLow + yLow)
}

// less returns v − 2(f + fLow)·n, rounded once.
func less(v, f, fLow, n float64) float64 {
	p, pLow := twoProduct(float64(-2*f), n)
	sum, sumLow := twoSum(v, p)
	return sum + (sumLow + (pLow + float64(float64(-2*fLow)*n)))
}
