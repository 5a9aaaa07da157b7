package ansi

import (
	"math"
	"slices"
	"sync"

	"arkterm/render/cell"
)

// A Limit says how much of a frame may be sent.
type Limit struct {
	Bytes int   // about so many; 0: any number
	Now   int64 // when the frame was drawn, in nanoseconds since any origin; with Bytes only
}

// Shares of a limit, in quarters. What has its turn gets one at least, so that nothing waits for ever.
const (
	firstShare = 2 // of what is most urgent
	restShare  = 1 // of what is not among the parts
	allShares  = 4
)

// mostHeld is how long a cell is left to the parts that cover it, in nanoseconds. Then it is sent even without them.
const mostHeld = 1_000_000_000

// leastLimit and mostBytes are the least limit that makes sense, in bytes, and the most bytes of a cell: a move, two
// true colours with attributes, and a glyph.
const leastLimit, mostBytes = 64, 60

// A behind is what an Encoder knows of what it has left out.
type behind struct {
	since []int64  // by cell: when it was first left out; never: it was not. Empty while none is left out
	room  *[]int64 // that of since
	count int      // of cells that were left out
	least int64    // the least of since
	next  int      // the cell whose turn it is
	turn  int      // the part whose turn it is
	scale float64  // bytes for each that was expected; 0: 1

	places []place // of parts, by ID
	number uint32  // counts the frames that were sent whole
	frame  uint32  // counts all of them
}

// A place is where a part was when it was last sent.
type place struct {
	x, y, w, h int16  // in cells
	number     uint32 // that of the last frame sent whole before; otherwise it is not there any more
	seen       uint32 // the last frame that it was in
}

// part returns the part at q.
func (q *place) part() *cell.Part {
	return &cell.Part{X: int(q.x), Y: int(q.y), W: int(q.w), H: int(q.h)}
}

// A state is the state of a cell while a frame is divided.
type state uint8

const (
	keeps   state = iota // the terminal shows it already
	follows              // it may be sent if a neighbor is sent, whose old glyph reaches into it
	waits                // it may be sent
	holds                // it is left to a part
	goes                 // it is sent
)

// reset forgets everything: the frame has another size.
func (b *behind) reset() {
	b.end()
	b.count, b.next = 0, 0
	b.number++
}

// times are rooms for since that no Encoder needs just now: most terminals take all that they are given.
var times = sync.Pool{New: func() any { return new([]int64) }}

// begin makes room for the times at which n cells were left out.
func (b *behind) begin(n int) {
	if b.room != nil {
		return
	}
	b.room = times.Get().(*[]int64)
	*b.room = slices.Grow((*b.room)[:0], n)[:n]
	b.since = *b.room
	for i := range b.since {
		b.since[i] = never
	}
}

// end gives the room back.
func (b *behind) end() {
	if b.room != nil {
		times.Put(b.room)
		b.since, b.room = nil, nil
	}
}

// never is a time that does not come.
const never = math.MaxInt64

// Pending returns how many cells of the terminal do not show the last frame, and the Now of the first frame that it does
// not show whole, if there are any.
func (e *Encoder) Pending() (cells int, since int64) { return e.behind.count, e.behind.least }

// leave divides the changed cells into those that are sent and those that are left out, and returns how many bytes the
// former are expected to take, before they are scaled: 0 if nobody cares.
func (e *Encoder) leave(f *cell.Frame, limit Limit) (expected int) {
	b := &e.behind
	b.frame++
	if limit.Bytes <= 0 || len(e.changed)*mostBytes <= limit.Bytes && len(e.extras) == 0 {
		e.leaveNone(f)
		return 0
	}
	most := max(limit.Bytes, leastLimit)
	if b.scale > 0 {
		most = int(float64(most) / b.scale)
	}
	if expected = e.expect(); expected <= most {
		e.leaveNone(f)
		return expected
	}

	b.begin(len(f.Cells))
	for k, i := range e.changed {
		if e.states[i] = waits; e.before[k].Equal(&e.shown[i]) {
			e.states[i] = follows
		}
	}
	for i := range b.since {
		if e.states[i] <= follows { // or it has changed back
			b.since[i] = never
		}
	}
	s := share{e: e, after: -2}
	s.gone(f.Urgent)
	first := s.front(f.Urgent, most*firstShare/allShares)
	s.hold(f.Urgent[first:])
	s.rest(s.spent+most*restShare/allShares, limit.Now)
	s.turns(f.Urgent[first:], most)
	s.rest(most, limit.Now)
	e.settle(limit.Now)
	return s.spent
}

// leaveNone notes that all is sent.
func (e *Encoder) leaveNone(f *cell.Frame) {
	b := &e.behind
	b.count = 0
	b.end()
	b.number++
	for _, p := range f.Urgent {
		b.put(p)
	}
}

// settle removes the cells that are left out from the changed cells, and notes that the terminal does not show them.
func (e *Encoder) settle(now int64) {
	b, n := &e.behind, 0
	b.count, b.least = 0, never
	for k, i := range e.changed {
		switch e.states[i] {
		case goes:
			b.since[i] = never
			e.changed[n] = i
			n++
		case follows:
		default:
			if e.before[k].Equal(&e.shown[i]) {
				e.before[k] = smear(e.before[k])
			}
			e.shown[i], e.frames[i] = e.before[k], 0
			b.since[i] = min(b.since[i], now)
			b.count++
			b.least = min(b.least, b.since[i])
		}
		e.states[i] = keeps
	}
	e.changed = e.changed[:n]
	if b.count == 0 {
		b.end()
	}
}

