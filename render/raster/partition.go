package raster

import (
	"math/bits"

	"arkterm/render/cell"
)

// minColorDistance is the minimum distance, as computed by cell.Dist2, of two colors that a cell shows separately. It
// corresponds to a difference of 4 of 255 in each channel.
const minColorDistance = 150

// A Split is a cell in two colors: Fg for the sub-cells in Mask, and Bg for the other sub-cells.
type Split struct {
	Mask   int
	Fg, Bg cell.Color
}

// errorScale[n][k] is the weight of a split into k and n−k sub-cells in bestMask. It is proportional to 1/(k·(n−k)),
// with a factor that makes all weights integers.
var errorScale = [cell.MaxSubCells + 1][cell.MaxSubCells]int{
	2: {1: 1},
	4: {1: 4, 2: 3, 3: 4},
	6: {1: 72, 2: 45, 3: 40, 4: 45, 5: 72},
	8: {1: 240, 2: 140, 3: 112, 4: 105, 5: 112, 6: 140, 7: 240},
}

// Partition returns the split of 2, 4, 6 or 8 sub-cells with the smallest squared error. Each color is the mean of
// its part. The foreground is the part with more ink, or the brighter part if both have the same ink. For a cell
// with one color, the mask is empty if the cell has no ink, and full otherwise.
func Partition(p []Pixel) Split {
	n, full := len(p), 1<<len(p)-1
	mask := bestMask(p)
	if mask == 0 {
		return singleColor(p)
	}
	k := bits.OnesCount(uint(mask))
	a, inkA := meanOf(p, mask)
	b, inkB := meanOf(p, full-mask)
	if cell.Dist2(a, b) < minColorDistance {
		return singleColor(p)
	}
	inkA, inkB = inkA*(n-k), inkB*k
	if inkA < inkB || inkA == inkB && cell.Luma(a) < cell.Luma(b) {
		return Split{full - mask, b, a}
	}
	return Split{mask, a, b}
}

// singleColor returns the split with the mean color of all sub-cells.
func singleColor(p []Pixel) Split {
	full := 1<<len(p) - 1
	c, ink := meanOf(p, full)
	if ink == 0 {
		return Split{0, c, c}
	}
	return Split{full, c, c}
}

// bestMask returns the split of the sub-cells into two parts with the smallest error: the sum of the squared distances
// between each sub-cell and the mean of its part. The result is the mask of one part. It never contains the last
// sub-cell, and is 0 if all sub-cells are equal.
//
// For n sub-cells with the sum T, and a part of k sub-cells with the sum S, the error is minimal where
//
//	|n·S − k·T|² / (k·(n−k))
//
// is maximal. The masks are visited in Gray code order. Consecutive masks differ by one sub-cell, so one addition for
// each channel updates the sum. If several masks are equally good, the smallest is returned.
func bestMask(p []Pixel) (mask int) {
	if m, ok := twoColors(p); ok {
		return m
	}

	n := len(p)
	var total [3]int
	for _, q := range p {
		r, g, b := q.Color().RGB()
		total[0], total[1], total[2] = total[0]+r, total[1]+g, total[2]+b
	}

	var d [cell.MaxSubCells][3]int // n times the sub-cell minus the sum
	for i, q := range p {
		r, g, b := q.Color().RGB()
		d[i] = [3]int{n*r - total[0], n*g - total[1], n*b - total[2]}
	}

	weight := &errorScale[n]
	maxScore, m := 0, 0
	var r, g, b int
	for i := 1; i < 1<<(n-1); i++ {
		k := bits.TrailingZeros8(uint8(i)) & (cell.MaxSubCells - 1)
		m ^= 1 << k
		if m>>k&1 == 1 {
			r, g, b = r+d[k][0], g+d[k][1], b+d[k][2]
		} else {
			r, g, b = r-d[k][0], g-d[k][1], b-d[k][2]
		}
		score := (3*r*r + 4*g*g + 2*b*b) * weight[bits.OnesCount8(uint8(m))&(cell.MaxSubCells-1)]
		if score > maxScore || score == maxScore && m < mask {
			maxScore, mask = score, m
		}
	}
	return mask
}

// twoColors returns the mask of the sub-cells that differ from the last sub-cell. ok is false if there are more than
// two colors. This shortcut suffices for most cells.
func twoColors(p []Pixel) (mask int, ok bool) {
	last := p[len(p)-1].Color()
	other := last
	for i, q := range p {
		c := q.Color()
		if c == last {
			continue
		}
		if mask != 0 && c != other {
			return 0, false
		}
		mask |= 1 << i
		other = c
	}
	return mask, true
}

// meanOf returns the mean color of the sub-cells in mask and the sum of their ink.
func meanOf(p []Pixel, mask int) (c cell.Color, ink int) {
	var r, g, b, n int
	for i, q := range p {
		if mask>>i&1 == 0 {
			continue
		}
		qr, qg, qb := q.Color().RGB()
		r, g, b, ink, n = r+qr, g+qg, b+qb, ink+q.ink(), n+1
	}
	if n == 0 {
		return 0, 0
	}
	return cell.RGB((r+n/2)/n, (g+n/2)/n, (b+n/2)/n), ink
}

// InkMask returns the sub-cells that are lit on a terminal without colors, because they have enough ink. In a cell with
// a ball, only the ball is lit, because otherwise it would merge with a brick that it touches.
func InkMask(p []Pixel) (mask int) {
	if HasBall(p) {
		return frontMask(p)
	}
	for i, q := range p {
		if q.ink() >= minInk {
			mask |= 1 << i
		}
	}
	return mask
}

// minInk is the minimum ink of a sub-cell that is lit on terminals without colors. It is between the inks of a brick's
// dark edges and its face.
const minInk = 110

// DotColor returns the color of a cell's lit dots. This is the color of a pixel in front if the cell has such a pixel,
// and otherwise the most frequent color.
func DotColor(p []Pixel, mask int) cell.Color {
	if front := frontMask(p) & mask; front != 0 {
		mask = front
	}
	return mainColor(p, mask)
}
