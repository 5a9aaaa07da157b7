package world

import "arkterm/engine/geom"

// A Kind is a kind of contact. Lower kinds come first among simultaneous contacts.
type Kind uint8

// The kinds of contact.
const (
	AtSide     Kind = iota // a side wall
	AtEnd                  // the ceiling or the floor
	AtExit                 // an open floor or ceiling, where the disc leaves the field
	AtCapsule              // a capsule
	AtObstacle             // an obstacle at rest
	AtMover                // a moving obstacle
	AtDisc                 // another disc
	AtEnter                // a sensor that the disc enters
	AtLeave                // a sensor that the disc leaves
	atNothing              // no contact
)

// kindNames contains the names of the kinds in messages.
var kindNames = [...]string{
	AtSide: "side", AtEnd: "end", AtExit: "exit", AtCapsule: "capsule",
	AtObstacle: "obstacle", AtMover: "mover", AtDisc: "disc", AtEnter: "enter", AtLeave: "leave",
	atNothing: "nothing",
}

// String returns the name of the kind: side, end, exit, capsule, obstacle, mover, disc, enter or leave.
func (k Kind) String() string { return kindNames[min(k, atNothing)] }

// A Contact is a contact of a disc with another body or a wall.
type Contact struct {
	Kind  Kind
	Disc  int      // index of the disc; for AtDisc, the lower one
	Other int      // index of the capsule, obstacle, sensor or other disc
	N     geom.Vec // unit normal toward Disc; for AtDisc, from the center of Other to that of Disc; 0 for a sensor

	// Wedged reports that the disc has touched movers and capsules so often in this tick that it cannot escape. Only a
	// bounce frees it.
	Wedged bool
}

// A contact is a predicted Contact with a capsule or mover.
type contact struct {
	t     float64  // time in seconds of the epoch; never if there is no contact
	t0    float64  // start of the course on which the prediction is based
	dt    float64  // t − t0, more precise than t
	kind  Kind     // AtCapsule, AtMover or atNothing
	image image    // image of the mover in a periodic field
	other int32    // index of the capsule or mover
	stamp uint32   // course number of the capsule or mover at the time of the prediction
	n     geom.Vec // unit normal toward the disc
}

// noPrediction means that no contact is predicted.
var noPrediction = contact{t: never, dt: never, kind: atNothing}

// predicted returns a contact that happens dt after t0.
func predicted(t0, dt float64, kind Kind) contact {
	return contact{t: t0 + dt, t0: t0, dt: dt, kind: kind}
}

// before reports whether contact c of a disc precedes contact d of the same disc. The order is by time, then by kind,
// then by index.
func (c *contact) before(d *contact) bool {
	if c.t != d.t {
		return c.t < d.t
	}
	return c.kind < d.kind || c.kind == d.kind && c.other < d.other
}

// partner returns the other body of c, with the number of the course for which c was predicted.
func (c *contact) partner() origin { return origin{c.kind, c.other, c.stamp} }

// A track is the predicted future of a disc on its current course. It contains the earliest contact with the bodies in
// the cells considered so far, and the time when the disc leaves its cell. The normal of the contact is not stored, but
// computed again when the contact happens. Like a [Disc], a track fits into one cache line, because both are read
// whenever a disc crosses the edge of a cell.
type track struct {
	t0, dt   float64    // the contact is dt after t0; dt is never (+Inf) if there is no contact
	exit     [2]float64 // times at which the disc leaves its cell horizontally and vertically
	other    int32      // index of the other body
	stamp    uint32     // course number of the other body
	origin   origin     // body from which the course started
	cell     [2]int16   // column and row of its cell in the window's grid; 0 if the disc is in no cell
	kind     Kind       // kind of the contact
	layer    uint8      // layer of the grid that contains the disc
	contacts uint16     // number of contacts in the tick with the number tick
	tick     uint32     // low bits of the number of the tick for which contacts is valid
}

// An approach is the predicted future of a disc among capsules and movers. Worlds without capsules and movers have no
// approaches.
type approach struct {
	contact contact // earliest contact with a capsule or mover in this sub-step

	// The disc is at the height of the capsules from bandIn to bandOut.
	bandIn, bandOut float64

	touches     uint16 // number of contacts with capsules and movers in this tick
	lastTouched origin // the last capsule or mover touched in this tick
}

