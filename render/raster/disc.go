package raster

import "math"

// A disc is drawn as a sprite of whole sub-cells. Its shape does not depend on the position, because otherwise small
// discs would look like an L, a T or a mushroom at some positions. Antialiasing is not possible, because a cell has
// only two colors.

// maxDiscRows is the maximum number of rows of a sprite. cachedRadii is the number of radii whose sprites are cached.
const maxDiscRows, cachedRadii = 256, 8

// A disc is a sprite of h rows of w sub-cells. Row j lacks cut[j] sub-cells at its left end and as many at its right
// end, so the sprite is symmetric.
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

// newDisc returns the sprite of an ellipse with the given radii in sub-cells. It tries four positions of the center:
// the corner of a sub-cell, the middles of two sides, and the middle of the sub-cell. It returns the first sprite with
// the smallest error.
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

// crossPenalty is added to the error of a sprite that looks like a cross: a sprite with a width or height of three
// sub-cells and a narrow first row.
const crossPenalty = 1.5

// minCoverage is the minimum coverage of a lit sub-cell. With a value of 0.5, discs of three rows would be crosses.
const minCoverage = 0.4

// ellipseAbout returns the sprite of an ellipse, and its error. The error is the sum of the squared differences between
// the coverage and the sprite, plus the squared errors of the width and the height. The latter prevent discs that look
// like vertical bars. oddX is 1 if the center is in the middle of a column of sub-cells, and 0 if it is between two
// columns. oddY is the same for rows.
func ellipseAbout(rx, ry float64, oddX, oddY int) (d disc, deviation float64) {
	across, down := subCellsToEdge(rx, oddX), subCellsToEdge(ry, oddY)
	d.w = 2*across + oddX
	for j := range min(2*down+oddY, maxDiscRows) {
		top := float64(j-down) - float64(oddY)/2
		lit := 0
		for i := range d.w {
			share := coveredShare(float64(i-across)-float64(oddX)/2, top, rx, ry)
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

// subCellsToEdge returns the number of sub-cells that an ellipse with radius r touches on either side of its center, or
// of its middle sub-cell if odd is 1.
func subCellsToEdge(r float64, odd int) int {
	return min(max(int(math.Ceil(r-float64(odd)/2)), 0), (maxDiscRows-1)/2)
}

// coveredShare returns the fraction of the sub-cell at x, y that an ellipse around the origin covers.
func coveredShare(x, y, rx, ry float64) (share float64) {
	const strips = 16 // vertical strips of the sub-cell
	for k := range strips {
		dx := (x + (float64(k)+0.5)/strips) / rx
		half := ry * math.Sqrt(max(1-dx*dx, 0))
		share += max(0, min(y+1, half)-max(y, -half))
	}
	return share / strips
}

// Disc paints a disc and returns the box of its sprite. If the disc is inside the field, the sprite is too. A large
// disc has the color shade on the side away from the light.
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

// shadeDisc paints the side of a disc that is away from the light. box is the box of the disc.
func (o *Overlay) shadeDisc(d *disc, box Box, shade Pixel) {
	for j := range d.h {
		dy := (2*float64(j)+1)/float64(d.h) - 1
		for i := int(d.cut[j]); i < d.w-int(d.cut[j]); i++ {
			dx := (2*float64(i)+1)/float64(d.w) - 1
			if dx*lightDirection.X+dy*lightDirection.Y < -0.35 {
				x, y := box.X0+i, box.Y0+j
				o.Fill(Box{x, y, x + 1, y + 1}.And(o.All()), shade)
			}
		}
	}
}

// Ring paints a disc with a hole in its middle, and fills the hole with inside. If the disc is too small for a hole,
// Ring instead paints a disc with half of holeRadius as its radius.
func (o *Overlay) Ring(x, y, radius, holeRadius float64, p, inside Pixel) {
	d := o.discOf(radius)
	if d.w < 3 && d.h < 3 {
		o.Disc(x, y, holeRadius/2, p, p)
		return
	}
	at := o.Disc(x, y, radius, p, p)
	w, h := holeWidth(d.w, holeRadius/o.UnitX), holeWidth(d.h, holeRadius/o.UnitY)
	i, j := at.X0+(d.w-w)/2, at.Y0+(d.h-h)/2
	o.Fill(Box{i, j, i + w, j + h}.And(o.All()), inside)
}

// holeWidth returns the width of a hole of the given radius in a disc of width w, in sub-cells. The result is odd if w
// is odd. It is w if the disc is too small for a border.
func holeWidth(w int, radius float64) int {
	if w < 3 {
		return w
	}
	n := max(Nearest(2*radius), 2-w%2)
	return min(n-(n-w)%2, w-2)
}
