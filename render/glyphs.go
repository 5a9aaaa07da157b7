package render

import "math/bits"

// quadrants holds the glyph of each set of lit quarters of a cell: bit 0 is the
// upper left one, 1 the upper right, 2 the lower left, 3 the lower right.
var quadrants = [16]rune{
	' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛',
	'▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
}

// halves is the same for two halves: bit 0 is the upper one.
var halves = [4]rune{' ', '▀', '▄', '█'}

// plain is how far apart, in dist2, two colours may be for a cell to show their
// mean alone: about four steps of 255 in each channel.
const plain = 150

// A split is a cell as two colours: the sub-cells in mask have fg, the others bg.
type split struct {
	mask   int
	fg, bg Color
}

// partition returns the best picture of the sub-cells p, at most 4 of them, in
// two colours: for each way to part them in two it compares
//
//	|S|²/n + |S′|²/n′
//
// of the sums and numbers of both parts. Where that is greatest, the squared
// error against the means of the parts is least. Of the two parts, the one with
// more ink, or else the brighter one, is the foreground. A cell of one colour
// has an empty mask when it is without ink, and a full one otherwise.
func partition(p []pixel) split {
	n := len(p)
	full := 1<<n - 1
	var part [16][4]int // r, g, b, ink of each subset
	for m := 1; m <= full; m++ {
		low := bits.TrailingZeros(uint(m))
		r, g, b := p[low].color().RGB()
		rest := &part[m&(m-1)]
		part[m] = [4]int{rest[0] + r, rest[1] + g, rest[2] + b, rest[3] + p[low].ink()}
	}
	best, at := -1, full
	for m := 1; m < 1<<(n-1); m++ {
		k := bits.OnesCount(uint(m))
		if score := square(&part[m])/k + square(&part[full-m])/(n-k); score > best {
			best, at = score, m
		}
	}
	a, b := mean(&part[at], bits.OnesCount(uint(at))), mean(&part[full-at], n-bits.OnesCount(uint(at)))
	if at == full || dist2(a, b) < plain {
		c := mean(&part[full], n)
		if part[full][3] == 0 {
			return split{0, c, c}
		}
		return split{full, c, c}
	}
	inkA, inkB := part[at][3]*(n-bits.OnesCount(uint(at))), part[full-at][3]*bits.OnesCount(uint(at))
	if inkA < inkB || inkA == inkB && luma(a) < luma(b) {
		return split{full - at, b, a}
	}
	return split{at, a, b}
}

// square weighs the channels as dist2 does, so that what is plain to the eye
// decides the shape.
func square(s *[4]int) int { return 3*s[0]*s[0] + 4*s[1]*s[1] + 2*s[2]*s[2] }

func mean(s *[4]int, n int) Color {
	if n == 0 {
		return 0
	}
	return rgb((s[0]+n/2)/n, (s[1]+n/2)/n, (s[2]+n/2)/n)
}

// inkMask is the picture for terminals without colours: what has enough ink is
// lit.
func inkMask(p []pixel) (mask int) {
	for i, q := range p {
		if q.ink() >= 110 {
			mask |= 1 << i
		}
	}
	return mask
}

// blockGlyph returns the glyph of a mask over n sub-cells, 2 or 4.
func blockGlyph(mask, n int) rune {
	if n == 2 {
		return halves[mask]
	}
	return quadrants[mask]
}
