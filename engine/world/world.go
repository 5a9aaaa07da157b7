package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"arkterm/engine/geom"
)

// TicksPerSecond is the number of ticks per second of simulated time.
const TicksPerSecond = 240

// defaultSubsteps is the value of Substeps in a new world.
const defaultSubsteps = 2

// tolerance is the maximum accumulated rounding error: in units for overlaps, and as a fraction for energies.
const tolerance = 1e-9

// A Disc is a moving circle. It moves along courses, and its velocity is constant during a course. The current course
// began at the time Since, with the center at From. At the time t, the center is at From + V·(t − Since). [World.At]
// returns the center at the present time. These fields change only when a course begins, so the position does not
// depend on how time is divided into ticks.
type Disc struct {
	From  geom.Vec
	V     geom.Vec // units/s; zero while held
	Since float64  // start of the course, in seconds of the epoch; see World.Now
	R     float64  // radius
	Mass  float64  // AddDisc replaces 0 by 1

	course uint32 // incremented at each change of course, to detect outdated predictions
	Held   bool   // excluded from the simulation; see Hold
}

// Course returns two values that identify the current course of the disc. At least one of them changes at each contact,
// and at the start of each epoch (once per second).
func (d *Disc) Course() (n uint32, since float64) { return d.course, d.Since }

// kinetic returns the kinetic energy of d.
func (d *Disc) kinetic() float64 { return float64(0.5 * float64(d.Mass*d.V.Norm2())) }

// An Obstacle is a convex polygon that discs bounce off.
type Obstacle struct {
	Gone     bool          // removed, or not present yet; ignored
	Moves    bool          // moved by a mover, so Shape changes in each sub-step
	Follows  bool          // moves along with its body even while Gone
	ownShape bool          // Shape belongs to this world and changes in place
	mover    int32         // index of the mover, if Moves is true
	PassDir  geom.Vec      // for a gate, the unit vector along which discs pass; zero if the obstacle is not a gate
	Shape    *geom.Polygon // not nil for an added obstacle; see Fixed and, for a moving obstacle, ShapeOf
}

// Fixed reports whether the polygon that Shape points to never changes, so that several worlds can share it. Sharing
// matters because the bricks of a board are the same in all games, and their polygons take most of the memory of a
// game.
func (o *Obstacle) Fixed() bool { return !o.ownShape }

// Admits reports whether o is a gate that lets a disc of radius r through, on a course from the point start with the
// velocity v. Courses are straight, so the result holds for the whole course. A disc that moves in the direction
// PassDir passes from any side. A disc that moves in the opposite direction passes only if it was already inside when
// the course began, for example because another disc turned it around inside the gate. It then leaves the gate on a
// straight line, and cannot reenter it because the shape is convex.
func (o *Obstacle) Admits(start, v geom.Vec, r float64) bool {
	return o.PassDir != (geom.Vec{}) && (v.Dot(o.PassDir) > 0 || o.Shape.Distance(start) < r-tolerance)
}

// A DiscID identifies a disc. In contrast to its index, it does not change when other discs are removed, and no later
// disc has the same DiscID. The zero DiscID identifies no disc.
type DiscID uint64

// ID returns the DiscID of disc i.
func (w *World) ID(i int) DiscID { return w.ids[i] }

// Find returns the index of a disc, and false if the disc was removed.
func (w *World) Find(id DiscID) (i int, ok bool) { return slices.BinarySearch(w.ids, id) }

