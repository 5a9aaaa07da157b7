package ansi

import (
	"math"
	"slices"
	"sync"

	"arkterm/render/cell"
)

// A Limit limits the number of bytes that are sent for a frame.
type Limit struct {
	Bytes int   // approximate number of bytes; 0 means unlimited
	Now   int64 // time of the frame in nanoseconds since any fixed origin; needed only with Bytes
}

// If a frame exceeds a limit, the Encoder sends only some of its cells. Parts are rectangles of a frame that contain
// one object each, in order of urgency; see [cell.Part].
//
// The following constants are shares of a limit, in quarters. The most urgent parts get at most half of the limit. The
// cells outside all parts get at least a quarter. The other parts are sent in rotation and also get at least a quarter.
// Therefore no cell waits forever.
const (
	urgentShare = 2 // share of the most urgent parts
	cellShare   = 1 // share of the cells outside the parts
	allShares   = 4
)

// maxReserved is the maximum time for which a cell is reserved for the parts that cover it, in nanoseconds. After that
// time the cell is sent even without the parts.
const maxReserved = 1_000_000_000

// minLimit is the minimum limit in bytes; smaller limits have the effect of minLimit. maxCellBytes is the maximum
// number of bytes of a cell without a hyperlink: a move, two true colors with attributes, and a glyph.
const minLimit, maxCellBytes = 64, 60

// pendingCells records the cells and parts that an Encoder has omitted.
type pendingCells struct {
	since    []int64  // by cell: time of the first frame that omitted it, or never; empty if no cell is omitted
	buf      *[]int64 // the slice since, as it is put into timePool; nil if since is not in use
	count    int      // number of omitted cells
	oldest   int64    // minimum of the times in since
	nextCell int      // cell at which the choice of cells for the next frame begins
	lastPart int      // index of the part that was chosen last
	scale    float64  // ratio of sent bytes to expected bytes; 0 means 1

	sentParts  []sentPart // the sent parts, by part ID
	fullFrames uint32     // number of frames that were sent completely, and of calls of reset
	frame      uint32     // number of the last frame
}

// A sentPart records the area of a [cell.Part], and the frame in which it was last sent.
type sentPart struct {
	x, y, w, h int16  // area in cells
	fullFrame  uint32 // pendingCells.fullFrames when the part was sent; it is on the terminal only while both are equal
	lastFrame  uint32 // number of the last frame with this part
}

// part returns the area of q as a part.
func (q *sentPart) part() *cell.Part {
	return &cell.Part{X: int(q.x), Y: int(q.y), W: int(q.w), H: int(q.h)}
}

// A cellState is the state of a cell while selectCells runs.
type cellState uint8

const (
	cellUnchanged cellState = iota // the terminal already shows the cell
	cellOptional                   // must be sent only if a neighbor is sent whose old glyph reaches into this cell
	cellWaiting                    // may be sent
	cellReserved                   // reserved for a part
	cellChosen                     // will be sent
)

// reset discards the omitted cells and the sent parts, because the size of the frame has changed.
func (b *pendingCells) reset() {
	b.releaseTimes()
	b.count, b.nextCell = 0, 0
	b.fullFrames++
}

// timePool contains slices for pendingCells.since that no Encoder is using. Most terminals receive all frames
// completely, so they need no slice.
var timePool = sync.Pool{New: func() any { return new([]int64) }}

// acquireTimes sets b.since to a slice from timePool with an element for each of the n cells of a frame, unless b.since
// is in use already.
func (b *pendingCells) acquireTimes(n int) {
	if b.buf != nil {
		return
	}
	b.buf = timePool.Get().(*[]int64)
	*b.buf = slices.Grow((*b.buf)[:0], n)[:n]
	b.since = *b.buf
	for i := range b.since {
		b.since[i] = never
	}
}

// releaseTimes puts the slice b.since back into timePool.
func (b *pendingCells) releaseTimes() {
	if b.buf != nil {
		timePool.Put(b.buf)
		b.since, b.buf = nil, nil
	}
}

// never is later than the time of any frame.
const never = math.MaxInt64

// Pending returns the number of cells of the last frame that the terminal does not show yet. since is the [Limit.Now]
// of the oldest frame that omitted one of these cells.
func (e *Encoder) Pending() (cells int, since int64) { return e.pending.count, e.pending.oldest }

