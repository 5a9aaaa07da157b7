package ansi

import (
	"slices"
	"sync"
	"unicode/utf8"

	"arkterm/render/cell"
)

// An Encoder encodes frames for one terminal. It tracks the terminal's cells, cursor and style, and sends only changes.
// It sends cells of the same style together, in an order with short cursor moves.
//
// A glyph of two columns is sent with its left cell. After such a glyph, and after a glyph with marks, the next cursor
// move is absolute. Otherwise, a terminal that uses another width for the glyph would shift the rest of the row. After
// the last glyph of a row, the next move within the row is also absolute. Some terminals then leave the cursor in the
// last column, and others move it beyond.
//
// The zero Encoder is ready to use. It assumes nothing about the terminal and sends colors as [cell.Truecolor]. It does
// not use the sequences that SetUnderlines, SetLinks and SetScroll allow, because some terminals do not support them.
type Encoder struct {
	tier      cell.Tier
	w, h      int
	shown     []cell.Cell // cells on the terminal, if known is set
	known     bool
	cursor    cursorState
	rightmost int  // rightmost column written so far, so the terminal has at least that many columns
	bleed     bool // glyphs may reach into neighboring cells; see SetBleed

	underlines, links, scroll bool    // features of the terminal
	extras                    []extra // extras of the last frame

	narrow bool // Frame.NoAmbiguousWidth of the last frame

	*scratch // set only while a frame is encoded
	pending  pendingCells
}

// A scratch is the memory that an Encoder needs only while it encodes a frame, more than 100 KB for large frames.
// Encoders share a pool of them, so a server with many terminals needs about one per processor.
type scratch struct {
	changed       []int32     // cells to send, row by row
	before        []cell.Cell // for each changed cell: the cell on the terminal
	contents      []content   // by cell: content after this frame; valid if contentFrames[i] == frame
	contentFrames []uint64    // by cell: number of the frame for which contents[i] was set

	frame  uint64
	states []cellState // by cell: state while selectCells runs, otherwise cellUnchanged
	plan   plan

	scroller scroller
}

// begin prepares s for a frame of n cells.
func (w *scratch) begin(n int) {
	w.changed, w.before = w.changed[:0], w.before[:0]
	if w.frame++; len(w.contents) < n {
		w.contents, w.contentFrames, w.states = make([]content, n), make([]uint64, n), make([]cellState, n)
	}
}

// scratchPool contains the scratches that no Encoder is using.
var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// A content is the visible content of a cell on the terminal.
type content struct {
	glyph rune
	look  look
}

// unknownCell represents a cell of the terminal with unknown contents. It differs from all cells of frames.
var unknownCell = cell.Cell{Glyph: -1, Attr: 1<<31 | cell.Reverse}

// overdrawn marks a cell in Encoder.shown that has to be sent again, because the glyph of a neighbor reached into it.
// Cells of frames never have this attribute.
const overdrawn cell.Attr = 1 << 30

// markOverdrawn returns c with the attribute overdrawn.
func markOverdrawn(c cell.Cell) cell.Cell {
	c.Attr |= overdrawn
	return c
}

// blank reports whether the foreground of m is invisible.
func (m *content) blank() bool { return m.glyph == ' ' && m.look.attr&visibleOnBlanks == 0 }

