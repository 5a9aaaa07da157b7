package engine

import (
	"math/bits"

	"arkterm/engine/geom"
)

// random is the stream that decides: SplitMix64 (Steele, Lea and Flood 2014).
// Its state is one word, which Hash covers. Everything that only looks random
// has a stream of its own elsewhere.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number in [0, n), n > 0. The high word of a product favours
// no number by more than n/2⁶⁴.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// sign returns −1 or 1.
func (r *random) sign() float64 { return float64(2*r.below(2) - 1) }

// direction returns a unit vector, one of 3600 a tenth of a degree apart.
func (r *random) direction() geom.Vec { return geom.Direction(float64(r.below(3600)) / 10) }
