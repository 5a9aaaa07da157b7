package raster

import (
	"math"
	"slices"
	"sync"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Layer draws bricks over a base grid and caches the resulting cells, because few bricks change from frame to frame.
// When a brick changes, the Layer repaints its cells, including the other bricks in them.
//
// A Layer allocates only the rows of cells that have contained a brick since Resize. The other rows look like the base.
type Layer struct {
	Grid                     // grid without pixels
	bricks     []placedBrick // bricks by number; later bricks are in front
	cachedRows []layerRow    // cached cells, by row
	dirty      []int32       // indices of the cells to repaint
}

// A layerRow is a row of cells of a Layer. The zero layerRow has no cells.
type layerRow struct {
	pix   []Pixel // SubY rows of sub-cells
	cells []cell.Cell
	flags []cellFlags
}

// cellFlags are flags of a cell in a Layer.
type cellFlags uint8

const (
	flagDirty    cellFlags = 1 << iota // the cell must be repainted
	flagHasBrick                       // the cell contained a brick when it was last painted
)

// A placedBrick is a brick of a Layer.
type placedBrick struct {
	present bool
	shape   geom.Polygon
	look    Look
	cells   Box
}

// Resize gives l the size of base and removes all bricks.
func (l *Layer) Resize(base *Grid) {
	*l = Layer{Grid: *base, bricks: l.bricks[:0], cachedRows: grow(l.cachedRows, base.Rows), dirty: l.dirty[:0]}
	l.pix, l.rows, l.ends = nil, nil, nil
	clear(l.cachedRows)
}

// copyShape gives r the size and the properties of base. It does not clear the pixels.
func (r *Grid) copyShape(base *Grid) {
	pix, rows, ends := r.pix, r.rows, r.ends
	*r = *base
	r.pix, r.rows, r.ends = grow(pix, r.W*r.H), rows, ends
}

// Row returns row y of cells, or nil if the row looks like the base.
func (l *Layer) Row(y int) []cell.Cell { return l.cachedRows[y].cells }

// allocRows allocates the rows of b.
func (l *Layer) allocRows(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		if r := &l.cachedRows[y]; r.cells == nil {
			*r = layerRow{make([]Pixel, l.SubY*l.W), make([]cell.Cell, l.Cols), make([]cellFlags, l.Cols)}
			l.dirty = slices.Grow(l.dirty, l.Cols)
			l.MarkDirty(Box{0, y, l.Cols, y + 1})
		}
	}
}

// MarkDirty marks the cells of b for repainting.
func (l *Layer) MarkDirty(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		flags := l.cachedRows[y].flags
		if flags == nil {
			continue
		}
		for x := b.X0; x < b.X1; x++ {
			if flags[x]&flagDirty == 0 {
				flags[x] = flagDirty
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

// Paint repaints the dirty cells in front of base. For each dirty cell it calls resolve, which must set c, the cell in
// column x of row y. The grid r contains the cell's sub-cells, or is nil if the cell contains no brick.
func (l *Layer) Paint(base *Grid, resolve func(c *cell.Cell, r *Grid, x, y int)) {
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
		if b := &l.bricks[i]; b.present && l.flagBrick(b.cells) {
			sketch.Brick(&b.shape, b.look, l.All())
		}
	}
	for _, i := range l.dirty {
		x, y := int(i)%l.Cols, int(i)/l.Cols
		h := &l.cachedRows[y]
		h.restore(sketch, x, y)
		h.flags[x] &^= flagDirty
		if h.flags[x]&flagHasBrick != 0 {
			resolve(&h.cells[x], sketch, x, y)
		} else {
			resolve(&h.cells[x], nil, x, y)
		}
	}
	l.dirty = l.dirty[:0]
}

// restore copies the sub-cells of the cell in column x of row y from r to h. h must be row y of the cached cells.
func (h *layerRow) restore(r *Grid, x, y int) {
	for j := range r.SubY {
		from, to := r.pix[(y*r.SubY+j)*r.W+x*r.SubX:][:r.SubX], h.pix[j*r.W+x*r.SubX:][:r.SubX]
		for i := range to { // at most two iterations; a call of copy would cost more
			to[i] = from[i]
		}
	}
}

// sketchPool contains grids that no Layer is using. Paint needs a grid as large as the Layer, but only for
// microseconds.
var sketchPool = sync.Pool{New: func() any { return new(Grid) }}

// flagBrick records in each dirty cell of b that the cell contains a brick. It reports whether b contains dirty cells.
func (l *Layer) flagBrick(b Box) (hasDirty bool) {
	for y := b.Y0; y < b.Y1; y++ {
		flags := l.cachedRows[y].flags
		for x := b.X0; x < b.X1; x++ {
			if flags[x]&flagDirty != 0 {
				flags[x], hasDirty = flagDirty|flagHasBrick, true
			}
		}
	}
	return hasDirty
}

// sameShape reports whether two polygons have the same corners, apart from rounding errors.
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
