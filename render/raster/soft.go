package raster

import (
	"math"

	"arkterm/render/cell"
)

// Moving shapes have soft edges: each sub-cell mixes the shape's colour with the one behind it by coverage.
// The coverage is rounded to a few levels, so that colours repeat in the output, and to 0 or 16 at its
// ends: a sub-cell that is hardly touched would look like dirt beside the shape.

// softLevels maps coverage to the level drawn, both in sixteenths.
var softLevels = [17]uint8{6: 5, 7: 5, 8: 8, 9: 8, 10: 11, 11: 11, 12: 16, 13: 16, 14: 16, 15: 16, 16: 16}

// lanes is the number of places across a sub-cell at which the height of a disc is measured.
const lanes = 8

// SoftDisc paints a disc. Sub-cells whose middles lie on the side away from the light get shade.
func (o *Overlay) SoftDisc(x, y, radius float64, p, shade Pixel) {
	b := o.around(x-radius, y-radius, x+radius, y+radius)
	limit := 0.35 * radius
	for i := b.X0; i < b.X1; i++ {
		var half [lanes]float64 // half the disc's height at each place
		for k := range half {
			dx := (float64(i)+(float64(k)+0.5)/lanes)*o.UnitX - x
			half[k] = math.Sqrt(max(radius*radius-dx*dx, 0))
		}
		for j := b.Y0; j < b.Y1; j++ {
			top, bottom := float64(j)*o.UnitY-y, float64(j+1)*o.UnitY-y
			sum := 0.0
			for _, h := range half {
				sum += max(0, min(bottom, h)-max(top, -h))
			}
			c := p
			if ((float64(i)+0.5)*o.UnitX-x)*lightFrom.X+(top+bottom)/2*lightFrom.Y < -limit {
				c = shade
			}
			o.cover(i, j, c, int(sum/(lanes*o.UnitY)*16+0.5))
		}
	}
}

// cover lays p over a sub-cell with a coverage of share sixteenths.
func (o *Overlay) cover(i, j int, p Pixel, share int) {
	level := softLevels[share]
	if o.Unmixed {
		level = uint8(min(share/8, 1) * 16)
	}
	if level == 0 {
		return
	}
	o.Touch(Box{i / o.SubX, j / o.SubY, i/o.SubX + 1, j/o.SubY + 1})
	at := j*o.W + i
	o.pix[at] = NewPixel(cell.Mix(o.pix[at].Color(), p.Color(), int(level)), uint8(p.ink()))
	o.soft[at] = max(o.soft[at], level)
}

// Turned paints a rotated shape with crisp outlines, like those of resting bricks.
func (o *Overlay) Turned(b Box, shade func(x, y float64) (Pixel, bool)) {
	o.runs(b, o.All(), shade, func(y, x0 int, run []Pixel) {
		o.Touch(o.Cells(Box{x0, y, x0 + len(run), y + 1}))
		for i, p := range run {
			o.pix[y*o.W+x0+i], o.soft[y*o.W+x0+i] = p, 16
		}
	})
}

// SoftCell returns the split of a cell with a soft edge in it. The second colour is that of the background,
// unmixed: a mean of ground and edge would look smeared. Of the covered sub-cells, the k that differ most
// from the background are lit, for the k with the least squared error.
func SoftCell(p []Pixel, soft []uint8) Split {
	covered, full := 0, 1<<len(p)-1
	for i, level := range soft {
		if level > 0 {
			covered |= 1 << i
		}
	}

	if covered == full {
		s := Partition(p)
		return Split{s.Mask, litBy(p, soft, s.Mask, s.Fg), litBy(p, soft, full-s.Mask, s.Bg)}
	}

	// Sort the covered sub-cells by insertion: there are eight at most.
	bg := chief(p, full-covered)
	var order, off [cell.MaxSubCells]int // covered sub-cells, the least like bg first, and their distances from bg
	n, sum := 0, 0
	for i, q := range p {
		if covered>>i&1 == 0 {
			continue
		}
		off[i] = cell.Dist2(q.Color(), bg)
		sum += off[i]
		at := n
		for ; at > 0 && off[order[at-1]] < off[i]; at-- {
			order[at] = order[at-1]
		}
		order[at] = i
		n++
	}

	// Light one more each time; the error of an unlit one is its distance from bg.
	best, least, mask := Split{0, bg, bg}, sum, 0
	for k, i := range order[:n] {
		mask |= 1 << i
		sum -= off[i]
		if k+1 < n && off[order[k+1]] == off[i] {
			continue // equal colours: light both or none
		}
		fg := litBy(p, soft, mask, bg)
		left := sum
		for _, j := range order[:k+1] {
			left += cell.Dist2(p[j].Color(), fg)
		}
		if left <= least {
			best, least = Split{mask, fg, bg}, left
		}
	}
	return best
}

// litBy returns the colour of the sub-cells in mask: the mean of their light or, if colours are not mixed,
// that of most of them. For an empty mask it returns none.
func litBy(p []Pixel, soft []uint8, mask int, none cell.Color) cell.Color {
	if mask == 0 {
		return none
	}
	var sum light
	mixed := false
	for i, q := range p {
		if mask>>i&1 == 1 {
			sum.add(q, 1)
			mixed = mixed || soft[i] < 16
		}
	}
	if mixed {
		return sum.mean().Color()
	}
	return chief(p, mask)
}

// CrispDisc reports whether discs of a radius are drawn in whole sub-cells: if there are no shades, or if
// sub-cells are so large that a disc on the corner of four would vanish.
func (o *Overlay) CrispDisc(radius float64) bool {
	return o.Unmixed || radius*radius < softLeast*o.UnitX*o.UnitY
}

// softLeast is the square of the least radius of a soft disc, in areas of a sub-cell: a quarter of the disc
// covers 5.5/16 of one, which rounds to a visible level.
const softLeast = 5.5 / 16 * 4 / math.Pi
