package levels

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Cell is a place in a grid. In a grid of hexagons, a row is half as high as a hexagon, and every second place of a
// row is a cell.
type Cell struct{ Row, Col int }

// A Grid contains the cells of a drawing that fit in the field. Row 0 is the first row of the drawing. The row and the
// column of a cell do not change when the drawing grows.
type Grid struct {
	Rows, Cols int
	Boxes      bool // boxes in rows and columns instead of hexagons

	lattice  lattice // with the left edge of column 0
	centered bool    // the text does not contain the left edge
	parity   int     // parity of Row + Col of hexagons
}

// Lattice returns the value of the key lattice for the grid, for example "pitch 4 4, top 6".
func (g Grid) Lattice() string {
	l := &g.lattice
	size := "pitch " + decimal(l.pitch.X) + " " + decimal(l.pitch.Y)
	switch {
	case g.Boxes:
		size = "boxes " + decimal(l.pitch.X) + " " + decimal(l.pitch.Y)
	case l.slant != float64(l.pitch.X*pitchSlant):
		size = "radius " + decimal(2*l.slant)
	}
	if !g.centered {
		size += ", left " + decimal(l.left)
	}
	if l.top != defaultLattice.top {
		size += ", top " + decimal(l.top)
	}
	return size
}

// newGrid returns the grid of a drawing with the given numbers of rows and columns, even if some of them are outside of
// the field. first is the grid column of the drawing's first column. If the drawing has no columns, the grid fills the
// field. parity is the parity of row + column of the drawing's cells.
func newGrid(l lattice, rows, cols, parity int) (g Grid, first int) {
	maxCols, spacing, height := 2*MaxCols, l.pitch.Y/2, l.pitch.Y
	if l.boxes {
		maxCols, spacing, parity = MaxCols, l.pitch.Y, 0
	}
	width, left := spec.FieldW, max(0, l.left)
	fit := int((width - left - l.width(0) + roundingError) / l.pitch.X)
	fit = max(1, min(fit, maxCols))
	g = Grid{Boxes: l.boxes, lattice: l, centered: l.left < 0}

	g.Cols = max(cols, fit)
	if g.centered {
		// The drawing is centered, so it grows by one column on each side.
		if cols > 0 && (g.Cols-cols)%2 != 0 {
			g.Cols--
		}
		g.lattice.left = (width - l.width(g.Cols)) / 2
		if cols > 0 {
			first = (g.Cols - cols) / 2
		}
	}
	g.parity = (parity + first) % 2
	fitRows := int((spec.LowestBrick-l.top-height+roundingError)/spacing) + 1
	g.Rows = max(rows, min(MaxRows, fitRows), 1)
	return g, first
}

// Valid reports whether c is a cell of the grid.
func (g Grid) Valid(c Cell) bool {
	return c.Row >= 0 && c.Row < g.Rows && c.Col >= 0 && c.Col < g.Cols && g.aligned(c)
}

// aligned reports whether there is a cell at c, perhaps outside of the grid.
func (g Grid) aligned(c Cell) bool { return g.Boxes || (c.Row+c.Col)&1 == g.parity }

// Shape returns the shape of a cell.
func (g Grid) Shape(c Cell) geom.Polygon { return g.lattice.cell(c.Row, c.Col) }

// Center returns the center of a cell in units of the field.
func (g Grid) Center(c Cell) geom.Vec {
	x := g.lattice.left + g.lattice.pitch.X*(float64(c.Col)+0.5)
	if g.Boxes {
		return geom.Vec{X: x, Y: g.lattice.top + g.lattice.pitch.Y*(float64(c.Row)+0.5)}
	}
	return geom.Vec{X: x + g.lattice.slant/2, Y: g.lattice.top + g.lattice.pitch.Y/2*float64(c.Row+1)}
}

// At returns the cell at a point of the field. ok is false if there is no cell.
func (g Grid) At(p geom.Vec) (c Cell, ok bool) {
	col := int(math.Floor((p.X - g.lattice.left) / g.lattice.pitch.X))
	row := int(math.Floor((p.Y - g.lattice.top) / g.lattice.pitch.Y))
	if !g.Boxes {
		row = int(math.Floor((p.Y - g.lattice.top) / (g.lattice.pitch.Y / 2)))
	}

	nearest := roundingError // distance from the shape; not 0, so that points on a border belong to a cell
	for r := row - 1; r <= row; r++ {
		for k := col - 1; k <= col; k++ {
			near := Cell{r, k}
			if !g.Valid(near) {
				continue
			}
			shape := g.Shape(near)
			if d := shape.Distance(p); d < nearest {
				c, ok, nearest = near, true, d
			}
		}
	}
	return c, ok
}