// expect returns how many bytes the changed cells are expected to take.
func (e *Encoder) expect() (bytes int) {
	after := int32(-2)
	for _, i := range e.changed {
		bytes += e.cost(i, after)
		after = i
	}
	return bytes
}

// cost returns about how many bytes a cell takes that is sent after another one.
func (e *Encoder) cost(i, after int32) int {
	const move, style = 5, 9
	m := &e.marks[i]
	bytes := cell.GlyphLen(m.glyph)
	if i != after+1 {
		bytes += move
	}
	if after < 0 || !m.fits(e.marks[after].look) {
		bytes += style
		if m.look.attr&cell.ExtraMask != 0 {
			bytes += int(e.linkCost(m.look.attr))
		}
	}
	return bytes
}

// learn compares the bytes that were expected with those that were sent.
func (b *behind) learn(expected, sent int) {
	if expected < 100 {
		return
	}
	scale := min(max(float64(sent)/float64(expected), 0.25), 4)
	if b.scale == 0 {
		b.scale = scale
	}
	b.scale += (scale - b.scale) / 4
}

// put notes where a part is sent.
func (b *behind) put(p cell.Part) {
	if q := b.placeOf(p.ID); q != nil {
		*q = place{int16(p.X), int16(p.Y), int16(p.W), int16(p.H), b.number, b.frame}
	}
}

// placeOf returns the place of a part, or nil if it has no ID.
func (b *behind) placeOf(id int) *place {
	if id <= 0 || id > cell.MaxPartID {
		return nil
	}
	for len(b.places) <= id {
		b.places = append(b.places, place{})
	}
	return &b.places[id]
}

// hasParts reports whether the terminal shows parts.
func (b *behind) hasParts() bool {
	return slices.ContainsFunc(b.places, func(q place) bool { return q.number == b.number })
}

// A share is the division of a frame while it is made.
type share struct {
	e     *Encoder
	spent int   // bytes expected for what goes
	after int32 // the last cell that goes
}

// take lets the cells of a rectangle go that have changed, row by row while there is room.
func (s *share) take(p *cell.Part, room int) {
	e := s.e
	for y := max(p.Y, 0); y < min(p.Y+p.H, e.h) && s.spent < room; y++ {
		for x := max(p.X, 0); x < min(p.X+p.W, e.w); x++ {
			if i := y*e.w + x; e.states[i] == waits || e.states[i] == holds {
				s.pick(int32(i))
			}
		}
	}
}

// pick sends a cell, and the other cell of a wide glyph. Its neighbors may follow.
func (s *share) pick(i int32) {
	e := s.e
	s.spent += e.cost(i, s.after)
	e.states[i] = goes
	s.after = i
	for _, next := range [...]int32{i - 1, i + 1} {
		if next >= 0 && int(next) < len(e.shown) && e.states[next] == follows {
			e.states[next] = waits
		}
	}
	if !cell.Special(e.marks[i].glyph) {
		return
	}
	other := i + 1
	if e.marks[i].glyph == cell.Tail {
		other = i - 1
	} else if !cell.Wide(e.marks[i].glyph) {
		return
	}
	if e.states[other] == waits || e.states[other] == holds {
		s.pick(other)
	}
}

// move takes a part: where it was and where it is, or as much as there is room for of one that has no ID.
func (s *share) move(p *cell.Part, room int) {
	b := &s.e.behind
	q := b.placeOf(p.ID)
	if q == nil {
		s.take(p, room)
		return
	}
	if q.number == b.number {
		s.take(q.part(), math.MaxInt)
	}
	s.take(p, math.MaxInt)
	b.put(*p)
}

// gone takes the places of parts that are not in the frame any more.
func (s *share) gone(first []cell.Part) {
	b := &s.e.behind
	for i := range first {
		if q := b.placeOf(first[i].ID); q != nil {
			q.seen = b.frame
		}
	}
	for i := range b.places {
		if q := &b.places[i]; q.number == b.number && q.seen != b.frame {
			s.take(q.part(), math.MaxInt)
			*q = place{}
		}
	}
}

// front takes parts from the front while there is room, and returns how many.
func (s *share) front(parts []cell.Part, room int) (n int) {
	for n < len(parts) && s.spent < room {
		s.move(&parts[n], room)
		n++
	}
	return n
}

// hold leaves the cells of parts to these.
func (s *share) hold(parts []cell.Part) {
	b := &s.e.behind
	for i := range parts {
		p := &parts[i]
		if q := b.placeOf(p.ID); q != nil {
			if q.number == b.number {
				s.mark(q.part())
			}
			s.mark(p)
		}
	}
}

func (s *share) mark(p *cell.Part) {
	e := s.e
	for y := max(p.Y, 0); y < min(p.Y+p.H, e.h); y++ {
		for x := max(p.X, 0); x < min(p.X+p.W, e.w); x++ {
			if i := y*e.w + x; e.states[i] == waits {
				e.states[i] = holds
			}
		}
	}
}

// turns takes parts, from the one whose turn it is, while there is room.
func (s *share) turns(parts []cell.Part, room int) {
	b := &s.e.behind
	for range parts {
		if s.spent >= room {
			return
		}
		b.turn = (b.turn + 1) % len(parts)
		s.move(&parts[b.turn], room)
	}
}

// rest takes cells that belong to no part, from the one whose turn it is, while there is room.
func (s *share) rest(room int, now int64) {
	e, b := s.e, &s.e.behind
	from, _ := slices.BinarySearch(e.changed, int32(b.next))
	for k := range e.changed {
		if s.spent >= room {
			return
		}
		i := e.changed[(from+k)%len(e.changed)]
		if e.states[i] == waits || e.states[i] == holds && b.since[i] < now-mostHeld {
			s.pick(i)
			b.next = int(i) + 1
		}
	}
}