// A World is a field with all bodies in it. Use [New] to create one, and [World.Clone] to copy it. Callers may read its
// slices, but must not modify them except as documented at the fields.
type World struct {
	self *World // detects copies; see Begin

	W, H float64 // the field is [0, W] × [0, H]

	// Floor and Ceiling report whether the floor and the ceiling are walls. Discs leave the field through an open floor
	// or ceiling. Call Renew after changing either field.
	Floor, Ceiling bool

	wrapX, wrapY bool // the field is periodic; see Wrap

	Substeps int // sub-steps per tick

	// MaxSpeed is the maximum speed, in units/s, that a capsule or mover can give to a disc. Without a limit, movers
	// that close in on a disc repeatedly would accelerate it indefinitely, and each tick would take longer. A disc that
	// is already faster bounces off them without a gain. MaxSpeed must exceed the speeds of steered bodies, because
	// otherwise they would overrun discs.
	MaxSpeed float64

	// MaxContacts is the maximum number of contacts per disc and tick; values above 65,534 count as 65,534. A disc
	// between two sides exactly one diameter apart would have infinitely many contacts. At the limit, the disc sleeps
	// until the end of the tick.
	MaxContacts int

	Discs       []Disc       // R may be changed between ticks; call Renew afterwards
	ids         []DiscID     // one per disc, ascending
	lastID      DiscID       // the last one assigned
	sleepStates []sleepState // one per disc
	Obstacles   []Obstacle
	Capsules    []Capsule
	movers      []mover
	filters     filters
	sensors     []sensor
	visits      []visit // for each disc, one per sensor

	tick         uint64         // number of the current or next tick
	substepsLeft int            // remaining sub-steps of the tick, including the current one; 0 between ticks
	now          float64        // seconds since the start of the epoch
	end          float64        // end of the sub-step; while coasting, end of the tick
	coasting     bool           // the tick is not divided into sub-steps; see coasts
	touched      bool           // a disc has touched a capsule or mover since the last releaseMovers
	lastContact  pendingContact // the contact that Next returned last
	sleeping     int            // number of sleeping discs; see sleep
	slept        bool           // a disc has slept, so discs may slide; see Slides
	energy       float64        // expected sum of the kinetic energies; see Check
	maxEnergy    float64        // maximum of energy since the last Rebuild

	// The following fields are predictions and indices, which are computed from the fields above.

	stale      bool // discs or obstacles were added, so Rebuild must run before Next
	gridFilled bool // the grid lists the obstacles before the index listed; see fillGrid
	listed     int
	grid       grid
	window     window
	nearby     nearby // scratch memory
	preloaded  preload
	queue      queue
	exhaustive bool       // checks all bodies for each prediction, for tests
	allImages  bool       // the field is periodic, and all bodies are checked; see hasFewCells
	spare      int        // unused leaves of the queue, for discs added later
	tracks     []track    // one per disc
	approaches []approach // one per disc, if there are capsules or movers; otherwise empty
	maxRadius  float64    // largest radius of any disc
	discIndex  discIndex  // index for queries
	found      []int32    // scratch memory for the results of queries
	reach      []float64  // one per approach: before this time, the disc touches no capsule or mover
	nextReach  float64    // not later than any time in reach
	start      float64    // start of the sub-step
	substep    uint32     // number of sub-steps so far
	tests      uint64     // number of calls of predictMovers
	steered    bool       // a mover has a body
}

// defaultMaxContacts is the value of MaxContacts in a new world. It is high because a very fast disc can have thousands
// of contacts in a tick without being stuck.
const defaultMaxContacts = 1 << 13

// defaultMaxSpeed is the value of MaxSpeed in a new world, ten times the maximum speed in the game.
const defaultMaxSpeed = 1000

// New returns an empty field of w × h units with walls on all sides.
func New(w, h float64) *World {
	n := &World{
		W: w, H: h, Floor: true, Ceiling: true, Substeps: defaultSubsteps,
		MaxSpeed: defaultMaxSpeed, MaxContacts: defaultMaxContacts, stale: true, nextReach: never,
	}
	n.self = n
	n.must("New", cmp.Or(inRange("w", MinRadius, MaxLength, w), inRange("h", MinRadius, MaxLength, h)))
	return n
}

// ClearObstacles removes all obstacles. The next obstacle gets index 0.
func (w *World) ClearObstacles() {
	w.Obstacles, w.movers, w.filters.obstacles = w.Obstacles[:0], w.movers[:0], w.filters.obstacles[:0]
	w.stale, w.gridFilled, w.steered = true, false, false
	for i := range w.tracks {
		w.tracks[i].origin = origin{} // it may refer to an obstacle
	}
	w.approaches, w.reach = w.approaches[:0], w.reach[:0]
	w.makeApproaches()
	if m := &w.lastContact; m.response != noContact && (m.partner.kind == AtObstacle || m.partner.kind == AtMover) {
		m.response = dropped
	}
}

