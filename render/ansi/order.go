package ansi

import (
	"slices"

	"arkterm/render/cell"
)

// In true color, a change of style takes up to 36 bytes, a move of the cursor 3 to 8, and a glyph 1 to 4. So
// changed cells of the same style are sent together if they are close to each other.

// A run is a part of a row that is sent in one style. It consists of changed cells. It also contains the unchanged
// cells between them if sending these takes at most as many bytes as moving the cursor over them.
type run struct {
	from, to int32 // range in Encoder.changed
	target         // first cell
	end      int32 // column after the last cell
	group    int32
}

// A group contains the runs of one style that do not have a place in the order yet.
type group struct {
	look             look
	blank            bool  // the runs contain only blanks, which look the same with any foreground
	from, to         int32 // range in plan.sorted
	fgBytes, bgBytes int32 // number of bytes of the color parameters
	linkBytes        int32 // number of bytes that open or close the hyperlink
}

// A plan is an order in which runs are sent. It keeps its memory between frames.
type plan struct {
	runs    []run // row by row at first, and later in the order in which they are sent
	sorted  []run // the runs by group, and row by row within a group
	ordered []run // the runs in the order found so far
	groups  []group

	likelyGroups [256]uint8 // by hash of a style: index of its likely group
}

// Limits that bound the duration of the search. No frame of a game at 80×24 has half as many groups as maxGroups.
const (
	maxGroups  = 96 // maximum number of groups; with more, runs are sent row by row
	maxNearest = 8  // maximum number of runs of a group to compare
)

// blankPenalty is added to the cost of a run of blanks, so that other runs are sent first. A run of blanks does not
// cost more later, because it can follow any run with the same background. With a penalty of 12, frames of the levels
// have 2 % fewer bytes than with 0. With 20 they have more bytes than with 12.
const blankPenalty = 12

// minStyleBytes is the minimum number of bytes of a style change.
const minStyleBytes = len("\x1b[30m")

// order returns the runs of changed cells in the order in which they are sent. After each run, it selects the run that
// needs the fewest bytes to change the style and move the cursor. If the result needs more bytes than sending row by
// row, for example because only a few cells change, it returns the runs row by row.
func (p *plan) order(e *Encoder) []run {
	if p.splitIntoRuns(e); len(p.groups) < 2 || len(p.groups) > maxGroups {
		return p.runs
	}

	at, rows := e.cursor, 0
	for k := range p.runs {
		r := &p.runs[k]
		rows += p.advance(&p.groups[r.group], r, &at)
	}

	p.sort()
	at = e.cursor
	p.ordered = p.ordered[:0]
	for range p.runs {
		g, k := p.next(&at)
		r := p.sorted[k]
		copy(p.sorted[g.from+1:k+1], p.sorted[g.from:k])
		g.from++
		rows -= p.advance(g, &r, &at)
		p.ordered = append(p.ordered, r)
	}
	if rows > 0 {
		p.runs, p.ordered = p.ordered, p.runs
	}
	return p.runs
}

// next returns the run with the lowest cost, as its group and its index in p.sorted. It moves the group to the front.
// The next run is likely in the same group, and a low cost found early excludes other groups.
func (p *plan) next(at *cursorState) (*group, int32) {
	in, best, minCost := 0, int32(0), 1<<30
	for k := range p.groups {
		if k > 0 && minCost <= minStyleBytes {
			break
		}
		g := &p.groups[k]
		cost := styleCost(&at.look, g)
		if g.blank {
			cost += blankPenalty
		}
		if cost >= minCost {
			continue
		}
		for i := g.from; i < min(g.to, g.from+maxNearest); i++ {
			if n := cost + moveCost(at, &p.sorted[i].target); n < minCost {
				in, best, minCost = k, i, n
			}
		}
	}
	p.groups[0], p.groups[in] = p.groups[in], p.groups[0]
	return &p.groups[0], best
}

// advance moves the cursor to the end of a run and gives it the style of the group. It returns the approximate number
// of bytes of the style change and the move to the start of the run.
func (p *plan) advance(g *group, r *run, cursor *cursorState) int {
	bytes := styleCost(&cursor.look, g) + moveCost(cursor, &r.target)
	cursor.x, cursor.y, cursor.posKnown = int(r.end), int(r.y), true
	if cursor.look.bg = g.look.bg; !g.blank {
		cursor.look = g.look
	}
	return bytes
}