// An origin is the body that a disc left when its course began. A straight course that leaves a convex shape cannot
// meet that shape again while the shape keeps its own course. Storing the origin prevents rounding from finding a
// contact twice.
type origin struct {
	kind   Kind // AtObstacle, AtDisc, AtCapsule or AtMover; other kinds are not stored
	other  int32
	course uint32 // course number of the other body
}

// is reports whether o is the body with the given kind and index, on the given course.
func (o origin) is(kind Kind, other int32, course uint32) bool {
	return o.kind == kind && o.other == other && o.course == course
}

// removeDisc updates o after the removal of disc i.
func (o *origin) removeDisc(i int32) {
	switch {
	case o.kind != AtDisc || o.other < i:
	case o.other == i:
		*o = origin{}
	default:
		o.other--
	}
}

// noTrack and noApproach are the track and the approach of a disc at rest.
var (
	noTrack    = track{dt: never, exit: [2]float64{never, never}, kind: atNothing}
	noApproach = approach{contact: noPrediction, bandIn: never, bandOut: never}
)

// t returns the time of the contact.
func (tr *track) t() float64 { return tr.t0 + tr.dt }

// leaves reports whether the disc leaves its cell before its contact and no later than end.
func (tr *track) leaves(end float64) bool {
	edge := min(tr.exit[0], tr.exit[1])
	return edge <= end && edge < tr.t()
}

// offer stores the contact at the time t0 + dt if it precedes the stored one. Simultaneous contacts are ordered by
// kind, then by index.
func (tr *track) offer(t0, dt float64, kind Kind, other int32, stamp uint32) {
	t, best := t0+dt, tr.t()
	if t < best || t == best && (kind < tr.kind || kind == tr.kind && other < tr.other) {
		tr.t0, tr.dt, tr.kind, tr.other, tr.stamp = t0, dt, kind, other, stamp
	}
}

// partner returns the other body of the contact, with the number of the course for which the contact was predicted.
func (tr *track) partner() origin { return origin{tr.kind, tr.other, tr.stamp} }

// offer stores c if it precedes the stored contact.
func (a *approach) offer(c contact) {
	if c.before(&a.contact) {
		a.contact = c
	}
}

// schedule stores the time and rank of the next event of disc i in the queue.
func (w *World) schedule(i int, tr *track) {
	t, rank := w.next(i, tr)
	w.queue.set(i, t, rank)
}

// next returns the time and rank of the next event of disc i.
func (w *World) next(i int, tr *track) (t float64, r rank) {
	t, kind := tr.t(), tr.kind
	if w.hasMovingBodies() {
		m := &w.approaches[i].contact
		if m.t < t || m.t == t && (m.kind < kind || m.kind == kind && m.other < tr.other) {
			t, kind = m.t, m.kind
		}
	}
	if kind == AtDisc {
		return t, rankOfPair(i, int(tr.other))
	}
	return t, rankOf(kind, i)
}

// makeApproaches adds the missing approaches of discs, if the world contains capsules or movers.
func (w *World) makeApproaches() {
	for w.hasMovingBodies() && len(w.approaches) < len(w.Discs) {
		w.approaches, w.reach = append(w.approaches, noApproach), append(w.reach, never)
	}
}

// hasMovingBodies reports whether the world contains capsules or movers.
func (w *World) hasMovingBodies() bool { return len(w.Capsules) > 0 || len(w.movers) > 0 }

// MoverTouches returns the number of contacts of disc i with capsules and movers in the current tick or, between ticks,
// in the last one. It also returns the kind (AtCapsule or AtMover) and the index of the last body touched. The next
// call of Begin uses these values to find discs that cannot escape, so they are part of the state of the world.
func (w *World) MoverTouches(i int) (n int, kind Kind, other int32) {
	if !w.hasMovingBodies() {
		return 0, 0, 0
	}
	a := &w.approaches[i]
	return int(a.touches), a.lastTouched.kind, a.lastTouched.other
}