// Limits of a disc. Beyond these limits, sums of times or energies would lose precision. Above about 1e150, squares
// would overflow.
const (
	MinRadius    = 1e-9 // as for [geom.Polygon.Sweep]
	MaxDiscSpeed = 1e9  // units/s, in each coordinate
	MassRange    = 1e12 // masses are between 1/MassRange and MassRange
)

// AddDisc adds a disc and returns its index. Unless it is held, the disc starts at d.From with the velocity d.V.
// AddDisc panics if the world does not accept the disc; see [World.Accepts].
func (w *World) AddDisc(d Disc) int { return w.AddFiltered(d, Filter{}) }

// AddFiltered adds a disc with a filter, like AddDisc.
func (w *World) AddFiltered(d Disc, f Filter) int {
	w.must("AddDisc", w.Accepts(d, f))
	if d.Mass == 0 {
		d.Mass = 1
	}
	if d.Held {
		d.V = geom.Vec{}
	} else {
		d.Since, d.course = roundTime(w.now), 1
	}
	i := len(w.Discs)
	w.lastID++
	w.ids = append(w.ids, w.lastID)
	for range w.sensors {
		w.visits = append(w.visits, visit{})
	}
	w.Discs = append(w.Discs, d)
	w.sleepStates = append(w.sleepStates, sleepState{})
	w.tracks = append(w.tracks, noTrack)
	w.makeApproaches()
	if f != (Filter{}) {
		setFilter(&w.filters.discs, i, len(w.Discs), f)
		w.filters.used = true
	}
	w.discIndex.add(i, &w.Discs[i], w.At(i))
	w.join(i)
	return i
}

// Accepts returns nil if [World.AddFiltered] can add d with the filter f, and otherwise an error with the reason. A
// disc must be within the limits of this package. Unless it is held, it must also be inside the field. It may touch,
// but not overlap, the bodies that its filter does not exclude, at their current positions. It may start in a gate that
// admits it. There is no limit below an open floor or above an open ceiling. The cost is one query around the disc.
func (w *World) Accepts(d Disc, f Filter) error {
	if d.Mass == 0 {
		d.Mass = 1
	}
	if err := validBody(&d); err != nil || d.Held {
		return err
	}
	if err := w.acceptsPlace(d.R, d.From, d.V); err != nil {
		return err
	}

	for kind, k := range w.Overlap(d.From, d.R-tolerance, Search{Filter: f}) {
		if kind == AtObstacle && w.Obstacles[k].Admits(d.From, d.V, d.R) {
			continue
		}
		return fmt.Errorf("a disc of radius %g at %v overlaps %v %d", d.R, d.From, kind, k)
	}
	return nil
}

// acceptsPlace returns an error if a disc with the given center, radius r and velocity v is out of range or outside of
// the field.
func (w *World) acceptsPlace(r float64, center, v geom.Vec) error {
	if err := cmp.Or(validPlace("From", center), validVelocity(v), w.acceptsPeriodic(r)); err != nil {
		return err
	}
	side, ceiling, floor := w.margin(r)
	if center.X >= side && center.X <= w.W-side && center.Y >= ceiling && center.Y <= w.H-floor {
		return nil
	}
	return fmt.Errorf("a disc of radius %g at %v is outside of the field", r, center)
}

// ReserveObstacles allocates memory for a total of n obstacles, so that adding them is faster.
func (w *World) ReserveObstacles(n int) {
	if n > cap(w.Obstacles) {
		w.Obstacles = append(make([]Obstacle, 0, n), w.Obstacles...)
	}
}

// AddObstacle adds an obstacle at rest and returns its index. Call Renew afterwards if discs are moving. The obstacle
// should not overlap a disc; see AcceptsObstacle. A disc that overlaps it bounces off immediately if the two approach.
// If they separate, the disc leaves the obstacle and no contact is reported. The caller must not modify the polygon
// afterwards; see Reshape.
func (w *World) AddObstacle(o Obstacle) int {
	w.must("AddObstacle", validObstacle(&o))
	w.Obstacles = append(w.Obstacles, o)
	w.stale = true
	return len(w.Obstacles) - 1
}

