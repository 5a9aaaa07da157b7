package world

import (
	"math"

	"arkterm/engine/geom"
)

// A discIndex finds discs by their position at one moment. It consists of cells with lists of discs. The third query at
// the same moment builds the index. One or two queries are equally fast if they scan all discs. Adding a disc updates
// the index. Therefore, building a world takes time proportional to the number of discs.
type discIndex struct {
	tick    uint64  // tick of the index
	now     float64 // time of the index
	queries int     // number of queries at that time
	built   bool    // whether the fields below are valid

	discs  int                // number of discs when it was built
	size   float64            // size of a cell
	radius float64            // maximum radius of an indexed disc
	head   map[[2]int32]int32 // the first disc in each cell
	next   []int32            // the next disc in the same cell, or −1
}

// maxUnindexed is the number of queries at one moment that do not use an index.
const maxUnindexed = 2

// invalidate discards the index because discs have moved or changed.
func (c *discIndex) invalidate() { c.queries, c.built = 0, false }

// useIndex counts a query, builds the index if it pays off, and reports whether there is an index for this moment.
func (w *World) useIndex() bool {
	c := &w.discIndex
	if c.tick != w.tick || c.now != w.now {
		c.invalidate()
		c.tick, c.now = w.tick, w.now
	}
	c.queries++
	if !c.built && c.queries > maxUnindexed && len(w.Discs) > fewDiscs {
		w.buildIndex()
	}
	return c.built
}

// buildIndex builds the index.
func (w *World) buildIndex() {
	c := &w.discIndex
	c.built, c.discs, c.radius, c.next = true, len(w.Discs), MinRadius, c.next[:0]
	for i := range w.Discs {
		c.radius = max(c.radius, w.Discs[i].R)
	}
	c.radius = float64(c.radius * 1.5) // leaves room for larger discs that are added later
	c.size = max(2*c.radius, 0.5*math.Sqrt(float64(w.W*w.H)/float64(len(w.Discs))))
	if c.head == nil {
		c.head = map[[2]int32]int32{}
	}
	clear(c.head)
	for i := range w.Discs {
		c.add(i, &w.Discs[i], w.At(i))
	}
}

// add adds disc i, the first disc that is not indexed yet, to its cell.
func (c *discIndex) add(i int, d *Disc, center geom.Vec) {
	if !c.built {
		return
	}
	if d.R > c.radius || i > 2*c.discs {
		c.built = false // the next query builds it again, with a cell size for the current discs
		return
	}
	c.next = append(c.next, -1)
	if d.Held {
		return
	}
	cell := c.cell(center)
	if first, ok := c.head[cell]; ok {
		c.next[i] = first
	}
	c.head[cell] = int32(i)
}

// cell returns the cell that contains p. Distant cells are combined.
func (c *discIndex) cell(p geom.Vec) [2]int32 {
	return [2]int32{
		int32(geom.Clamp(math.Floor(p.X/c.size), -1e9, 1e9)),
		int32(geom.Clamp(math.Floor(p.Y/c.size), -1e9, 1e9)),
	}
}

// eachDisc calls f once for each moving disc that has a point in the rectangle from lo to hi. It may also call f for
// other discs. The index must be built.
func (w *World) eachDisc(lo, hi geom.Vec, f func(i int)) {
	c := &w.discIndex
	far := geom.Vec{X: c.radius + slack, Y: c.radius + slack}
	from, to := c.cell(lo.Sub(far)), c.cell(hi.Add(far))
	if float64(float64(to[0])-float64(from[0])+1)*(float64(to[1])-float64(from[1])+1) > float64(len(w.Discs)) {
		w.eachFlying(f)
		return
	}
	for cy := from[1]; cy <= to[1]; cy++ {
		for cx := from[0]; cx <= to[0]; cx++ {
			i, ok := c.head[[2]int32{cx, cy}]
			for ; ok && i >= 0; i = c.next[i] {
				f(int(i))
			}
		}
	}
}

// eachFlying calls f for all moving discs.
func (w *World) eachFlying(f func(i int)) {
	for i := range w.Discs {
		if !w.Discs[i].Held {
			f(i)
		}
	}
}
