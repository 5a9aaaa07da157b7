package render

import (
	"math"
	"math/bits"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// Bricks are stamps: whole sub-cells, laid where the shape is to the nearest one, and
// with the same outline wherever that may be. Shares of coverage would not do: a cell
// has two colours, and a hexagon that falls on another part of a sub-cell than its
// neighbour would get another outline.

// coarseFrom is the height of a sub-cell, in units, above which a sub-cell is nearly as
// large as what is drawn: for sextants below 80×24. Up to edgedUpTo there is room for
// edges: for sextants at 120×40, for quadrants above it. Between them, sub-cells that
// are much higher than wide, as those of quadrants are, count as coarse.
const (
	coarseFrom  = 0.8
	coarseShape = 1.6
	edgedUpTo   = 0.55
)

const (
	stampTall = 0.9  // of a shape's height, before it is rounded to rows: stamps of neighbours must not meet
	stampWide = 0.2  // what a shape's width may lack of the sub-cells that it gets
	stampEven = 0.5  // what a height may lack of the rows that it gets,
	stampGap  = 0.1  // and where rows are higher than
	stampFew  = 1.2  // units: there gaps are all that parts neighbours
	stampLean = 0.35 // of half its width, how far a shape may lean and still be drawn upright
	fineLean  = 0.75 // the same in sub-cells, where they are not coarse
	fineEven  = 0.3  // what a height may lack of its rows there: tips stand between those of the next row
	flatFew   = 20   // rows up to which one is left out to part neighbours that nothing else does
	textEven  = 0.4  // the same for whole cells of text
	textFew   = 3    // rows of text that are all equally wide
	stampRows = 512  // rows of the highest stamp
)

// A stamp is a brick in whole sub-cells: rows from y on, the widest of them w
// sub-cells from x on.
type stamp struct {
	x, y, w, h int
	from, to   [stampRows]int16 // sub-cells of each row
}

// stampOf returns the stamp of a polygon. A shape that hardly leans is made
// upright: each row keeps its width and is centred, so that the stamp is the
// same from left to right. The turned hexagons of a ring look alike then.
func (r *raster) stampOf(b *engine.Brick) (s stamp) {
	p := &b.Shape
	lo, hi := p.Bounds()
	middle := (lo.X + hi.X) / 2
	s.h = r.rowsFor((hi.Y - lo.Y) / r.uy)
	s.y = nearest((lo.Y+hi.Y)/2/r.uy - float64(s.h)/2)
	var left, right [stampRows]float64
	widest, lean := 0.0, 0.0
	step := (hi.Y - lo.Y) / float64(s.h)
	for j := range s.h {
		left[j], right[j] = band(p, lo.Y+step*float64(j), lo.Y+step*float64(j+1))
		widest = max(widest, right[j]-left[j])
		lean = max(lean, abs((left[j]+right[j])/2-middle))
	}
	text := r.text() && s.h <= textFew
	if text {
		widest = hi.X - lo.X // strokes that lean stand for the corners
	}
	s.w = max(1, int(widest/r.ux+stampWide))
	if !r.text() && s.w%2 == 0 && s.w < 10 && (b.Hits == 3 || !engine.Kinds[b.Kind].Breaks) {
		s.w-- // so that there is a middle for the marks; in wider ones none is missed
	}
	s.x = nearest(middle/r.ux - float64(s.w)/2)
	for j := range s.h {
		x0, x1 := nearest(left[j]/r.ux), nearest(right[j]/r.ux)
		if lean < stampLean*widest/2 && r.coarse || lean < fineLean*r.ux {
			cut := r.cut(&s, j, (right[j]-left[j])/r.ux)
			if text {
				cut = 0
			}
			x0, x1 = s.x+cut, s.x+s.w-cut
		}
		s.from[j], s.to[j] = int16(x0), int16(max(x1, x0+1))
	}
	return s
}

// text reports whether sub-cells are whole cells of text.
func (r *raster) text() bool { return r.sx*r.sy == 1 }

// rowsFor returns how many rows a stamp has for a shape that is so many sub-cells high.
func (r *raster) rowsFor(height float64) int {
	rows := height*stampTall + stampEven
	switch {
	case r.text():
		rows = height + textEven
	case !r.coarse && r.flat && height+fineEven < flatFew:
		rows = height + fineEven - 1
	case !r.coarse:
		rows = height + fineEven
	case r.uy > stampFew:
		rows = height*stampTall + stampGap
	}
	return min(max(int(rows), 1), stampRows)
}

// cut returns how many sub-cells row j is shorter than the widest, at either
// end, when it is width wide. The corners of what is three rows high or more are
// cut off, or it would be a rectangle; but in few rows not by much, or it would
// be a cross.
func (r *raster) cut(s *stamp, j int, width float64) int {
	n := nearest((float64(s.w) - width) / 2)
	if s.h >= 3 && s.w >= 4 && (j == 0 || j == s.h-1) {
		n = max(n, 1)
	}
	switch {
	case !r.coarse && r.flat: // tips that stand between those of the next row
	case !r.coarse && s.h <= 8:
		n = min(n, s.w/3)
	case s.h <= 4:
		n = min(n, s.w/4)
	case s.h <= 8:
		n = min(n, s.w*3/10)
	}
	return max(0, min(n, (s.w-1)/2))
}

// nearest rounds to the nearest whole number, and halves up even when they come
// out a hair too small: hexagons of a lattice often lie on halves.
func nearest(v float64) int { return floor(v + 0.5 + 1e-6) }

// band returns the mean left and right end of a convex polygon between two
// heights.
func band(p *geom.Polygon, y0, y1 float64) (left, right float64) {
	const n = 8
	met := 0.0
	for i := range n {
		x0, x1, ok := chord(p, y0+(y1-y0)*(float64(i)+0.5)/n)
		if ok {
			left, right, met = left+x0, right+x1, met+1
		}
	}
	if met == 0 {
		return 0, 0
	}
	return left / met, right / met
}

// chord returns the ends of a convex polygon at one height, and whether it
// reaches there.
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

// fillStamp paints a stamp's rows in the sub-cells of clip.
func (r *raster) fillStamp(s *stamp, clip box, color func(row int) pixel) {
	clip = clip.and(r.all())
	for j := range s.h {
		y := s.y + j
		r.fill(box{int(s.from[j]), y, int(s.to[j]), y + 1}.and(clip), color(j))
	}
}

// brick paints b over the sub-cells of clip. Where there is room it has edges, light
// and dark, around its face; else its upper half is a little lighter.
func (r *raster) brick(b *engine.Brick, k look, clip box) {
	clip = clip.and(r.all())
	if b.Shape.N() < 3 || r.areaOf(b).and(clip).empty() {
		return
	}
	s := r.stampOf(b)
	switch {
	case k.flat:
		r.fillStamp(&s, clip, func(int) pixel { return k.face })
	case r.edged && s.h >= edgedRows:
		r.fillEdged(&s, k, clip)
		r.crack(b, k, clip)
		r.marks(b, k, clip)
		return
	default:
		r.fillStamp(&s, clip, func(row int) pixel {
			if row < s.h/2 {
				return k.upper
			}
			return k.lower
		})
	}
	r.chip(&s, k, clip)
	r.stampMarks(&s, k, clip)
}

// edgedRows is how high a stamp must be to have edges, and edgeWidth their width, in
// units, where that is more than a sub-cell.
const (
	edgedRows = 6
	edgeWidth = 0.3
)

// fillEdged paints a stamp with edges: light ones above and to the left, dark ones below
// and to the right.
func (r *raster) fillEdged(s *stamp, k look, clip box) {
	ex, ey := max(1, nearest(edgeWidth/r.ux)), max(1, nearest(edgeWidth/r.uy))
	for j := range s.h {
		y := s.y + j
		if y < clip.y0 || y >= clip.y1 {
			continue
		}
		from, to := int(s.from[j]), int(s.to[j])
		for x := max(from, clip.x0); x < min(to, clip.x1); x++ {
			p := k.face
			switch {
			case !s.has(x, j-ey):
				p = k.lit
			case !s.has(x, j+ey):
				p = k.dark
			case x < from+ex:
				p = k.lit
			case x >= to-ex:
				p = k.dark
			}
			r.pix[y*r.w+x] = p
		}
	}
}

// has reports whether sub-cell x of row j belongs to s.
func (s *stamp) has(x, j int) bool {
	return j >= 0 && j < s.h && x >= int(s.from[j]) && x < int(s.to[j])
}

// stampMarks punches a hole for each hit that a brick takes, side by side; a
// wall has one wide one. Where there is no room for them inside of the outline, a
// notch in the middle stands for two hits, and one twice as deep for three.
func (r *raster) stampMarks(s *stamp, k look, clip box) {
	y := s.y + (s.h-1)/2
	hole := func(x, w, h int) { r.fill(box{x, y, x + w, y + h}.and(clip), k.hole) }
	if k.lettered {
		return
	}
	if k.rivet {
		in := max(2, s.w/4)
		if s.w < 5 {
			in = 0
		}
		hole(s.x+in, s.w-2*in, 1)
		return
	}
	if k.pips == 0 {
		return
	}
	pitch := 2
	if k.pips == 2 && s.w%2 == 0 {
		pitch = 3
	}
	row := (k.pips-1)*pitch + 1
	if row > s.w-2 {
		w := 2 - s.w%2
		hole(s.x+(s.w-w)/2, w, k.pips-1)
		return
	}
	for i := range k.pips {
		hole(s.x+(s.w-row)/2+i*pitch, 1, 1)
	}
}

// stampDot fills the whole sub-cells that come nearest to a disc: always as many
// for the same radius. From three rows on its corners are cut off.
func (o *overlay) stampDot(x, y, radius float64, p pixel) {
	b := o.place(x, y, radius, radius)
	w, h := b.x1-b.x0, b.y1-b.y0
	o.touch(o.cells(b.and(o.all())))
	for j := range h {
		dy := (2*float64(j)+1)/float64(h) - 1
		cut := nearest(float64(w) * (1 - math.Sqrt(1-dy*dy)) / 2)
		o.fill(box{b.x0 + cut, b.y0 + j, b.x1 - cut, b.y0 + j + 1}.and(o.all()), p)
	}
}

// place returns the whole sub-cells that come nearest to a rectangle around a
// point of the field: at least one, and always as many for the same size. Some
// may lie outside of the field.
func (o *overlay) place(x, y, halfW, halfH float64) box {
	w, h := max(1, nearest(2*halfW/o.ux)), max(1, nearest(2*halfH/o.uy))
	i, j := nearest(x/o.ux-float64(w)/2), nearest(y/o.uy-float64(h)/2)
	return box{i, j, i + w, j + h}
}

// stampCell returns the picture of a cell of stamps. Two colours must do, and
// the outline counts most: what is in front of all else stands out first, then
// the bricks from the ground; only inside of them do shades decide.
func (v *View) stampCell(p []pixel) split {
	front, inked, full := 0, 0, 1<<len(p)-1
	for i, q := range p {
		switch {
		case q.ink() >= inkFront:
			front |= 1 << i
			fallthrough
		case q.ink() > 0:
			inked |= 1 << i
		}
	}
	mask := front
	if front == 0 {
		mask = oneHue(p, inked)
	}
	if mask == 0 || mask == full {
		if s := partition(p); s.fg != s.bg {
			return split{s.mask, chief(p, s.mask), chief(p, full-s.mask)}
		}
		c := chief(p, full)
		return split{mask, c, c}
	}
	return split{mask, chief(p, mask), chief(p, full-mask)}
}

// oneHue takes out of mask, where it is not the whole cell, what is not of the
// hue that most of it has: a corner of a brick may be missing, but none may
// stick out in the colour of another.
func oneHue(p []pixel, mask int) int {
	if mask == 1<<len(p)-1 {
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

// chief returns the colour that most of the sub-cells in mask have. Where there
// is none, it is that with more ink, or the mean.
func chief(p []pixel, mask int) cell.Color {
	var best pixel
	most, tie := 0, false
	for i, q := range p {
		n := 0
		for j := range p {
			if mask>>i&1 == 1 && mask>>j&1 == 1 && p[j] == q {
				n++
			}
		}
		switch {
		case n > most || n == most && q.ink() > best.ink():
			best, most, tie = q, n, false
		case n == most && n > 0 && q != best && q.ink() == best.ink() && q.ink() < inkFront:
			tie = true
		}
	}
	if !tie {
		return best.color()
	}
	var sum light
	for i, q := range p {
		if mask>>i&1 == 1 {
			sum.add(q, 1)
		}
	}
	return sum.mean().color()
}