// AcceptsObstacle returns nil if an obstacle with the filter f can be added, and otherwise an error with the reason.
// The obstacle must have a shape, and must not overlap a moving disc, unless it is a gate that admits the disc.
func (w *World) AcceptsObstacle(o Obstacle, f Filter) error {
	if err := validObstacle(&o); err != nil {
		return err
	}
	for kind, i := range w.OverlapPolygon(o.Shape, Search{Filter: f}) {
		if kind == AtDisc && !o.Admits(w.At(i), w.Discs[i].V, w.Discs[i].R) {
			return fmt.Errorf("an obstacle overlaps disc %d at %v", i, w.At(i))
		}
	}
	return nil
}

// Reshape changes the shape of obstacle k. For an obstacle at rest, call Renew afterwards.
func (w *World) Reshape(k int, p geom.Polygon) {
	w.must("Reshape", validShape(&p))
	w.reshape(k, &p)
}

// reshape is Reshape with a pointer, because copying a polygon is slow.
func (w *World) reshape(k int, p *geom.Polygon) {
	o := &w.Obstacles[k]
	if !o.ownShape {
		o.Shape, o.ownShape = new(geom.Polygon), true
	}
	*o.Shape = *p
}

// RemoveDisc removes disc i and decrements the indices of all later discs; see [World.ID]. It discards a pending
// contact. If that contact is between other bodies, Next reports it again. RemoveDisc repeats only the predictions of
// discs that would have met disc i.
func (w *World) RemoveDisc(i int) {
	if m := &w.lastContact; !w.stale && (m.response == bounced || m.response == passed) {
		w.predictUnlessHeld(int(m.disc))
		if m.partner.kind == AtDisc {
			w.predictUnlessHeld(int(m.partner.other))
		}
	}
	w.lastContact.response = dropped
	w.forgetSleep(i)
	w.addEnergy(-w.Discs[i].kinetic())
	w.discIndex.invalidate()

	w.Discs, w.tracks = slices.Delete(w.Discs, i, i+1), slices.Delete(w.tracks, i, i+1)
	w.ids, w.sleepStates = slices.Delete(w.ids, i, i+1), slices.Delete(w.sleepStates, i, i+1)
	if w.hasMovingBodies() {
		w.approaches, w.reach = slices.Delete(w.approaches, i, i+1), slices.Delete(w.reach, i, i+1)
	}
	w.filters.removeDisc(i)
	w.removeVisits(i)
	lost := w.removeFromTracks(int32(i))
	if w.stale || len(w.Discs) <= fewDiscs {
		w.Rebuild()
		return
	}
	w.grid.removeDisc(int32(i))
	for k := range w.tracks {
		t, rank := w.next(k, &w.tracks[k])
		w.queue.put(k, t, rank)
	}
	w.queue.put(len(w.tracks), never, rankOf(atNothing, len(w.tracks)))
	w.queue.replay()
	for _, k := range lost {
		w.predict(int(k))
	}
}

// removeFromTracks updates the tracks after the removal of disc i, and returns the discs that would have met it.
func (w *World) removeFromTracks(i int32) (lost []int32) {
	lost = w.found[:0]
	for k := range w.tracks {
		tr := &w.tracks[k]
		tr.origin.removeDisc(i)
		if tr.kind == AtDisc && tr.other >= i {
			if tr.other == i {
				lost = append(lost, int32(k))
			}
			tr.other--
		}
	}
	w.found = lost
	return lost
}

// RemoveDiscs removes all discs.
func (w *World) RemoveDiscs() {
	w.Discs, w.sleepStates, w.filters.discs = w.Discs[:0], w.sleepStates[:0], w.filters.discs[:0]
	w.tracks, w.approaches, w.ids, w.visits = w.tracks[:0], w.approaches[:0], w.ids[:0], w.visits[:0]
	w.reach = w.reach[:0]
	w.sleeping, w.lastContact.response, w.stale = 0, dropped, true
	w.discIndex.invalidate()
}

// RemoveObstacle removes obstacle k immediately. Its index remains in use.
func (w *World) RemoveObstacle(k int) {
	w.ShapeOf(k) // updates Shape, because a moving obstacle stays at its current place
	w.Obstacles[k].Gone = true
}

