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
	first    []int32 // obstacles of cell c: obstacle[first[c]:first[c+1]]
	obstacle []int32
	head     []int32 // first disc of cell c, or −1
	link     []link  // of disc i
}

// A link is a disc's place in the list of its cell.
type link struct {
	next, prev int32 // the discs after and before it in its cell, or −1
	cell       int32 // or −1
}

// slack widens the reach of a cell: because of rounding, a disc may enter the cell that lists an
// obstacle an ulp later than it touches the obstacle.
const slack = 1e-6

// resize chooses the cells for a field of w × h with the given numbers of obstacles and discs, and
// empties them. radius is that of the largest disc.
func (g *grid) resize(w, h float64, obstacles, discs int, radius float64) {
	// The width of a cell relative to the mean distance between bodies, as measured best on the
	// scenes of engine/peers: a half makes four cells for each body, in any field. A few discs are
	// not looked for in cells, so wider cells are cheaper.
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
	g.first = grow(g.first, cells+1)
	clear(g.first)
	g.obstacle = g.obstacle[:0]

	// Two passes: count, then fill.
	for pass := range 2 {
		for k := range obstacles {
			if obstacles[k].Gone || obstacles[k].Moves {
				continue // gone, or predicted wherever it is
			}
			g.eachCell(&obstacles[k].Shape, radius+slack, func(c int) {
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
	copy(g.first[1:], g.first[:cells])
	g.first[0] = 0
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
func (g *grid) obstaclesIn(c int32) []int32 { return g.obstacle[g.first[c]:g.first[c+1]] }

// setDiscs empties the cells of discs and makes room for n of them.
func (g *grid) setDiscs(n int) {
	g.head = grow(g.head, g.nx*g.ny)
	for c := range g.head {
		g.head[c] = -1
	}
	g.link = grow(g.link, n)
	for i := range g.link {
		g.link[i] = link{-1, -1, -1}
	}
}

// put moves disc i into cell c, or out of the grid where c is −1.
func (g *grid) put(i, c int32) {
	l := &g.link[i]
	if l.cell >= 0 {
		if l.prev >= 0 {
			g.link[l.prev].next = l.next
		} else {
			g.head[l.cell] = l.next
		}
		if l.next >= 0 {
			g.link[l.next].prev = l.prev
		}
	}
	l.cell = c
	if c < 0 {
		return
	}
	l.prev, l.next = -1, g.head[c]
	if l.next >= 0 {
		g.link[l.next].prev = i
	}
	g.head[c] = i
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
func (g *grid) bytes() int { return 4 * (len(g.first) + len(g.obstacle) + len(g.head)) }

func (g *grid) clone() grid {
	c := *g
	c.first, c.obstacle, c.head = slices.Clone(g.first), slices.Clone(g.obstacle), slices.Clone(g.head)
	c.link = slices.Clone(g.link)
	return c
}
