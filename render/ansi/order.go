package ansi

import (
	"slices"

	"arkterm/render/cell"
)

// In true colour a change of style takes up to 36 bytes, a move of the cursor 3 to 8, and a glyph 1 to 4. So
// what changes is sent style by style: styles in an order in which each has a colour of the one before it, where
// that goes, and in each style the runs in an order with short moves.

// A run is a part of a row that is sent in one style: changed cells, and perhaps others between them, which take fewer
// bytes than to jump over them.
type run struct {
	from, to int32 // of the list of changed cells
	target         // its first cell
	end      int32 // the column behind the last one
	group    int32
}

// A group is all the runs in one style.
type group struct {
	look     look
	blank    bool  // it is blanks, which go with any foreground
	hosts    int32 // of blanks: how many groups to come have their background
	blanks   int32 // the group of the blanks with this background, or none
	n        int32 // of runs
	from, to int32 // of plan.sorted: what is not in the plan yet
	fg, bg   int32 // bytes of the parameters of its colors
	link     int32 // bytes that open its hyperlink, or close another one
}

// none is no group.
const none = -1

// A plan is an order in which to send runs. It keeps its memory from frame to frame.
type plan struct {
	runs   []run // row by row, then as they are to be sent
	sorted []run // by group, row by row within one
	groups []group
	slots  []int32 // a hash table of groups by style: 1 more than their index
	path   []int32 // the groups, but for blanks that go with others
	tour   tour
}

// What takes time with the square of a number has a limit. At it, to put the groups into order takes 1½ million
// instructions, at half of it a quarter of that. No frame of a game at 80×24 has more than half of it, and one in fifty at
// 200×60. Each of the others takes some 10 µs.
const (
	maxGroups  = 96 // that are put into order; beyond that all goes row by row
	maxNearest = 24 // runs of a group of which the nearest is always next; beyond that it goes row by row
)

// slotBits is the size of the hash table, as a power of 2: at most half of it is used.
const slotBits = 8

// blankFee is how many bytes nearer a blank must be than a run of the group that is being sent, as long as the
// blank may go with a later group.
const blankFee = 1

// order returns the runs of the changed cells in the order to send them.
func (p *plan) order(e *Encoder) []run {
	p.split(e)
	if len(p.groups) < 2 || len(p.groups) > maxGroups {
		return p.runs
	}
	p.sort()
	p.pair()
	p.route(&e.have)

	at := e.have
	p.runs = p.runs[:0]
	for _, k := range p.tour.order() {
		p.walk(&p.groups[p.path[k]], &at)
	}
	return p.runs
}

// split divides the changed cells into runs, and these into groups.
func (p *plan) split(e *Encoder) {
	p.runs, p.groups = p.runs[:0], p.groups[:0]
	p.slots = slices.Grow(p.slots[:0], 1<<slotBits)[:1<<slotBits]
	clear(p.slots)
	for k := 0; k < len(e.changed); {
		first := int(e.changed[k])
		m := &e.marks[first]
		look, blank := m.look, m.blank()
		end, row, from := first+1, first/e.w, k
		for k++; k < len(e.changed); k++ {
			i := int(e.changed[k])
			if i >= (row+1)*e.w || !e.joins(end, i, &look, &blank) {
				break
			}
			end = i + 1
		}
		p.runs = append(p.runs, run{
			from: int32(from), to: int32(k), target: targetAt(first-row*e.w, row), end: int32(end - row*e.w),
			group: p.groupOf(e, look, blank),
		})
	}
}

// joins reports whether the cells from end to i can be sent in a style, and those before i in no more bytes than a jump
// to i takes. A run of blanks takes the style of the first other glyph.
func (e *Encoder) joins(end, i int, style *look, blank *bool) bool {
	jump := min(2+i-end, 4)
	if i-end > jump {
		return false
	}
	n, l, b := 0, *style, *blank
	for k := end; k <= i; k++ {
		if n > jump {
			return false
		}
		m := &e.marks[i]
		if k < i {
			m = e.at(k)
		}
		if k < i && cell.Special(m.glyph) { // part of a glyph cannot be sent again
			return false
		}
		n += cell.GlyphLen(m.glyph)
		switch {
		case m.fits(l):
		case b && m.look.bg == l.bg && (m.look.attr|l.attr)&onBlanks == 0:
			l, b = m.look, false
		default:
			return false
		}
	}
	*style, *blank = l, b
	return n-cell.GlyphLen(e.marks[i].glyph) <= jump
}

// groupOf returns the group of a style, perhaps a new one. Beyond maxGroups it may be any.
func (p *plan) groupOf(e *Encoder, l look, blank bool) int32 {
	if blank {
		l.fg, l.attr = 0, 0
	}
	key := uint64(l.fg)<<32 ^ uint64(l.bg)<<4 ^ uint64(l.attr)
	if blank {
		key ^= 1 << 3
	}
	slot := key * 0x9e3779b97f4a7c15 >> (64 - slotBits)
	for ; p.slots[slot] > 0; slot = (slot + 1) % (1 << slotBits) {
		k := p.slots[slot] - 1
		if g := &p.groups[k]; g.look == l && g.blank == blank {
			g.n++
			return k
		}
	}
	if len(p.groups) > maxGroups {
		return 0
	}
	p.groups = append(p.groups, group{look: l, blank: blank, blanks: none, n: 1, fg: l.fg.size(), bg: l.bg.size(), link: e.linkCost(l.attr)})
	p.slots[slot] = int32(len(p.groups))
	return p.slots[slot] - 1
}

