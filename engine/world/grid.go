package world

import (
	"math"
	"slices"

	"arkterm/engine/geom"
)

// A grid divides the field into square cells, so that a disc looks for partners only nearby. A cell
// lists the obstacles that a disc with its middle in the cell could touch, and the discs whose
// middles are in it at some time of the present window. A cell is at least as wide as the widest
// disc, so that two touching discs are in the same cell or in neighbouring ones.
//
// Around the field is a ring of cells that are always empty, so that each cell has all neighbours. Those
// inside of the ring extend to infinity: a disc below an open floor is still in the last row.
type grid struct {
	size     float64 // of a cell
	perSize  float64 // cells in a unit
	nx, ny   int
	first    []int32 // the obstacles of cell c: obstacle[first[c]:first[c+1]]
	obstacle []int32
	blocked  []uint64 // a bit for each cell: it lists obstacles
	last     []int32  // the last entry of a disc in each cell; 0: there is none
	entries  []entry  // of discs in cells; entries[0] is not used
}

// An entry is a disc in a cell, and the entry before it in the same cell.
type entry struct{ disc, before int32 }

// slack widens the reach of a cell: because of rounding, a disc may enter the cell that lists an
// obstacle an ulp later than it touches the obstacle.
const slack = 1e-6

// resize chooses the cells for a field of w × h with the given numbers of obstacles and discs, and
// empties them. radius is that of the largest disc.
func (g *grid) resize(w, h float64, obstacles, discs int, radius float64) {
	g.measure(w, h, obstacles, discs, radius)
	g.first, g.last = grow(g.first, g.nx*g.ny+1), grow(g.last, g.nx*g.ny)
}

// measure chooses the size of the cells and how many there are, without making them.
func (g *grid) measure(w, h float64, obstacles, discs int, radius float64) {
	// The width of a cell relative to the mean distance between bodies, as measured best on the
	// scenes of engine/world/scenes: a half makes four cells for each body, in any field. A few discs
	// are not looked for in cells, so wider cells are cheaper.
	part := 0.5
	if discs <= fewDiscs {
		part = 1.2
	}
	size := part * math.Sqrt(float64(w*h)/float64(max(1, obstacles+discs)))
	g.size = max(size, float64(radius*2)*1.01, 0.1, w/maxCells, h/maxCells)
	g.perSize = 1 / g.size
	g.nx = int(w*g.perSize) + 3
	g.ny = int(h*g.perSize) + 3
}

// maxCells is the most cells in one direction.
const maxCells = 1024

// at returns the column and row of the cell that holds p.
func (g *grid) at(p geom.Vec) (cx, cy int) {
	return cellOf(p.X, g.perSize, g.nx), cellOf(p.Y, g.perSize, g.ny)
}

// cellOf returns which of n cells in a row holds x. The first and the last one are of the ring.
func cellOf(x, perSize float64, n int) int {
	return int(max(0, min(int64(float64(x*perSize)), int64(n-3)))) + 1
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
				continue // gone, or predicted wherever it is
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

// eachCell calls f for the cells in which the middle of a circle of the given radius can be while
// it touches p, and possibly for a few more.
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

// reaches reports whether no side of p has the whole cell farther outside than radius. Cells at the
// border are infinite there, so they always count.
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

// hasObstacles reports whether cell c lists any. Most do not, and a bit for each is always at hand.
func (g *grid) hasObstacles(c int) bool { return g.blocked[uint(c)/64]>>(uint(c)%64)&1 != 0 }

// holds reports whether disc i is in cell c.
func (g *grid) holds(i int32, c int) bool {
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

// grow returns s with length n, reusing its memory if it is large enough. The contents are
// undefined.
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

func (g *grid) clone() grid {
	c := *g
	c.first, c.obstacle = slices.Clone(g.first), slices.Clone(g.obstacle)
	c.blocked = slices.Clone(g.blocked)
	c.last, c.entries = slices.Clone(g.last), slices.Clone(g.entries)
	return c
}
