package spec

import "math"

// A Hasher computes a 64-bit hash of a sequence of numbers. The hash is the same on every
// processor. To get it, convert the Hasher to uint64.
//
// The algorithm is FNV-1a over 64-bit words instead of bytes, which is eight times faster. An
// additional mixing step per word is necessary so that every bit of a word affects the whole hash.
type Hasher uint64

// NewHasher returns a Hasher to which no number was added.
func NewHasher() Hasher { return 14695981039346656037 }

// Word adds a 64-bit word.
func (h *Hasher) Word(x uint64) {
	mixed := (uint64(*h) ^ x) * 1099511628211
	*h = Hasher(mixed ^ mixed>>32)
}

// Float adds the bits of a floating-point number.
func (h *Hasher) Float(x float64) { h.Word(math.Float64bits(x)) }

// Int adds an integer.
func (h *Hasher) Int(x int) { h.Word(uint64(x)) }

// Bool adds the word 1 if x is true and 0 otherwise.
func (h *Hasher) Bool(x bool) { h.Word(Bit(x)) }

// Bit returns 1 if x is true and 0 otherwise.
func Bit(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}
