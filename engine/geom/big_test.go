package geom

import (
	"math"
	"math/big"
)

// This file contains exact arithmetic with fractions for the expected results of tests, and floats with 300 bits for
// square roots.

func rat(x float64) *big.Rat         { return new(big.Rat).SetFloat64(x) }
func radd(a, b *big.Rat) *big.Rat    { return new(big.Rat).Add(a, b) }
func rsub(a, b *big.Rat) *big.Rat    { return new(big.Rat).Sub(a, b) }
func rmul(a, b *big.Rat) *big.Rat    { return new(big.Rat).Mul(a, b) }
func rquo(a, b *big.Rat) *big.Rat    { return new(big.Rat).Quo(a, b) }
func rdot(a, b [2]*big.Rat) *big.Rat { return radd(rmul(a[0], b[0]), rmul(a[1], b[1])) }
func rdiff(a, b Vec) [2]*big.Rat {
	return [2]*big.Rat{rsub(rat(a.X), rat(b.X)), rsub(rat(a.Y), rat(b.Y))}
}
func num(x float64) *big.Float        { return new(big.Float).SetPrec(300).SetFloat64(x) }
func fromRat(x *big.Rat) *big.Float   { return new(big.Float).SetPrec(300).SetRat(x) }
func fadd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Add(a, b) }
func fsub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Sub(a, b) }
func fmul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(a, b) }
func fquo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Quo(a, b) }
func fsqrt(a *big.Float) *big.Float   { return new(big.Float).SetPrec(300).Sqrt(a) }

func toFloat(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// relError returns the relative error of x compared to want; 0 if both are 0.
func relError(x float64, want *big.Rat) float64 {
	if want.Sign() == 0 {
		return math.Abs(x)
	}
	return math.Abs(toFloat(rquo(rsub(rat(x), want), want)))
}

// A bvec is a vector with 300 bits per coordinate.
type bvec struct{ x, y *big.Float }

func bv(v Vec) bvec            { return bvec{num(v.X), num(v.Y)} }
func (a bvec) sub(b bvec) bvec { return bvec{fsub(a.x, b.x), fsub(a.y, b.y)} }
func (a bvec) along(d bvec, t *big.Float) bvec {
	return bvec{fadd(a.x, fmul(d.x, t)), fadd(a.y, fmul(d.y, t))}
}
func (a bvec) dot(b bvec) *big.Float { return fadd(fmul(a.x, b.x), fmul(a.y, b.y)) }
func (a bvec) norm() *big.Float      { return fsqrt(a.dot(a)) }

// circleTimes solves the quadratic equation |f + t·d| = r with 300 bits. ok is false unless there are two roots.
func circleTimes(f, d bvec, r *big.Float) (in, out *big.Float, ok bool) {
	a, b, c := d.dot(d), f.dot(d), fsub(f.dot(f), fmul(r, r))
	disc := fsub(fmul(b, b), fmul(a, c))
	if a.Sign() == 0 || disc.Sign() <= 0 {
		return nil, nil, false
	}
	root := fsqrt(disc)
	minus := fsub(num(0), b)
	return fquo(fsub(minus, root), a), fquo(fadd(minus, root), a), true
}