// hexSteps and boxSteps are the offsets of the neighbors of a cell, clockwise from above.
var (
	hexSteps = []Cell{{-2, 0}, {-1, 1}, {1, 1}, {2, 0}, {1, -1}, {-1, -1}}
	boxSteps = []Cell{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
)

// Neighbors returns the cells of the grid that share a side with c.
func (g Grid) Neighbors(c Cell) (all []Cell) {
	for _, s := range g.steps() {
		if n := (Cell{c.Row + s.Row, c.Col + s.Col}); g.Valid(n) {
			all = append(all, n)
		}
	}
	return all
}

// steps returns the offsets of the neighbors of a cell.
func (g Grid) steps() []Cell {
	if g.Boxes {
		return boxSteps
	}
	return hexSteps
}

// Nearest returns the cell of the grid that is nearest to the place c, which may be between cells or outside.
func (g Grid) Nearest(c Cell) Cell {
	c.Row, c.Col = max(0, min(g.Rows-1, c.Row)), max(0, min(g.Cols-1, c.Col))
	switch {
	case g.aligned(c):
	case c.Row+1 < g.Rows:
		c.Row++
	case c.Row > 0:
		c.Row--
	case c.Col+1 < g.Cols:
		c.Col++
	}
	return c
}

// Line returns the cells of a line from a to b. Consecutive cells share a side, or a corner in a grid of boxes.
func (g Grid) Line(a, b Cell) (all []Cell) {
	if g.Boxes {
		n := max(abs(b.Row-a.Row), abs(b.Col-a.Col))
		for i := range n + 1 {
			all = append(all, Cell{a.Row + divide((b.Row-a.Row)*i, n), a.Col + divide((b.Col-a.Col)*i, n)})
		}
		return g.valid(all)
	}

	from, to := toCube(a), toCube(b)
	n := max(abs(to.x-from.x), abs(to.y-from.y), abs(to.z-from.z)) / 2 // number of steps
	for i := range n + 1 {
		all = append(all, from.lerp(to, i, n).cell())
	}
	return g.valid(all)
}

// Rect returns the cells of the rectangle with opposite corners a and b.
func (g Grid) Rect(a, b Cell) (all []Cell) {
	for r := min(a.Row, b.Row); r <= max(a.Row, b.Row); r++ {
		for c := min(a.Col, b.Col); c <= max(a.Col, b.Col); c++ {
			all = append(all, Cell{r, c})
		}
	}
	return g.valid(all)
}

// Frame returns the border of Rect: the cells with a neighbor outside of the rectangle.
func (g Grid) Frame(a, b Cell) (all []Cell) {
	low, high := Cell{min(a.Row, b.Row), min(a.Col, b.Col)}, Cell{max(a.Row, b.Row), max(a.Col, b.Col)}
	for _, c := range g.Rect(a, b) {
		for _, s := range g.steps() {
			if r, k := c.Row+s.Row, c.Col+s.Col; r < low.Row || r > high.Row || k < low.Col || k > high.Col {
				all = append(all, c)
				break
			}
		}
	}
	return all
}

// Fill returns the cells that are connected to c by cells for which same is true, including c.
func (g Grid) Fill(c Cell, same func(Cell) bool) (all []Cell) {
	seen := map[Cell]bool{c: true}
	all = g.valid([]Cell{c})
	for i := 0; i < len(all); i++ {
		for _, n := range g.Neighbors(all[i]) {
			if !seen[n] && same(n) {
				all = append(all, n)
			}
			seen[n] = true
		}
	}
	return all
}

// valid removes the cells that are not in the grid.
func (g Grid) valid(cells []Cell) []Cell {
	kept := cells[:0]
	for _, c := range cells {
		if g.Valid(c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// A Symmetry is a symmetry of a drawing. It is an index into symmetries.
type Symmetry uint8

// The symmetries. In a grid of boxes, thirds and sixths are not available and have no effect.
const (
	NoSymmetry Symmetry = iota
	MirrorX             // left and right
	MirrorY             // top and bottom
	MirrorXY            // both
	Thirds              // rotations by 120°
	Sixths              // rotations by 60°
	Snowflake           // rotations by 60°, mirrored

	NumSymmetries = iota
)

// symmetries has a row for each symmetry.
var symmetries = [NumSymmetries]struct {
	turns            int // number of rotations that map the drawing to itself
	mirrorX, mirrorY bool
}{
	NoSymmetry: {turns: 1},
	MirrorX:    {turns: 1, mirrorX: true},
	MirrorY:    {turns: 1, mirrorY: true},
	MirrorXY:   {turns: 1, mirrorX: true, mirrorY: true},
	Thirds:     {turns: 3},
	Sixths:     {turns: 6},
	Snowflake:  {turns: 6, mirrorX: true},
}

// Middle returns the cell in the middle of the grid. It is the usual center of symmetries.
func (g Grid) Middle() Cell { return g.Nearest(Cell{g.Rows / 2, g.Cols / 2}) }

// Images returns the images of cells under a symmetry around the given center, including the cells themselves, each
// once. Images outside of the grid are omitted.
func (g Grid) Images(s Symmetry, center Cell, cells ...Cell) (all []Cell) {
	dabs := make([]Dab, len(cells))
	for i, c := range cells {
		dabs[i].Cell = c
	}
	for _, d := range g.DabImages(s, center, dabs...) {
		all = append(all, d.Cell)
	}
	return all
}

// DabImages is like Images, but returns the images of dabs. It also rotates and mirrors the directions of gates.
func (g Grid) DabImages(s Symmetry, center Cell, dabs ...Dab) (all []Dab) {
	row := symmetries[s]
	if g.Boxes && row.turns > 1 {
		row.turns, row.mirrorX, row.mirrorY = 1, false, false
	}

	seen := map[Cell]bool{}
	add := func(d Dab, c Cell, degrees float64) {
		if seen[c] || !g.Valid(c) {
			return
		}
		seen[c] = true
		d.Cell = c
		if d.Brick.Way != (geom.Vec{}) {
			d.Brick.Way = geom.Direction(degrees)
		}
		all = append(all, d)
	}
	for _, d := range dabs {
		c, way := d.Cell, wayDegrees(d.Brick.Way)
		for range row.turns {
			x, y := 2*center.Col-c.Col, 2*center.Row-c.Row
			add(d, c, way)
			if row.mirrorX {
				add(d, Cell{c.Row, x}, 180-way)
			}
			if row.mirrorY {
				add(d, Cell{y, c.Col}, -way)
			}
			if row.mirrorX && row.mirrorY {
				add(d, Cell{y, x}, way+180)
			}
			if row.turns > 1 {
				c, way = rotate(c, center, 6/row.turns), way+360/float64(row.turns)
			}
		}
	}
	return all
}

// rotate rotates a cell of a grid of hexagons around a center, clockwise by the given number of sixths of a turn.
func rotate(c, center Cell, sixths int) Cell {
	v := toCube(Cell{c.Row - center.Row, c.Col - center.Col})
	for range sixths {
		v = cube{-v.z, -v.x, -v.y}
	}
	off := v.cell()
	return Cell{center.Row + off.Row, center.Col + off.Col}
}

// A cube contains the cube coordinates of a cell in a grid of hexagons. Their sum is 0. A step to a neighbor adds 2 to
// one coordinate and subtracts 2 from another. With steps of 1, the places between cells would not have integer
// coordinates.
type cube struct{ x, y, z int }

// toCube returns the coordinates of a cell.
func toCube(c Cell) cube { return cube{2 * c.Col, -c.Row - c.Col, c.Row - c.Col} }

// cell returns the cell with the given coordinates.
func (v cube) cell() Cell { return Cell{v.x/2 + v.z, v.x / 2} }

// lerp returns the cell at i/n of the way from v to w.
func (v cube) lerp(w cube, i, n int) cube {
	if n == 0 {
		return v
	}
	// Correct the coordinate with the largest rounding error, so that the sum remains 0.
	x, dx := roundStep(v.x, w.x, i, n)
	y, dy := roundStep(v.y, w.y, i, n)
	z, dz := roundStep(v.z, w.z, i, n)
	switch {
	case dx >= dy && dx >= dz:
		x = -y - z
	case dy >= dz:
		y = -x - z
	default:
		z = -x - y
	}
	return cube{x, y, z}
}

// roundStep returns the coordinate at i/n of the way from a to b, rounded to a whole number of steps from a. err is the
// absolute rounding error, multiplied by n.
func roundStep(a, b, i, n int) (rounded, err int) {
	exact := (b - a) * i
	rounded = 2 * divide(exact, 2*n)
	return a + rounded, abs(exact - rounded*n)
}

// divide returns a/b rounded to the nearest integer, and 0 if b is 0.
func divide(a, b int) int {
	switch {
	case b == 0:
		return 0
	case a < 0:
		return -divide(-a, b)
	}
	return (2*a + b) / (2 * b)
}

func abs(x int) int { return max(x, -x) }
