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
// Each glyph is one column wide. The cursor's column after the last glyph of a row is never relied upon: it
// is the last column on some terminals, and beyond it on others.
//
// The zero Encoder is ready to use: it assumes nothing about the terminal, and sends colours as
// [cell.Truecolor].
type Encoder struct {
	tier  cell.Tier
	w, h  int
	given []cell.Cell // the last frame
	shown []mark      // the cells on the terminal, if known
	known bool
	have  pencil
	far   int // the rightmost column written so far: the terminal is at least that wide
	bleed bool

	*work  // for as long as a frame is encoded, else nil
	behind behind
}

// A work is what an Encoder needs for a frame and not between two of them: a hundred kilobytes and more, where there are
// many cells. So a server of many terminals has as many as it has processors.
type work struct {
	changed []int32 // the cells to send, row by row
	before  []mark  // what the terminal shows in them
	plan    plan
}

// works are those that no Encoder has just now.
var works = sync.Pool{New: func() any { return new(work) }}

// A mark is what a terminal shows in a cell.
type mark struct {
	glyph rune
	look  look
}

// unknown is the mark of a cell of which nobody knows what the terminal shows. It is like no other.
var unknown = mark{look: look{attr: 0xff}}

// blank reports whether the foreground of m cannot be seen.
func (m *mark) blank() bool { return m.glyph == ' ' && m.look.attr&cell.Reverse == 0 }

// A pencil is the cursor's position and the current style.
type pencil struct {
	x, y   int
	placed bool // x and y are known
	look   look
	styled bool // look is known
}

// SetTier sets the colours to send. The next Frame sends every cell.
func (e *Encoder) SetTier(tier cell.Tier) {
	if tier != e.tier {
		e.tier, e.known = tier, false
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

// Reset is Forget, and gives back the memory: for a terminal that is sent what others have encoded.
func (e *Encoder) Reset() { *e = Encoder{tier: e.tier, bleed: e.bleed} }

// ForgetCursor discards the cursor's position and style, but not the cells: after sequences that set a mode
// or send a query.
func (e *Encoder) ForgetCursor() { e.have, e.far = pencil{}, 0 }

// Shows reports whether the cells on the terminal are known and are a frame of w×h cells. If not, the next
// such Frame sends every cell.
func (e *Encoder) Shows(w, h int) bool { return e.known && w == e.w && h == e.h }

// Frame appends the bytes that change the terminal's picture to f, and returns the result: dst itself if
// nothing changes. The terminal must have f's size.
func (e *Encoder) Frame(dst []byte, f *cell.Frame) []byte { return e.Part(dst, f, Limit{}) }

// Part is Frame, but leaves out what goes beyond a limit: what f lists first is sent first, and of the rest each cell
// in its turn. The next frames send what was left out, unless it has changed back. Behind tells how much that is.
func (e *Encoder) Part(dst []byte, f *cell.Frame, limit Limit) []byte {
	e.work = works.Get().(*work)
	defer func() {
		works.Put(e.work)
		e.work = nil
	}()
	return e.encode(dst, f, limit)
}

// encode is Part with the work that e has.
func (e *Encoder) encode(dst []byte, f *cell.Frame, limit Limit) []byte {
	if !e.Shows(f.W, f.H) {
		e.w, e.h, e.known = f.W, f.H, false
		e.given = slices.Grow(e.given[:0], len(f.Cells))[:len(f.Cells)]
		e.shown = slices.Grow(e.shown[:0], len(f.Cells))[:len(f.Cells)]
		e.behind.resize(len(f.Cells))
	}
	e.compare(f)
	expected := e.leave(f, limit)
	start := len(dst)

	for _, r := range e.plan.order(e) {
		for _, i := range e.changed[r.from:r.to] {
			dst = e.moveTo(dst, int(i)%e.w, int(i)/e.w)
			dst = e.put(dst, &e.shown[i])
		}
	}

	if c := f.Cursor; c.Placed && f.At(c.X, c.Y) != nil {
		dst = e.moveTo(dst, c.X, c.Y)
	}

	e.known = true
	e.behind.learn(expected, len(dst)-start)
	return dst
}

// stretch is how many cells are compared at once. Most cells of most frames are as they were.
const stretch = 16

// compare lists the cells of f that the terminal does not show, and notes that it shows them.
func (e *Encoder) compare(f *cell.Frame) {
	e.changed, e.before = e.changed[:0], e.before[:0]
	bled := -1 // the cell into which a glyph reached that is not there any more
	cells, given := f.Cells, e.given[:len(f.Cells)]
	for i := 0; i < len(cells); i++ {
		if e.known && i%stretch == 0 && i != bled && i+stretch <= len(cells) && *(*[stretch]cell.Cell)(cells[i:]) == *(*[stretch]cell.Cell)(given[i:]) {
			i += stretch - 1
			continue
		}
		if e.known && cells[i].Is(&given[i]) {
			if i == bled {
				e.change(i, e.shown[i])
			}
			continue
		}
		given[i] = cells[i]
		m := e.mark(cells[i])
		if e.known && m == e.shown[i] && i != bled {
			if e.behind.count > 0 {
				e.behind.since[i] = never
			}
			continue // two colours that are the same in this tier
		}

		if e.bleed && e.known && !e.shown[i].blank() {
			if n := len(e.changed); i%e.w > 0 && (n == 0 || e.changed[n-1] != int32(i-1)) {
				e.change(i-1, e.shown[i-1])
			}
			if i%e.w < e.w-1 {
				bled = i + 1
			}
		}
		e.change(i, m)
	}
}

// change lists a cell to send, and notes that the terminal shows m there.
func (e *Encoder) change(i int, m mark) {
	before := e.shown[i]
	if !e.known || before == m { // or glyphs beside it have reached into it
		before = unknown
	}
	e.shown[i] = m
	e.changed = append(e.changed, int32(i))
	e.before = append(e.before, before)
}

// mark returns what a terminal shows of c, which is equal for all cells that look the same: a glyph in the
// colour of its background becomes a blank. So none of them is sent in place of another.
func (e *Encoder) mark(c cell.Cell) mark {
	if e.tier == cell.Mono {
		c.Fg, c.Bg = 0, 0
	} else if c.Attr == 0 && (c.Fg == c.Bg || c.Glyph == ' ' || c.Glyph == 0) {
		c.Glyph, c.Fg = ' ', c.Bg
	}
	if c.Glyph == 0 {
		c.Glyph = ' '
	}
	return mark{cell.Printable(c.Glyph), e.lookOf(c)}
}

// put appends a glyph in its style, at the cursor.
func (e *Encoder) put(dst []byte, m *mark) []byte {
	dst = e.restyle(dst, m.look, m.glyph == ' ')
	e.far = max(e.far, e.have.x)
	e.have.x++
	return utf8.AppendRune(dst, m.glyph)
}
