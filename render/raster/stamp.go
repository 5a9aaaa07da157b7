package raster

import (
	"math"
	"math/bits"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A brick is drawn as a stamp of whole sub-cells, at the position nearest to its shape. Equal bricks have equal
// outlines, independent of their positions relative to the sub-cells. Antialiasing is not possible, because a cell has
// only two colors.

// Coarse sub-cells are nearly as large as the details of bricks. These heights, in units, determine which sub-cells are
// coarse:
//
//   - Sub-cells higher than minCoarseHeight are coarse. Sextants reach this height on screens smaller than 80×24.
//   - Sub-cells up to maxEdgedHeight are never coarse, because they leave room for edges. Sextants reach this height at
//     120×40, and quadrants only on larger screens.
//   - Between these heights, sub-cells are coarse if they are more than minCoarseAspect times as high as wide, for
//     example in quadrants.
const (
	minCoarseHeight = 0.8
	minCoarseAspect = 1.6
	maxEdgedHeight  = 0.55
)

const (
	// factor of a shape's height before rounding to rows, so that neighboring stamps do not touch
	stampHeightFactor  = 0.9
	stampExtraWidth    = 0.2  // a stamp may be this much wider than its shape, in sub-cells
	stampExtraHeight   = 0.5  // a stamp may be this much higher than its shape, in rows
	tallRowExtraHeight = 0.1  // stampExtraHeight for rows higher than tallRow
	tallRow            = 1.2  // height of a row in units above which only gaps separate neighbors
	maxStampSlant      = 0.35 // maximum slant of a shape that is drawn symmetric, in half widths
	maxFineSlant       = 0.75 // maxStampSlant in sub-cells, if they are not coarse
	fineExtraHeight    = 0.3  // stampExtraHeight for sub-cells that are not coarse
	maxFlatGapRows     = 20   // a flat stamp with fewer rows is one row lower, so that a gap separates neighbors
	textExtraHeight    = 0.4  // stampExtraHeight for whole cells of text
	maxEvenTextRows    = 3    // up to this number of rows of text, all rows have the same width
	maxStampRows       = 512  // maximum number of rows of a stamp
)

// A Stamp is the bitmap of a brick in sub-cells. It has H rows from Y. The widest row has W sub-cells from X.
type Stamp struct {
	X, Y, W, H int
	From, To   []int16 // range of sub-cells of each row; the memory belongs to the Grid
}

// allocRows sets the number of rows of s. The rows use memory of r.
func (r *Grid) allocRows(s *Stamp, rows int) {
	r.ends = grow(r.ends, 4*rows) // the second half is for stampWithoutBevel
	s.H, s.From, s.To = rows, r.ends[:rows], r.ends[rows:2*rows]
}

// StampOf returns the stamp of a polygon. If the shape has little slant, all rows are centered on the same middle, and
// only their widths follow the shape. So the rotated hexagons of a ring look alike. The result is valid until the next
// call.
func (r *Grid) StampOf(p *geom.Polygon, k *Look) (s Stamp) {
	lo, hi := p.Bounds()
	if r.IsStandard(p) {
		return r.standardStamp(lo, r.needsGaps(k))
	}
	if r.isAligned(lo, hi) || isBox(p) {
		return r.alignedStamp(p, r.needsGaps(k))
	}

	middle := (lo.X + hi.X) / 2
	r.allocRows(&s, r.rowsFor((hi.Y-lo.Y)/r.UnitY))
	s.Y = Nearest((lo.Y+hi.Y)/2/r.UnitY - float64(s.H)/2)

	// Find the ends of each row and the slant of the shape.
	rows := r.rowSpans(p, s.H)
	widest, slant := 0.0, 0.0
	for _, b := range rows {
		widest = max(widest, b.right-b.left)
		slant = max(slant, math.Abs((b.left+b.right)/2-middle))
	}

	text := r.isText() && s.H <= maxEvenTextRows
	if text {
		widest = hi.X - lo.X // slashes and angle brackets represent the corners
	}

	s.W = max(1, int(widest/r.UnitX+stampExtraWidth+tolerance))

	s.X = Nearest(middle/r.UnitX - float64(s.W)/2)
	for j, b := range rows {
		x0, x1 := Nearest(b.left/r.UnitX), Nearest(b.right/r.UnitX)
		if slant < maxStampSlant*widest/2 && r.coarse || slant < maxFineSlant*r.UnitX {
			cut := r.rowCut(&s, j, (b.right-b.left)/r.UnitX)
			if text {
				cut = 0
			}
			x0, x1 = s.X+cut, s.X+s.W-cut
		}
		s.From[j], s.To[j] = int16(x0), int16(max(x1, x0+1))
	}
	return s
}

// isText reports whether each sub-cell is a whole cell, for drawing with text.
func (r *Grid) isText() bool { return r.SubX*r.SubY == 1 }

// rowsFor returns the number of rows in the stamp of a shape. height is the height of the shape in sub-cells.
func (r *Grid) rowsFor(height float64) int {
	rows := height*stampHeightFactor + stampExtraHeight
	switch {
	case r.isText():
		rows = height + textExtraHeight
	case !r.coarse && r.Flat && height+fineExtraHeight < maxFlatGapRows:
		rows = height + fineExtraHeight - 1
	case !r.coarse:
		rows = height + fineExtraHeight
	case r.UnitY > tallRow:
		rows = height*stampHeightFactor + tallRowExtraHeight
	}
	return min(max(int(rows+tolerance), 1), maxStampRows)
}

// rowCut returns the number of sub-cells to cut off at either end of the widest row, so that row j has about the given
// width in sub-cells. With three rows or more the corners are always cut off, because otherwise the stamp would be a
// rectangle. With few rows the cut is small, because otherwise the stamp would be a cross.
func (r *Grid) rowCut(s *Stamp, j int, width float64) int {
	n := Nearest((float64(s.W) - width) / 2)
	if s.H >= 3 && s.W >= 4 && (j == 0 || j == s.H-1) {
		n = max(n, 1)
	}
	switch {
	case !r.coarse && r.Flat: // keep the cut, because the tips fit between the tips of the next row
	case !r.coarse && s.H <= 8:
		n = min(n, s.W/3)
	case s.H <= 4:
		n = min(n, s.W/4)
	case s.H <= 8:
		n = min(n, s.W*3/10)
	}
	return max(0, min(n, (s.W-1)/2))
}

// Nearest rounds v to the nearest integer. Halves, and values slightly below them, are rounded up, because hexagons of
// a lattice often have coordinates that are halves with rounding errors.
func Nearest(v float64) int { return Floor(v + 0.5 + 1e-6) }

// A span is the intersection of a horizontal line and a shape.
type span struct{ left, right float64 }

// linesPerRow is the number of lines that are sampled for a row of sub-cells.
const linesPerRow = 8

// rowSpans divides a convex polygon into rows of equal height. For each row it returns the mean left end and the mean
// right end of linesPerRow evenly spaced horizontal lines. The result is valid until the next call.
//
// The ends of lines that cross the same side of the polygon are evenly spaced, so their mean is the end of the middle
// line. Therefore one multiplication per row and side suffices.
func (r *Grid) rowSpans(p *geom.Polygon, rows int) []span {
	r.rows = grow(r.rows, rows)
	clear(r.rows)
	lo, hi := p.Bounds()
	step := (hi.Y - lo.Y) / float64(rows*linesPerRow)
	below := func(y float64) int { // the first line below y
		return min(max(int(math.Ceil((y-lo.Y)/step-0.5)), 0), rows*linesPerRow)
	}
	for k := range p.N() {
		a, b := p.Corner(k), p.Corner((k+1)%p.N())
		right := a.Y < b.Y // corners are in clockwise order
		if !right {
			a, b = b, a
		}
		slope := (b.X - a.X) / (b.Y - a.Y)
		for i, end := below(a.Y), below(b.Y); i < end; {
			row := i / linesPerRow
			next := min((row+1)*linesPerRow, end)
			x := a.X + slope*(lo.Y+float64(i+next)/2*step-a.Y)
			if x *= float64(next-i) / linesPerRow; right {
				r.rows[row].right += x
			} else {
				r.rows[row].left += x
			}
			i = next
		}
	}
	return r.rows
}

// chord returns the left and right end of a convex polygon at height y. ok reports whether the polygon reaches that
// height.
func chord(p *geom.Polygon, y float64) (left, right float64, ok bool) {
	n := p.N()
	for i := range n {
		a, b := p.Corner(i), p.Corner((i+1)%n)
		if a.Y == b.Y || y < min(a.Y, b.Y) || y > max(a.Y, b.Y) {
			continue
		}
		x := a.X + (b.X-a.X)*(y-a.Y)/(b.Y-a.Y)
		if !ok {
			left, right, ok = x, x, true
		}
		left, right = min(left, x), max(right, x)
	}
	return left, right, ok
}

// FillStamp paints the rows of a stamp, clipped to clip.
func (r *Grid) FillStamp(s *Stamp, clip Box, color func(row int) Pixel) {
	clip = clip.And(r.All())
	for j := range s.H {
		y := s.Y + j
		r.Fill(Box{int(s.From[j]), y, int(s.To[j]), y + 1}.And(clip), color(j))
	}
}

// Brick paints a brick with the shape p, clipped to clip. If there is room, the brick has light and dark edges.
// Otherwise its upper half is slightly lighter.
func (r *Grid) Brick(p *geom.Polygon, k Look, clip Box) {
	clip = clip.And(r.All())
	if p.N() < 3 || r.AreaOf(p).And(clip).Empty() {
		return
	}
	s := r.StampOf(p, &k)
	switch {
	case k.Flat || r.hasOneColor(&k):
		r.FillStamp(&s, clip, func(int) Pixel { return k.Face })
	case r.hasBevel(p, &k):
		r.paintBevel(&s, &k, clip)
	default:
		bands := r.bandLook(p, &k)
		r.FillStamp(&s, clip, func(row int) Pixel { return bands.rowShade(r, &s, row) })
		if isBox(p) {
			r.shadeSide(&s, &k, clip)
		}
		if r.tight && r.SubX == 1 && r.IsStandard(p) {
			r.shadeCorners(&s, &k, clip)
		}
	}
	r.shadeDrained(&s, &k, clip)
	r.paintHits(&s, &k, r.hasBevel(p, &k), clip)
	r.drawIcon(p, &s, &k, clip)
}

// A bevel is a rim along the sides of a standard hexagon, in the shade of that side. A bevel needs a brick that is at
// least minBevelCells cells high. bevelWidth is in units; the slanted sides are bevelSlope times as wide horizontally.
const (
	minBevelCells = 5
	bevelWidth    = 0.5
	bevelSlope    = 1.12

	lowerRightShade = 8 // shadow on the lower right side, in sixteenths
)

// hasBevel reports whether p has a bevel.
func (r *Grid) hasBevel(p *geom.Polygon, k *Look) bool {
	return r.Scale.Y >= minBevelCells*r.SubY && !r.isText() && !k.Flat && !k.FewShades && r.IsStandard(p)
}

// bevelColumns returns the number of sub-cells at either end of row j that belong to the bevel.
func (r *Grid) bevelColumns(s *Stamp, j int) int {
	depth := (float64(min(j, s.H-1-j)) + 0.5) * r.UnitY
	return min(Nearest(min(depth, bevelWidth)*bevelSlope/r.UnitX), int(s.To[j]-s.From[j])/2)
}

// paintBevel paints a standard hexagon with a bevel, lit from the upper left.
func (r *Grid) paintBevel(s *Stamp, k *Look, clip Box) {
	for j := range s.H {
		y, from, to := s.Y+j, int(s.From[j]), int(s.To[j])
		above, below := (float64(j)+0.5)*r.UnitY, (float64(s.H-j)-0.5)*r.UnitY
		n := r.bevelColumns(s, j)
		left, face, right := k.Lit, k.Face, k.Upper
		if above > below {
			left, right = k.Lower, blend(k.Lower, k.Dark, lowerRightShade)
		}
		switch {
		case above < bevelWidth:
			face = k.Lit
		case below < bevelWidth:
			face = k.Dark
		}
		r.Fill(Box{from, y, from + n, y + 1}.And(clip), left)
		r.Fill(Box{from + n, y, to - n, y + 1}.And(clip), face)
		r.Fill(Box{to - n, y, to, y + 1}.And(clip), right)
	}
}

// shadeSide darkens the right side of a box, because two adjacent boxes of the same color would otherwise merge.
func (r *Grid) shadeSide(s *Stamp, k *Look, clip Box) {
	if s.W < minShadedBox {
		return
	}
	for j := range s.H {
		if x := s.X + s.W - 1; int(s.To[j]) == x+1 {
			r.Fill(Box{x, s.Y + j, x + 1, s.Y + j + 1}.And(clip), k.Dark)
		}
	}
}

// shadeCorners darkens the lower corners of a standard hexagon whose stamp is a box.
func (r *Grid) shadeCorners(s *Stamp, k *Look, clip Box) {
	p, y := k.Hole, s.Y+s.H-1
	if !k.FewShades {
		p = NewPixel(cell.Mix(p.Color(), k.Dark.Color(), cornerShade), uint8(k.Face.ink()))
	}
	for _, x := range [...]int{s.X, s.X + s.W - 1} {
		r.Fill(Box{x, y, x + 1, y + 1}.And(clip), p)
	}
}

// cornerShade is the share of the dark shade in the color of dark corners, in sixteenths. The other part is the
// background.
const cornerShade = 8

// minShadedBox is the minimum width, in sub-cells, of a stamp with a shaded side.
const minShadedBox = 5

// isBox reports whether a shape is a rectangle, possibly with its corners cut off. At least half of its height must
// be between two vertical sides.
func isBox(p *geom.Polygon) bool {
	lo, hi := p.Bounds()
	sides := 0
	for i := 0; p.N()%4 == 0 && i < p.N(); i++ {
		a, b := p.Corner(i), p.Corner((i+1)%p.N())
		if math.Abs(a.X-b.X) < tolerance && 2*math.Abs(a.Y-b.Y) > hi.Y-lo.Y-tolerance {
			sides++
		}
	}
	return sides == 2
}

// shadeDrained darkens the upper rows of a stamp, in proportion to k.Drained.
func (r *Grid) shadeDrained(s *Stamp, k *Look, clip Box) {
	for j := range s.H * k.Drained / 16 {
		r.Fill(Box{int(s.From[j]), s.Y + j, int(s.To[j]), s.Y + j + 1}.And(clip), k.Dark)
	}
}

// edgeWidth is the height in units of the bands of light and shadow at the top and the bottom of a brick. The bands are
// at least one row high.
const edgeWidth = 0.5

// edgeRows returns the height of the bands in rows.
func (r *Grid) edgeRows() int { return max(1, Nearest(edgeWidth/r.UnitY)) }

// rowShade returns the color of a row of a stamp, which is lit from above. Where two bricks touch, they have different
// shades, because the lower half of one brick meets the upper half of the other. A cell has only two colors, so bands
// of light and shadow exist only if neighbors do not meet in the middle of a cell.
func (k *Look) rowShade(r *Grid, s *Stamp, row int) Pixel {
	edge := max(1, Nearest(edgeWidth/r.UnitY))
	switch upper := 2*row+1 < s.H; {
	case !r.banded && upper:
		return k.Upper
	case !r.banded && k.FewShades && cell.Dist2(k.Dark.Color(), k.Hole.Color()) < minColorDistance:
		return k.Upper // the dark shade of gray is black, like a hole
	case !r.banded && k.FewShades:
		return k.Dark
	case r.low && !k.Wall:
		return blend(k.Lower, k.Dark, lowShade)
	case !r.banded:
		return blend(k.Lower, k.Dark, lowerShade)
	case s.H >= minLitRows && row < edge:
		return k.Lit
	case s.H >= minShadedRows && row >= s.H-edge:
		return k.Dark
	case upper:
		return k.Upper
	}
	return k.Lower
}

// lowerShade is the shadow on the lower half of a brick without bands, in sixteenths. For low bricks, which would
// otherwise merge, lowShade replaces it. Walls always use lowerShade, because a darker half would hide their groove.
const lowerShade, lowShade = 4, 7

// minLitRows is the minimum height, in rows, of a stamp with a band of light. minShadedRows is the minimum height of a
// stamp with a band of shadow. A stamp that consists mostly of bands would look striped.
const (
	minLitRows    = 5
	minShadedRows = 3
)

// isAligned reports whether the bounds of a shape are at borders of sub-cells.
func (r *Grid) isAligned(lo, hi geom.Vec) bool {
	for _, v := range [...]float64{lo.X / r.UnitX, hi.X / r.UnitX, lo.Y / r.UnitY, hi.Y / r.UnitY} {
		if math.Abs(v-math.Round(v)) > tolerance {
			return false
		}
	}
	return hi.Y-lo.Y < (maxStampRows-1)*r.UnitY
}

// alignedStamp rounds the bounds of a shape to sub-cells and returns its stamp. The ends of each row are the points
// where the center line of the row crosses the border of the shape. So boxes that touch also touch in the picture. A
// symmetric shape gets a symmetric stamp. Because of rounding, the center line of the lowest row may be below the
// shape. Then the line is moved to just above the lower side of the shape.
func (r *Grid) alignedStamp(p *geom.Polygon, gaps bool) (s Stamp) {
	lo, hi := p.Bounds()
	s.X, s.Y = Nearest(lo.X/r.UnitX), Nearest(lo.Y/r.UnitY)
	s.W = max(1, Nearest(hi.X/r.UnitX)-s.X)
	r.allocRows(&s, min(max(1, Nearest(hi.Y/r.UnitY)-s.Y), maxStampRows))
	for j := range s.H {
		left, right, _ := chord(p, min(lo.Y+(float64(j)+0.5)*r.UnitY, hi.Y-epsilon))
		x0, x1 := s.X+Nearest((left-lo.X)/r.UnitX), s.X+s.W-Nearest((hi.X-right)/r.UnitX)
		s.From[j], s.To[j] = int16(x0), int16(max(x1, x0+1))
	}
	if gaps {
		s.addGaps()
	}
	return s
}

// needsGaps reports whether gaps separate bricks with the look k, because there are no shades: the bricks have no edges
// of a lighter or darker color. In text, lines separate bricks instead.
func (r *Grid) needsGaps(k *Look) bool { return (r.Flat || r.hasOneColor(k)) && !r.isText() }

// hasOneColor reports whether bricks with the look k have only one color and are separated by gaps, because the
// terminal has too few colors for shades. Stamps with few rows have two colors. In such a stamp, a dark row separates
// bricks, because a gap would take too much of the height.
func (r *Grid) hasOneColor(k *Look) bool { return k.FewShades && r.Scale.Y >= minLitRows }

// Has reports whether sub-cell x of row j belongs to s.
func (s *Stamp) Has(x, j int) bool {
	return j >= 0 && j < s.H && x >= int(s.From[j]) && x < int(s.To[j])
}

// Overlaps reports whether s and t have a sub-cell in common.
func (s *Stamp) Overlaps(t *Stamp) bool {
	for y := max(s.Y, t.Y); y < min(s.Y+s.H, t.Y+t.H); y++ {
		if i, j := y-s.Y, y-t.Y; s.From[i] < t.To[j] && t.From[j] < s.To[i] {
			return true
		}
	}
	return false
}

// BoxAt returns the whole sub-cells nearest to a rectangle around a point of the field. The result has at least one
// sub-cell, and its size depends only on the size of the rectangle. It may extend beyond the field.
func (o *Overlay) BoxAt(x, y, halfW, halfH float64) Box {
	w, h := max(1, Nearest(2*halfW/o.UnitX)), max(1, Nearest(2*halfH/o.UnitY))
	i, j := Nearest(x/o.UnitX-float64(w)/2), Nearest(y/o.UnitY-float64(h)/2)
	return Box{i, j, i + w, j + h}
}

// StampCell divides the sub-cells of a cell into two groups and chooses a color for each. It is for cells that contain
// stamps. A cell can show only two colors, so outlines are more important than shades. If the cell contains objects in
// front of bricks, they are one group. Otherwise a brick is one group and the background is the other. If a brick fills
// the cell, the groups are two shades of the brick.
func StampCell(p []Pixel) Split {
	front, inked, full := frontMask(p), 0, 1<<len(p)-1
	for i, q := range p {
		if q.ink() > 0 {
			inked |= 1 << i
		}
	}
	mask := front
	if front == 0 {
		mask = mainHue(p, inked)
	}
	if mask == 0 || mask == full {
		if isUniform(p, full) {
			return Split{mask, p[0].Color(), p[0].Color()}
		}
		if s := Partition(p); s.Fg != s.Bg {
			return Split{s.Mask, mainColor(p, s.Mask), mainColor(p, full-s.Mask)}
		}
		c := mainColor(p, full)
		return Split{mask, c, c}
	}
	return Split{mask, mainColor(p, mask), mainColor(p, full-mask)}
}

// isUniform reports whether all sub-cells in mask are equal. mask must not be empty.
func isUniform(p []Pixel, mask int) bool {
	first := p[bits.TrailingZeros(uint(mask))]
	for mask &= mask - 1; mask != 0; mask &= mask - 1 {
		if p[bits.TrailingZeros(uint(mask))] != first {
			return false
		}
	}
	return true
}

// HasBall reports whether p contains a ball.
func HasBall(p []Pixel) bool {
	for _, q := range p {
		if q.ink() >= InkBall {
			return true
		}
	}
	return false
}

// frontMask returns the sub-cells of balls, or of all front objects if there are no balls.
func frontMask(p []Pixel) (mask int) {
	minFront := InkFront
	for i, q := range p {
		switch {
		case q.ink() >= InkBall && minFront < InkBall:
			mask, minFront = 1<<i, InkBall
		case q.ink() >= minFront:
			mask |= 1 << i
		}
	}
	return mask
}

// mainHue returns the sub-cells in mask that have the most frequent hue. It excludes the other hues. So a brick may
// lose a corner, but no corner has the color of another brick. If mask is the whole cell, mainHue returns mask.
func mainHue(p []Pixel, mask int) int {
	if mask == 1<<len(p)-1 || mask == 0 || isUniform(p, mask) {
		return mask
	}
	best, maxCount := 0, 0
	for i := range p {
		if mask>>i&1 == 0 {
			continue
		}
		sameHue := 0
		for j := range p {
			if mask>>j&1 == 1 && p[i].ink() == p[j].ink() {
				sameHue |= 1 << j
			}
		}
		if n := bits.OnesCount(uint(sameHue)); n > maxCount {
			best, maxCount = sameHue, n
		}
	}
	return best
}

// mainColor returns the most frequent color of the sub-cells in mask, which must not be empty. If several colors are
// equally frequent, it returns the color with the highest ink. If they have the same ink too, it returns the mean color
// of all sub-cells in mask. Colors with an ink of at least InkFront are not mixed, so it returns the first of them.
func mainColor(p []Pixel, mask int) cell.Color {
	if isUniform(p, mask) {
		return p[bits.TrailingZeros(uint(mask))].Color()
	}
	var best Pixel
	maxCount, tie := 0, false
	for i, q := range p {
		if mask>>i&1 == 0 || maxCount > 0 && q == best {
			continue // most cells have two colors; count each color once
		}
		n := 0
		for j := range p {
			if mask>>j&1 == 1 && p[j] == q {
				n++
			}
		}
		switch {
		case n > maxCount || n == maxCount && q.ink() > best.ink():
			best, maxCount, tie = q, n, false
		case n == maxCount && n > 0 && q != best && q.ink() == best.ink() && q.ink() < InkFront:
			tie = true
		}
	}

	if !tie {
		return best.Color()
	}

	var sum lightSum
	for i, q := range p {
		if mask>>i&1 == 1 {
			sum.add(q, 1)
		}
	}
	return sum.mean().Color()
}
