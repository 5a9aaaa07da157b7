package engine

import (
	"math/bits"

	"arkterm/engine/geom"
)

// A Random is a stream of random numbers (SplitMix64, Steele, Lea and Flood 2014). Its value is the
// state of the stream. The hash of a game includes the state of the game's stream. Bots have
// separate streams.
type Random uint64

// Next returns the next 64 random bits.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a random number in [0, n), for n > 0. The relative difference between the
// probabilities of two numbers is less than n/2⁶⁴.
func (r *Random) Below(n int) int {
	hi, _ := bits.Mul64(r.Next(), uint64(n))
	return int(hi)
}

// Sign returns −1 or 1 at random.
func (r *Random) Sign() float64 { return float64(2*r.Below(2) - 1) }

// Direction returns a random unit vector, one of 3600 in steps of 0.1°.
func (r *Random) Direction() geom.Vec { return geom.Direction(float64(r.Below(3600)) / 10) }
