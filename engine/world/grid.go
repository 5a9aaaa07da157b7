package world

import (
	"math"
	"slices"

	"arkterm/engine/geom"
)

// A grid divides the field into square cells, so that a disc looks for partners only nearby. A cell
// lists the obstacles that a disc with its middle in the cell could touch, and the discs whose
// middles are in it. A cell is at least as wide as the widest disc, so that two touching discs are
// in the same cell or in neighbouring ones.
//
// Cells at the border extend to infinity: a disc below an open floor is still in the last row.
type grid struct {
	size     float64 // of a cell
	nx, ny   int
	cells    []cell // nx·ny, and one more for the end of the last one's obstacles
	obstacle []int32
	after    []int32 // the disc after disc i in the list of its cell, or −1
}

// A cell is where its lists begin: of discs at the disc head, or −1; of obstacles in cell c at
// obstacle[cells[c].first:cells[c+1].first].
type cell struct{ head, first int32 }

// slack widens the reach of a cell: because of rounding, a disc may enter the cell that lists an
// obstacle an ulp later than it touches the obstacle.
const slack = 1e-6

// resize chooses the cells for a field of w × h with the given numbers of obstacles and discs, and
// empties them. radius is that of the largest disc.
func (g *grid) resize(w, h float64, obstacles, discs int, radius float64) {
	g.measure(w, h, obstacles, discs, radius)
	g.cells = grow(g.cells, g.nx*g.ny+1)
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
	g.nx = int(w/g.size) + 1
	g.ny = int(h/g.size) + 1
}

// maxCells is the most cells in one direction.
const maxCells = 1024

// at returns the column and row of the cell that holds p.
func (g *grid) at(p geom.Vec) (cx, cy int) {
	return cellOf(p.X, g.size, g.nx), cellOf(p.Y, g.size, g.ny)
}

func cellOf(x, size float64, n int) int {
	if !(x > 0) {
		return 0
	}
	return int(min(x/size, float64(n-1)))
}

// setObstacles fills the cells' lists of obstacles, for discs of at most the given radius.
func (g *grid) setObstacles(obstacles []Obstacle, radius float64) {
	cells := g.nx * g.ny
	for c := range g.cells {
		g.cells[c].first = 0
	}
	g.obstacle = g.obstacle[:0]

	// Two passes: count, then fill.
	for pass := range 2 {
		for k := range obstacles {
			if obstacles[k].Gone || obstacles[k].Moves {
				continue // gone, or predicted wherever it is
			}
			g.eachCell(&obstacles[k].Shape, radius+slack, func(c int) {
				if pass == 0 {
					g.cells[c+1].first++
					return
				}
				g.obstacle[g.cells[c].first] = int32(k)
				g.cells[c].first++
			})
		}
		if pass == 0 {
			for c := range cells {
				g.cells[c+1].first += g.cells[c].first
			}
			g.obstacle = grow(g.obstacle, int(g.cells[cells].first))
		}
	}

	// Filling moved each start to the start of the next cell.
	for c := cells; c > 0; c-- {
		g.cells[c].first = g.cells[c-1].first
	}
	g.cells[0].first = 0
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
	if cx == 0 || cy == 0 || cx == g.nx-1 || cy == g.ny-1 {
		return true
	}
	half := float64(g.size / 2)
	middle := geom.Vec{X: float64(float64(cx)*g.size) + half, Y: float64(float64(cy)*g.size) + half}
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
func (g *grid) obstaclesIn(c int) []int32 { return g.obstacle[g.cells[c].first:g.cells[c+1].first] }

// setDiscs empties the cells of discs and makes room for n of them.
func (g *grid) setDiscs(n int) {
	for c := range g.cells {
		g.cells[c].head = -1
	}
	g.after = grow(g.after, n)
}

// put adds disc i to cell c.
func (g *grid) put(i int32, c int) {
	g.after[i] = g.cells[c].head
	g.cells[c].head = i
}

// take removes disc i from cell c. It is mostly alone there, so the list has no way back.
func (g *grid) take(i int32, c int) {
	if g.cells[c].head == i {
		g.cells[c].head = g.after[i]
		return
	}
	j := g.cells[c].head
	for g.after[j] != i {
		j = g.after[j]
	}
	g.after[j] = g.after[i]
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
func (g *grid) bytes() int { return 8*len(g.cells) + 4*len(g.obstacle) }

func (g *grid) clone() grid {
	c := *g
	c.cells, c.obstacle, c.after = slices.Clone(g.cells), slices.Clone(g.obstacle), slices.Clone(g.after)
	return c
}
