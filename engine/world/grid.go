package world

import (
	"math"
	"slices"

	"arkterm/engine/geom"
)

// A grid divides the field into square cells, so that a disc searches for partners only nearby. A cell lists the
// obstacles that a disc centered in the cell could touch, and the discs whose centers are in it at some time of the
// current window. A cell is at least as wide as the widest disc, so two touching discs are in the same cell or in
// adjacent cells.
//
// The field is surrounded by a ring of cells that are always empty, so every inner cell has all neighbors. The
// outermost inner cells extend to infinity. For example, a disc below an open floor is still in the last row.
type grid struct {
	size         float64 // width and height of a cell, in units
	cellsPerUnit float64 // cells per unit
	nx, ny       int     // numbers of columns and rows, including the ring
	first        []int32 // the obstacles of cell c are obstacle[first[c]:first[c+1]]
	obstacle     []int32
	blocked      []uint64 // one bit per cell, set if the cell lists obstacles
	last         []int32  // the last disc entry of each cell; 0 if there is none
	entries      []entry  // discs in cells; entries[0] is unused
}

// An entry is a disc in a cell, linked to the entry before it in the same cell.
type entry struct{ disc, before int32 }

// slack extends the reach of a cell. Because of rounding, a disc may enter the cell that lists an obstacle an ulp after
// it touches the obstacle.
const slack = 1e-6

// resize chooses and empties the cells for a field of w × h with the given numbers of obstacles and discs. radius is
// the largest radius of a disc.
func (g *grid) resize(w, h float64, obstacles, discs int, radius float64) {
	g.measure(w, h, obstacles, discs, radius)
	g.first, g.last = grow(g.first, g.nx*g.ny+1), grow(g.last, g.nx*g.ny)
}

// measure chooses the size and number of the cells, without allocating them.
func (g *grid) measure(w, h float64, obstacles, discs int, radius float64) {
	// The width of a cell relative to the mean distance between bodies. The values performed best on the scenes of the
	// gallery: 0.5 gives four cells per body, in any field. With few discs, the cells are not searched for discs, so
	// wider cells are cheaper.
	share := 0.5
	if discs <= fewDiscs {
		share = 1.2
	}
	size := share * math.Sqrt(float64(w*h)/float64(max(1, obstacles+discs)))
	g.size = max(size, float64(radius*2)*1.01, 0.1, w/maxCells, h/maxCells)
	g.cellsPerUnit = 1 / g.size
	g.nx = int(w*g.cellsPerUnit) + 3
	g.ny = int(h*g.cellsPerUnit) + 3
}

// maxCells is the maximum number of cells in one direction.
const maxCells = 1024

// at returns the column and row of the cell that contains p.
func (g *grid) at(p geom.Vec) (cx, cy int) {
	return cellOf(p.X, g.cellsPerUnit, g.nx), cellOf(p.Y, g.cellsPerUnit, g.ny)
}

// cellOf returns the index of the cell that contains x, in a row of n cells. The first and the last cell belong to the
// ring.
func cellOf(x, cellsPerUnit float64, n int) int {
	return int(max(0, min(int64(float64(x*cellsPerUnit)), int64(n-3)))) + 1
}

// setObstacles fills the cells' lists of obstacles, for discs of at most the given radius.
func (g *grid) setObstacles(obstacles []Obstacle, radius float64) {
	cells := g.nx * g.ny
	clear(g.first)
	g.obstacle = g.obstacle[:0]

	// Two passes: count, then fill.
	for pass := range 2 {
		for k := range obstacles {
			if obstacles[k].Gone || obstacles[k].Moves {
				continue // removed, or predicted without the grid
			}
			g.eachCell(obstacles[k].Shape, radius+slack, func(c int) {
				if pass == 0 {
					g.first[c+1]++
					return
				}
				g.obstacle[g.first[c]] = int32(k)
				g.first[c]++
			})
		}
		if pass == 0 {
			for c := range cells {
				g.first[c+1] += g.first[c]
			}
			g.obstacle = grow(g.obstacle, int(g.first[cells]))
		}
	}

	// Filling moved each start to the start of the next cell.
	for c := cells; c > 0; c-- {
		g.first[c] = g.first[c-1]
	}
	g.first[0] = 0

	g.blocked = grow(g.blocked, cells/64+1)
	clear(g.blocked)
	for c := range cells {
		if g.first[c] < g.first[c+1] {
			g.blocked[c/64] |= 1 << (c % 64)
		}
	}
}

// eachCell calls f for the cells that can contain the center of a circle of the given radius that touches p, and
// possibly for a few more.
func (g *grid) eachCell(p *geom.Polygon, radius float64, f func(cell int)) {
	lo, hi := p.Bounds()
	x0, y0 := g.at(geom.Vec{X: lo.X - radius, Y: lo.Y - radius})
	x1, y1 := g.at(geom.Vec{X: hi.X + radius, Y: hi.Y + radius})
	for cy := y0; cy <= y1; cy++ {
		for cx := x0; cx <= x1; cx++ {
			if g.reaches(p, radius, cx, cy) {
				f(cy*g.nx + cx)
			}
		}
	}
}

// reaches reports whether the cell may contain the center of a circle that touches p. It cannot if the whole cell
// is more than radius in front of one side of p. Cells at the border extend to infinity, so the result for them is
// true.
func (g *grid) reaches(p *geom.Polygon, radius float64, cx, cy int) bool {
	if cx == 1 || cy == 1 || cx == g.nx-2 || cy == g.ny-2 {
		return true
	}
	half := float64(g.size / 2)
	middle := geom.Vec{X: float64(float64(cx-1)*g.size) + half, Y: float64(float64(cy-1)*g.size) + half}
	for k := range p.N() {
		n := p.Normal(k)
		extent := float64(half*math.Abs(n.X)) + float64(half*math.Abs(n.Y))
		if middle.Sub(p.Corner(k)).Dot(n)-extent > radius {
			return false
		}
	}
	return true
}

// obstaclesIn returns the obstacles that cell c lists.
func (g *grid) obstaclesIn(c int) []int32 { return g.obstacle[g.first[c]:g.first[c+1]] }

// hasObstacles reports whether cell c lists any obstacles. Most cells list none, and the bits of all cells fit into the
// cache.
func (g *grid) hasObstacles(c int) bool { return g.blocked[uint(c)/64]>>(uint(c)%64)&1 != 0 }

// hasDisc reports whether disc i is in cell c.
func (g *grid) hasDisc(i int32, c int) bool {
	for k := g.last[c]; k != 0; k = g.entries[k].before {
		if g.entries[k].disc == i {
			return true
		}
	}
	return false
}

// clearDiscs removes all discs from the cells.
func (g *grid) clearDiscs() {
	clear(g.last)
	g.entries = append(g.entries[:0], entry{})
}

// put adds disc i to cell c.
func (g *grid) put(i int32, c int) {
	g.entries = append(g.entries, entry{i, g.last[c]})
	g.last[c] = int32(len(g.entries) - 1)
}

// grow returns s with length n and undefined contents. It reuses the memory of s if possible.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// bytes returns the approximate size of the lists in bytes.
func (g *grid) bytes() int {
	return 4*(len(g.first)+len(g.last)) + 4*len(g.obstacle) + 8*len(g.blocked) + 8*len(g.entries)
}

// clone returns an independent copy.
func (g *grid) clone() grid {
	c := *g
	c.first, c.obstacle = slices.Clone(g.first), slices.Clone(g.obstacle)
	c.blocked = slices.Clone(g.blocked)
	c.last, c.entries = slices.Clone(g.last), slices.Clone(g.entries)
	return c
}
