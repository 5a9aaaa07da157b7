package world

// This file finds the discs in the surrounding cells that a disc may meet. The number of discs in a cell, and
// whether a disc comes near, are unpredictable, so a processor would mispredict half of the branches on them.
// Therefore the loops below write every candidate to a list, and overwrite the unwanted ones. This takes 0.85
// (scene W2) to 0.91 (W3) of the time of a loop that branches on each candidate. Profile-guided optimization, a
// calendar queue, discs in Morton order and other cell sizes had no effect.

// A nearby is a queue of lookups. It is empty between two predictions, but keeps its memory.
type nearby struct {
	// The first n lookups are queued. findPairs uses the slice as a ring buffer for the further entries of cells.
	lookups []lookup
	n       int    // number of queued lookups
	pairs   []pair // memory for the results
}

// A lookup is a disc that searches for partners, and an entry of a cell near it.
type lookup struct{ disc, entry int32 }

// A pair is a disc and another disc that it may meet.
type pair struct{ disc, other int32 }

// lookupSlots is the number of free slots before lookups are added. It must be a power of two.
const lookupSlots = 16

// queueNeighbors queues lookups of disc i in cell c of its layer and the eight cells around it.
func (w *World) queueNeighbors(i int32, l *layer, c int) {
	last, lookups := w.grid.last, w.nearby.slots()
	n := 0
	if l.mask >= 0 {
		for dy := -l.nx; dy <= l.nx; dy += l.nx {
			for k := c + dy - 1; k <= c+dy+1; k++ {
				lookups[n&(lookupSlots-1)] = lookup{i, last[l.slot(k)]}
				n += oneIfEntry(last[l.slot(k)])
			}
		}
		w.nearby.n += n
		return
	}
	c += l.first
	for _, middle := range [...]int{c - l.nx, c, c + l.nx} {
		row := last[middle-1 : middle+2]
		lookups[n&(lookupSlots-1)] = lookup{i, row[0]}
		n += oneIfEntry(row[0])
		lookups[n&(lookupSlots-1)] = lookup{i, row[1]}
		n += oneIfEntry(row[1])
		lookups[n&(lookupSlots-1)] = lookup{i, row[2]}
		n += oneIfEntry(row[2])
	}
	w.nearby.n += n
}

// queueAhead queues lookups of disc i in cell c and in the cells c − across and c + across.
func (w *World) queueAhead(i int32, l *layer, c, across int) {
	last, lookups := w.grid.last, w.nearby.slots()
	before, middle, after := last[l.slot(c-across)], last[l.slot(c)], last[l.slot(c+across)]
	lookups[0] = lookup{i, before}
	n := oneIfEntry(before)
	lookups[n&(lookupSlots-1)] = lookup{i, middle}
	n += oneIfEntry(middle)
	lookups[n&(lookupSlots-1)] = lookup{i, after}
	w.nearby.n += n + oneIfEntry(after)
}

// slots returns the slots for the next lookups. It extends the list if necessary.
func (b *nearby) slots() *[lookupSlots]lookup {
	if b.n+lookupSlots > len(b.lookups) {
		b.lookups = append(b.lookups, make([]lookup, max(lookupSlots, len(b.lookups)))...)
	}
	return (*[lookupSlots]lookup)(b.lookups[b.n:])
}

// oneIfEntry returns 1 for an entry of a cell, and 0 if the cell has none.
func oneIfEntry(entry int32) int { return int(uint32(-entry) >> 31) }

// findPairs processes the queued lookups and returns the pairs that may meet. Most discs pass each other at a distance
// or meet after their next contact. A bound without a root or a division excludes these. It is wider by slack than
// rounding requires. Positions are compared at the time at, which is the present or the time when the courses changed.
func (w *World) findPairs(at float64) []pair {
	b, entries, discs, tracks := &w.nearby, w.grid.entries, w.Discs, w.tracks
	lookups, pairs := b.lookups, b.pairs
	n, m := b.n, 0
	for k := 0; k < n; k++ {
		if m == len(pairs) {
			pairs = b.growPairs()
		}
		l := lookups[k&(len(lookups)-1)]
		e := entries[l.entry]
		lookups[n&(len(lookups)-1)] = lookup{l.disc, e.before}
		n += oneIfEntry(e.before)

		d, o, tr := &discs[l.disc], &discs[e.disc], &tracks[l.disc]
		age, old := at-d.Since, at-o.Since
		x := d.From.X + float64(d.V.X*age) - (o.From.X + float64(o.V.X*old))
		y := d.From.Y + float64(d.V.Y*age) - (o.From.Y + float64(o.V.Y*old))
		vx, vy := d.V.X-o.V.X, d.V.Y-o.V.Y
		reach := d.R + o.R + slack
		reach2 := float64(reach * reach)

		// As in geom.TimeToPoint, the discs may meet if they approach, the time of at least gap/(−2·approach) is not
		// too late, and their lines pass within reach. Each condition holds if its number is negative.
		approach := float64(x*vx) + float64(y*vy)
		gap := float64(x*x) + float64(y*y) - reach2
		late := gap + float64(float64(2*approach)*(tr.t()-at+timeMargin))
		pass := float64(x*vy) - float64(y*vx)
		wide := float64(pass*pass) - float64((float64(vx*vx)+float64(vy*vy))*reach2)
		pairs[m] = pair{l.disc, e.disc}
		m += signBit(approach) & signBit(late) & signBit(wide)
	}
	b.n = 0
	return pairs[:m]
}

// findPairsOf is findPairs for lookups of d only. If the course of d began earlier, a disc may be so close that only
// the exact test is reliable.
func (w *World) findPairsOf(d *Disc) []pair {
	if d.Since != roundTime(w.now) {
		return w.allPairs()
	}
	return w.findPairs(d.Since)
}

// allPairs processes the queued lookups and returns all pairs.
func (w *World) allPairs() []pair {
	b := &w.nearby
	m := 0
	for _, l := range b.lookups[:b.n] {
		for k := l.entry; k != 0; k = w.grid.entries[k].before {
			if m == len(b.pairs) {
				b.growPairs()
			}
			b.pairs[m] = pair{l.disc, w.grid.entries[k].disc}
			m++
		}
	}
	b.n = 0
	return b.pairs[:m]
}

// growPairs returns the list of pairs with room for more.
func (b *nearby) growPairs() []pair {
	b.pairs = append(b.pairs, make([]pair, lookupSlots+len(b.pairs))...)
	return b.pairs
}
