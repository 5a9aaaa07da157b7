package world

import (
	"math"

	"arkterm/engine/geom"
)

// A crowd is an index of the discs' places at one moment, for queries: cells with lists of discs, made when
// the third query of a moment comes, since one or two are answered as quickly by a look at all. It is kept
// while discs are added, so that a world of many is built in a time that grows as they do.
type discIndex struct {
	tick    uint64  // the moment …
	now     float64 // … of which it is
	queries int     // queries since then
	built   bool

	size   float64 // of a cell
	radius float64 // no disc is larger
	head   map[[2]int32]int32
	next   []int32 // the disc after disc i in the list of its cell, or −1
}

// fewAsked is the number of queries of one moment that an index is not made for.
const maxUnindexed = 2

// moved notes that discs are not where they were, or not the same.
func (c *discIndex) invalidate() { c.queries, c.built = 0, false }

// crowded reports whether there is an index for this moment.
func (w *World) hasIndex() bool {
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

// gather makes the index.
func (w *World) buildIndex() {
	c := &w.discIndex
	c.built, c.radius, c.next = true, MinRadius, c.next[:0]
	for i := range w.Discs {
		c.radius = max(c.radius, w.Discs[i].R)
	}
	c.radius = float64(c.radius * 1.5) // for those that are added next
	c.size = max(2*c.radius, 0.5*math.Sqrt(float64(w.W*w.H)/float64(len(w.Discs))))
	if c.head == nil {
		c.head = map[[2]int32]int32{}
	}
	clear(c.head)
	for i := range w.Discs {
		c.add(i, &w.Discs[i], w.At(i))
	}
}

// add puts disc i, which is the one behind those in the index, into its cell.
func (c *discIndex) add(i int, d *Disc, at geom.Vec) {
	if !c.built {
		return
	}
	if d.R > c.radius {
		c.built = false // the next query makes it anew
		return
	}
	c.next = append(c.next, -1)
	if d.Held {
		return
	}
	cell := c.cell(at)
	if first, ok := c.head[cell]; ok {
		c.next[i] = first
	}
	c.head[cell] = int32(i)
}

// cell returns the cell that holds p. Those far away are one.
func (c *discIndex) cell(p geom.Vec) [2]int32 {
	return [2]int32{int32(geom.Clamp(math.Floor(p.X/c.size), -1e9, 1e9)), int32(geom.Clamp(math.Floor(p.Y/c.size), -1e9, 1e9))}
}

// eachDisc calls f for all flying discs that have a point in the rectangle from lo to hi, and for some
// more, each once. It needs the index.
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

// eachFlying calls f for all flying discs.
func (w *World) eachFlying(f func(i int)) {
	for i := range w.Discs {
		if !w.Discs[i].Held {
			f(i)
		}
	}
}
