package geom

// Clamp returns x, or the end of [lo, hi] that it is beyond. With two balls in
// the field, most of a tick is the chain from one place of the paddle to the
// next; min and max, which care for NaN and −0, would be half of it. A branch
// that is not taken costs nothing.
func Clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}
