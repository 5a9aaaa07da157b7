package world

import "math"

// This file finds the discs in the surrounding cells that a disc may meet. The number of discs in a cell is
// unpredictable, and so is whether a disc comes near. A processor would mispredict half of the branches that depend on
// them. Therefore, the loops below contain no such branches. They write every candidate to a list. The next candidate
// overwrites an unwanted one. This takes 0.85 (scene W2) to 0.91 (W3) of the time of a loop that branches on each
// candidate.
//
// Profile-guided optimization, a calendar queue, a pass over the discs in Morton order and other cell sizes had no
// effect on the time. If a loop can call a function, the compiler keeps the loop's variables in memory, so lists grow
// outside of the inner loops.

// A nearby is a queue of lookups. A lookup checks a disc against all discs that a cell lists. The queue is empty
// between two predictions, but keeps its memory.
type nearby struct {
	pairs []pair // the first n are lookups; findPairs replaces them by pairs of discs
	n     int    // number of queued lookups
}

// A pair is a disc and another disc that it may meet. In a lookup, other is an entry of a cell near the disc instead.
type pair struct{ disc, other int32 }

// lookupSlots is the number of free slots before lookups are added. It must be a power of two.
const lookupSlots = 16

// queueNeighbors queues lookups in cell c of l and the eight cells around it, for findPairsOf.
func (w *World) queueNeighbors(l *layer, c int) {
	last, s, n := w.grid.last, w.nearby.slots(), 0
	if l.mask >= 0 {
		for dy := -l.nx; dy <= l.nx; dy += l.nx {
			for k := c + dy - 1; k <= c+dy+1; k++ {
				n = s.addOther(n, last[l.slot(k)])
			}
		}
		w.nearby.n += n
		return
	}
	c += l.first
	n = s.addOther(n, last[c-l.nx-1])
	n = s.addOther(n, last[c-l.nx])
	n = s.addOther(n, last[c-l.nx+1])
	n = s.addOther(n, last[c-1])
	n = s.addOther(n, last[c])
	n = s.addOther(n, last[c+1])
	n = s.addOther(n, last[c+l.nx-1])
	n = s.addOther(n, last[c+l.nx])
	w.nearby.n += s.addOther(n, last[c+l.nx+1])
}

// slots are the free slots of a nearby.
type slots [lookupSlots]pair

// add adds a lookup of disc i after n others, unless the cell has no entry. It returns the number of lookups.
func (s *slots) add(n int, i, entry int32) int {
	s[n&(lookupSlots-1)] = pair{i, entry}
	return n + oneIfEntry(entry)
}

// addOther is the version of add for lookups that are all for the same disc, which need not be stored.
func (s *slots) addOther(n int, entry int32) int {
	s[n&(lookupSlots-1)].other = entry
	return n + oneIfEntry(entry)
}

// slots returns the slots for the next lookups. It extends the list if necessary.
func (b *nearby) slots() *slots {
	if b.n+lookupSlots > len(b.pairs) {
		b.grow()
	}
	return (*slots)(b.pairs[b.n:])
}

// grow doubles the list.
//
//go:noinline
func (b *nearby) grow() { b.pairs = append(b.pairs, make([]pair, lookupSlots+len(b.pairs))...) }

// oneIfEntry returns 1 for an entry of a cell, and 0 if the cell has none.
func oneIfEntry(entry int32) int { return int(uint32(-entry) >> 31) }

// findPairs empties the queue and returns the pairs of discs that may meet. A fast test, which needs no square root and
// no division, excludes most pairs. It excludes discs that pass each other at a distance. It also excludes discs that
// would meet only after the disc of the lookup has had its next contact. The test uses the positions at the current
// time. It adds slack to the distance of contact. The slack is larger than the rounding errors.
func (w *World) findPairs() []pair {
	b, entries, discs, tracks, at := &w.nearby, w.grid.entries, w.Discs, w.tracks, w.now
	k, n, m := 0, b.n, 0 // in the list: processed lookups, all lookups, pairs found
	for {
		list := b.pairs
		for ; k < n && n < len(list); k++ {
			i := list[k].disc
			e := entries[list[k].other]
			list[n] = pair{i, e.before}
			n += oneIfEntry(e.before)

			d, o, tr := &discs[i], &discs[e.disc], &tracks[i]
			age, old := at-d.Since, at-o.Since
			x := d.From.X + float64(d.V.X*age) - (o.From.X + float64(o.V.X*old))
			y := d.From.Y + float64(d.V.Y*age) - (o.From.Y + float64(o.V.Y*old))
			vx, vy := d.V.X-o.V.X, d.V.Y-o.V.Y
			reach := d.R + o.R + slack
			reach2 := float64(reach * reach)

			// The discs may meet if late and wide are both negative. geom.TimeToPoint uses the same test. late is
			// negative if the contact is early enough, because the time of contact is at least gap/(−2·approach). If
			// the discs do not overlap, a negative late also implies that they approach each other. wide is negative if
			// the minimum distance between the two discs, on straight paths, is smaller than reach.
			approach := float64(x*vx) + float64(y*vy)
			late := float64(x*x) + float64(y*y) - reach2 + float64(float64(2*approach)*(tr.t()-at+timeMargin))
			pass := float64(x*vy) - float64(y*vx)
			wide := float64(pass*pass) - float64((float64(vx*vx)+float64(vy*vy))*reach2)
			list[m] = pair{i, e.disc}
			m += oneIfNegative(late, wide)
		}
		if k == n {
			b.n = 0
			return list[:m]
		}
		b.grow()
	}
}

// oneIfNegative returns 1 if both numbers are negative, and otherwise 0.
func oneIfNegative(x, y float64) int { return int(math.Float64bits(x) & math.Float64bits(y) >> 63) }

// everywhere is a radius that contains all discs. Its square is finite, so that the sums below cannot become NaN. The
// sign of a NaN depends on the processor.
const everywhere = 1e154

// findPairsOf is the version of findPairs for lookups of one disc only, d with the track tr. The pairs contain only the
// other disc. If the course of d did not begin now, a disc may be so close that only the exact test is reliable. In
// this case, the result contains all listed discs that have a different velocity than d.
func (w *World) findPairsOf(d *Disc, tr *track) []pair {
	b, entries, discs, at := &w.nearby, w.grid.entries, w.Discs, d.Since
	from, v, r, left := d.From, d.V, d.R+slack, 2*(tr.t()-at+timeMargin)
	if at != roundTime(w.now) {
		r, left = everywhere, 0
	}
	k, n, m := 0, b.n, 0
	for {
		list := b.pairs
		for ; k < n && n < len(list); k++ { // as in findPairs
			e := entries[list[k].other]
			list[n].other = e.before
			n += oneIfEntry(e.before)

			o := &discs[e.disc]
			old := at - o.Since
			x := from.X - (o.From.X + float64(o.V.X*old))
			y := from.Y - (o.From.Y + float64(o.V.Y*old))
			vx, vy := v.X-o.V.X, v.Y-o.V.Y
			reach := r + o.R
			reach2 := float64(reach * reach)
			late := float64(x*x) + float64(y*y) - reach2 + float64((float64(x*vx)+float64(y*vy))*left)
			pass := float64(x*vy) - float64(y*vx)
			wide := float64(pass*pass) - float64((float64(vx*vx)+float64(vy*vy))*reach2)
			list[m].other = e.disc
			m += oneIfNegative(late, wide)
		}
		if k == n {
			b.n = 0
			return list[:m]
		}
		b.grow()
	}
}
