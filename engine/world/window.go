package world

import "math"

// A window is a span of time. Where discs cross the edges of cells in it is settled when it begins:
// each disc is entered into all cells in which its middle is at some time of the window, and is checked
// against those in the neighbouring cells. A disc with a new course is led on along that until the
// window ends; its old entries stay, which does no harm. So crossing an edge is no event for the queue,
// and discs are led over edges one after the other as they lie in memory, not as the edges come in time.
//
// What happens does not depend on how long windows are, but for which of two discs is reported as the
// one that meets the other, and so in which order pairs are that meet at exactly the same time.
type window struct {
	until      float64 // its end; never: there are few discs
	span       float64 // length of the next one in seconds; 0: there was none yet
	few        bool    // each disc is checked against all others, without windows
	maxEntries int     // entries in the grid beyond which everything is entered anew

	crossing []int32 // scratch: discs that leave their cells
}

// Limits of a window's length in seconds. The least one is more than what rounding leaves of a time.
const (
	minSpan = 1e-12
	maxSpan = 0.25
)

// crossingShare is the share of discs that leave their cells within a window. Longer windows make
// cells fuller, and with shorter ones all discs are looked at more often. Measured on the scenes of
// engine/world/scenes; half or twice as much is no more than 3 % dearer.
const crossingShare = 0.5

// predictAll begins a window now and predicts everything anew. Discs may have become faster since the last
// one: its length is limited by their speeds.
func (w *World) predictAll() {
	if v := &w.window; !v.few {
		if v.span == 0 {
			v.span = 1.0 / TicksPerSecond
		}
		v.span = min(v.span, w.spanForSpeeds())
	}
	w.beginWindow()
	for i := range w.Discs {
		if !w.Discs[i].Held {
			w.predict(i)
		}
	}
	w.window.bound(&w.grid, len(w.Discs))
}

// beginWindow begins a window now, without any entries.
func (w *World) beginWindow() {
	v := &w.window
	v.until, v.maxEntries = never, math.MaxInt
	if v.few {
		return
	}
	w.grid.clearDiscs()
	v.until = w.now + v.span
}

// crossings bounds how many edges a disc crosses in the first window, on average.
const firstCrossings = 2

// spanForSpeeds returns the length of a window in which the discs cross that many edges.
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
	return min(max(firstCrossings*w.grid.size*float64(flying)/speed, minSpan), maxSpan)
}

// bound limits the entries of the window, now that all discs have theirs: each new course adds some.
func (v *window) bound(g *grid, discs int) {
	if !v.few {
		v.maxEntries = 2*len(g.entries) + 4*discs
	}
}

// overfull reports whether the grid has too many entries.
func (w *World) overfull() bool { return len(w.grid.entries) > w.window.maxEntries }

// renewWindow begins the next window at the end of the present one.
func (w *World) renewWindow() {
	v, g := &w.window, &w.grid
	w.beginWindow()

	// Nobody can guess which discs leave their cells, so there is no branch on it.
	entries, crossing := grow(g.entries, len(w.tracks)+1), grow(v.crossing, len(w.tracks)+1)
	n, m := 1, 0
	for i := range w.tracks {
		tr := &w.tracks[i]
		if tr.cell[0] == 0 {
			continue
		}
		last := &g.last[w.cell(tr)]
		entries[n] = entry{int32(i), *last}
		*last = int32(n)
		n++
		crossing[m] = int32(i)
		m += 1 - signBit(v.until-tr.exit[0])&signBit(v.until-tr.exit[1])
	}
	g.entries, v.crossing = entries[:n], crossing

	for m := m; m > 0; {
		part := min(m, crossBatch)
		m -= part
		w.crossAll(crossing[m : m+part])
	}

	share := float64(m) / float64(n)
	v.span = min(max(v.span*min(max(crossingShare/share, 0.5), 2), minSpan), maxSpan)
	v.bound(g, len(w.Discs))
}

// crossed is how many discs are led over edges at once: what is looked at for them has to stay in the
// processor's nearest cache.
const crossBatch = 64

// crossAll leads discs over the edges of cells until the window ends, and then predicts what they meet there.
func (w *World) crossAll(discs []int32) {
	for _, i := range discs {
		tr := &w.tracks[i]
		before, kind := tr.t(), tr.kind
		w.followCells(int(i), &w.Discs[i], tr)
		w.reschedule(int(i), tr, before, kind)
	}
	for _, p := range w.findPairs(w.now) {
		tr := &w.tracks[p.disc]
		before, kind := tr.t(), tr.kind
		w.predictDisc(int(p.disc), &w.Discs[p.disc], tr, p.other)
		w.reschedule(int(p.disc), tr, before, kind)
	}
}

// reschedule sets the next event of disc i in the queue, if its contact is not the one that it was. At the
// same time the lower kind comes first.
func (w *World) reschedule(i int, tr *track, before float64, kind Kind) {
	if tr.t() != before || tr.kind != kind {
		w.schedule(i, tr)
	}
}
