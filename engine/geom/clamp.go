package geom

// Clamp returns x limited to [lo, hi]. Unlike min and max, it does not handle NaN and −0. With two balls in the field,
// most of a tick is a chain of paddle positions, and min and max would take half of that time. The branches are rarely
// taken and therefore cheap.
func Clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}
