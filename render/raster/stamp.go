package raster

import (
	"math"
	"math/bits"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// Bricks are stamps: whole sub-cells at the place nearest to the shape, with the same outline everywhere.
// Coverage would not do: a cell has two colours only, and a hexagon that falls on another part of a
// sub-cell than its neighbour would get another outline.

// coarseFrom is the height of a sub-cell, in units, above which it is nearly as large as what is drawn: for
// sextants below 80×24. Below edgedUpTo there is room for edges: for sextants from 120×40, for quadrants
// above that. In between, sub-cells much higher than wide (by coarseShape), like those of quadrants, count
// as coarse.
const (
	coarseFrom  = 0.8
	coarseShape = 1.6
	edgedUpTo   = 0.55
)

const (
	stampTall       = 0.9  // of a shape's height before rounding to rows: neighbouring stamps must not meet
	stampWide       = 0.2  // by how much a shape may be narrower than its sub-cells
	stampEven       = 0.5  // by how much a shape may be lower than its rows
	stampGap        = 0.1  // the same for rows higher than stampFew
	stampFew        = 1.2  // units: only gaps separate neighbours there
	stampLean       = 0.35 // how far a shape drawn upright may lean, in half its widths
	fineLean        = 0.75 // the same in sub-cells, if they are not coarse
	fineEven        = 0.3  // stampEven for sub-cells that are not coarse: tips stand between those of the next row
	maxFlatGapRows  = 20   // up to this many rows, one row is left out if nothing else separates neighbours
	textEven        = 0.4  // stampEven for whole cells of text
	maxEvenTextRows = 3    // up to this many rows of text, all have the same width
	maxStampRows    = 512  // most rows of a stamp
)

// A Stamp is a brick in whole sub-cells: H rows from Y, the widest of them W sub-cells from X.
type Stamp struct {
	X, Y, W, H int
	From, To   [maxStampRows]int16 // sub-cells of each row
}

// StampOf returns the stamp of a polygon. A shape that hardly leans is drawn upright: each row keeps its
// width but is centred, so that the stamp is symmetric. That makes the turned hexagons of a ring look
// alike.
func (r *Grid) StampOf(p *geom.Polygon, k *Look) (s Stamp) {
	lo, hi := p.Bounds()
	if r.Standard(p) {
		return r.standardStamp(lo, r.needsGaps(k))
	}
	if r.isAligned(lo, hi) || isBox(p) {
		return r.alignedStamp(p, r.needsGaps(k))
	}

	middle := (lo.X + hi.X) / 2
	s.H = r.rowsFor((hi.Y - lo.Y) / r.UnitY)
	s.Y = Nearest((lo.Y+hi.Y)/2/r.UnitY - float64(s.H)/2)

	// The ends of each row, and how far the shape leans.
	rows := r.rowSpans(p, s.H)
	widest, lean := 0.0, 0.0
	for _, b := range rows {
		widest = max(widest, b.right-b.left)
		lean = max(lean, math.Abs((b.left+b.right)/2-middle))
	}

	text := r.text() && s.H <= maxEvenTextRows
	if text {
		widest = hi.X - lo.X // for leaning shapes, strokes stand for the corners
	}

	s.W = max(1, int(widest/r.UnitX+stampWide+tolerance))

	s.X = Nearest(middle/r.UnitX - float64(s.W)/2)
	for j, b := range rows {
		x0, x1 := Nearest(b.left/r.UnitX), Nearest(b.right/r.UnitX)
		if lean < stampLean*widest/2 && r.coarse || lean < fineLean*r.UnitX {
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

// text reports whether a sub-cell is a whole cell of text.
func (r *Grid) text() bool { return r.SubX*r.SubY == 1 }

// rowsFor returns the number of rows of the stamp for a shape of the height, in sub-cells.
func (r *Grid) rowsFor(height float64) int {
	rows := height*stampTall + stampEven
	switch {
	case r.text():
		rows = height + textEven
	case !r.coarse && r.Flat && height+fineEven < maxFlatGapRows:
		rows = height + fineEven - 1
	case !r.coarse:
		rows = height + fineEven
	case r.UnitY > stampFew:
		rows = height*stampTall + stampGap
	}
	return min(max(int(rows+tolerance), 1), maxStampRows)
}

// rowCut returns how many sub-cells row j, which is width wide, is shorter than the widest one at either end.
// From three rows on the corners are cut off, or the stamp would be a rectangle; with few rows only a
// little, or it would be a cross.
func (r *Grid) rowCut(s *Stamp, j int, width float64) int {
	n := Nearest((float64(s.W) - width) / 2)
	if s.H >= 3 && s.W >= 4 && (j == 0 || j == s.H-1) {
		n = max(n, 1)
	}
	switch {
	case !r.coarse && r.Flat: // the tips stand between those of the next row
	case !r.coarse && s.H <= 8:
		n = min(n, s.W/3)
	case s.H <= 4:
		n = min(n, s.W/4)
	case s.H <= 8:
		n = min(n, s.W*3/10)
	}
	return max(0, min(n, (s.W-1)/2))
}

// Nearest rounds to the nearest whole number. It rounds halves up, even if they come out slightly too
// small, since hexagons of a lattice often lie on halves.
func Nearest(v float64) int { return Floor(v + 0.5 + 1e-6) }

// A span is where a horizontal line meets a shape.
type span struct{ left, right float64 }

// linesPerRow is how many lines stand for a row of sub-cells.
const linesPerRow = 8

// rowSpans cuts a convex polygon into rows of equal height, and returns the mean left and right ends of the lines of
// each. They are valid until the next call. Each side is followed down the lines that it crosses: lines of one row
// on one side have the mean of the line in their middle.
func (r *Grid) rowSpans(p *geom.Polygon, rows int) []span {
	r.rows = grow(r.rows, rows)
	clear(r.rows)
	lo, hi := p.Bounds()
	step := (hi.Y - lo.Y) / float64(rows*linesPerRow)
	below := func(y float64) int { // the first line below a height
		return min(max(int(math.Ceil((y-lo.Y)/step-0.5)), 0), rows*linesPerRow)
	}
	for k := range p.N() {
		a, b := p.Corner(k), p.Corner((k+1)%p.N())
		right := a.Y < b.Y // corners run clockwise
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

// chord returns the ends of a convex polygon at a height, and whether it reaches there.
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

// FillStamp paints a stamp's rows in the sub-cells of clip.
func (r *Grid) FillStamp(s *Stamp, clip Box, color func(row int) Pixel) {
	clip = clip.And(r.All())
	for j := range s.H {
		y := s.Y + j
		r.Fill(Box{int(s.From[j]), y, int(s.To[j]), y + 1}.And(clip), color(j))
	}
}

// Brick paints p, clipped to clip. If there is room, its face has light and dark edges; otherwise its upper
// half is a little lighter.
func (r *Grid) Brick(p *geom.Polygon, k Look, clip Box) {
	clip = clip.And(r.All())
	if p.N() < 3 || r.AreaOf(p).And(clip).Empty() {
		return
	}
	s := r.StampOf(p, &k)
	if k.Flat || r.isPure(&k) {
		r.FillStamp(&s, clip, func(int) Pixel { return k.Face })
	} else {
		bands := r.bandLook(p, &k)
		r.FillStamp(&s, clip, func(row int) Pixel { return bands.shade(r, &s, row) })
		if isBox(p) {
			r.shadeSide(&s, &k, clip)
		}
	}
	r.shadeDrained(&s, &k, clip)
	r.hits(&s, &k, clip)
	r.icon(p, &s, &k, clip)
}

// shadeSide puts the side at the right of a box into shadow: two that stand side by side meet there, and have
// the same light from above.
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

// minShadedBox is the least width of a stamp with a shaded side.
const minShadedBox = 5

// isBox reports whether a shape is a rectangle, or one with its corners cut off: half of its height, or more, is
// between two upright sides.
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

// shadeDrained darkens the upper rows of a stamp.
func (r *Grid) shadeDrained(s *Stamp, k *Look, clip Box) {
	for j := range s.H * k.Drained / 16 {
		r.Fill(Box{int(s.From[j]), s.Y + j, int(s.To[j]), s.Y + j + 1}.And(clip), k.Dark)
	}
}

// edgeWidth is the height of the bands of light and shadow at the top and the bottom of a brick in units, if
// that is more than a row.
const edgeWidth = 0.5

// edgeRows returns their height in rows.
func (r *Grid) edgeRows() int { return max(1, Nearest(edgeWidth/r.UnitY)) }

// shade returns the colour of a row of a stamp: light falls on it from above. Neighbours touch, and this tells
// them apart: where columns mesh, the lower half of one meets the upper half of the other. A cell shows two
// colours, so there are bands of light and shadow only if neighbours do not meet in the middle of a cell.
func (k *Look) shade(r *Grid, s *Stamp, row int) Pixel {
	edge := max(1, Nearest(edgeWidth/r.UnitY))
	switch upper := 2*row+1 < s.H; {
	case !r.banded && upper:
		return k.Upper
	case !r.banded && k.Pure && cell.Dist2(k.Dark.Color(), k.Hole.Color()) < minColorDistance:
		return k.Upper // the shadow of grey is black
	case !r.banded && k.Pure:
		return k.Dark
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

// lowerShade is the shadow on the lower half of a brick without bands, in sixteenths.
const lowerShade = 4

// The least height of a stamp with a band of light, and with one of shadow: with as many bands as rows it would
// be stripes.
const (
	minLitRows    = 5
	minShadedRows = 3
)

// isAligned reports whether the bounds of a shape lie on borders of sub-cells.
func (r *Grid) isAligned(lo, hi geom.Vec) bool {
	for _, v := range [...]float64{lo.X / r.UnitX, hi.X / r.UnitX, lo.Y / r.UnitY, hi.Y / r.UnitY} {
		if math.Abs(v-math.Round(v)) > tolerance {
			return false
		}
	}
	return hi.Y-lo.Y < (maxStampRows-1)*r.UnitY
}

// alignedStamp returns the stamp of a shape whose bounds are, or are rounded to, borders of sub-cells: each row
// ends where the shape does in the middle of the row. So boxes that touch do so in the picture. A symmetric
// shape gets a symmetric stamp.
func (r *Grid) alignedStamp(p *geom.Polygon, parted bool) (s Stamp) {
	lo, hi := p.Bounds()
	s.X, s.Y = Nearest(lo.X/r.UnitX), Nearest(lo.Y/r.UnitY)
	s.W, s.H = max(1, Nearest(hi.X/r.UnitX)-s.X), min(max(1, Nearest(hi.Y/r.UnitY)-s.Y), maxStampRows)
	for j := range s.H {
		left, right, _ := chord(p, min(lo.Y+(float64(j)+0.5)*r.UnitY, hi.Y))
		x0, x1 := s.X+Nearest((left-lo.X)/r.UnitX), s.X+s.W-Nearest((hi.X-right)/r.UnitX)
		s.From[j], s.To[j] = int16(x0), int16(max(x1, x0+1))
	}
	if parted {
		s.addGaps()
	}
	return s
}

// needsGaps reports whether gaps part bricks of a look, for want of shades. In text lines do.
func (r *Grid) needsGaps(k *Look) bool { return (r.Flat || r.isPure(k)) && !r.text() }

// isPure reports whether bricks of a look have one colour: with few colours there are no shades that go together.
// If they have few rows, a dark one is better than a gap.
func (r *Grid) isPure(k *Look) bool { return k.Pure && r.Scale.Y >= minLitRows }

// Has reports whether sub-cell x of row j belongs to s.
func (s *Stamp) Has(x, j int) bool {
	return j >= 0 && j < s.H && x >= int(s.From[j]) && x < int(s.To[j])
}

// BoxAt returns the whole sub-cells nearest to a rectangle around a point of the field: at least one, and
// the same number for the same size. It may reach beyond the field.
func (o *Overlay) BoxAt(x, y, halfW, halfH float64) Box {
	w, h := max(1, Nearest(2*halfW/o.UnitX)), max(1, Nearest(2*halfH/o.UnitY))
	i, j := Nearest(x/o.UnitX-float64(w)/2), Nearest(y/o.UnitY-float64(h)/2)
	return Box{i, j, i + w, j + h}
}

// StampCell returns the split of a cell of stamps. With two colours only, the outline counts most: things
// in front are separated first, then bricks from the ground; shades decide only inside a brick.
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
		if uniform(p, full) {
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

// uniform reports whether the sub-cells in mask, which is not empty, are all the same, as in most cells.
func uniform(p []Pixel, mask int) bool {
	first := p[bits.TrailingZeros(uint(mask))]
	for mask &= mask - 1; mask != 0; mask &= mask - 1 {
		if p[bits.TrailingZeros(uint(mask))] != first {
			return false
		}
	}
	return true
}

// HasBall reports whether a ball is among p.
func HasBall(p []Pixel) bool {
	for _, q := range p {
		if q.ink() >= InkBall {
			return true
		}
	}
	return false
}

// frontMask returns the sub-cells of things in front: a ball's only, if there is one.
func frontMask(p []Pixel) (mask int) {
	least := InkFront
	for i, q := range p {
		switch {
		case q.ink() >= InkBall && least < InkBall:
			mask, least = 1<<i, InkBall
		case q.ink() >= least:
			mask |= 1 << i
		}
	}
	return mask
}

// mainHue removes from a mask that is not the whole cell all sub-cells that are not of its most frequent
// hue: a brick may lose a corner, but must not show one in the colour of another brick.
func mainHue(p []Pixel, mask int) int {
	if mask == 1<<len(p)-1 || mask == 0 || uniform(p, mask) {
		return mask
	}
	best, most := 0, 0
	for i := range p {
		if mask>>i&1 == 0 {
			continue
		}
		like := 0
		for j := range p {
			if mask>>j&1 == 1 && p[i].ink() == p[j].ink() {
				like |= 1 << j
			}
		}
		if n := bits.OnesCount(uint(like)); n > most {
			best, most = like, n
		}
	}
	return best
}

// mainColor returns the most frequent colour of the sub-cells in mask, which is not empty; at a tie, the one
// with more ink, or else the mean.
func mainColor(p []Pixel, mask int) cell.Color {
	if uniform(p, mask) {
		return p[bits.TrailingZeros(uint(mask))].Color()
	}
	var best Pixel
	most, tie := 0, false
	for i, q := range p {
		if mask>>i&1 == 0 || most > 0 && q == best {
			continue // most cells have two colours; count each once
		}
		n := 0
		for j := range p {
			if mask>>j&1 == 1 && p[j] == q {
				n++
			}
		}
		switch {
		case n > most || n == most && q.ink() > best.ink():
			best, most, tie = q, n, false
		case n == most && n > 0 && q != best && q.ink() == best.ink() && q.ink() < InkFront:
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
