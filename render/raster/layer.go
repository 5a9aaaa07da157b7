package raster

import (
	"math"
	"slices"
	"sync"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Layer is a field with bricks in front of it that seldom look different. Where one does, its cells are painted anew:
// all bricks in one of them are, on a sketch, of which these cells count.
//
// It holds only the rows of cells in which there was a brick since Resize. The others are as what is behind.
type Layer struct {
	Grid     // without pixels
	bricks   []placedBrick
	heldRows []layerRow // by row of cells
	dirty    []int32    // indexes of the cells to be painted
}

// A layerRow is a row of cells of a Layer; the zero layerRow is not held.
type layerRow struct {
	pix   []Pixel // SubY rows of sub-cells
	cells []cell.Cell
	marks []mark // by cell
}

// A mark is what is to be known of a cell of a Layer.
type mark uint8

const (
	dirty    mark = 1 << iota
	hasBrick      // when it was painted, a brick was in it
)

// A placedBrick is a brick as it is painted.
type placedBrick struct {
	present bool
	shape   geom.Polygon
	look    Look
	cells   Box
}

// Resize gives l the size of base. No brick is on it.
func (l *Layer) Resize(base *Grid) {
	*l = Layer{Grid: *base, bricks: l.bricks[:0], heldRows: grow(l.heldRows, base.Rows), dirty: l.dirty[:0]}
	l.pix, l.rows = nil, nil
	clear(l.heldRows)
}

// copyShape makes r a grid of the size and kind of base. It does not clear the pixels.
func (r *Grid) copyShape(base *Grid) {
	pix, rows := r.pix, r.rows
	*r = *base
	r.pix, r.rows = grow(pix, r.W*r.H), rows
}

// Row returns what row y of cells looks like; nil if it is as what is behind.
func (l *Layer) Row(y int) []cell.Cell { return l.heldRows[y].cells }

// allocRows makes sure that the rows of b are held.
func (l *Layer) allocRows(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		if r := &l.heldRows[y]; r.cells == nil {
			*r = layerRow{make([]Pixel, l.SubY*l.W), make([]cell.Cell, l.Cols), make([]mark, l.Cols)}
			l.dirty = slices.Grow(l.dirty, l.Cols)
			l.MarkDirty(Box{0, y, l.Cols, y + 1})
		}
	}
}

// MarkDirty makes the cells of b dirty.
func (l *Layer) MarkDirty(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		marks := l.heldRows[y].marks
		if marks == nil {
			continue
		}
		for x := b.X0; x < b.X1; x++ {
			if marks[x]&dirty == 0 {
				marks[x] = dirty
				l.dirty = append(l.dirty, int32(y*l.Cols+x))
			}
		}
	}
}

// Put makes p with a look brick n, in front of those with lower numbers.
func (l *Layer) Put(n int, p geom.Polygon, k Look) {
	for n >= len(l.bricks) {
		l.bricks = append(l.bricks, placedBrick{})
	}
	b := &l.bricks[n]
	if b.present && b.look == k && sameShape(&b.shape, &p) {
		return
	}
	l.Remove(n)
	*b = placedBrick{true, p, k, l.Cells(l.AreaOf(&p).Grown().And(l.All()))}
	l.allocRows(b.cells)
	l.MarkDirty(b.cells)
}

// Remove takes brick n away, if it is there.
func (l *Layer) Remove(n int) {
	if n < len(l.bricks) && l.bricks[n].present {
		l.bricks[n].present = false
		l.MarkDirty(l.bricks[n].cells)
	}
}

// RemoveFrom takes away brick n and those behind it.
func (l *Layer) RemoveFrom(n int) {
	for ; n < len(l.bricks); n++ {
		l.Remove(n)
	}
}

// Paint paints the dirty cells in front of base, and calls show for each: it sets what c in column x of row y looks like. r has
// the cell's sub-cells; nil if no brick is in it.
func (l *Layer) Paint(base *Grid, show func(c *cell.Cell, r *Grid, x, y int)) {
	if len(l.dirty) == 0 {
		return
	}
	sketch := sketchPool.Get().(*Grid)
	defer sketchPool.Put(sketch)
	sketch.copyShape(base)
	for _, i := range l.dirty {
		sketch.restore(base, int(i)%l.Cols, int(i)/l.Cols)
	}
	for i := range l.bricks {
		if b := &l.bricks[i]; b.present && l.markBrick(b.cells) {
			sketch.Brick(&b.shape, b.look, l.All())
		}
	}
	for _, i := range l.dirty {
		x, y := int(i)%l.Cols, int(i)/l.Cols
		h := &l.heldRows[y]
		h.restore(sketch, x, y)
		h.marks[x] &^= dirty
		if h.marks[x]&hasBrick != 0 {
			show(&h.cells[x], sketch, x, y)
		} else {
			show(&h.cells[x], nil, x, y)
		}
	}
	l.dirty = l.dirty[:0]
}

// restore copies the cell in column x of row y from r, of which h is a row.
func (h *layerRow) restore(r *Grid, x, y int) {
	for j := range r.SubY {
		from, to := r.pix[(y*r.SubY+j)*r.W+x*r.SubX:][:r.SubX], h.pix[j*r.W+x*r.SubX:][:r.SubX]
		for i := range to { // two at most: a call to copy them costs more
			to[i] = from[i]
		}
	}
}

// sketchPool are those on which no Layer paints just now: one takes as much as a Layer, and is needed for some microseconds.
var sketchPool = sync.Pool{New: func() any { return new(Grid) }}

// markBrick records that a brick is in the cells of b, and reports whether one of them is dirty.
func (l *Layer) markBrick(b Box) (any bool) {
	for y := b.Y0; y < b.Y1; y++ {
		marks := l.heldRows[y].marks
		for x := b.X0; x < b.X1; x++ {
			if marks[x]&dirty != 0 {
				marks[x], any = dirty|hasBrick, true
			}
		}
	}
	return any
}

// sameShape reports whether two polygons have the same corners, but for rounding.
func sameShape(p, q *geom.Polygon) bool {
	if p.N() != q.N() {
		return false
	}
	for c := range p.N() {
		if d := p.Corner(c).Sub(q.Corner(c)); max(math.Abs(d.X), math.Abs(d.Y)) > tolerance {
			return false
		}
	}
	return true
}
