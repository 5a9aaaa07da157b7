package world

import "arkterm/engine/geom"

// A Kind says what is met. Lower ones come first where several are met at the same
// instant.
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
	atEdge                 // the edge of a cell of the grid; nothing happens there
	atNothing              // never
)

// A Contact is a disc that meets something.
type Contact struct {
	Kind  Kind
	Disc  int      // index of the disc
	Other int      // index of the capsule, obstacle or disc that it meets
	N     geom.Vec // unit normal, toward Disc

	// Wedged: the disc has touched what moves so often in this tick that it must
	// have no way out. Only a bounce gets it out.
	Wedged bool
}

// A contact is a Contact as it is predicted.
type contact struct {
	t     float64  // when, in seconds of the epoch; never: nothing is met
	t0    float64  // the change of course that it was predicted from
	dt    float64  // t − t0, as predicted
	kind  Kind     // what is met
	other int32    // index of the capsule, obstacle, mover or disc that is met
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

// with returns what c is with, on its present course.
func (c *contact) with() origin { return origin{c.kind, c.other, c.stamp} }

// A track is what is known of a disc's future on its present course.
type track struct {
	hit   contact // earliest contact with what stands in the cells seen so far
	mover contact // earliest contact within this sub-step with capsules and movers

	// The disc leaves its cell to the side at exitX, up or down at exitY.
	exitX, exitY float64
	cx, cy       int32

	// The disc is level with the capsules from bandIn to bandOut.
	bandIn, bandOut float64

	origin  origin // what the course began at
	touches uint16 // contacts with capsules and movers in this tick
	jam     origin // the last of them

	contacts uint32 // with anything, in the tick …
	tick     uint64 // … that this is
}

// An origin is what a disc came off when its course began. A straight course
// that has just left something convex cannot meet it again, as long as that
// keeps its own course. Remembering it keeps a contact from being found twice,
// however the last bits fall.
type origin struct {
	kind   Kind // AtObstacle, AtDisc, AtCapsule or AtMover; else nothing to remember
	other  int32
	course uint32 // of the other
}

// is reports whether o is the thing of the given kind and index, on the same
// course still.
func (o origin) is(kind Kind, other int32, course uint32) bool {
	return o.kind == kind && o.other == other && o.course == course
}

// unknown is the track of a disc that goes nowhere.
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

// next returns when the next event of the disc is, and of which kind.
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

// Touches returns how often disc i has touched capsules and movers in the tick that
// was played last, and the last of those: its kind, AtCapsule or AtMover, and its
// index. One that has no way out is known by that in the next tick.
func (w *World) Touches(i int) (n int, kind Kind, other int32) {
	tr := &w.tracks[i]
	return int(tr.touches), tr.jam.kind, tr.jam.other
}