// selectCells selects the changed cells to send, and omits the other changed cells. It returns the expected number of
// bytes before scaling. If there is no limit, or all changes certainly fit, it makes no estimate and returns 0.
func (e *Encoder) selectCells(f *cell.Frame, limit Limit) (expected int) {
	b := &e.pending
	b.frame++
	if limit.Bytes <= 0 || len(e.changed)*maxCellBytes <= limit.Bytes && len(e.extras) == 0 {
		e.recordFullFrame(f)
		return 0
	}
	maxBytes := max(limit.Bytes, minLimit)
	if b.scale > 0 {
		maxBytes = int(float64(maxBytes) / b.scale)
	}
	if expected = e.expectedBytes(); expected <= maxBytes {
		e.recordFullFrame(f)
		return expected
	}

	b.acquireTimes(len(f.Cells))
	for k, i := range e.changed {
		e.states[i] = cellWaiting
		if e.before[k].Equal(&e.shown[i]) { // unchanged, but the old glyph of a neighbor may reach into the cell
			e.states[i] = cellOptional
		}
	}
	for i := range b.since {
		if e.states[i] <= cellOptional { // omitted earlier, but has changed back
			b.since[i] = never
		}
	}

	s := selection{e: e, last: -2}
	s.chooseRemoved(f.Urgent)
	first := s.chooseUrgent(f.Urgent, maxBytes*urgentShare/allShares)
	s.reserve(f.Urgent[first:])
	s.chooseCells(s.spent+maxBytes*cellShare/allShares, limit.Now)
	s.chooseParts(f.Urgent[first:], maxBytes)
	s.chooseCells(maxBytes, limit.Now)
	e.dropOmitted(limit.Now)
	return s.spent
}

// recordFullFrame records that all changes of the frame are sent.
func (e *Encoder) recordFullFrame(f *cell.Frame) {
	b := &e.pending
	b.count = 0
	b.releaseTimes()
	b.fullFrames++
	for _, p := range f.Urgent {
		b.recordPart(p)
	}
}

// dropOmitted removes the omitted cells from the changes and records that the terminal does not show them.
func (e *Encoder) dropOmitted(now int64) {
	b, n := &e.pending, 0
	b.count, b.oldest = 0, never
	for k, i := range e.changed {
		switch e.states[i] {
		case cellChosen:
			b.since[i] = never
			e.changed[n] = i
			n++
		case cellOptional:
		default:
			if e.before[k].Equal(&e.shown[i]) {
				e.before[k] = markOverdrawn(e.before[k])
			}
			e.shown[i], e.contentFrames[i] = e.before[k], 0
			b.since[i] = min(b.since[i], now)
			b.count++
			b.oldest = min(b.oldest, b.since[i])
		}
		e.states[i] = cellUnchanged
	}
	e.changed = e.changed[:n]
	if b.count == 0 {
		b.releaseTimes()
	}
}

// expectedBytes returns the expected number of bytes of the changed cells.
func (e *Encoder) expectedBytes() (bytes int) {
	after := int32(-2)
	for _, i := range e.changed {
		bytes += e.cost(i, after)
		after = i
	}
	return bytes
}

// cost returns the approximate number of bytes of cell i if it is sent directly after the given cell. If after is
// negative, cell i is the first cell that is sent.
func (e *Encoder) cost(i, after int32) int {
	const move, style = 5, 9
	m := &e.contents[i]
	bytes := cell.GlyphLen(m.glyph)
	if i != after+1 {
		bytes += move
	}
	if after < 0 || !m.matchesStyle(e.contents[after].look) {
		bytes += style
		if m.look.attr&cell.ExtraMask != 0 {
			bytes += int(e.linkCost(m.look.attr))
		}
	}
	return bytes
}

// updateScale adapts b.scale to a frame with the given numbers of expected and sent bytes. It moves the scale a quarter
// of the way to their ratio. It ignores small frames.
func (b *pendingCells) updateScale(expected, sent int) {
	if expected < 100 {
		return
	}
	scale := min(max(float64(sent)/float64(expected), 0.25), 4)
	if b.scale == 0 {
		b.scale = scale
	}
	b.scale += (scale - b.scale) / 4
}

// recordPart records the area of a part that is being sent.
func (b *pendingCells) recordPart(p cell.Part) {
	if q := b.sentPart(p.ID); q != nil {
		*q = sentPart{int16(p.X), int16(p.Y), int16(p.W), int16(p.H), b.fullFrames, b.frame}
	}
}

// sentPart returns the last sent area of a part, or nil if the part has no ID.
func (b *pendingCells) sentPart(id int) *sentPart {
	if id <= 0 || id > cell.MaxPartID {
		return nil
	}
	for len(b.sentParts) <= id {
		b.sentParts = append(b.sentParts, sentPart{})
	}
	return &b.sentParts[id]
}

// hasParts reports whether the terminal still shows a part that was sent after the last full frame.
func (b *pendingCells) hasParts() bool {
	return slices.ContainsFunc(b.sentParts, func(q sentPart) bool { return q.fullFrame == b.fullFrames })
}

// A selection selects the cells of a frame to send.
type selection struct {
	e     *Encoder
	spent int   // expected bytes of the chosen cells
	last  int32 // last chosen cell
}

