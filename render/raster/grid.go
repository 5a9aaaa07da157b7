package raster

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Pixel is one sub-cell. It contains the color and, in the upper byte, the ink: a priority from 0 to 255. If a cell
// contains more colors than it can show, pixels with more ink are preferred. On terminals without colors, the ink alone
// decides whether the pixel is lit.
type Pixel uint32

// NewPixel returns a pixel with the given color and ink.
func NewPixel(c cell.Color, ink uint8) Pixel { return Pixel(c) | Pixel(ink)<<24 }

// Color returns the color of p.
func (p Pixel) Color() cell.Color { return cell.Color(p & 0xffffff) }

// ink returns the ink of p.
func (p Pixel) ink() int { return int(p >> 24) }

// A Grid contains the sub-cells of the field, SubX×SubY per cell.
type Grid struct {
	Cols, Rows   int
	SubX, SubY   int
	W, H         int     // in sub-cells: Cols·SubX, Rows·SubY
	UnitX, UnitY float64 // size of a sub-cell in units
	Scale        Scale   // number of sub-cells of a Pitch; zero if not a whole number
	banded       bool    // half a Pitch is a whole number of cells high, so bricks can have bands; see Look.rowShade
	low          bool    // not banded, and a Pitch is more than 1¼ and less than 3 cells high; see lowShade
	tight        bool    // low, and less than two cells high; see Grid.tightRow
	pix          []Pixel // W×H
	coarse       bool    // sub-cells are nearly as large as the details of bricks; see minCoarseHeight
	Flat         bool    // sub-cells are either lit or unlit, so there are no shades of a color
	Dots         bool    // sub-cells are dots of one color
	rows         []span  // memory for the result of rowSpans
	ends         []int16 // memory for the last stamp
}

// Resize sets the size of r to cols×rows cells with sub[0]×sub[1] sub-cells each. A cell is cellW×cellH units large.
// Resize does not clear the pixels.
func (r *Grid) Resize(cols, rows int, sub [2]int, cellW, cellH float64) {
	r.setSize(cols, rows, sub, cellW, cellH)
	r.pix = grow(r.pix, r.W*r.H)
}

// setSize does the same as Resize without allocating pixels.
func (r *Grid) setSize(cols, rows int, sub [2]int, cellW, cellH float64) {
	r.Cols, r.Rows, r.SubX, r.SubY = cols, rows, sub[0], sub[1]
	r.W, r.H = cols*r.SubX, rows*r.SubY
	r.UnitX, r.UnitY = cellW/float64(r.SubX), cellH/float64(r.SubY)
	r.Scale = Scale{Nearest(Pitch / r.UnitX), Nearest(Pitch / r.UnitY)}
	if math.Abs(float64(r.Scale.X)*r.UnitX-Pitch) > tolerance ||
		math.Abs(float64(r.Scale.Y)*r.UnitY-Pitch) > tolerance {
		r.Scale = Scale{}
	}
	r.banded = r.Scale.Y%(2*r.SubY) == 0
	r.low = !r.banded && 4*r.Scale.Y > 5*r.SubY && r.Scale.Y < 3*r.SubY
	r.tight = r.low && r.Scale.X > 2 && r.Scale.Y < 2*r.SubY
	r.coarse = r.UnitY > minCoarseHeight || r.UnitY > maxEdgedHeight && r.UnitY > minCoarseAspect*r.UnitX
}

// grow returns a slice of length n, which uses the memory of s if s is large enough. It does not clear elements.
func grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n)
}

// A Box is a rectangle of sub-cells or of cells. X1 and Y1 are exclusive.
type Box struct{ X0, Y0, X1, Y1 int }

// Rect returns the box from x0, y0 to x1, y1.
func Rect(x0, y0, x1, y1 int) Box { return Box{x0, y0, x1, y1} }

// Empty reports whether b is empty.
func (b Box) Empty() bool { return b.X0 >= b.X1 || b.Y0 >= b.Y1 }

// And returns the intersection of b and c.
func (b Box) And(c Box) Box {
	return Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
}

// Or returns the smallest box that contains b and c.
func (b Box) Or(c Box) Box {
	switch {
	case b.Empty():
		return c
	case c.Empty():
		return b
	}
	return Box{min(b.X0, c.X0), min(b.Y0, c.Y0), max(b.X1, c.X1), max(b.Y1, c.Y1)}
}

