package raster

import (
	"math"
	"sync"

	"arkterm/engine/geom"
)

// An Overlay contains all moving objects of a frame. Between Begin and End it is painted on top of the base grid
// and the moving bricks.
type Overlay struct {
	Grid              // only the cells in Touched are valid
	Touched   []int32 // indices of the cells that may differ from the layers behind
	isTouched []bool  // by cell: whether it is in Touched
	base      *Grid   // rearmost layer
	movers    *Layer  // moving bricks in front of base
	canvas    *canvas // nil except between Begin and End
	discs     discCache
}

// A canvas is the memory for painting an Overlay. Overlays share a pool of canvases, so a server needs one for each
// frame that is being drawn and not one for each view.
type canvas struct {
	pix       []Pixel
	touched   []int32
	isTouched []bool
}

// canvasPool contains the canvases that no Overlay is using.
var canvasPool = sync.Pool{New: func() any { return new(canvas) }}

// Resize sets the size; see [Grid.Resize].
func (o *Overlay) Resize(cols, rows int, sub [2]int, cellW, cellH float64) {
	o.setSize(cols, rows, sub, cellW, cellH)
	o.discs = discCache{}
}

// Begin starts a frame. base contains the resting bricks, and movers contains the moving bricks in front of the resting
// bricks. Both layers must have the size of o.
func (o *Overlay) Begin(base *Grid, movers *Layer) {
	if o.canvas == nil {
		o.canvas = canvasPool.Get().(*canvas)
	}
	c, n := o.canvas, o.Cols*o.Rows
	c.pix, c.isTouched = grow(c.pix, o.W*o.H), grow(c.isTouched, n)
	if cap(c.touched) < n {
		c.touched = make([]int32, 0, n)
	}
	clear(c.isTouched)
	o.pix, o.Touched, o.isTouched, o.base, o.movers = c.pix, c.touched[:0], c.isTouched, base, movers
}

// End ends the frame and returns its memory to a pool.
func (o *Overlay) End() {
	canvasPool.Put(o.canvas)
	o.canvas, o.pix, o.Touched, o.isTouched, o.base, o.movers = nil, nil, nil, nil, nil, nil
}

// restore copies one cell from base.
func (r *Grid) restore(base *Grid, x, y int) {
	at := y*r.SubY*r.W + x*r.SubX
	for range r.SubY {
		from, to := base.pix[at:at+r.SubX], r.pix[at:at+r.SubX]
		for i := range to { // at most two iterations; a call of copy would cost more
			to[i] = from[i]
		}
		at += r.W
	}
}

// Touch copies the cells of b from the layers behind o and adds them to Touched. It must be called before the cells are
// painted.
func (o *Overlay) Touch(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		for x := b.X0; x < b.X1; x++ {
			o.touch(x, y)
		}
	}
}

// touch does the same as Touch for one cell.
func (o *Overlay) touch(x, y int) {
	i := y*o.Cols + x
	if o.isTouched[i] {
		return
	}
	from, at := o.visiblePixels(x, y)
	o.isTouched[i] = true
	o.Touched = append(o.Touched, int32(i))
	first := y*o.SubY*o.W + x*o.SubX
	for range o.SubY {
		for k := range o.SubX { // at most two iterations; a call of copy would cost more
			o.pix[first+k] = from[at+k]
		}
		at, first = at+o.W, first+o.W
	}
}

// at returns the sub-cell in column x of row y, which must be inside o.
func (o *Overlay) at(x, y int) Pixel {
	pix, at := o.visiblePixels(x/o.SubX, y/o.SubY)
	return pix[at+y%o.SubY*o.W+x%o.SubX]
}

// visiblePixels returns the pixels of the frontmost layer that contains a cell, and the index of the cell's first
// sub-cell.
func (o *Overlay) visiblePixels(x, y int) (pix []Pixel, at int) {
	at = y*o.SubY*o.W + x*o.SubX
	switch {
	case o.isTouched[y*o.Cols+x]:
		return o.pix, at
	case y < len(o.movers.cachedRows) && o.movers.cachedRows[y].pix != nil:
		return o.movers.cachedRows[y].pix, x * o.SubX
	}
	return o.base.pix, at
}

// Dot paints the sub-cell at a point.
func (o *Overlay) Dot(x, y float64, p Pixel) {
	i, j := Floor(x/o.UnitX), Floor(y/o.UnitY)
	if i < 0 || j < 0 || i >= o.W || j >= o.H {
		return
	}
	o.Touch(Box{i / o.SubX, j / o.SubY, i/o.SubX + 1, j/o.SubY + 1})
	o.pix[j*o.W+i] = p
}

