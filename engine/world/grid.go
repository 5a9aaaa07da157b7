package world

import (
	"math"
	"math/bits"
	"slices"

	"arkterm/engine/geom"
)

// A grid divides the field into square cells. A disc searches only nearby cells for bodies that it may meet. Discs of
// similar sizes share a layer of cells. A cell lists the discs of its layer whose centers are in it at some time of the
// current window (see window), and the obstacles that such a disc could touch. A cell is at least as wide as the widest
// disc of its layer, so two touching discs of a layer are in the same cell or in adjacent cells.
type grid struct {
	layers  []layer // finest first
	last    []int32 // the last disc entry of each cell; 0 if there is none
	entries []entry // discs in cells; entries[0] is unused
}

// A layer contains the cells for discs of similar sizes. The radius of a disc is at most layer.radius, and larger than
// the radius of the previous layer.
//
// The field is surrounded by a ring of cells that are always empty, so every inner cell has all neighbors. The
// outermost inner cells extend to infinity. For example, a disc below an open floor is still in the last row. If there
// are many more cells than bodies, several cells share their lists.
type layer struct {
	size         float64 // width and height of a cell, in units
	cellsPerUnit float64 // cells per unit
	radius       float64 // largest radius of its discs
	nx, ny       int     // numbers of columns and rows, including the ring
	first        int     // index in grid.last of the list of cell 0
	mask         int     // cell c has the list c & mask
	obstacles    listing // obstacles at rest
	movers       listing
}

// slot returns the index in grid.last of cell c.
func (l *layer) slot(c int) int { return l.first + c&l.mask }

// A listing lists bodies by cell.
type listing struct {
	first  []int32 // the bodies of cell c are body[first[c]:first[c+1]]
	body   []int32
	bound  []geom.Bound // bounding circles of the obstacles in body, not displaced for images; unused for movers
	filled []uint64     // one bit per cell, set if the cell lists bodies
}

// An entry is a disc in a cell, linked to the entry before it in the same cell.
type entry struct{ disc, before int32 }

// slack, in units, is added to distances in searches for nearby bodies. Because of rounding, a disc can touch an
// obstacle slightly before it enters the first cell that lists the obstacle. With slack, the cell before it lists the
// obstacle too.
const slack = 1e-6

// cellWidthFactor is the minimum width of a cell, as a multiple of the diameter of the widest disc of its layer.
const cellWidthFactor = 1.01

// layerRatio is the minimum ratio of the largest radii in two neighboring layers. There are several layers only if
// cells for the largest discs are more than layerRatio times as wide as the finest cells.
const layerRatio = 4

// resizeGrid chooses the sizes of the cells for the current bodies, empties the cells, and lists the obstacles and
// movers in them.
func (w *World) resizeGrid() {
	g := &w.grid
	obstacles, area := 0, 0.0
	for k := range w.Obstacles {
		if o := &w.Obstacles[k]; !o.Gone {
			lo, hi := o.Shape.Bounds()
			obstacles, area = obstacles+1, area+float64((hi.X-lo.X)*(hi.Y-lo.Y))
		}
	}

	// Large obstacles limit the number of cells, because many cells would list them.
	bodies := obstacles + len(w.Discs)
	least := max(w.W/maxCells, w.H/maxCells, math.Sqrt(area/float64(16*bodies+1)))
	if w.exhaustive {
		least = w.W + w.H // a single cell
	}
	spacing := w.spacing(bodies, least)
	g.layers = g.layers[:0]
	for radius, top := w.maxRadius, true; top || radius > 0; top = false {
		below := 0.0 // the largest radius of the discs in finer layers
		if width := 2 * cellWidthFactor * radius; len(w.Discs) > fewDiscs && width > layerRatio*max(spacing, least) {
			for i := range w.Discs {
				if r := w.Discs[i].R; r <= radius/layerRatio {
					below = max(below, r)
				}
			}
		}
		size := max(float64(radius*2)*cellWidthFactor, least)
		if below == 0 {
			size = max(size, spacing)
		}
		g.addLayer(size, radius)
		radius = below
	}
	slices.Reverse(g.layers)

	lists := 0
	for k := range g.layers {
		l := &g.layers[k]
		l.cellsPerUnit = 1 / l.size
		l.nx = int(w.W*l.cellsPerUnit) + 3
		l.ny = int(w.H*l.cellsPerUnit) + 3
		// Beyond a seam, the last cell has a neighbor, so it must not be narrower than the others.
		if w.wrapX {
			l.nx = max(3, l.nx-1)
		}
		if w.wrapY {
			l.ny = max(3, l.ny-1)
		}
		l.first, l.mask = lists, -1
		n := l.nx * l.ny
		if n > 8*bodies+1024 {
			n = 1 << bits.Len(uint(4*bodies+1024))
			l.mask = n - 1
		}
		lists += n
		w.listBodies(l, n)
	}
	g.last = grow(g.last, lists)
	w.listed = len(w.Obstacles)
}

