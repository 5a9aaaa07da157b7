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
	atEdge                 // edge of a grid cell; not reported
	atNothing              // never
)

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
	other int32    // index of the capsule, obstacle, mover or disc
	stamp uint32   // the other's course when this was predicted (discs, capsules, movers)
	n     geom.Vec // normal toward the disc (obstacles, capsules, movers)
}

var nothing = contact{t: never, dt: never, kind: atNothing}

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
func (c *contact) with() origin { return origin{c.kind, c.other, c.stamp} }

// A track is the predicted future of a disc on its present course.
type track struct {
	hit   contact // earliest contact with anything in the cells seen so far
	mover contact // earliest contact within this sub-step with capsules and movers

	// The disc leaves its cell sideways at exitX, up or down at exitY.
	exitX, exitY float64
	cx, cy       int32

	// The disc is level with the capsules from bandIn to bandOut.
	bandIn, bandOut float64

	origin  origin // of the course
	touches uint16 // contacts with capsules and movers in this tick
	jam     origin // the last capsule or mover touched in this tick

	contacts uint32 // contacts of any kind in the tick …
	tick     uint64 // … with this number
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

// unknown is the track of a disc at rest.
var unknown = track{
	hit: nothing, mover: nothing,
	exitX: never, exitY: never, bandIn: never, bandOut: never,
}

// offer keeps c if it comes before what was found so far.
func (tr *track) offer(c contact) {
	if c.before(&tr.hit) {
		tr.hit = c
	}
}

// offerMover keeps c if it comes before what was found so far.
func (tr *track) offerMover(c contact) {
	if c.before(&tr.mover) {
		tr.mover = c
	}
}

// next returns the time and kind of the disc's next event.
func (tr *track) next() (t float64, kind Kind) {
	t, kind = tr.hit.t, tr.hit.kind
	if tr.mover.before(&tr.hit) {
		t, kind = tr.mover.t, tr.mover.kind
	}
	if edge := min(tr.exitX, tr.exitY); edge < t {
		t, kind = edge, atEdge
	}
	return t, kind
}

// Touches returns how often disc i touched capsules and movers in the last tick, and the kind
// (AtCapsule or AtMover) and index of the last one. It tells in the next tick which disc has no way
// out.
func (w *World) Touches(i int) (n int, kind Kind, other int32) {
	tr := &w.tracks[i]
	return int(tr.touches), tr.jam.kind, tr.jam.other
}
