package render

import "arkterm/render/cell"

// A pixel is one sub-cell: its colour, and in the upper byte its ink, how much
// of a mark it is from 0 to 255. Colours of a dark face and of a light rim say
// little to a terminal without colours; the ink says what to draw there.
type pixel uint32

func newPixel(c cell.Color, ink uint8) pixel { return pixel(c) | pixel(ink)<<24 }

func (p pixel) color() cell.Color { return cell.Color(p & 0xffffff) }
func (p pixel) ink() int          { return int(p >> 24) }

// A raster is the field as sub-cells, sx×sy to a cell.
type raster struct {
	cols, rows int
	sx, sy     int
	w, h       int     // sub-cells: cols·sx, rows·sy
	ux, uy     float64 // of a sub-cell, in units
	pix        []pixel // w×h
	row        []pixel // for runs
	edge       float64 // least width of the edge of a brick that moves, in sub-cells
	coarse     bool    // sub-cells are nearly as large as what is drawn, see stamp.go
	edged      bool    // they are so small that bricks have edges
	flat       bool    // sub-cells are lit or not
	dots       bool    // a sub-cell is a dot that is lit or not
}

// resize gives r the size of the layout's field. Its pixels are not cleared.
func (r *raster) resize(l *layout, sx, sy int) {
	r.cols, r.rows, r.sx, r.sy = l.cols, l.rows, sx, sy
	r.w, r.h = l.cols*sx, l.rows*sy
	r.ux, r.uy = l.fw/float64(r.w), l.fh/float64(r.h)
	r.edged = r.uy <= edgedUpTo
	r.coarse = r.uy > coarseFrom || !r.edged && r.uy > coarseShape*r.ux
	r.pix = grow(r.pix, r.w*r.h)
}

// grow returns a slice of length n, s itself when it is large enough.
func grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n)
}

// A box is a rectangle of sub-cells or of cells, x1 and y1 exclusive.
type box struct{ x0, y0, x1, y1 int }

func (b box) empty() bool { return b.x0 >= b.x1 || b.y0 >= b.y1 }

func (b box) and(c box) box {
	return box{max(b.x0, c.x0), max(b.y0, c.y0), min(b.x1, c.x1), min(b.y1, c.y1)}
}

// around returns the sub-cells that the rectangle of field units touches.
func (r *raster) around(x0, y0, x1, y1 float64) box {
	b := box{floor(x0 / r.ux), floor(y0 / r.uy), floor(x1/r.ux) + 1, floor(y1/r.uy) + 1}
	return b.and(r.all())
}

func (r *raster) all() box { return box{0, 0, r.w, r.h} }

// cells returns the cells that the sub-cells of b are in.
func (r *raster) cells(b box) box {
	return box{b.x0 / r.sx, b.y0 / r.sy, (b.x1 + r.sx - 1) / r.sx, (b.y1 + r.sy - 1) / r.sy}
}

// subcells returns the sub-cells of the cells of b.
func (r *raster) subcells(b box) box {
	return box{b.x0 * r.sx, b.y0 * r.sy, b.x1 * r.sx, b.y1 * r.sy}
}

func (r *raster) fill(b box, p pixel) {
	if b.empty() {
		return
	}
	for y := b.y0; y < b.y1; y++ {
		row := r.pix[y*r.w+b.x0 : y*r.w+b.x1]
		for i := range row {
			row[i] = p
		}
	}
}

// samplesAcross is how many points of a sub-cell are looked at in each direction.
const samplesAcross = 4

// crispLeast is how many of its 16 points make a sub-cell part of a crisp shape.
// Less than half: else corners would be thorns.
const crispLeast = 5

// runs calls put for the rows of sub-cells of b that a shape covers enough, in whole
// ones: each has the colour that most of its points have. A lone sub-cell of a row is
// left out where a cell has two: it is the thorn on a corner. Only the sub-cells of
// clip count. shade answers for one point of the field: the shape's pixel there, and
// whether the shape covers it at all.
func (r *raster) runs(b, clip box, shade func(x, y float64) (pixel, bool), put func(y, x0 int, run []pixel)) {
	r.row = grow(r.row, max(b.x1-b.x0, 0))
	for y := max(b.y0, clip.y0); y < min(b.y1, clip.y1); y++ {
		from := b.x0 // where the run of covered sub-cells began
		for x := b.x0; x <= b.x1; x++ {
			if x < b.x1 {
				if p, ok := r.majority(x, y, shade); ok {
					r.row[x-b.x0] = p
					continue
				}
			}
			if x0, x1 := max(from, clip.x0), min(x, clip.x1); x-from >= r.sx && x0 < x1 {
				put(y, x0, r.row[x0-b.x0:x1-b.x0])
			}
			from = x + 1
		}
	}
}

// majority returns the colour of most of a sub-cell's points, and whether enough
// of them are covered.
func (r *raster) majority(x, y int, shade func(x, y float64) (pixel, bool)) (pixel, bool) {
	var v vote
	for j := range samplesAcross {
		for i := range samplesAcross {
			p, ok := shade((float64(x)+(float64(i)+0.5)/samplesAcross)*r.ux, (float64(y)+(float64(j)+0.5)/samplesAcross)*r.uy)
			if ok {
				v.add(p)
			}
		}
	}
	if v.n < crispLeast {
		return 0, false
	}
	return v.winner(), true
}

// A vote counts pixels, up to eight different ones.
type vote struct {
	pix   [8]pixel
	count [8]int
	n     int
}

func (v *vote) add(p pixel) {
	v.n++
	for i := range v.pix {
		if v.count[i] == 0 {
			v.pix[i] = p
		}
		if v.pix[i] == p {
			v.count[i]++
			return
		}
	}
}

// winner returns the most frequent pixel, the one seen first at a tie.
func (v *vote) winner() pixel {
	best := 0
	for i := range v.count {
		if v.count[i] > v.count[best] {
			best = i
		}
	}
	return v.pix[best]
}

// A light is a sum of pixels.
type light struct {
	r, g, b, ink, n int
	first           pixel
	same            bool // all pixels were first
}

func (l *light) add(p pixel, n int) {
	if l.n == 0 {
		l.first, l.same = p, true
	} else if p != l.first {
		l.same = false
	}
	r, g, b := p.color().Light()
	l.r, l.g, l.b = l.r+n*r, l.g+n*g, l.b+n*b
	l.ink += n * p.ink()
	l.n += n
}

func (l *light) mean() pixel {
	if l.same {
		return l.first
	}
	return newPixel(cell.FromLight(l.r/l.n, l.g/l.n, l.b/l.n), uint8(l.ink/l.n))
}

// blend returns k/16 of b over a.
func blend(a, b pixel, k int) pixel {
	ink := (a.ink()*(16-k) + b.ink()*k + 8) / 16
	return newPixel(cell.Mix(a.color(), b.color(), k), uint8(ink))
}