// chooseArea chooses the changed cells of a rectangle, row by row, until maxSpent bytes are spent.
func (s *selection) chooseArea(p *cell.Part, maxSpent int) {
	e := s.e
	for y := max(p.Y, 0); y < min(p.Y+p.H, e.h) && s.spent < maxSpent; y++ {
		for x := max(p.X, 0); x < min(p.X+p.W, e.w); x++ {
			if i := y*e.w + x; e.states[i] == cellWaiting || e.states[i] == cellReserved {
				s.choose(int32(i))
			}
		}
	}
}

// choose chooses a cell, and the other half of a wide glyph. Optional neighbors must then be sent too, so they become
// cellWaiting.
func (s *selection) choose(i int32) {
	e := s.e
	s.spent += e.cost(i, s.last)
	e.states[i] = cellChosen
	s.last = i
	for _, next := range [...]int32{i - 1, i + 1} {
		if next >= 0 && int(next) < len(e.shown) && e.states[next] == cellOptional {
			e.states[next] = cellWaiting
		}
	}

	if !cell.Special(e.contents[i].glyph) {
		return
	}
	other := i + 1
	if e.contents[i].glyph == cell.Tail {
		other = i - 1
	} else if !cell.Wide(e.contents[i].glyph) {
		return
	}
	if e.states[other] == cellWaiting || e.states[other] == cellReserved {
		s.choose(other)
	}
}

// choosePart chooses the old and the new area of a part. If the part has no ID, it chooses only the new area, and stops
// when maxSpent bytes are spent.
func (s *selection) choosePart(p *cell.Part, maxSpent int) {
	b := &s.e.pending
	q := b.sentPart(p.ID)
	if q == nil {
		s.chooseArea(p, maxSpent)
		return
	}
	if q.fullFrame == b.fullFrames {
		s.chooseArea(q.part(), math.MaxInt)
	}
	s.chooseArea(p, math.MaxInt)
	b.recordPart(*p)
}

// chooseRemoved chooses the old areas of parts that are no longer in the frame.
func (s *selection) chooseRemoved(parts []cell.Part) {
	b := &s.e.pending
	for i := range parts {
		if q := b.sentPart(parts[i].ID); q != nil {
			q.lastFrame = b.frame
		}
	}
	for i := range b.sentParts {
		if q := &b.sentParts[i]; q.fullFrame == b.fullFrames && q.lastFrame != b.frame {
			s.chooseArea(q.part(), math.MaxInt)
			*q = sentPart{}
		}
	}
}

// chooseUrgent chooses parts in their order until maxSpent bytes are spent. It returns the number of chosen parts.
func (s *selection) chooseUrgent(parts []cell.Part, maxSpent int) (n int) {
	for n < len(parts) && s.spent < maxSpent {
		s.choosePart(&parts[n], maxSpent)
		n++
	}
	return n
}

// reserve reserves the cells of parts, so that all cells of a part are sent together.
func (s *selection) reserve(parts []cell.Part) {
	b := &s.e.pending
	for i := range parts {
		p := &parts[i]
		if q := b.sentPart(p.ID); q != nil {
			if q.fullFrame == b.fullFrames {
				s.reserveArea(q.part())
			}
			s.reserveArea(p)
		}
	}
}

// reserveArea reserves the waiting cells of a rectangle.
func (s *selection) reserveArea(p *cell.Part) {
	e := s.e
	for y := max(p.Y, 0); y < min(p.Y+p.H, e.h); y++ {
		for x := max(p.X, 0); x < min(p.X+p.W, e.w); x++ {
			if i := y*e.w + x; e.states[i] == cellWaiting {
				e.states[i] = cellReserved
			}
		}
	}
}

// chooseParts chooses parts until maxSpent bytes are spent, starting after the part that was chosen last.
func (s *selection) chooseParts(parts []cell.Part, maxSpent int) {
	b := &s.e.pending
	for range parts {
		if s.spent >= maxSpent {
			return
		}
		b.lastPart = (b.lastPart + 1) % len(parts)
		s.choosePart(&parts[b.lastPart], maxSpent)
	}
}

// chooseCells chooses cells outside the parts until maxSpent bytes are spent, starting after the cell that was chosen
// last. It also chooses cells that were reserved for longer than maxReserved.
func (s *selection) chooseCells(maxSpent int, now int64) {
	e, b := s.e, &s.e.pending
	from, _ := slices.BinarySearch(e.changed, int32(b.nextCell))
	for k := range e.changed {
		if s.spent >= maxSpent {
			return
		}
		i := e.changed[(from+k)%len(e.changed)]
		if e.states[i] == cellWaiting || e.states[i] == cellReserved && b.since[i] < now-maxReserved {
			s.choose(i)
			b.nextCell = int(i) + 1
		}
	}
}
