package world

import "math/bits"

// This file loads the data of the next events into the processor's cache. In large worlds, most data is in main memory.
// A single event waits for main memory several times, because each address depends on data loaded before. Loads for
// several events overlap, so they take little longer than the loads for one event. With 100,000 discs, this saves a
// quarter of the time. With 16,000 discs, it saves none.
//
// Other optimizations saved too little time to justify their code. Storing the discs in the order of a Hilbert curve
// takes 0.96 of the time with 16,000 discs and 0.9 with 100,000, but requires a second index. Processing the discs of a
// window by row, and other lists of obstacles, saved nothing.

// preloadFrom is the minimum number of discs for which Next calls preload.
const preloadFrom = 1 << 15

// A preload is the state of World.preload. It does not affect the motion.
type preload struct {
	until float64 // the data of the events until this time has been loaded
	span  float64 // seconds for which data is loaded at a time
	sum   int32   // sum of loaded data, so that the compiler keeps the loads; never read, so no code waits for it
}

// preloadEvents is the approximate number of events for which data is loaded at a time. It must be a power of two.
const preloadEvents = 32

// preload loads the data of the next events into the cache. now is the current time.
func (w *World) preload(now float64) {
	p, q := &w.preloaded, &w.queue
	p.until = now + p.span
	limit := timeKey(p.until)

	// Find the discs with these events. Nodes near the leaves are not in the cache, so the search ends above them.
	// Hardly any subtree below contains two of the events.
	var lists [2][2 * preloadEvents]int32
	found, next, m := &lists[0], &lists[1], 1
	found[0] = -1 // the root
	for range max(1, bits.Len(uint(q.n))/2-3) {
		k := 0
		for _, parent := range found[:m] {
			for n, e := range q.children[parent+1] {
				next[k&(len(next)-1)] = 4*(parent+1) + int32(n)
				k += oneIfNotAfter(e.key, limit)
			}
		}
		found, next, m = next, found, min(k, len(next)-1)
	}
	if p.span *= 1.25; m > preloadEvents {
		p.span *= 0.6
	}
	p.span = max(p.span, 1e-9)

	// Load the discs and the path of each in the queue.
	discs, tracks, sum := w.Discs, w.tracks, int32(0)
	load := func(i int) {
		leaf := q.leaf + i
		parent := max(0, leaf/4-1)
		sum += tracks[i].other + int32(discs[i].course) +
			int32(q.node(leaf).rank+q.node(parent).rank+q.node(max(0, parent/4-1)).rank)
	}
	for k, winner := range found[:m] {
		i := q.node(int(winner)).rank.disc()
		load(i)
		found[k] = int32(i)
	}

	// Load the other bodies and the cells around the discs.
	var around [16 * preloadEvents]int32 // entries of cells
	k := 0
	for _, i := range found[:m] {
		tr := &tracks[i]
		switch tr.kind {
		case AtDisc:
			load(int(tr.other))
		case AtObstacle:
			sum += w.Obstacles[tr.other].mover
		}
		if tr.cell[0] == 0 {
			continue
		}
		l := &w.grid.layers[tr.layer]
		c := tr.cellIn(l)
		if list := c & l.mask; l.obstacles.has(list) {
			first := l.obstacles.first[list]
			sum += l.obstacles.body[first] + int32(l.obstacles.bound[first].Radius)
		}
		for row := c - l.nx; row <= c+l.nx; row += l.nx {
			for x := row - 1; x <= row+1; x++ {
				entry := w.grid.last[l.slot(x)]
				around[k&(len(around)-1)] = entry
				k += oneIfEntry(entry)
			}
		}
	}

	// Load the discs in these cells, as findPairs does.
	for done := 0; done < k && k < len(around); done++ {
		e := w.grid.entries[around[done]]
		sum += int32(discs[e.disc].course)
		around[k] = e.before
		k += oneIfEntry(e.before)
	}
	p.sum += sum
}

// oneIfNotAfter returns 1 if a ≤ b, and otherwise 0. Both are keys of events.
func oneIfNotAfter(a, b int64) int { return int(uint64(a-b-1) >> 63) }
