package raster

import (
	"math"

	"arkterm/render/cell"
)

// What moves has soft edges: each sub-cell mixes its colour with what is behind
// it by the share that it covers. The shares are few, so that colours repeat in
// what is sent, and at their ends they are none or all: a sub-cell that is hardly
// touched would look like dirt beside the shape.

// softLevels holds what a share of coverage is drawn as, both in sixteenths.
var softLevels = [17]uint8{6: 5, 7: 5, 8: 8, 9: 8, 10: 11, 11: 11, 12: 16, 13: 16, 14: 16, 15: 16, 16: 16}

// lanes is how many heights of a disc are taken for one sub-cell.
const lanes = 8

// SoftDisc paints a disc. The sub-cells whose middles lie on its side away from
// the light get the other colour.
func (o *Overlay) SoftDisc(x, y, radius float64, p, shade Pixel) {
	b := o.around(x-radius, y-radius, x+radius, y+radius)
	limit := 0.35 * radius
	for i := b.X0; i < b.X1; i++ {
		var half [lanes]float64 // of the disc's height at each of them
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

// cover lays p over one sub-cell of which it covers share sixteenths.
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

// Turned paints a shape crisp, at the angle that it has: hexagons that move
// have the sharp outlines of those that rest.
func (o *Overlay) Turned(b Box, shade func(x, y float64) (Pixel, bool)) {
	o.runs(b, o.All(), shade, func(y, x0 int, run []Pixel) {
		o.Touch(o.Cells(Box{x0, y, x0 + len(run), y + 1}))
		for i, p := range run {
			o.pix[y*o.W+x0+i], o.soft[y*o.W+x0+i] = p, 16
		}
	})
}

// SoftCell returns the picture of a cell in which something has a soft edge. The
// second colour belongs to what is behind it, unmixed: a mean of the ground and
// of the edge would be a smear. Of the covered sub-cells those are lit that make
// the squared error least: the k that are least like what is behind, for some k.
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

	// The covered sub-cells in their order, by insertion: there are eight at most.
	bg := chief(p, full-covered)
	var order, off [cell.MaxSubCells]int // covered sub-cells, the least like bg first; how unlike they are
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

	// One more of them is lit each time; what is not lit costs as much as it differs from bg.
	best, least, mask := Split{0, bg, bg}, sum, 0
	for k, i := range order[:n] {
		mask |= 1 << i
		sum -= off[i]
		if k+1 < n && off[order[k+1]] == off[i] {
			continue // alike: both or none
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

// litBy returns the colour of the sub-cells in mask, or none if there are none:
// their mean light, or that of most of them where none is mixed.
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

// CrispDisc reports whether discs of a radius are drawn in whole sub-cells: where
// there are no shades to soften them with, and where sub-cells are so large that
// a disc on the corner of four would vanish.
func (o *Overlay) CrispDisc(radius float64) bool {
	return o.Unmixed || radius*radius < softLeast*o.UnitX*o.UnitY
}

// softLeast is the square of the least radius of a soft disc, in areas of a
// sub-cell: a quarter of it covers 5.5/16, which rounds to a visible share.
const softLeast = 5.5 / 16 * 4 / math.Pi
