package geom

// Clamp returns x limited to [lo, hi]. Unlike min and max, it does not handle NaN and −0. With two balls in the field,
// a tick spends most of its time on paddle positions, half of which min and max would take. The branches are rarely
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