// A cursorState is the position of the cursor and the current style.
type cursorState struct {
	x, y       int
	posKnown   bool // x and y are known
	look       look
	styleKnown bool // look is known
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

// SetBleed sets whether glyphs may reach into neighboring cells, as glyphs of some fonts do by a pixel. If bleeding is
// set, the neighbors of a changed cell are sent again, because otherwise the overlapping pixels would stay.
func (e *Encoder) SetBleed(bleeds bool) { e.bleed = bleeds }

// Forget discards everything known about the terminal. Call it after a resize or a suspend, or after another program
// wrote to the terminal. The next Frame sends every cell.
func (e *Encoder) Forget() {
	e.known = false
	e.ForgetCursor()
}

// ForgetRow discards the known cells of row y. The next Frame sends the row again.
func (e *Encoder) ForgetRow(y int) {
	if e.known && y < e.h {
		for i := range e.shown[y*e.w : (y+1)*e.w] {
			e.shown[y*e.w+i] = unknownCell
		}
	}
}

// Reset does the same as Forget and also releases memory. Call it while another Encoder draws on the terminal.
func (e *Encoder) Reset() {
	*e = Encoder{tier: e.tier, bleed: e.bleed, underlines: e.underlines, links: e.links, scroll: e.scroll}
}

// ForgetCursor discards the cursor's position and style, but not the cells. Call it after a sequence that sets a
// mode or sends a query.
func (e *Encoder) ForgetCursor() { e.cursor, e.rightmost = cursorState{}, 0 }

// Shows reports whether the terminal is known to show a frame of w×h cells. Otherwise the next frame of that size
// is sent completely.
func (e *Encoder) Shows(w, h int) bool { return e.known && w == e.w && h == e.h }

// Frame appends the bytes that change the terminal's picture to f. If nothing has changed, it appends nothing. The
// terminal must have the size of f.
func (e *Encoder) Frame(dst []byte, f *cell.Frame) []byte { return e.PartialFrame(dst, f, Limit{}) }

// PartialFrame is like Frame, but omits cells beyond a limit. It sends the parts in f.Urgent first, and then the other
// cells in rotation. The next frames send the omitted cells, unless the cells have changed back. Pending returns the
// number of omitted cells.
func (e *Encoder) PartialFrame(dst []byte, f *cell.Frame, limit Limit) []byte {
	e.scratch = scratchPool.Get().(*scratch)
	defer func() {
		scratchPool.Put(e.scratch)
		e.scratch = nil
	}()
	return e.encode(dst, f, limit)
}

// encode implements PartialFrame. e.scratch must be set.
func (e *Encoder) encode(dst []byte, f *cell.Frame, limit Limit) []byte {
	if f.NoAmbiguousWidth != e.narrow {
		e.narrow, e.known = f.NoAmbiguousWidth, false
	}
	if !e.Shows(f.W, f.H) {
		e.w, e.h, e.known = f.W, f.H, false
		e.shown = slices.Grow(e.shown[:0], len(f.Cells))[:len(f.Cells)]
		e.pending.reset()
	}

	e.recordExtras(f.Extras)
	if e.links && !e.known { // a hyperlink may be open
		dst = append(dst, closeLink...)
	}
	dst = e.scrollTo(dst, f)
	e.findChanges(f)
	expected := e.selectCells(f, limit)
	start := len(dst)

	for _, r := range e.plan.order(e) {
		for _, i := range e.changed[r.from:r.to] {
			if m := &e.contents[i]; m.glyph != cell.Tail {
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
	e.pending.updateScale(expected, len(dst)-start)
	return dst
}

// blockCells is the number of cells that findChanges examines in one operation. Most blocks of most frames have not
// changed.
const blockCells = 16

// findChanges adds each cell of f that differs from the terminal's picture to the changes, and records it as shown. It
// also adds unchanged cells that must be sent again, because the glyph of a neighbor reached into them, or because they
// were half of a wide glyph.
func (e *Encoder) findChanges(f *cell.Frame) {
	e.begin(len(f.Cells))
	resent := -1 // cell to send again because a glyph reached into it, or because it was half of a wide glyph
	cells, shown := f.Cells, e.shown[:len(f.Cells)]
	for i := 0; i < len(cells); i++ {
		if e.known && i%blockCells == 0 && i != resent && i+blockCells <= len(cells) &&
			*(*[blockCells]cell.Cell)(cells[i:]) == *(*[blockCells]cell.Cell)(shown[i:]) {
			i += blockCells - 1
			continue
		}
		if e.known && cells[i].Equal(&shown[i]) {
			if i == resent {
				e.addChange(i, cells[i], e.contentAt(cells, i))
			}
			continue
		}

		before, now := shown[i], e.visibleCellAt(cells, i)
		overlapped := e.known && before.Attr&overdrawn != 0
		before.Attr &^= overdrawn
		shown[i] = cells[i]
		same := e.known && (overlapped && cells[i].Equal(&before) || e.looksSame(now, before))
		resend := overlapped && same // the glyph already reaches into the neighbors, so these need not be sent again
		if e.known && e.touchesWide(cells, before, i) {
			if i%e.w > 0 && (e.bleed && !resend || cell.Wide(cells[i-1].Glyph)) {
				e.resendPrevious(i-1, cells)
			}
			if !resend {
				before = unknownCell
			}
			e.addChange(i, markOverdrawn(before), content{now.Glyph, e.lookOf(now)})
			if i%e.w < e.w-1 && (e.bleed && !resend || cells[i+1].Glyph == cell.Tail) {
				resent = i + 1
			}
			continue
		}
		if same && i != resent && !resend {
			continue
		}

		overlapped = overlapped || i == resent
		if e.bleed && e.known && !resend && !e.blank(before) {
			if i%e.w > 0 {
				e.resendPrevious(i-1, cells)
			}
			if i%e.w < e.w-1 {
				resent = i + 1
			}
		}
		switch {
		case !e.known:
			before = unknownCell
		case overlapped:
			before = markOverdrawn(before)
		}
		e.addChange(i, before, content{now.Glyph, e.lookOf(now)})
	}
}

// touchesWide reports whether cell i is or was half of a wide glyph, or is next to a wide glyph that a change of
// cell i can complete or split.
func (e *Encoder) touchesWide(cells []cell.Cell, before cell.Cell, i int) bool {
	return cell.Special(cells[i].Glyph) || cell.Special(before.Glyph) ||
		i%e.w > 0 && cell.Wide(cells[i-1].Glyph) || i%e.w < e.w-1 && cells[i+1].Glyph == cell.Tail
}

// resendPrevious adds cell i to the changes. Cell i is the left neighbor of the cell that findChanges examines. Either
// the glyph of the examined cell reaches into cell i, or both cells are halves of a wide glyph.
func (e *Encoder) resendPrevious(i int, cells []cell.Cell) {
	if n := len(e.changed); n == 0 || e.changed[n-1] != int32(i) {
		e.addChange(i, cells[i], e.contentAt(cells, i))
	} else if before := &e.before[n-1]; !before.Equal(&cells[i]) {
		*before = markOverdrawn(*before)
	}
}

// addChange adds a cell to the changes and sets its content to now. before is the cell on the terminal. If before
// equals the new cell, the cell needs to be sent only if a neighbor is sent whose glyph reaches into it. Locked cells
// are never sent.
func (e *Encoder) addChange(i int, before cell.Cell, now content) {
	if now.glyph == cell.Locked {
		return
	}
	e.changed = append(e.changed, int32(i))
	e.before = append(e.before, before)
	e.contents[i], e.contentFrames[i] = now, e.frame
}

// contentAfter returns the content that cell i of the terminal has after this frame. For changed cells, addChange has
// already set it.
func (e *Encoder) contentAfter(i int) *content {
	m := &e.contents[i]
	if e.contentFrames[i] != e.frame {
		*m, e.contentFrames[i] = e.contentAt(e.shown, i), e.frame
	}
	return m
}

// content returns the visible content of c, which must not be half of a wide glyph.
func (e *Encoder) content(c cell.Cell) content {
	c = e.visibleCell(c)
	return content{c.Glyph, e.lookOf(c)}
}

// contentAt is like content for cell i of a frame, which can be half of a wide glyph.
func (e *Encoder) contentAt(cells []cell.Cell, i int) content {
	c := e.visibleCellAt(cells, i)
	return content{c.Glyph, e.lookOf(c)}
}

// visibleCellAt does the same as visibleCell for cell i of a frame. The right half of a glyph gets the style of the
// left half, because a terminal draws both in one style.
func (e *Encoder) visibleCellAt(cells []cell.Cell, i int) cell.Cell {
	c := cells[i]
	if !cell.Special(c.Glyph) {
		return e.visibleCell(c)
	}

	switch glyph := cell.VisibleGlyph(cells, e.w, i); glyph {
	case cell.Locked:
		return c
	case cell.Tail:
		if c = e.visibleCell(cells[i-1]); c.Glyph != ' ' { // the wide glyph is visible
			c.Glyph = glyph
		}
		return c
	default:
		c.Glyph = glyph
		return e.visibleCell(c)
	}
}

// looksSame reports whether two different cells look the same on the terminal. The foreground of a blank is invisible,
// and two colors can be equal in the tier. now must be a result of visibleCell.
func (e *Encoder) looksSame(now, before cell.Cell) bool {
	if e.tier == cell.Truecolor && (now.Bg != before.Bg || now.Glyph != ' ' && now.Glyph != '?') {
		return false
	}
	before = e.visibleCell(before)
	return now == before || e.tier != cell.Truecolor && now.Glyph == before.Glyph && e.lookOf(now) == e.lookOf(before)
}

// blank reports whether the foreground of c is invisible.
func (e *Encoder) blank(c cell.Cell) bool {
	m := e.content(c)
	return m.blank()
}

// visibleCell returns the visible part of c. Cells with the same visible part look the same in true color, so a change
// between them is not sent. A glyph in the color of its background becomes a blank.
func (e *Encoder) visibleCell(c cell.Cell) cell.Cell {
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

// put appends the glyph of m in its style at the cursor.
func (e *Encoder) put(dst []byte, m *content) []byte {
	dst = e.changeStyle(dst, m.look, m.glyph == ' ')
	e.rightmost = max(e.rightmost, e.cursor.x)
	if cell.Special(m.glyph) {
		return e.putSpecial(dst, m.glyph)
	}
	e.cursor.x++
	return utf8.AppendRune(dst, m.glyph)
}

// putSpecial appends a glyph with two columns or with marks. If a mark has its own column, some terminals draw
// it over the base and others in the next column. So both cells are cleared first.
func (e *Encoder) putSpecial(dst []byte, glyph rune) []byte {
	if cell.Wide(glyph) && cell.Marked(glyph) {
		dst = append(dst, "  "...)
		dst = appendAbsoluteMove(dst, e.cursor.x, e.cursor.y)
	}
	e.cursor.posKnown = false
	return cell.AppendGlyph(dst, glyph)
}
