package render

import (
	"math"

	"arkterm/render/cell"
)

// What moves has soft edges: each sub-cell mixes its colour with what is behind
// it by the share that it covers. The shares are few, so that colours repeat on
// the wire, and at their ends they are none or all: a sub-cell that is hardly
// touched would look like dirt beside the shape.

// softLevels holds what a share of coverage is drawn as, both in sixteenths.
var softLevels = [17]uint8{6: 5, 7: 5, 8: 8, 9: 8, 10: 11, 11: 11, 12: 16, 13: 16, 14: 16, 15: 16, 16: 16}

// lanes is how many heights of a disc are taken for one sub-cell.
const lanes = 8

// softDisc paints a disc. The sub-cells whose middles lie on its side away from
// the light get the other colour.
func (o *overlay) softDisc(x, y, radius float64, p, shade pixel) {
	b := o.around(x-radius, y-radius, x+radius, y+radius)
	limit := 0.35 * radius
	for i := b.x0; i < b.x1; i++ {
		var half [lanes]float64 // of the disc's height at each of them
		for k := range half {
			dx := (float64(i)+(float64(k)+0.5)/lanes)*o.ux - x
			half[k] = math.Sqrt(max(radius*radius-dx*dx, 0))
		}
		for j := b.y0; j < b.y1; j++ {
			top, bottom := float64(j)*o.uy-y, float64(j+1)*o.uy-y
			sum := 0.0
			for _, h := range half {
				sum += max(0, min(bottom, h)-max(top, -h))
			}
			c := p
			if ((float64(i)+0.5)*o.ux-x)*lightFrom.X+(top+bottom)/2*lightFrom.Y < -limit {
				c = shade
			}
			o.cover(i, j, c, int(sum/(lanes*o.uy)*16+0.5))
		}
	}
}

// cover lays p over one sub-cell of which it covers share sixteenths.
func (o *overlay) cover(i, j int, p pixel, share int) {
	level := softLevels[share]
	if o.hard {
		level = uint8(min(share/8, 1) * 16)
	}
	if level == 0 {
		return
	}
	o.touch(box{i / o.sx, j / o.sy, i/o.sx + 1, j/o.sy + 1})
	at := j*o.w + i
	o.pix[at] = newPixel(cell.Mix(o.pix[at].color(), p.color(), int(level)), uint8(p.ink()))
	o.soft[at] = max(o.soft[at], level)
}

// turned paints a shape crisp, at the angle that it has: hexagons that move
// have the sharp outlines of those that rest.
func (o *overlay) turned(b box, shade func(x, y float64) (pixel, bool)) {
	o.runs(b, o.all(), shade, func(y, x0 int, run []pixel) {
		o.touch(o.cells(box{x0, y, x0 + len(run), y + 1}))
		for i, p := range run {
			o.pix[y*o.w+x0+i], o.soft[y*o.w+x0+i] = p, 16
		}
	})
}

// softCell returns the picture of a cell in which something has a soft edge. The
// second colour belongs to what is behind it, unmixed: a mean of the ground and
// of the edge would be a smear. Of the covered sub-cells those are lit that make
// the squared error least: the k that are least like what is behind, for some k.
func softCell(p []pixel, soft []uint8) split {
	covered, full := 0, 1<<len(p)-1
	for i, level := range soft {
		if level > 0 {
			covered |= 1 << i
		}
	}
	if covered == full {
		s := partition(p)
		return split{s.mask, litBy(p, soft, s.mask, s.fg), litBy(p, soft, full-s.mask, s.bg)}
	}
	bg := chief(p, full-covered)
	var order, off [cell.MaxSubCells]int // covered sub-cells, the least like bg first; how unlike they are
	n, sum := 0, 0
	for i, q := range p {
		if covered>>i&1 == 0 {
			continue
		}
		off[i] = cell.Dist2(q.color(), bg)
		sum += off[i]
		at := n
		for ; at > 0 && off[order[at-1]] < off[i]; at-- {
			order[at] = order[at-1]
		}
		order[at] = i
		n++
	}
	best, least, mask := split{0, bg, bg}, sum, 0
	for k, i := range order[:n] {
		mask |= 1 << i
		sum -= off[i]
		if k+1 < n && off[order[k+1]] == off[i] {
			continue // alike: both or none
		}
		fg := litBy(p, soft, mask, bg)
		left := sum
		for _, j := range order[:k+1] {
			left += cell.Dist2(p[j].color(), fg)
		}
		if left <= least {
			best, least = split{mask, fg, bg}, left
		}
	}
	return best
}

// litBy returns the colour of the sub-cells in mask, or none if there are none:
// their mean light, or that of most of them where none is mixed.
func litBy(p []pixel, soft []uint8, mask int, none cell.Color) cell.Color {
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
		return sum.mean().color()
	}
	return chief(p, mask)
}