// splitIntoRuns divides the changed cells into runs and assigns the runs to groups.
func (p *plan) splitIntoRuns(e *Encoder) {
	p.runs, p.groups = p.runs[:0], p.groups[:0]
	for k := 0; k < len(e.changed); {
		first := int(e.changed[k])
		m := &e.contents[first]
		look, blank := m.look, m.blank()
		end, row, from := first+1, first/e.w, k
		for k++; k < len(e.changed); k++ {
			i := int(e.changed[k])
			if i >= (row+1)*e.w || !e.canJoin(end, i, &look, &blank) {
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

// canJoin reports whether a run of the given style that ends before the cell end can be extended to the changed cell i.
// All cells of the extended run must have the style, and the unchanged cells before i must take at most as many bytes
// as a move to i. If the run so far is blank, the first other glyph sets its style.
func (e *Encoder) canJoin(end, i int, style *look, blank *bool) bool {
	maxBytes := min(2+i-end, 4) // approximate number of bytes of a move
	if i-end > maxBytes {
		return false
	}
	n, l, b := 0, *style, *blank
	for k := end; k <= i; k++ {
		if n > maxBytes {
			return false
		}
		m := &e.contents[i]
		if k < i {
			m = e.contentAfter(k)
		}
		if k < i && cell.Special(m.glyph) { // half of a glyph cannot be sent again
			return false
		}
		n += cell.GlyphLen(m.glyph)
		switch {
		case m.matchesStyle(l):
		case b && m.look.bg == l.bg && (m.look.attr|l.attr)&visibleOnBlanks == 0:
			l, b = m.look, false
		default:
			return false
		}
	}
	*style, *blank = l, b
	return n-cell.GlyphLen(e.contents[i].glyph) <= maxBytes
}

// groupOf returns the index of the group for a style. It adds 1 to the number of runs in that group. If there are more
// than maxGroups groups, the index may be that of any group.
func (p *plan) groupOf(e *Encoder, l look, blank bool) int32 {
	if blank {
		l.fg, l.attr = 0, 0
	}
	guess := &p.likelyGroups[(uint32(l.fg)^uint32(l.bg)<<8^uint32(l.attr))*0x9e3779b9>>24]
	k := int(*guess)
	if k >= len(p.groups) || !p.groups[k].matches(l, blank) {
		if k = slices.IndexFunc(p.groups, func(g group) bool { return g.matches(l, blank) }); k < 0 {
			k = len(p.groups)
			if k > maxGroups {
				return 0
			}
			p.groups = append(p.groups, group{
				look: l, blank: blank, fgBytes: l.fg.size(), bgBytes: l.bg.size(),
				linkBytes: e.linkCost(l.attr),
			})
		}
		*guess = uint8(k)
	}
	p.groups[k].to++
	return int32(k)
}

// matches reports whether g is the group of a style.
func (g *group) matches(l look, blank bool) bool { return g.look == l && g.blank == blank }

// sort fills p.sorted with the runs, ordered by group, and sets the range of each group.
func (p *plan) sort() {
	n := int32(0)
	for k := range p.groups {
		g := &p.groups[k]
		size := g.to
		g.from, g.to = n, n
		n += size
	}
	p.sorted = slices.Grow(p.sorted[:0], len(p.runs))[:len(p.runs)]
	for _, r := range p.runs {
		g := &p.groups[r.group]
		p.sorted[g.to] = r
		g.to++
	}
}

// styleCost returns the approximate number of bytes of a change from the style have to the style of a group.
func styleCost(have *look, g *group) int {
	n := int32(0)
	if !g.blank && have.fg != g.look.fg {
		n += g.fgBytes
	}
	if have.bg != g.look.bg {
		n += g.bgBytes
	}
	if have.attr != g.look.attr {
		if !g.blank {
			n += int32(len("22;"))
		}
		if (have.attr^g.look.attr)&cell.ExtraMask != 0 {
			n += g.linkBytes
		}
	}
	if n > 0 {
		n += int32(len("\x1b["))
	}
	return int(n)
}