// sort puts the runs together by group.
func (p *plan) sort() {
	at := int32(0)
	for k := range p.groups {
		g := &p.groups[k]
		g.from, g.to = at, at
		at += g.n
	}
	p.sorted = slices.Grow(p.sorted[:0], len(p.runs))[:len(p.runs)]
	for _, r := range p.runs {
		g := &p.groups[r.group]
		p.sorted[g.to] = r
		g.to++
	}
}

// pair finds the groups that blanks can go with.
func (p *plan) pair() {
	for b := range p.groups {
		blanks := &p.groups[b]
		if !blanks.blank {
			continue
		}
		for k := range p.groups {
			if g := &p.groups[k]; !g.blank && g.look.bg == blanks.look.bg && g.look.attr&onBlanks == 0 {
				g.blanks = int32(b)
				blanks.hosts++
			}
		}
	}
}

// route puts the groups into an order with a short way from each to the next.
func (p *plan) route(start *pencil) {
	p.path = p.path[:0]
	for k := range p.groups {
		if p.groups[k].hosts == 0 {
			p.path = append(p.path, int32(k))
		}
	}
	t := &p.tour
	t.begin(len(p.path))
	for i, k := range p.path {
		g := &p.groups[k]
		r := &p.sorted[g.to-1]
		p.steps(t.row(i), &pencil{x: int(r.end), y: int(r.y), placed: true, look: g.look})
	}
	p.steps(t.row(t.n), start)
	t.nearest()
	t.improve()
}

// steps sets the costs from the cursor to the first run of each group.
func (p *plan) steps(costs []int16, at *pencil) {
	for i, k := range p.path {
		g := &p.groups[k]
		costs[i] = int16(restyleCost(&at.look, g) + moveCost(at, &p.sorted[g.from].target))
	}
}

// restyleCost returns about how many bytes it takes to change the style to that of a group.
func restyleCost(have *look, g *group) int {
	n := int32(0)
	if !g.blank && have.fg != g.look.fg {
		n += g.fg
	}
	if have.bg != g.look.bg {
		n += g.bg
	}
	if have.attr != g.look.attr {
		if !g.blank {
			n += int32(len("22;"))
		}
		if (have.attr^g.look.attr)&cell.ExtraMask != 0 {
			n += g.link
		}
	}
	if n > 0 {
		n += int32(len("\x1b["))
	}
	return int(n)
}

// walk appends the runs of a group to the plan, and blanks that go with it: the last such group takes all of them.
func (p *plan) walk(g *group, at *pencil) {
	runs := p.sorted[g.from:g.to]
	at.look = g.look
	var blanks *group
	var free []run
	fee := 0
	if g.blanks != none {
		blanks = &p.groups[g.blanks]
		free = p.sorted[blanks.from:blanks.to]
		if blanks.hosts--; blanks.hosts > 0 {
			fee = blankFee
		}
	}

	if len(runs)+len(free) > maxNearest {
		free = p.merge(runs, free, fee, at)
	} else {
		for len(runs) > 0 || fee == 0 && len(free) > 0 {
			k, far := nearest(runs, at, 1<<30)
			if j, _ := nearest(free, at, far-fee); j >= 0 {
				free = p.take(free, j, at)
			} else {
				runs = p.take(runs, k, at)
			}
		}
	}
	if blanks != nil {
		blanks.to = blanks.from + int32(len(free))
	}
}

// nearest returns the run that is nearest to the cursor, and how many bytes it is away, or -1 if none is nearer
// than far.
func nearest(runs []run, at *pencil, far int) (best, bytes int) {
	best = -1
	for k := range runs {
		if n := moveCost(at, &runs[k].target); n < far {
			best, far = k, n
		}
	}
	return best, far
}

// take moves a run from a list to the plan, and the cursor behind it.
func (p *plan) take(list []run, k int, at *pencil) []run {
	p.put(&list[k], at)
	return slices.Delete(list, k, k+1)
}

// put appends a run to the plan, and moves the cursor behind it.
func (p *plan) put(r *run, at *pencil) {
	p.runs = append(p.runs, *r)
	at.x, at.y, at.placed = int(r.end), int(r.y), true
}

// merge appends runs to the plan, and those of the blanks that lie on the way; with no fee, all blanks. It returns the
// blanks that are left. All go row by row.
func (p *plan) merge(runs, free []run, fee int, at *pencil) (left []run) {
	left = free[:0]
	for k := range runs {
		r := &runs[k]
		for len(free) > 0 && (free[0].y < r.y || free[0].y == r.y && free[0].x < r.x) {
			b := free[0]
			free = free[1:]
			if fee > 0 {
				by := pencil{x: int(b.end), y: int(b.y), placed: true}
				if moveCost(at, &b.target)+moveCost(&by, &r.target)-moveCost(at, &r.target) > detour {
					left = append(left, b)
					continue
				}
			}
			p.put(&b, at)
		}
		p.put(r, at)
	}
	for _, b := range free {
		if fee > 0 {
			left = append(left, b)
			continue
		}
		p.put(&b, at)
	}
	return left
}

// detour is the most bytes of moves by which a blank lies on the way.
const detour = 3
