package world

// This file finds the discs that a disc may meet in the cells around it. Nobody can guess which cells hold discs, how
// many, and which of these come near: each such question as a branch would be mispredicted half of the time. So the
// work is done in loops over lists, in which what is not wanted is written too and then overwritten.

// A nearby is what is to be looked at. It is empty between two predictions, and keeps the memory.
type nearby struct {
	lookups []lookup // the first n count; beyond these the list goes on as a ring, with entries that stand before others in a cell
	n       int
	pairs   []pair
}

// A look is a disc that looks for partners, and an entry of a cell near it.
type lookup struct{ disc, entry int32 }

// A pair is a disc and one that it may meet.
type pair struct{ disc, other int32 }

// room is how many looks there are places for whenever some are noted.
const lookupSlots = 16

// lookAround notes that disc i looks at cell c and the eight around it.
func (w *World) queueNeighbors(i int32, c int) {
	g, looks := &w.grid, w.nearby.slots()
	n := 0
	for _, middle := range [...]int{c - g.nx, c, c + g.nx} {
		row := g.last[middle-1 : middle+2]
		looks[n&(lookupSlots-1)] = lookup{i, row[0]}
		n += oneIfEntry(row[0])
		looks[n&(lookupSlots-1)] = lookup{i, row[1]}
		n += oneIfEntry(row[1])
		looks[n&(lookupSlots-1)] = lookup{i, row[2]}
		n += oneIfEntry(row[2])
	}
	w.nearby.n += n
}

// lookAhead notes that disc i looks at cell c and the two beside it, which are across cells before
// and after it in the grid.
func (w *World) queueAhead(i int32, c, across int) {
	last, looks := w.grid.last, w.nearby.slots()
	before, middle, after := last[c-across], last[c], last[c+across]
	looks[0] = lookup{i, before}
	n := oneIfEntry(before)
	looks[n&(lookupSlots-1)] = lookup{i, middle}
	n += oneIfEntry(middle)
	looks[n&(lookupSlots-1)] = lookup{i, after}
	w.nearby.n += n + oneIfEntry(after)
}

// places returns the places for the next looks. There are a power of two of them.
func (b *nearby) slots() *[lookupSlots]lookup {
	if b.n+lookupSlots > len(b.lookups) {
		b.lookups = append(b.lookups, make([]lookup, max(lookupSlots, len(b.lookups)))...)
	}
	return (*[lookupSlots]lookup)(b.lookups[b.n:])
}

// some returns 1 for an entry of a cell, 0 if it has none.
func oneIfEntry(entry int32) int { return int(uint32(-entry) >> 31) }

// approaching looks at all that was noted and returns the pairs that may meet. Most discs pass at a distance or
// meet the other one after its next contact: a bound tells, without a root or a division. It is wider by
// slack than rounding would need. Discs are where they are at the time at, when their courses changed, or now.
func (w *World) findPairs(at float64) []pair {
	b, entries, discs, tracks := &w.nearby, w.grid.entries, w.Discs, w.tracks
	looks, pairs := b.lookups, b.pairs
	n, m := b.n, 0
	for k := 0; k < n; k++ {
		if m == len(pairs) {
			pairs = b.growPairs()
		}
		l := looks[k&(len(looks)-1)]
		e := entries[l.entry]
		looks[n&(len(looks)-1)] = lookup{l.disc, e.before}
		n += oneIfEntry(e.before)

		d, o, tr := &discs[l.disc], &discs[e.disc], &tracks[l.disc]
		age, old := at-d.Since, at-o.Since
		x := d.From.X + float64(d.V.X*age) - (o.From.X + float64(o.V.X*old))
		y := d.From.Y + float64(d.V.Y*age) - (o.From.Y + float64(o.V.Y*old))
		vx, vy := d.V.X-o.V.X, d.V.Y-o.V.Y
		reach := d.R + o.R + slack
		reach2 := float64(reach * reach)

		// As in geom.TimeToPoint: they approach, the time is at least gap/(−2·approach), and the
		// lines pass each other within reach. Each is so if the number is negative.
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

// approachingOne is approaching where all that was noted is of d. If its course is an old one, what it meets may be
// so close by that only the exact question tells.
func (w *World) findPairsOf(d *Disc) []pair {
	if d.Since != roundTime(w.now) {
		return w.allPairs()
	}
	return w.findPairs(d.Since)
}

// all looks at all that was noted and returns all pairs.
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

// more makes room for more pairs and returns it, with those that are there.
func (b *nearby) growPairs() []pair {
	b.pairs = append(b.pairs, make([]pair, lookupSlots+len(b.pairs))...)
	return b.pairs
}