// Line paints the empty sub-cells on the line from a to b. It paints one sub-cell per row if the line is steep,
// otherwise one per column.
func (o *Overlay) Line(a, b geom.Vec, p Pixel) {
	WalkLine(a, b, o.UnitX, o.UnitY, func(x, y int) {
		if x < 0 || y < 0 || x >= o.W || y >= o.H || o.at(x, y).ink() > 0 {
			return
		}
		o.Touch(Box{x / o.SubX, y / o.SubY, x/o.SubX + 1, y/o.SubY + 1})
		o.pix[y*o.W+x] = p
	})
}

// WalkLine calls put for the rectangles on the line from a to b, in a grid of rectangles of size w×h. If the line is
// steep, it calls put once per row, otherwise once per column. The rectangle contains the point of the line in the
// middle of the row or column.
func WalkLine(a, b geom.Vec, w, h float64, put func(x, y int)) {
	d := b.Sub(a)
	if math.Abs(d.X)/w > math.Abs(d.Y)/h {
		for x := Floor(min(a.X, b.X) / w); x <= Floor(max(a.X, b.X)/w); x++ {
			at := clampedCenter(x, w, a.X, b.X)
			put(x, Floor((a.Y+d.Y*(at-a.X)/d.X)/h))
		}
		return
	}
	for y := Floor(min(a.Y, b.Y) / h); y <= Floor(max(a.Y, b.Y)/h); y++ {
		at, x := clampedCenter(y, h, a.Y, b.Y), a.X
		if d.Y != 0 {
			x += d.X * (at - a.Y) / d.Y
		}
		put(Floor(x/w), y)
	}
}

// clampedCenter returns the center of row or column i, limited to the range between a and b. size is the height of a
// row or the width of a column.
func clampedCenter(i int, size, a, b float64) float64 {
	return min(max((float64(i)+0.5)*size, min(a, b)), max(a, b))
}

// WholeRows aligns an object with rows of cells if possible. The object has a height of 2·halfH units around y, and
// occupies the rows of sub-cells from y0 to y1, exclusive. If the height is within a third of a cell of a whole number
// of cells, WholeRows returns the rows of sub-cells of the nearest whole cells. An object that fills whole cells shares
// none of them with the background, so it can have two colors in each cell. Otherwise WholeRows returns y0 and y1.
func (o *Overlay) WholeRows(y0, y1 int, y, halfH float64) (int, int) {
	cellH := o.UnitY * float64(o.SubY)
	n := max(1, Nearest(2*halfH/cellH))
	if math.Abs(float64(n)*cellH-2*halfH) > cellH/3 {
		return y0, y1
	}
	row := Nearest(y/cellH - float64(n)/2)
	return row * o.SubY, (row + n) * o.SubY
}

// Capsule returns the sub-cells of a horizontal capsule around a point. Its width is a whole number of
// cells, about 2·half units, and its height is about 2·r units.
func (o *Overlay) Capsule(x, y, half, r float64) Box {
	width := max(1, Nearest(2*half/o.UnitX/float64(o.SubX))) * o.SubX
	b := o.BoxAt(x, y, float64(width)/2*o.UnitX, r)
	b.Y0, b.Y1 = o.WholeRows(b.Y0, b.Y1, y, r)
	return b
}

// RoundedCut returns the number of sub-cells to omit at either end of row j of a capsule, so that its ends are round. h
// is the number of rows, and r is the radius of the ends in units. The result is less than ends. With fewer than three
// rows it is 0, because a rounded end would look like damage.
func (o *Overlay) RoundedCut(j, h, ends int, r float64) int {
	if h < 3 {
		return 0
	}
	dy := (2*float64(j)+1)/float64(h) - 1
	return min(Nearest(r*(1-math.Sqrt(1-dy*dy))/o.UnitX), ends-1)
}

// Speck paints a small square of at least one sub-cell. It skips cells that contain other objects, because a third
// color in a cell would change the outlines of the other two.
func (o *Overlay) Speck(x, y, radius float64, p Pixel) {
	b := o.BoxAt(x, y, radius, radius).And(o.All())
	cells := o.Cells(b)
	for row := cells.Y0; row < cells.Y1; row++ {
		for col := cells.X0; col < cells.X1; col++ {
			if at := (Box{col, row, col + 1, row + 1}); o.isFree(col, row, p) {
				o.Touch(at)
				o.Fill(o.Subcells(at).And(b), p)
			}
		}
	}
}

// isFree reports whether a cell contains no object other than p: each of its sub-cells has no ink or equals p.
func (o *Overlay) isFree(x, y int, p Pixel) bool {
	pix, at := o.visiblePixels(x, y)
	for range o.SubY {
		for _, q := range pix[at : at+o.SubX] {
			if q.ink() > 0 && q != p {
				return false
			}
		}
		at += o.W
	}
	return true
}

// Block paints the sub-cells nearest to a rectangle around a point. The lengths are in units.
func (o *Overlay) Block(x, y, halfW, halfH float64, p Pixel) {
	b := o.BoxAt(x, y, halfW, halfH).And(o.All())
	o.Touch(o.Cells(b))
	o.Fill(b, p)
}