// addLayer adds a layer. It reuses the memory of an earlier one.
func (g *grid) addLayer(size, radius float64) {
	n := len(g.layers)
	if n == cap(g.layers) {
		g.layers = append(g.layers, layer{})
	}
	g.layers = g.layers[:n+1]
	l := &g.layers[n]
	*l = layer{size: size, radius: radius, obstacles: l.obstacles, movers: l.movers}
}

// layerOf returns the layer of a disc of radius r.
func (g *grid) layerOf(r float64) uint8 {
	k := 0
	for k < len(g.layers)-1 && r > g.layers[k].radius {
		k++
	}
	return uint8(k)
}

// spacing returns a suitable width of a cell. In general, this is 0.5 of the mean distance between bodies, which
// results in four cells per body. With few discs, cells are not searched for discs, so wider cells are cheaper and the
// factor is 1.2. Both factors performed best on the scenes of the gallery. If many discs share their cells, spacing
// returns a smaller width.
func (w *World) spacing(bodies int, least float64) float64 {
	mean := math.Sqrt(float64(w.W*w.H) / float64(max(1, bodies)))
	if len(w.Discs) <= fewDiscs {
		return float64(mean * 1.2)
	}
	size := max(float64(mean*0.5), least)
	n := 1 << bits.Len(uint(4*len(w.Discs)))
	count := grow(w.grid.last, n)
	w.grid.last = count
	for range 8 {
		clear(count)
		pairs, flying := 0, 0 // pairs of discs in the same cell
		for i := range w.Discs {
			if w.Discs[i].Held {
				continue
			}
			at := w.clamped(w.At(i))
			c := &count[(uint64(at.X/size)*0x9e3779b97f4a7c15^uint64(at.Y/size)*0xc2b2ae3d27d4eb4f)>>32&uint64(n-1)]
			pairs += int(*c)
			*c++
			flying++
		}
		others := float64(2*pairs) / float64(max(1, flying)) // mean number of other discs in the cell of a disc
		if others <= 1.5 || size <= least {
			break
		}
		size = max(float64(size*math.Sqrt(0.5/others)), least)
	}
	return size
}

// maxCells is the maximum number of cells in one direction.
const maxCells = 1 << 14

// at returns the column and row of the cell that contains p.
func (g *layer) at(p geom.Vec) (cx, cy int) {
	return cellOf(p.X, g.cellsPerUnit, g.nx), cellOf(p.Y, g.cellsPerUnit, g.ny)
}

// cellOf returns the index of the cell that contains x, in a row of n cells. The first and the last cell belong to the
// ring.
func cellOf(x, cellsPerUnit float64, n int) int {
	return int(max(0, min(int64(float64(x*cellsPerUnit)), int64(n-3)))) + 1
}

// listBodies lists the obstacles at rest and the movers in the cells of l, which has n lists.
func (w *World) listBodies(l *layer, n int) {
	l.obstacles.clear(n)
	for pass := range 2 { // count, then list
		for k := range w.Obstacles {
			o := &w.Obstacles[k]
			if o.Gone || o.Moves {
				continue
			}
			l.eachCell(o.Shape, l.radius+slack, func(c int) { l.obstacles.countOrAdd(pass, c&l.mask, int32(k)) })
			if w.wraps() {
				w.listImages(l, pass, k)
			}
		}
		l.obstacles.endPass(pass)
	}
	l.obstacles.bound = grow(l.obstacles.bound, len(l.obstacles.body))
	for n, k := range l.obstacles.body {
		l.obstacles.bound[n] = w.Obstacles[k&bodyMask].Shape.Bound()
	}
	if len(w.movers) == 0 {
		return
	}
	l.movers.clear(n)
	for pass := range 2 {
		for k := range w.movers {
			if m := &w.movers[k]; m.body == 0 { // any cell can contain a steered body
				path, radius := m.path()
				w.listMover(l, pass, k, &path, radius+l.radius+slack)
			}
		}
		l.movers.endPass(pass)
	}
}

// listMover lists mover k and its images in the cells within reach of their paths. The center of the mover moves along
// path.
func (w *World) listMover(l *layer, pass, k int, path *geom.Polygon, reach float64) {
	l.eachCell(path, reach, func(c int) { l.movers.countOrAdd(pass, c&l.mask, int32(k)) })
	if !w.wraps() {
		return
	}
	for m := image(1); m < images; m++ {
		s, ok := w.imageOffset(m)
		p := path.Moved(geom.Mover{V: s}, 1)
		lo, hi := p.Bounds()
		far := geom.Vec{X: reach, Y: reach}
		if ok && w.meetsField(lo.Sub(far), hi.Add(far)) {
			l.eachCell(&p, reach, func(c int) { l.movers.countOrAdd(pass, c&l.mask, int32(k)|int32(m)<<imageShift) })
		}
	}
}

