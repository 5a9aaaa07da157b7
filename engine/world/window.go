package world

import (
	"math"

	"arkterm/engine/geom"
)

// A window is a time interval. At its start, the world computes which edges of cells each disc crosses during the
// window. It enters each disc into all cells that the center of the disc visits, and checks it against the discs in the
// neighboring cells. As a result, crossing an edge is not an event in the queue, and discs are processed in memory
// order instead of time order. A disc with a new course is followed along that course until the end of the window. Its
// old entries remain, which is harmless.
//
// The length of windows affects neither the motion nor the order of contacts.
type window struct {
	until      float64 // end of the window; never if there are few discs
	span       float64 // length of the next window in seconds; 0 before the first one
	few        bool    // no windows, because each disc is checked against all others
	maxEntries int     // maximum number of grid entries; above it, all entries are rebuilt

	renewals int // number of renewals since the last Rebuild
	shared   int // number of entries that were not the first in their cells at the first renewal

	crossing []int32 // scratch memory: discs that leave their cells
}

// Limits of a window's length in seconds. The minimum exceeds the rounding error of a time.
const (
	minSpan = 1e-12
	maxSpan = 0.25
)

// crossingShare is the desired fraction of discs that leave their cells within a window. In longer windows, cells list
// more discs. With shorter windows, all discs are processed more often. The value was measured on the scenes of the
// gallery. Half or twice the value costs at most 3 % more.
const crossingShare = 0.5

// predictAll starts a window now and computes all predictions again. Discs may have become faster since the last
// window, so the length is limited by their speeds.
func (w *World) predictAll() {
	if v := &w.window; !v.few {
		if v.span == 0 {
			v.span = 1.0 / TicksPerSecond
		}
		v.span = min(v.span, w.spanForSpeeds())
	}
	w.beginWindow()
	for i := range w.Discs {
		w.tracks[i].cell = [2]int16{} // its cell does not list it
		if !w.Discs[i].Held {
			w.predict(i)
		}
	}
	w.window.limitEntries(&w.grid, len(w.Discs))
}

// beginWindow starts a window without entries.
func (w *World) beginWindow() {
	v := &w.window
	v.until, v.maxEntries = never, math.MaxInt
	if v.few {
		return
	}
	w.grid.clearDiscs()
	v.until = w.now + v.span
}

// firstCrossings is the maximum mean number of edges that a disc crosses in the first window.
const firstCrossings = 2

// spanForSpeeds returns the length of a window in which discs cross firstCrossings edges on average.
func (w *World) spanForSpeeds() float64 {
	speed, flying := 0.0, 0
	for i := range w.Discs {
		if d := &w.Discs[i]; !d.Held {
			speed += math.Abs(d.V.X) + math.Abs(d.V.Y)
			flying++
		}
	}
	if speed == 0 {
		return maxSpan
	}
	return min(max(firstCrossings*w.grid.layers[0].size*float64(flying)/speed, minSpan), maxSpan)
}

// limitEntries sets maxEntries after all discs have been entered into the grid. The limit leaves room for the entries
// that new courses add.
func (v *window) limitEntries(g *grid, discs int) {
	if !v.few {
		v.maxEntries = 2*len(g.entries) + 4*discs
	}
}

// overfull reports whether the grid has too many entries.
func (w *World) overfull() bool { return len(w.grid.entries) > w.window.maxEntries }

// renewWindow starts the next window at the end of the current one.
func (w *World) renewWindow() {
	v, g := &w.window, &w.grid
	w.beginWindow()

	crossing := w.listAll()
	m := len(crossing)

	for m := m; m > 0; {
		batch := min(m, crossBatch)
		m -= batch
		w.crossAll(crossing[m : m+batch])
	}

	if len(g.layers) > 1 {
		for i := range w.tracks {
			if tr := &w.tracks[i]; tr.cell[0] != 0 {
				oldTime, kind, other := tr.t(), tr.kind, tr.other
				w.predictLayers(i, &w.Discs[i], tr, int(tr.layer)+1)
				w.reschedule(i, tr, oldTime, kind, other)
			}
		}
	}

	share := float64(m) / float64(len(w.tracks)+1)
	v.span = min(max(v.span*min(max(crossingShare/share, 0.5), 2), minSpan), maxSpan)
	v.limitEntries(g, len(w.Discs))

	// Choose other cells if the number of discs that share a cell has changed much since the first renewal.
	if v.renewals++; v.renewals%minRenewals == 1 {
		n, shared := len(w.tracks), g.shared()
		if v.renewals == 1 {
			v.shared = shared
		} else if shared > 2*v.shared+n/8 || 3*shared+n/32 < v.shared {
			w.Rebuild()
		}
	}
}

