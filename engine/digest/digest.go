// Package digest sums up numbers to 64 bits, the same on every processor: of the state of a
// game, and of levels.
package digest

import "math"

// A Sum is FNV-1a over 64-bit words instead of bytes, each word mixed once
// more: eight times faster, and still every bit counts.
type Sum uint64

// New returns the sum of nothing.
func New() Sum { return 14695981039346656037 }

// Word adds a word.
func (d *Sum) Word(x uint64) {
	h := (uint64(*d) ^ x) * 1099511628211
	*d = Sum(h ^ h>>32)
}

// Float adds the bits of a number.
func (d *Sum) Float(x float64) { d.Word(math.Float64bits(x)) }

// Int adds a whole number.
func (d *Sum) Int(x int) { d.Word(uint64(x)) }

// Bool adds a word that is 0 or 1.
func (d *Sum) Bool(x bool) { d.Word(Bit(x)) }

// Bit returns 1 if x, else 0.
func Bit(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}