// Grown returns b enlarged by 1 on each side.
func (b Box) Grown() Box { return Box{b.X0 - 1, b.Y0 - 1, b.X1 + 1, b.Y1 + 1} }

// boxAround returns the sub-cells of r that intersect a rectangle. The coordinates are in units.
func (r *Grid) boxAround(x0, y0, x1, y1 float64) Box {
	b := Box{Floor(x0 / r.UnitX), Floor(y0 / r.UnitY), Floor(x1/r.UnitX) + 1, Floor(y1/r.UnitY) + 1}
	return b.And(r.All())
}

// All returns the box of all sub-cells.
func (r *Grid) All() Box { return Box{0, 0, r.W, r.H} }

// AreaOf returns the sub-cells that intersect the bounds of a shape, with a margin of one sub-cell. The stamp of the
// shape may reach into the margin.
func (r *Grid) AreaOf(p *geom.Polygon) Box {
	lo, hi := p.Bounds()
	return r.boxAround(lo.X-r.UnitX, lo.Y-r.UnitY, hi.X+r.UnitX, hi.Y+r.UnitY)
}

// CellsOf returns the cells that contain the sub-cells of AreaOf.
func (r *Grid) CellsOf(p *geom.Polygon) Box { return r.Cells(r.AreaOf(p)) }

// Cells returns the cells that contain the sub-cells of b.
func (r *Grid) Cells(b Box) Box {
	return Box{b.X0 / r.SubX, b.Y0 / r.SubY, (b.X1 + r.SubX - 1) / r.SubX, (b.Y1 + r.SubY - 1) / r.SubY}
}

// Subcells returns the sub-cells of the cells of b.
func (r *Grid) Subcells(b Box) Box {
	return Box{b.X0 * r.SubX, b.Y0 * r.SubY, b.X1 * r.SubX, b.Y1 * r.SubY}
}

// Fill paints the sub-cells of b, which must be inside r.
func (r *Grid) Fill(b Box, p Pixel) {
	if b.Empty() {
		return
	}
	for y := b.Y0; y < b.Y1; y++ {
		row := r.pix[y*r.W+b.X0 : y*r.W+b.X1]
		for i := range row {
			row[i] = p
		}
	}
}

// Gather copies the sub-cells of a cell to buf and returns the used part of buf. It does not call copy, because it
// handles thousands of cells per frame, and their rows are too short for such calls.
func (r *Grid) Gather(buf *[cell.MaxSubCells]Pixel, x, y int) []Pixel {
	n, at := 0, y*r.SubY*r.W+x*r.SubX
	for range r.SubY {
		for _, p := range r.pix[at : at+r.SubX] {
			buf[n%cell.MaxSubCells] = p
			n++
		}
		at += r.W
	}
	return buf[:n]
}

// A lightSum is a sum of pixels in linear light.
type lightSum struct {
	r, g, b, ink, n int
	first           Pixel
	uniform         bool // all pixels are equal to first
}

// add adds pixel p n times.
func (l *lightSum) add(p Pixel, n int) {
	if l.n == 0 {
		l.first, l.uniform = p, true
	} else if p != l.first {
		l.uniform = false
	}
	r, g, b := p.Color().Light()
	l.r, l.g, l.b = l.r+n*r, l.g+n*g, l.b+n*b
	l.ink += n * p.ink()
	l.n += n
}

// mean returns the mean of the added pixels.
func (l *lightSum) mean() Pixel {
	if l.uniform {
		return l.first
	}
	return NewPixel(cell.FromLight(l.r/l.n, l.g/l.n, l.b/l.n), uint8(l.ink/l.n))
}

// blend returns a mixture of a and b in linear light. The share of b is k/16.
func blend(a, b Pixel, k int) Pixel {
	ink := (a.ink()*(16-k) + b.ink()*k + 8) / 16
	return NewPixel(cell.Mix(a.Color(), b.Color(), k), uint8(ink))
}

// Floor returns the largest integer that is not greater than v.
func Floor(v float64) int {
	n := int(v)
	if v < float64(n) {
		n--
	}
	return n
}
