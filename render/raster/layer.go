package raster

import (
	"math"
	"slices"
	"sync"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Layer draws bricks over a base grid and caches the resulting cells, because bricks seldom change. When a brick
// changes, the Layer repaints its cells, including the other bricks in them.
//
// A Layer allocates only the rows of cells that have contained a brick since Resize. The other rows look like the
// base.
type Layer struct {
	Grid                   // grid without pixels
	bricks   []placedBrick // bricks by number; later bricks are in front
	heldRows []layerRow    // held cells, by row
	dirty    []int32       // indices of the cells to repaint
}

// A layerRow is a row of cells of a Layer. The zero layerRow is not allocated.
type layerRow struct {
	pix   []Pixel // SubY rows of sub-cells
	cells []cell.Cell
	marks []mark // marks of the cells
}

// A mark contains flags of a cell in a Layer.
type mark uint8

const (
	dirty    mark = 1 << iota
	hasBrick      // a brick was in the cell when it was painted
)

// A placedBrick is a brick as it was painted.
type placedBrick struct {
	present bool
	shape   geom.Polygon
	look    Look
	cells   Box
}

// Resize gives l the size of base and removes all bricks.
func (l *Layer) Resize(base *Grid) {
	*l = Layer{Grid: *base, bricks: l.bricks[:0], heldRows: grow(l.heldRows, base.Rows), dirty: l.dirty[:0]}
	l.pix, l.rows = nil, nil
	clear(l.heldRows)
}

// copyShape makes r a grid with the size and the properties of base. It does not clear the pixels.
func (r *Grid) copyShape(base *Grid) {
	pix, rows := r.pix, r.rows
	*r = *base
	r.pix, r.rows = grow(pix, r.W*r.H), rows
}

// Row returns row y of cells, or nil if the row looks like the base.
func (l *Layer) Row(y int) []cell.Cell { return l.heldRows[y].cells }

// allocRows allocates the rows of b.
func (l *Layer) allocRows(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		if r := &l.heldRows[y]; r.cells == nil {
			*r = layerRow{make([]Pixel, l.SubY*l.W), make([]cell.Cell, l.Cols), make([]mark, l.Cols)}
			l.dirty = slices.Grow(l.dirty, l.Cols)
			l.MarkDirty(Box{0, y, l.Cols, y + 1})
		}
	}
}

// MarkDirty marks the cells of b for repainting.
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

// Put sets brick n to the shape p with the look k. Bricks with higher numbers are in front.
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

// Remove removes brick n if it is present.
func (l *Layer) Remove(n int) {
	if n < len(l.bricks) && l.bricks[n].present {
		l.bricks[n].present = false
		l.MarkDirty(l.bricks[n].cells)
	}
}

// RemoveFrom removes all bricks from number n on.
func (l *Layer) RemoveFrom(n int) {
	for ; n < len(l.bricks); n++ {
		l.Remove(n)
	}
}

// Paint repaints the dirty cells in front of base. For each of them it calls show, which must set the cell c in
// column x of row y. r contains the cell's sub-cells, or is nil if no brick is in the cell.
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

// restore copies the cell in column x of row y from r. h must be that row.
func (h *layerRow) restore(r *Grid, x, y int) {
	for j := range r.SubY {
		from, to := r.pix[(y*r.SubY+j)*r.W+x*r.SubX:][:r.SubX], h.pix[j*r.W+x*r.SubX:][:r.SubX]
		for i := range to { // at most two iterations; a call of copy would cost more
			to[i] = from[i]
		}
	}
}

// sketchPool contains grids that no Layer is using. A grid is as large as a Layer, but needed only for microseconds.
var sketchPool = sync.Pool{New: func() any { return new(Grid) }}

// markBrick records that a brick is in the dirty cells of b. It reports whether b contains dirty cells.
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

// sameShape reports whether two polygons have the same corners up to rounding.
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