// RestoreObstacle restores obstacle k. Its place must be free. A moving obstacle takes effect in the next sub-step. For
// an obstacle at rest, call Renew afterwards.
func (w *World) RestoreObstacle(k int) {
	o := &w.Obstacles[k]
	if o.Gone && o.Moves {
		w.splitForMover()
		m := &w.movers[o.mover]
		m.begun, m.since = w.substep, w.start // it rests until the next sub-step
		w.forgetReach()
	}
	o.Gone = false
}

// Now returns the time in seconds since the start of the epoch. An epoch lasts one second, which keeps times small and
// therefore precise.
func (w *World) Now() float64 { return w.now }

// SetTick sets the number of the next tick, as if that many ticks had been simulated. Call it before adding discs.
func (w *World) SetTick(tick uint64) {
	w.must("SetTick", w.betweenTicks())
	if len(w.Discs) > 0 {
		w.must("SetTick", errors.New("called after AddDisc"))
	}
	w.tick = tick
	// The end of the previous tick, computed as in Begin.
	if n := int(tick % TicksPerSecond); n > 0 {
		w.now = w.tickEnd(n - 1)
	} else if tick > 0 {
		w.now = 1
	}
	w.start = w.now
}

// tickEnd returns the time of the end of tick n of an epoch.
func (w *World) tickEnd(n int) float64 {
	return float64((n+1)*w.Substeps) / float64(TicksPerSecond*w.Substeps)
}

// At returns the current center of disc i. For a held disc, this is the position at which it was held.
func (w *World) At(i int) geom.Vec {
	d := &w.Discs[i]
	return d.From.Along(d.V, w.now-d.Since)
}

// Size returns the approximate size in bytes of a copy made by Clone.
func (w *World) Size() int {
	const obstacle, shape, mover, disc, approach = 32, 352, 900, 190, 100
	return obstacle*len(w.Obstacles) + shape*w.countOwnShapes() + mover*len(w.movers) +
		disc*len(w.Discs) + approach*len(w.approaches) + w.grid.bytes()
}

// countOwnShapes returns the number of shapes that belong to this world.
func (w *World) countOwnShapes() (n int) {
	for k := range w.Obstacles {
		if w.Obstacles[k].ownShape {
			n++
		}
	}
	return n
}

// copyOwnShapes replaces the shapes that belong to the original of w by copies.
func (w *World) copyOwnShapes() {
	shapes := make([]geom.Polygon, 0, w.countOwnShapes())
	for k := range w.Obstacles {
		if o := &w.Obstacles[k]; o.ownShape {
			shapes = append(shapes, *o.Shape)
			o.Shape = &shapes[len(shapes)-1]
		}
	}
}

// Clone returns an independent copy.
func (w *World) Clone() *World {
	c := new(*w)
	c.self = c
	c.Discs = append(make([]Disc, 0, cap(w.Discs)), w.Discs...)
	c.Obstacles = append(make([]Obstacle, 0, len(w.Obstacles)), w.Obstacles...)
	c.copyOwnShapes()
	c.Capsules = append(make([]Capsule, 0, len(w.Capsules)), w.Capsules...)
	c.movers = append(make([]mover, 0, len(w.movers)), w.movers...)
	c.sleepStates = append(make([]sleepState, 0, cap(w.sleepStates)), w.sleepStates...)
	c.tracks = append(make([]track, 0, len(w.tracks)), w.tracks...)
	c.reach = append(make([]float64, 0, len(w.reach)), w.reach...)
	c.approaches = append(make([]approach, 0, len(w.approaches)), w.approaches...)
	c.ids = append(make([]DiscID, 0, cap(w.ids)), w.ids...)
	c.sensors, c.visits = slices.Clone(w.sensors), append(make([]visit, 0, cap(w.visits)), w.visits...)
	c.filters = w.filters.clone()
	c.queue = w.queue.clone()
	c.grid, c.discIndex, c.found = w.grid.clone(), discIndex{}, nil
	c.window.crossing, c.nearby = nil, nearby{}
	return c
}
