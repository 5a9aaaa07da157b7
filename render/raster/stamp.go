package raster

import (
	"math"
	"math/bits"

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

// A Stamp is a brick in whole sub-cells: H rows from Y on, the widest of them W
// sub-cells from X on.
type Stamp struct {
	X, Y, W, H int
	From, To   [stampRows]int16 // sub-cells of each row
}

// StampOf returns the stamp of a polygon. A shape that hardly leans is made
// upright: each row keeps its width and is centred, so that the stamp is the
// same from left to right. The turned hexagons of a ring look alike then.
func (r *Grid) StampOf(p *geom.Polygon, k *Look) (s Stamp) {
	lo, hi := p.Bounds()
	middle := (lo.X + hi.X) / 2
	s.H = r.rowsFor((hi.Y - lo.Y) / r.UnitY)
	s.Y = Nearest((lo.Y+hi.Y)/2/r.UnitY - float64(s.H)/2)

	// How wide the shape is in each row, and how far it leans.
	var left, right [stampRows]float64
	widest, lean := 0.0, 0.0
	step := (hi.Y - lo.Y) / float64(s.H)
	for j := range s.H {
		left[j], right[j] = band(p, lo.Y+step*float64(j), lo.Y+step*float64(j+1))
		widest = max(widest, right[j]-left[j])
		lean = max(lean, math.Abs((left[j]+right[j])/2-middle))
	}

	text := r.text() && s.H <= textFew
	if text {
		widest = hi.X - lo.X // strokes that lean stand for the corners
	}

	s.W = max(1, int(widest/r.UnitX+stampWide))
	if !r.text() && s.W%2 == 0 && s.W < 10 && k.Odd {
		s.W-- // so that there is a middle for the marks; in wider ones none is missed
	}

	s.X = Nearest(middle/r.UnitX - float64(s.W)/2)
	for j := range s.H {
		x0, x1 := Nearest(left[j]/r.UnitX), Nearest(right[j]/r.UnitX)
		if lean < stampLean*widest/2 && r.coarse || lean < fineLean*r.UnitX {
			cut := r.cut(&s, j, (right[j]-left[j])/r.UnitX)
			if text {
				cut = 0
			}
			x0, x1 = s.X+cut, s.X+s.W-cut
		}
		s.From[j], s.To[j] = int16(x0), int16(max(x1, x0+1))
	}
	return s
}

// text reports whether sub-cells are whole cells of text.
func (r *Grid) text() bool { return r.SubX*r.SubY == 1 }

// rowsFor returns how many rows a stamp has for a shape of a height in sub-cells.
func (r *Grid) rowsFor(height float64) int {
	rows := height*stampTall + stampEven
	switch {
	case r.text():
		rows = height + textEven
	case !r.coarse && r.Flat && height+fineEven < flatFew:
		rows = height + fineEven - 1
	case !r.coarse:
		rows = height + fineEven
	case r.UnitY > stampFew:
		rows = height*stampTall + stampGap
	}
	return min(max(int(rows), 1), stampRows)
}

// cut returns how many sub-cells row j is shorter than the widest, at either
// end, when it is width wide. The corners of what is three rows high or more are
// cut off, or it would be a rectangle; but in few rows not by much, or it would
// be a cross.
func (r *Grid) cut(s *Stamp, j int, width float64) int {
	n := Nearest((float64(s.W) - width) / 2)
	if s.H >= 3 && s.W >= 4 && (j == 0 || j == s.H-1) {
		n = max(n, 1)
	}
	switch {
	case !r.coarse && r.Flat: // tips that stand between those of the next row
	case !r.coarse && s.H <= 8:
		n = min(n, s.W/3)
	case s.H <= 4:
		n = min(n, s.W/4)
	case s.H <= 8:
		n = min(n, s.W*3/10)
	}
	return max(0, min(n, (s.W-1)/2))
}

// Nearest rounds to the nearest whole number, and halves up even when they come
// out a hair too small: hexagons of a lattice often lie on halves.
func Nearest(v float64) int { return Floor(v + 0.5 + 1e-6) }

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

// FillStamp paints a stamp's rows in the sub-cells of clip.
func (r *Grid) FillStamp(s *Stamp, clip Box, color func(row int) Pixel) {
	clip = clip.And(r.All())
	for j := range s.H {
		y := s.Y + j
		r.Fill(Box{int(s.From[j]), y, int(s.To[j]), y + 1}.And(clip), color(j))
	}
}

// Brick paints p over the sub-cells of clip. Where there is room it has edges, light
// and dark, around its face; else its upper half is a little lighter.
func (r *Grid) Brick(p *geom.Polygon, k Look, clip Box) {
	clip = clip.And(r.All())
	if p.N() < 3 || r.AreaOf(p).And(clip).Empty() {
		return
	}
	s := r.StampOf(p, &k)
	switch {
	case k.Flat:
		r.FillStamp(&s, clip, func(int) Pixel { return k.Face })
	case r.Edged && s.H >= edgedRows:
		r.fillEdged(&s, k, clip)
		r.Crack(p, k, clip)
		r.Pips(p, k, clip)
		return
	default:
		r.FillStamp(&s, clip, func(row int) Pixel {
			if row < s.H/2 {
				return k.Upper
			}
			return k.Lower
		})
	}
	r.chip(&s, k, clip)
	r.StampPips(&s, k, clip)
}

// edgedRows is how high a stamp must be to have edges, and edgeWidth their width, in
// units, where that is more than a sub-cell.
const (
	edgedRows = 6
	edgeWidth = 0.3
)

// fillEdged paints a stamp with edges: light ones above and to the left, dark ones below
// and to the right.
func (r *Grid) fillEdged(s *Stamp, k Look, clip Box) {
	ex, ey := max(1, Nearest(edgeWidth/r.UnitX)), max(1, Nearest(edgeWidth/r.UnitY))
	for j := range s.H {
		y := s.Y + j
		if y < clip.Y0 || y >= clip.Y1 {
			continue
		}
		from, to := int(s.From[j]), int(s.To[j])
		for x := max(from, clip.X0); x < min(to, clip.X1); x++ {
			p := k.Face
			switch {
			case !s.has(x, j-ey):
				p = k.Lit
			case !s.has(x, j+ey):
				p = k.Dark
			case x < from+ex:
				p = k.Lit
			case x >= to-ex:
				p = k.Dark
			}
			r.pix[y*r.W+x] = p
		}
	}
}

// has reports whether sub-cell x of row j belongs to s.
func (s *Stamp) has(x, j int) bool {
	return j >= 0 && j < s.H && x >= int(s.From[j]) && x < int(s.To[j])
}

// StampPips punches a hole for each hit that a brick takes, side by side; a
// wall has one wide one. Where there is no room for them inside of the outline, a
// notch in the middle stands for two hits, and one twice as deep for three. Something
// of the brick always stays.
func (r *Grid) StampPips(s *Stamp, k Look, clip Box) {
	y := s.Y + (s.H-1)/2
	hole := func(x, w, h int) { r.Fill(Box{x, y, x + w, y + h}.And(clip), k.Hole) }

	if k.Lettered {
		return
	}

	if k.Rivet {
		in := max(2, s.W/4)
		if s.W < 5 {
			in = 0
		}
		if in > 0 || s.H > 1 {
			hole(s.X+in, s.W-2*in, 1)
		}
		return
	}

	if k.Pips == 0 {
		return
	}

	pitch := 2
	if k.Pips == 2 && s.W%2 == 0 {
		pitch = 3
	}

	row := (k.Pips-1)*pitch + 1
	if row > s.W-2 {
		w, h := 2-s.W%2, k.Pips-1
		if h >= s.H {
			w, h = min(1, s.W-1), s.H
		}
		hole(s.X+(s.W-w)/2, w, h)
		return
	}

	for i := range k.Pips {
		hole(s.X+(s.W-row)/2+i*pitch, 1, 1)
	}
}

// StampDot fills the whole sub-cells that come nearest to a disc: always as many
// for the same radius. From three rows on its corners are cut off.
func (o *Overlay) StampDot(x, y, radius float64, p Pixel) {
	b := o.Place(x, y, radius, radius)
	w, h := b.X1-b.X0, b.Y1-b.Y0
	o.Touch(o.Cells(b.And(o.All())))
	for j := range h {
		dy := (2*float64(j)+1)/float64(h) - 1
		cut := Nearest(float64(w) * (1 - math.Sqrt(1-dy*dy)) / 2)
		o.Fill(Box{b.X0 + cut, b.Y0 + j, b.X1 - cut, b.Y0 + j + 1}.And(o.All()), p)
	}
}

// Place returns the whole sub-cells that come nearest to a rectangle around a
// point of the field: at least one, and always as many for the same size. Some
// may lie outside of the field.
func (o *Overlay) Place(x, y, halfW, halfH float64) Box {
	w, h := max(1, Nearest(2*halfW/o.UnitX)), max(1, Nearest(2*halfH/o.UnitY))
	i, j := Nearest(x/o.UnitX-float64(w)/2), Nearest(y/o.UnitY-float64(h)/2)
	return Box{i, j, i + w, j + h}
}

// StampCell returns the picture of a cell of stamps. Two colours must do, and
// the outline counts most: what is in front of all else stands out first, then
// the bricks from the ground; only inside of them do shades decide.
func StampCell(p []Pixel) Split {
	front, inked, full := 0, 0, 1<<len(p)-1
	for i, q := range p {
		switch {
		case q.ink() >= InkFront:
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
		if s := Partition(p); s.Fg != s.Bg {
			return Split{s.Mask, chief(p, s.Mask), chief(p, full-s.Mask)}
		}
		c := chief(p, full)
		return Split{mask, c, c}
	}
	return Split{mask, chief(p, mask), chief(p, full-mask)}
}

// oneHue takes out of mask, where it is not the whole cell, what is not of the
// hue that most of it has: a corner of a brick may be missing, but none may
// stick out in the colour of another.
func oneHue(p []Pixel, mask int) int {
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
// is none, it is that with more ink, or the mean. The mask is not empty.
func chief(p []Pixel, mask int) cell.Color {
	var best Pixel
	most, tie := 0, false
	for i, q := range p {
		if mask>>i&1 == 0 || most > 0 && q == best {
			continue // most cells have two colours, and each is counted once
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

	var sum light
	for i, q := range p {
		if mask>>i&1 == 1 {
			sum.add(q, 1)
		}
	}
	return sum.mean().Color()
}
