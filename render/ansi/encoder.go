package ansi

import (
	"slices"
	"sync"
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Encoder encodes frames for one terminal. It remembers the cells on the terminal, its cursor and its
// style, and sends only changes: cells of one style together, in an order with short moves.
//
// A glyph of two columns is sent with its left cell. After such a glyph, and after a glyph with marks, the Encoder does not
// rely on the cursor's column, because a terminal with another width for it would shift the rest of the row. It does not
// rely on the column after the last glyph of a row either, which is the last column on some terminals and beyond it on
// others.
//
// The zero Encoder is ready to use. It assumes nothing about the terminal and sends colors as [cell.Truecolor]. It does not
// use the sequences that SetUnderlines, SetLinks and SetScroll allow, because some terminals do not support them.
type Encoder struct {
	tier  cell.Tier
	w, h  int
	shown []cell.Cell // the cells on the terminal, if known
	known bool
	have  pencil
	far   int // the rightmost column written so far: the terminal is at least that wide
	bleed bool

	underlines, links, scroll bool    // features of the terminal
	extras                    []extra // of the last frame

	narrow bool // Narrow of the last frame

	*work  // for as long as a frame is encoded, else nil
	behind behind
}

// A work is what an Encoder needs for a frame and not between two of them: a hundred kilobytes and more, where there are
// many cells. So a server of many terminals has as many as it has processors.
type work struct {
	changed []int32     // the cells to send, row by row
	before  []cell.Cell // what the terminal shows in them
	marks   []mark      // by cell: what it is to show …
	frames  []uint64    // … if this is the frame's number: else nobody has asked yet
	frame   uint64
	states  []state // by cell, while a frame is divided; all keeps otherwise
	plan    plan

	scroller scroller
}

// begin makes room for a frame of n cells.
func (w *work) begin(n int) {
	w.changed, w.before = w.changed[:0], w.before[:0]
	if w.frame++; len(w.marks) < n {
		w.marks, w.frames, w.states = make([]mark, n), make([]uint64, n), make([]state, n)
	}
}

// works are those that no Encoder has just now.
var works = sync.Pool{New: func() any { return new(work) }}

// A mark is what a terminal shows in a cell.
type mark struct {
	glyph rune
	look  look
}

// unknown stands for a cell of the terminal with unknown contents. It is in no frame, and no style fits it.
var unknown = cell.Cell{Glyph: -1, Attr: 1<<31 | cell.Reverse}

// smeared is the attribute of a cell on the terminal that has to be sent again, because a glyph that was next to it has
// reached into it. Without the attribute, the cell is as the terminal shows it. No cell of a frame has the attribute.
const smeared cell.Attr = 1 << 30

// smear returns c with smeared.
func smear(c cell.Cell) cell.Cell {
	c.Attr |= smeared
	return c
}

// blank reports whether the foreground of m is invisible.
func (m *mark) blank() bool { return m.glyph == ' ' && m.look.attr&onBlanks == 0 }

// A pencil is the cursor's position and the current style.
type pencil struct {
	x, y   int
	placed bool // x and y are known
	look   look
	styled bool // look is known
}

// SetTier sets the colors to send. The next Frame sends every cell.
func (e *Encoder) SetTier(tier cell.Tier) {
	if tier == e.tier {
		return
	}
	e.tier, e.known = tier, false
	if len(e.extras) > 0 {
		e.forgetExtras()
	}
}

// SetBleed sets whether glyphs reach into the cells beside theirs, as those of a font may by a pixel: then what was
// there stays when a cell changes, unless its neighbours are sent again too.
func (e *Encoder) SetBleed(bleeds bool) { e.bleed = bleeds }

// Forget discards all knowledge of the terminal: after a resize or a suspend, or when another program wrote
// to it. The next Frame sends every cell.
func (e *Encoder) Forget() {
	e.known = false
	e.ForgetCursor()
}

// ForgetRow discards the knowledge of a row. The next Frame sends it again.
func (e *Encoder) ForgetRow(y int) {
	if e.known && y < e.h {
		for i := range e.shown[y*e.w : (y+1)*e.w] {
			e.shown[y*e.w+i] = unknown
		}
	}
}

// Reset is Forget, and also releases the memory. Call it while another Encoder draws on the terminal.
func (e *Encoder) Reset() {
	*e = Encoder{tier: e.tier, bleed: e.bleed, underlines: e.underlines, links: e.links, scroll: e.scroll}
}

// ForgetCursor discards the cursor's position and style, but not the cells: after sequences that set a mode
// or send a query.
func (e *Encoder) ForgetCursor() { e.have, e.far = pencil{}, 0 }

// Shows reports whether the cells on the terminal are known and are a frame of w×h cells. If not, the next
// such Frame sends every cell.
func (e *Encoder) Shows(w, h int) bool { return e.known && w == e.w && h == e.h }

// Frame appends the bytes that change the terminal's picture to f, and returns the result: dst itself if
// nothing changes. The terminal must have f's size.
func (e *Encoder) Frame(dst []byte, f *cell.Frame) []byte { return e.PartialFrame(dst, f, Limit{}) }

// PartialFrame is Frame, but leaves out what goes beyond a limit: what f lists first is sent first, and of the rest each cell
// in its turn. The next frames send what was left out, unless it has changed back. Behind tells how much that is.
func (e *Encoder) PartialFrame(dst []byte, f *cell.Frame, limit Limit) []byte {
	e.work = works.Get().(*work)
	defer func() {
		works.Put(e.work)
		e.work = nil
	}()
	return e.encode(dst, f, limit)
}

// encode is Part with the work that e has.
func (e *Encoder) encode(dst []byte, f *cell.Frame, limit Limit) []byte {
	if f.Narrow != e.narrow {
		e.narrow, e.known = f.Narrow, false
	}
	if !e.Shows(f.W, f.H) {
		e.w, e.h, e.known = f.W, f.H, false
		e.shown = slices.Grow(e.shown[:0], len(f.Cells))[:len(f.Cells)]
		e.behind.reset()
	}
	e.learnExtras(f.Extras)
	if e.links && !e.known { // a hyperlink may be open
		dst = append(dst, closeLink...)
	}
	dst = e.scrollTo(dst, f)
	e.compare(f)
	expected := e.leave(f, limit)
	start := len(dst)

	for _, r := range e.plan.order(e) {
		for _, i := range e.changed[r.from:r.to] {
			if m := &e.marks[i]; m.glyph != cell.Tail {
				dst = e.moveTo(dst, int(i)%e.w, int(i)/e.w)
				dst = e.put(dst, m)
			}
		}
	}

	if c := f.Cursor; c.Placed && f.At(c.X, c.Y) != nil {
		dst = e.moveTo(dst, c.X, c.Y)
	}

	dst = e.endLink(dst)
	e.known = true
	e.behind.learn(expected, len(dst)-start)
	return dst
}

// stretch is how many cells are compared at once. Most cells of most frames are as they were.
const stretch = 16

// compare lists the cells of f that the terminal does not show, and notes that it shows them.
func (e *Encoder) compare(f *cell.Frame) {
	e.begin(len(f.Cells))
	bled := -1 // a cell to send again: a glyph reached into it, or was the left half of a wide one
	cells, shown := f.Cells, e.shown[:len(f.Cells)]
	for i := 0; i < len(cells); i++ {
		if e.known && i%stretch == 0 && i != bled && i+stretch <= len(cells) && *(*[stretch]cell.Cell)(cells[i:]) == *(*[stretch]cell.Cell)(shown[i:]) {
			i += stretch - 1
			continue
		}
		if e.known && cells[i].Equal(&shown[i]) {
			if i == bled {
				e.change(i, cells[i], e.markAt(cells, i))
			}
			continue
		}
		before, now := shown[i], e.plainAt(cells, i)
		smears := e.known && before.Attr&smeared != 0
		before.Attr &^= smeared
		shown[i] = cells[i]
		same := e.known && (smears && cells[i].Equal(&before) || e.alike(now, before))
		again := smears && same // its own glyph already reaches into the neighbors, so they are not sent again
		if e.known && e.joined(cells, before, i) {
			if i%e.w > 0 && (e.bleed && !again || cell.Wide(cells[i-1].Glyph)) {
				e.again(i-1, cells)
			}
			if !again {
				before = unknown
			}
			e.change(i, smear(before), mark{now.Glyph, e.lookOf(now)})
			if i%e.w < e.w-1 && (e.bleed && !again || cells[i+1].Glyph == cell.Tail) {
				bled = i + 1
			}
			continue
		}
		if same && i != bled && !again {
			continue
		}

		smears = smears || i == bled
		if e.bleed && e.known && !again && !e.blank(before) {
			if i%e.w > 0 {
				e.again(i-1, cells)
			}
			if i%e.w < e.w-1 {
				bled = i + 1
			}
		}
		switch {
		case !e.known:
			before = unknown
		case smears:
			before = smear(before)
		}
		e.change(i, before, mark{now.Glyph, e.lookOf(now)})
	}
}

// joined reports whether cell i is, or was before, half of a wide glyph, or next to a glyph that it can make whole or
// break.
func (e *Encoder) joined(cells []cell.Cell, before cell.Cell, i int) bool {
	return cell.Special(cells[i].Glyph) || cell.Special(before.Glyph) ||
		i%e.w > 0 && cell.Wide(cells[i-1].Glyph) || i%e.w < e.w-1 && cells[i+1].Glyph == cell.Tail
}

// again lists the cell before the current one, because a glyph has reached into it.
func (e *Encoder) again(i int, cells []cell.Cell) {
	if n := len(e.changed); n == 0 || e.changed[n-1] != int32(i) {
		e.change(i, cells[i], e.markAt(cells, i))
	} else if before := &e.before[n-1]; !before.Equal(&cells[i]) {
		*before = smear(*before)
	}
}

// change lists a cell to send and notes its mark. before is the cell that the terminal shows. If that is the new cell too, it
// is sent again only if a neighbor is sent. A locked cell is not sent.
func (e *Encoder) change(i int, before cell.Cell, now mark) {
	if now.glyph == cell.Locked {
		return
	}
	e.changed = append(e.changed, int32(i))
	e.before = append(e.before, before)
	e.marks[i], e.frames[i] = now, e.frame
}

// at returns what the terminal shows of a cell once the frame is sent. Those of changed cells are in marks already.
func (e *Encoder) at(i int) *mark {
	m := &e.marks[i]
	if e.frames[i] != e.frame {
		*m, e.frames[i] = e.markAt(e.shown, i), e.frame
	}
	return m
}

// mark returns what a terminal shows of c.
func (e *Encoder) mark(c cell.Cell) mark {
	c = e.plain(c)
	return mark{c.Glyph, e.lookOf(c)}
}

// markAt is mark for a cell of a frame, where it can be half of a wide glyph.
func (e *Encoder) markAt(cells []cell.Cell, i int) mark {
	c := e.plainAt(cells, i)
	return mark{c.Glyph, e.lookOf(c)}
}

// plainAt is plain for a cell of a frame. The right half of a glyph has the style of the left half, because a terminal
// shows them in one style.
func (e *Encoder) plainAt(cells []cell.Cell, i int) cell.Cell {
	c := cells[i]
	if !cell.Special(c.Glyph) {
		return e.plain(c)
	}
	switch glyph := cell.VisibleGlyph(cells, e.w, i); glyph {
	case cell.Locked:
		return c
	case cell.Tail:
		if c = e.plain(cells[i-1]); c.Glyph != ' ' { // it can be seen
			c.Glyph = glyph
		}
		return c
	default:
		c.Glyph = glyph
		return e.plain(c)
	}
}

// alike reports whether a terminal shows the same of two cells that differ, of which the first is plain: the foreground of a
// blank is not seen, and two colours may be one in its tier.
func (e *Encoder) alike(now, before cell.Cell) bool {
	if e.tier == cell.Truecolor && (now.Bg != before.Bg || now.Glyph != ' ' && now.Glyph != '?') {
		return false
	}
	before = e.plain(before)
	return now == before || e.tier != cell.Truecolor && now.Glyph == before.Glyph && e.lookOf(now) == e.lookOf(before)
}

// blank reports whether the foreground of c cannot be seen.
func (e *Encoder) blank(c cell.Cell) bool {
	m := e.mark(c)
	return m.blank()
}

// plain returns the visible part of c. Cells that look the same in true color have the same visible part, so a change from
// one to the other is not sent. A glyph in the color of its background becomes a blank.
func (e *Encoder) plain(c cell.Cell) cell.Cell {
	if e.tier == cell.Mono {
		c.Fg, c.Bg = 0, 0
	} else if c.Attr == 0 && (c.Fg == c.Bg && c.Fg != cell.Default || c.Glyph == ' ' || c.Glyph == 0) {
		c.Glyph, c.Fg = ' ', c.Bg
	}
	if c.Glyph == 0 {
		c.Glyph = ' '
	}
	c.Glyph = cell.Printable(c.Glyph)
	if e.narrow {
		c.Glyph = cell.Narrow(c.Glyph)
	}
	return c
}

// put appends a glyph in its style, at the cursor.
func (e *Encoder) put(dst []byte, m *mark) []byte {
	dst = e.restyle(dst, m.look, m.glyph == ' ')
	e.far = max(e.far, e.have.x)
	if cell.Special(m.glyph) {
		return e.putSpecial(dst, m.glyph)
	}
	e.have.x++
	return utf8.AppendRune(dst, m.glyph)
}

// putSpecial appends a glyph of two columns or with marks. If a mark has a column, some terminals draw it over the base,
// and others in the next column. So both cells are cleared first.
func (e *Encoder) putSpecial(dst []byte, glyph rune) []byte {
	if cell.Wide(glyph) && cell.Marked(glyph) {
		dst = append(dst, "  "...)
		dst = absolute(dst, e.have.x, e.have.y)
	}
	e.have.placed = false
	return cell.AppendGlyph(dst, glyph)
}