// listAll lists all discs in their cells, which are empty. It returns the discs that leave their cells within the
// window.
func (w *World) listAll() (crossing []int32) {
	v, g, n, m := &w.window, &w.grid, 1, 0
	g.entries, v.crossing = grow(g.entries, len(w.tracks)+1), grow(v.crossing, len(w.tracks)+1)
	for start := 0; start < len(w.tracks); start += crossBatch {
		tracks := w.tracks[start:min(start+crossBatch, len(w.tracks))]
		n = g.list(tracks, int32(start), n)
		m += findLeaving(tracks, v.until, int32(start), v.crossing[m:])
	}
	g.entries = g.entries[:n]
	return v.crossing[:m]
}

// list adds entries for the discs with the given tracks, after n other entries, and returns the new number of entries.
// The first of these discs has the index disc.
func (g *grid) list(tracks []track, disc int32, n int) int {
	entries, last := g.entries, g.last
	l, layer := &g.layers[0], uint8(0)
	for i := range tracks {
		tr := &tracks[i]
		if tr.cell[0] == 0 {
			continue
		}
		if tr.layer != layer {
			layer = tr.layer
			l = &g.layers[layer]
		}
		first := &last[l.slot(tr.cellIn(l))]
		entries[n] = entry{disc + int32(i), *first}
		*first = int32(n)
		n++
	}
	return n
}

// findLeaving finds the discs that leave their cells no later than end, writes their indices to dst and returns their
// number. tracks contains the tracks of consecutive discs, and disc is the index of the first one. Whether a disc
// leaves is unpredictable, so there is no branch on it.
func findLeaving(tracks []track, end float64, disc int32, dst []int32) (n int) {
	for i := range tracks {
		tr := &tracks[i]
		dst[n] = disc + int32(i)
		n += 1 - oneIfNegative(end-tr.exit[0], end-tr.exit[1])
	}
	return n
}

// minRenewals is the minimum number of windows with the same cells.
const minRenewals = 64

// crossBatch is the number of discs processed at a time. Their data must stay in the L1 cache.
const crossBatch = 64

// crossAll moves discs over the edges of cells until the window ends, and then predicts contacts with the discs there.
func (w *World) crossAll(discs []int32) {
	for _, i := range discs {
		tr := &w.tracks[i]
		oldTime, kind, other := tr.t(), tr.kind, tr.other
		w.followCells(int(i), &w.Discs[i], tr)
		w.reschedule(int(i), tr, oldTime, kind, other)
	}
	wraps := w.wraps()
	for _, p := range w.findPairs() {
		tr := &w.tracks[p.disc]
		oldTime, kind, other := tr.t(), tr.kind, tr.other
		if wraps {
			w.predictDiscImage(int(p.disc), &w.Discs[p.disc], tr, p.other, 0, geom.Vec{})
		} else {
			w.predictDisc(int(p.disc), &w.Discs[p.disc], tr, p.other)
		}
		w.reschedule(int(p.disc), tr, oldTime, kind, other)
	}
}

// reschedule updates the next event of disc i in the queue if the time, the kind or the partner of its contact has
// changed.
func (w *World) reschedule(i int, tr *track, oldTime float64, oldKind Kind, oldOther int32) {
	if tr.other != oldOther || tr.kind != oldKind || tr.t0+tr.dt != oldTime {
		w.schedule(i, tr)
	}
}
