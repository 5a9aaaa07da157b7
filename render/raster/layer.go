package raster

import (
	"math"
	"sync"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Layer is a field with bricks in front of it that seldom look different. Where one does, its cells are painted anew:
// all bricks in one of them are, on a sketch, of which these cells count.
type Layer struct {
	Grid
	Cells []cell.Cell // what it looks like; the caller sets those that Paint returns

	bricks  []placed
	dirty   []int32 // indexes of the cells to be painted
	marked  []bool  // by cell: is in dirty
	covered []bool  // by cell: when it was painted, a brick was in it
}

// A placed is a brick as it is painted.
type placed struct {
	there bool
	shape geom.Polygon
	look  Look
	cells Box
}

// Resize gives l the size of base. No brick is on it, and no cell is dirty.
func (l *Layer) Resize(base *Grid) {
	l.Grid.like(base)
	n := base.Cols * base.Rows
	l.Cells, l.marked, l.covered = grow(l.Cells, n), grow(l.marked, n), grow(l.covered, n)
	clear(l.marked)
	if cap(l.dirty) < n {
		l.dirty = make([]int32, 0, n)
	}
	l.dirty, l.bricks = l.dirty[:0], l.bricks[:0]
}

// like makes r a grid of the size and kind of base. It does not clear the pixels.
func (r *Grid) like(base *Grid) {
	pix, rows := r.pix, r.rows
	*r = *base
	r.pix, r.rows = grow(pix, r.W*r.H), rows
}

// Soil makes the cells of b dirty.
func (l *Layer) Soil(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		for i := y*l.Cols + b.X0; i < y*l.Cols+b.X1; i++ {
			if !l.marked[i] {
				l.marked[i], l.covered[i] = true, false
				l.dirty = append(l.dirty, int32(i))
			}
		}
	}
}

// Put makes p with a look brick n, in front of those with lower numbers.
func (l *Layer) Put(n int, p geom.Polygon, k Look) {
	for n >= len(l.bricks) {
		l.bricks = append(l.bricks, placed{})
	}
	b := &l.bricks[n]
	if b.there && b.look == k && alike(&b.shape, &p) {
		return
	}
	l.Lift(n)
	*b = placed{true, p, k, l.Grid.Cells(l.AreaOf(&p).Grown().And(l.All()))}
	l.Soil(b.cells)
}

// Lift takes brick n away, if it is there.
func (l *Layer) Lift(n int) {
	if n < len(l.bricks) && l.bricks[n].there {
		l.bricks[n].there = false
		l.Soil(l.bricks[n].cells)
	}
}

// LiftFrom takes away brick n and those behind it.
func (l *Layer) LiftFrom(n int) {
	for ; n < len(l.bricks); n++ {
		l.Lift(n)
	}
}

// Paint paints the dirty cells in front of base, and returns their indexes, which are valid until a cell gets dirty.
func (l *Layer) Paint(base *Grid) []int32 {
	painted := l.dirty
	if len(painted) == 0 {
		return painted
	}
	l.dirty = l.dirty[:0]

	sketch := sketches.Get().(*Grid)
	defer sketches.Put(sketch)
	sketch.like(base)
	for _, i := range painted {
		sketch.restore(base, int(i)%l.Cols, int(i)/l.Cols)
	}
	for i := range l.bricks {
		if b := &l.bricks[i]; b.there && l.cover(b.cells) {
			sketch.Brick(&b.shape, b.look, l.All())
		}
	}
	for _, i := range painted {
		l.restore(sketch, int(i)%l.Cols, int(i)/l.Cols)
		l.marked[i] = false
	}
	return painted
}

// sketches are those on which no Layer paints just now: one takes as much as a Layer, and is needed for some microseconds.
var sketches = sync.Pool{New: func() any { return new(Grid) }}

// cover records that a brick is in the cells of b, and reports whether one of them is dirty.
func (l *Layer) cover(b Box) (dirty bool) {
	for y := b.Y0; y < b.Y1; y++ {
		for i := y*l.Cols + b.X0; i < y*l.Cols+b.X1; i++ {
			if l.marked[i] {
				l.covered[i], dirty = true, true
			}
		}
	}
	return dirty
}

// Covered reports whether a brick is in cell i.
func (l *Layer) Covered(i int) bool { return l.covered[i] }

// alike reports whether two polygons have the same corners, but for rounding.
func alike(p, q *geom.Polygon) bool {
	if p.N() != q.N() {
		return false
	}
	for c := range p.N() {
		if d := p.Corner(c).Sub(q.Corner(c)); max(math.Abs(d.X), math.Abs(d.Y)) > exact {
			return false
		}
	}
	return true
}
