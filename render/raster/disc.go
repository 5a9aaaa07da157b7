package raster

import "math"

// Discs are sprites of whole sub-cells, whose shape does not depend on the position. Shading by coverage is not
// possible, because a cell has only two colors. Rounding by position would give a small disc the shape of an L, a T
// or a mushroom.

// maxDiscRows is the maximum number of rows of a sprite, and cachedRadii the number of radii whose sprites are
// cached.
const maxDiscRows, cachedRadii = 256, 8

// A disc is the sprite of a disc with h rows. Each row is cut sub-cells shorter than w at both ends, so the sprite
// is symmetric.
type disc struct {
	w, h int
	cut  [maxDiscRows]uint8
}

// A discCache contains the sprites of recent radii.
type discCache struct {
	radius [cachedRadii]float64
	disc   [cachedRadii]*disc // nil until needed; most games need only a few
	next   int
}

// discOf returns the sprite of a radius.
func (o *Overlay) discOf(radius float64) *disc {
	c := &o.discs
	for i, r := range c.radius {
		if r == radius {
			return c.disc[i]
		}
	}
	i := c.next
	if c.disc[i] == nil {
		c.disc[i] = new(disc)
	}
	c.radius[i], *c.disc[i] = radius, newDisc(radius/o.UnitX, radius/o.UnitY)
	c.next = (i + 1) % cachedRadii
	return c.disc[i]
}

// newDisc returns the sprite of an ellipse with the given radii in sub-cells. It tries a center in the middle of a
// sub-cell, on its sides, and at its corner. It selects the center with the smallest error. If several centers have the
// same error, it prefers the corner.
func newDisc(rx, ry float64) disc {
	best, minError := disc{w: 1, h: 1}, math.Inf(1)
	for odd := range 4 {
		d, deviation := ellipseAbout(rx, ry, odd&1, odd>>1)
		if d.h > 0 && deviation < minError-1e-9 {
			best, minError = d, deviation
		}
	}
	return best
}

// crossPenalty is added to the error of a cross, which is a disc with a width or height of three sub-cells and a
// narrow first row.
const crossPenalty = 1.5

// minCoverage is the minimum coverage of a lit sub-cell. The value is less than half, because otherwise a disc of three
// rows would be a cross.
const minCoverage = 0.4

// ellipseAbout returns the sprite of an ellipse, and its error. The error is the sum of
// the squared differences between the coverage and the sprite, plus the squared errors of the width and the height,
// which prevent vertical bars. oddX and oddY are 1 if the center is in the middle of a column and of a row of
// sub-cells.
func ellipseAbout(rx, ry float64, oddX, oddY int) (d disc, deviation float64) {
	across, down := reach(rx, oddX), reach(ry, oddY)
	d.w = 2*across + oddX
	for j := range min(2*down+oddY, maxDiscRows) {
		top := float64(j-down) - float64(oddY)/2
		lit := 0
		for i := range d.w {
			share := covered(float64(i-across)-float64(oddX)/2, top, rx, ry)
			if share >= minCoverage {
				lit++
				share = 1 - share
			}
			deviation += share * share
		}
		if lit > 0 {
			d.cut[d.h] = uint8((d.w - lit) / 2)
			d.h++
		}
	}
	minCut := uint8(across)
	for _, cut := range d.cut[:d.h] {
		minCut = min(minCut, cut)
	}
	for j := range d.h {
		d.cut[j] -= minCut
	}
	d.w -= 2 * int(minCut)

	if tip := d.w - 2*int(d.cut[0]); min(d.w, d.h) == 3 && 5*tip < 3*d.w {
		deviation += crossPenalty
	}
	dw, dh := float64(d.w)-2*rx, float64(d.h)-2*ry
	return d, deviation + dw*dw + dh*dh
}

// reach returns the number of sub-cells that an ellipse with radius r touches on either side of its center, or of
// its middle sub-cell if odd is 1.
func reach(r float64, odd int) int {
	return min(max(int(math.Ceil(r-float64(odd)/2)), 0), (maxDiscRows-1)/2)
}

// covered returns the fraction of the sub-cell at x, y that an ellipse around the origin covers.
func covered(x, y, rx, ry float64) (share float64) {
	const lanes = 16
	for k := range lanes {
		dx := (x + (float64(k)+0.5)/lanes) / rx
		half := ry * math.Sqrt(max(1-dx*dx, 0))
		share += max(0, min(y+1, half)-max(y, -half))
	}
	return share / lanes
}

// Disc paints a disc and returns the box of its sprite. The edges of the field never clip a disc that is inside the
// field. A large disc has a shade on the side away from the light.
func (o *Overlay) Disc(x, y, radius float64, p, shade Pixel) Box {
	d := o.discOf(radius)
	i := Nearest(x/o.UnitX - float64(d.w)/2)
	j := Nearest(y/o.UnitY - float64(d.h)/2)
	if x >= radius && x <= float64(o.W)*o.UnitX-radius {
		i = min(max(i, 0), o.W-d.w)
	}
	if y >= radius && y <= float64(o.H)*o.UnitY-radius {
		j = min(max(j, 0), o.H-d.h)
	}

	at, all := Box{i, j, i + d.w, j + d.h}, o.All()
	o.Touch(o.Cells(at.And(all)))
	for k := range d.h {
		cut := int(d.cut[k])
		o.Fill(Box{i + cut, j + k, i + d.w - cut, j + k + 1}.And(all), p)
	}
	if shade != p && d.w >= minShadedDisc {
		o.shadeDisc(d, at, shade)
	}
	return at
}

// minShadedDisc is the minimum width in sub-cells of a disc with a shade. In a smaller disc, most cells would need
// a third color.
const minShadedDisc = 12

// shadeDisc paints the part of a disc in the box at that is away from the light.
func (o *Overlay) shadeDisc(d *disc, at Box, shade Pixel) {
	for j := range d.h {
		dy := (2*float64(j)+1)/float64(d.h) - 1
		for i := int(d.cut[j]); i < d.w-int(d.cut[j]); i++ {
			dx := (2*float64(i)+1)/float64(d.w) - 1
			if dx*lightFrom.X+dy*lightFrom.Y < -0.35 {
				x, y := at.X0+i, at.Y0+j
				o.Fill(Box{x, y, x + 1, y + 1}.And(o.All()), shade)
			}
		}
	}
}

// Ring paints a disc with a hole in its middle. If the disc is too small for a hole, Ring paints a disc of the size of
// the hole.
func (o *Overlay) Ring(x, y, radius, hole float64, p, inside Pixel) {
	d := o.discOf(radius)
	if d.w < 3 && d.h < 3 {
		o.Disc(x, y, hole/2, p, p)
		return
	}
	at := o.Disc(x, y, radius, p, p)
	w, h := holeWidth(d.w, hole/o.UnitX), holeWidth(d.h, hole/o.UnitY)
	i, j := at.X0+(d.w-w)/2, at.Y0+(d.h-h)/2
	o.Fill(Box{i, j, i + w, j + h}.And(o.All()), inside)
}

// holeWidth returns the width of a hole of the given radius in a disc of width w, in sub-cells. The width of the hole
// is odd if w is odd. The hole reaches from side to side if the disc is too small.
func holeWidth(w int, radius float64) int {
	if w < 3 {
		return w
	}
	n := max(Nearest(2*radius), 2-w%2)
	return min(n-(n-w)%2, w-2)
}
