package world

import "arkterm/engine/geom"

// A Kind is the kind of a contact. Of several at the same instant, the lower kind comes first.
type Kind uint8

// The kinds of contact.
const (
	AtSide     Kind = iota // a side wall
	AtEnd                  // the ceiling or the floor
	AtExit                 // out of the field, where the floor or the ceiling is open
	AtCapsule              // a capsule
	AtObstacle             // an obstacle that rests
	AtMover                // an obstacle that moves
	AtDisc                 // another disc
	atNothing              // never
)

// kindNames has a row for each kind, as messages call it.
var kindNames = [...]string{
	AtSide: "side", AtEnd: "end", AtExit: "exit", AtCapsule: "capsule", AtObstacle: "obstacle", AtMover: "mover", AtDisc: "disc",
	atNothing: "nothing",
}

// String returns the kind in a word: side, end, exit, capsule, obstacle, mover or disc.
func (k Kind) String() string { return kindNames[min(k, atNothing)] }

// A Contact is a disc that meets something.
type Contact struct {
	Kind  Kind
	Disc  int      // index of the disc
	Other int      // index of the capsule, obstacle or disc that it touches
	N     geom.Vec // unit normal, toward Disc; from the middle of another disc to its own if Kind is AtDisc

	// Wedged: the disc has touched movers and capsules so often in this tick that it must have no
	// way out. Only a bounce frees it.
	Wedged bool
}

// A contact is a predicted Contact.
type contact struct {
	t     float64  // time in seconds of the epoch; never: no contact
	t0    float64  // the change of course that it was predicted from
	dt    float64  // t − t0, as predicted
	kind  Kind     // kind of the other
	image image    // which of its images (movers)
	other int32    // index of the capsule, obstacle, mover or disc
	stamp uint32   // the other's course when this was predicted (discs, capsules, movers)
	n     geom.Vec // normal toward the disc (obstacles, capsules, movers)
}

var noPrediction = contact{t: never, dt: never, kind: atNothing}

// predicted returns the contact that happens dt after t0.
func predicted(t0, dt float64, kind Kind) contact {
	return contact{t: t0 + dt, t0: t0, dt: dt, kind: kind}
}

// before orders contacts of one disc: by time, then kind, then index.
func (c *contact) before(d *contact) bool {
	if c.t != d.t {
		return c.t < d.t
	}
	return c.kind < d.kind || c.kind == d.kind && c.other < d.other
}

// with returns the other party of c on its present course.
func (c *contact) partner() origin { return origin{c.kind, c.other, c.stamp} }

// A track is the predicted future of a disc on its present course: the earliest contact with
// anything in the cells seen so far, and when it leaves its cell. It fits a line of the processor's
// cache, as a [Disc] does: crossing an edge reads these two. The contact's normal is not kept, it
// is computed again when it is due.
type track struct {
	t0, dt   float64    // the contact is dt after t0; dt is never: there is none
	exit     [2]float64 // when the disc leaves its cell sideways, and when up or down
	other    int32      // of the contact
	stamp    uint32     // of the contact
	origin   origin     // of the course
	cell     [2]int16   // its column and row, as far as the window reaches; 0: it is in none
	kind     Kind       // of the contact
	contacts uint16     // contacts of any kind in the tick …
	tick     uint32     // … with this number
}

// An approach is what becomes of a disc among capsules and movers. Where nothing is steered, nobody
// looks at it.
type approach struct {
	mover contact // earliest contact within this sub-step with capsules and movers

	// The disc is level with the capsules from bandIn to bandOut.
	bandIn, bandOut float64

	touches uint16 // contacts with capsules and movers in this tick
	jam     origin // the last capsule or mover touched in this tick
}

// An origin is what a disc came off when its course began. A straight course that leaves a convex
// shape cannot meet it again as long as the shape keeps its own course. Remembering the origin
// prevents a contact from being found twice because of rounding.
type origin struct {
	kind   Kind // AtObstacle, AtDisc, AtCapsule or AtMover; other kinds need no origin
	other  int32
	course uint32 // of the other
}

// is reports whether o has the given kind and index and is still on the same course.
func (o origin) is(kind Kind, other int32, course uint32) bool {
	return o.kind == kind && o.other == other && o.course == course
}

// unknown is the track of a disc at rest, and nowhere the approach of one.
var (
	noTrack    = track{dt: never, exit: [2]float64{never, never}, kind: atNothing}
	noApproach = approach{mover: noPrediction, bandIn: never, bandOut: never}
)

// t returns the time of the contact.
func (tr *track) t() float64 { return tr.t0 + tr.dt }

// leaves reports whether the disc leaves its cell, not later than at the time until and before its contact.
func (tr *track) leaves(until float64) bool {
	edge := tr.exit[signBit(tr.exit[1]-tr.exit[0])]
	return edge <= until && edge < tr.t()
}

// offer keeps the contact dt after t0 if it comes before what was found so far: earlier, or at the
// same time but with a lower kind or index.
func (tr *track) offer(t0, dt float64, kind Kind, other int32, stamp uint32) {
	t, least := t0+dt, tr.t()
	if t < least || t == least && (kind < tr.kind || kind == tr.kind && other < tr.other) {
		tr.t0, tr.dt, tr.kind, tr.other, tr.stamp = t0, dt, kind, other, stamp
	}
}

// with returns the other party of the contact on its present course.
func (tr *track) partner() origin { return origin{tr.kind, tr.other, tr.stamp} }

// offer keeps c if it comes before what was found so far.
func (a *approach) offer(c contact) {
	if c.before(&a.mover) {
		a.mover = c
	}
}

// schedule sets the next event of disc i in the queue.
func (w *World) schedule(i int, tr *track) {
	t, kind := w.next(i, tr)
	w.queue.set(i, t, kind)
}

// next returns the time and kind of the next event of disc i.
func (w *World) next(i int, tr *track) (t float64, kind Kind) {
	t, kind = tr.t(), tr.kind
	if w.steers() {
		m := &w.approaches[i].mover
		if m.t < t || m.t == t && (m.kind < kind || m.kind == kind && m.other < tr.other) {
			t, kind = m.t, m.kind
		}
	}
	return t, kind
}

// steers reports whether anything is steered.
func (w *World) steers() bool { return len(w.Capsules) > 0 || len(w.movers) > 0 }

// MoverTouches returns how often disc i touched capsules and movers in the last tick, and the kind
// (AtCapsule or AtMover) and index of the last one. It tells in the next tick which disc has no way
// out.
func (w *World) MoverTouches(i int) (n int, kind Kind, other int32) {
	a := &w.approaches[i]
	return int(a.touches), a.jam.kind, a.jam.other
}