// listImages adds the periodic images of obstacle k to the cells of l. It does not add the obstacle itself.
func (w *World) listImages(l *layer, pass, k int) {
	for m := image(1); m < images; m++ {
		s, ok := w.imageOffset(m)
		if !ok {
			continue
		}
		p := w.Obstacles[k].Shape.Moved(geom.Mover{V: s}, 1)
		lo, hi := p.Bounds()
		far := geom.Vec{X: l.radius + slack, Y: l.radius + slack}
		if w.meetsField(lo.Sub(far), hi.Add(far)) {
			l.eachCell(&p, l.radius+slack, func(c int) {
				l.obstacles.countOrAdd(pass, c&l.mask, int32(k)|int32(m)<<imageShift)
			})
		}
	}
}

// clear empties the lists of n cells.
func (l *listing) clear(n int) {
	l.first = grow(l.first, n+1)
	clear(l.first)
	l.filled = grow(l.filled, n/64+1)
	clear(l.filled)
}

// countOrAdd counts a body of a cell in the first pass, and adds it to the cell's list in the second.
func (l *listing) countOrAdd(pass, cell int, body int32) {
	if pass == 0 {
		l.first[cell+1]++
		l.filled[cell/64] |= 1 << (cell % 64)
		return
	}
	l.body[l.first[cell]] = body
	l.first[cell]++
}

// endPass ends a pass over all bodies. After the first pass, it converts the counts to the positions at which the lists
// of the cells start. After the second pass, it restores these positions, which countOrAdd has advanced.
func (l *listing) endPass(pass int) {
	n := len(l.first) - 1
	if pass == 0 {
		for c := range n {
			l.first[c+1] += l.first[c]
		}
		l.body = grow(l.body, int(l.first[n]))
		return
	}
	// The second pass moved each start to the start of the next cell.
	copy(l.first[1:], l.first[:n])
	l.first[0] = 0
}

// in returns the bodies that cell c lists.
func (l *listing) in(c int) []int32 { return l.body[l.first[c]:l.first[c+1]] }

// has reports whether cell c lists any bodies. Most cells list none, and the bits of all cells fit into the cache.
func (l *listing) has(c int) bool { return l.filled[uint(c)/64]>>(uint(c)%64)&1 != 0 }

// clone returns an independent copy.
func (l *listing) clone() listing {
	return listing{slices.Clone(l.first), slices.Clone(l.body), slices.Clone(l.bound), slices.Clone(l.filled)}
}

// eachCell calls f for the cells that can contain the center of a circle of the given radius that touches p. It may
// also call f for a few other cells.
func (g *layer) eachCell(p *geom.Polygon, radius float64, f func(cell int)) {
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
func (g *layer) reaches(p *geom.Polygon, radius float64, cx, cy int) bool {
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

// hasDisc reports whether the list of discs in a slot of g.last contains disc i.
func (g *grid) hasDisc(i int32, slot int) bool {
	for k := g.last[slot]; k != 0; k = g.entries[k].before {
		if g.entries[k].disc == i {
			return true
		}
	}
	return false
}

// removeDisc decrements the indices of all discs after disc i. An entry of disc i becomes an entry of another disc,
// which is harmless because it only causes an unnecessary check.
func (g *grid) removeDisc(i int32) {
	for k := range g.entries {
		if e := &g.entries[k]; e.disc >= i {
			e.disc = max(0, e.disc-1)
		}
	}
}

// clearDiscs removes all discs from the cells.
func (g *grid) clearDiscs() {
	clear(g.last)
	g.entries = append(g.entries[:0], entry{})
}

// shared returns the number of entries that are not the first in their cells.
func (g *grid) shared() (n int) {
	n = len(g.entries) - 1
	for _, entry := range g.last {
		n -= oneIfEntry(entry)
	}
	return n
}

// put adds disc i to the list of discs in a slot of g.last.
func (g *grid) put(i int32, slot int) {
	n := len(g.entries)
	if n == cap(g.entries) {
		g.reserve()
	}
	g.entries = g.entries[:n+1]
	last := &g.last[slot]
	g.entries[n] = entry{i, *last}
	*last = int32(n)
}

// reserve makes room for more entries. Inlined, it would slow down put.
//
//go:noinline
func (g *grid) reserve() { g.entries = slices.Grow(g.entries, len(g.entries)) }

// grow returns s with length n and undefined contents. It reuses the memory of s if possible. The first allocation has
// no room to grow, because the lists of most worlds never grow.
func grow[T any](s []T, n int) []T {
	switch {
	case s == nil:
		return make([]T, n)
	case cap(s) < n:
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// bytes returns the approximate size of the lists in bytes.
func (g *grid) bytes() int {
	n := 4*len(g.last) + 8*len(g.entries)
	for k := range g.layers {
		for _, l := range []*listing{&g.layers[k].obstacles, &g.layers[k].movers} {
			n += 4*(len(l.first)+len(l.body)) + 24*len(l.bound) + 8*len(l.filled)
		}
	}
	return n
}

// clone returns an independent copy.
func (g *grid) clone() grid {
	c := grid{slices.Clone(g.layers), slices.Clone(g.last), slices.Clone(g.entries)}
	for k := range c.layers {
		l := &c.layers[k]
		l.obstacles, l.movers = l.obstacles.clone(), l.movers.clone()
	}
	return c
}
