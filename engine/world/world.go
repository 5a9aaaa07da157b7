package world

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
)

// TicksPerSecond is the number of ticks in a second.
const TicksPerSecond = 240

// usualSubsteps is the Substeps of a new world.
const defaultSubsteps = 2

// tolerance bounds the accumulated rounding errors: in units for overlaps, relative for energies.
const tolerance = 1e-9

// A Disc is a round body that flies. Its place is From + V·(now − Since): From is its place at the
// time Since, when its course last changed. Steps in between do not change these, so that the
// result does not depend on how time is divided. [World.At] returns the present place.
type Disc struct {
	From  geom.Vec
	V     geom.Vec // units/s; zero while it is held
	Since float64  // seconds of the epoch; see World.Now
	R     float64
	Mass  float64 // AddDisc sets 0 to 1

	course uint32 // counts changes of course, to detect stale predictions
	Held   bool   // it takes no part in motion, wherever its owner shows it; see Hold
}

// Course identifies a straight course of the disc: the two values change with each contact, and
// when an epoch begins, each second.
func (d *Disc) Course() (n uint32, since float64) { return d.course, d.Since }

// kinetic returns the kinetic energy of d.
func (d *Disc) kinetic() float64 { return float64(0.5 * float64(d.Mass*d.V.Norm2())) }

// An Obstacle is a convex polygon that discs bounce off.
type Obstacle struct {
	Gone     bool          // not there (any more, or yet)
	Moves    bool          // moved by a mover: Shape changes in each sub-step
	Follows  bool          // as a part of a body, it moves along even while it is gone
	ownShape bool          // Shape is the world's own: it changes in place
	PassDir  geom.Vec      // of a gate: the unit vector along which discs pass; zero: none do
	Shape    *geom.Polygon // of an obstacle that was added, not nil; see Fixed
}

// Fixed reports whether what Shape points to never changes. Then other worlds may share it: a board's bricks are the same
// in all games, and take most of the memory of one.
func (o *Obstacle) Fixed() bool { return !o.ownShape }

// Admits reports whether o is a gate that lets a disc of radius r pass, on a course from the point
// from with the velocity v. A course is straight, so one answer holds for all of it. Along the
// gate's way the disc passes from any side. Against it, it passes only if it was already inside
// when the course began (another disc turned it around there): it then leaves by the nearest way,
// and cannot enter a convex shape again.
func (o *Obstacle) Admits(from, v geom.Vec, r float64) bool {
	return o.PassDir != (geom.Vec{}) && (v.Dot(o.PassDir) > 0 || o.Shape.Distance(from) < r-tolerance)
}

// A World is a field with everything that moves in it. Use [New] to make one. Its slices are for
// reading, except as documented at the fields.
type World struct {
	W, H float64 // the field is [0, W] × [0, H]

	// Floor and Ceiling say whether there is a wall; otherwise discs leave the field there. Call
	// Renew after changing one.
	Floor, Ceiling bool

	wrapX, wrapY bool // the field is periodic; see Wrap

	Substeps int // of a tick

	// MaxSpeed is the highest speed in units/s that a capsule or mover gives a disc. Movers that
	// close on a disc again and again would make it faster without end, and each tick take longer:
	// beyond this speed it bounces off them with the speed that it has. It has to be above the speed
	// of whatever is steered: a disc that may not get out of the way is overrun.
	MaxSpeed float64

	// MaxContacts is the greatest number of contacts of a disc within a tick; more than 65,534 are as
	// many. Between two sides with some room between them it has few; between sides exactly as far
	// apart as it is wide there would be no end of them. The next contact in that tick puts the disc
	// to sleep until the tick is over.
	MaxContacts int

	Discs       []Disc       // R may be changed between two ticks; Renew must follow
	sleepStates []sleepState // of the discs
	Obstacles   []Obstacle
	Capsules    []Capsule
	movers      []mover
	filters     filters

	tick         uint64         // number of the current or next tick
	substepsLeft int            // remaining in the tick, with the present one; 0: the tick has not begun
	now          float64        // seconds since the epoch began
	end          float64        // of the sub-step, or of the tick while it coasts
	coasting     bool           // the tick is not divided into sub-steps; see coasts
	touched      bool           // a disc has touched a capsule or mover since the last beginTick
	lastContact  pendingContact // the contact that Next has reported last
	sleeping     int            // discs that sleep; see sleep
	slidingUntil uint64         // before this tick some disc may slide; see slips
	energy       float64        // expected sum of the kinetic energies; see Check
	maxEnergy    float64        // greatest value of energy since everything was last predicted anew

	// The rest are predictions, which follow from the fields above.

	stale      bool // discs or obstacles were added: Rebuild must come before Next
	gridFilled bool // the grid lists all obstacles; see list
	grid       grid
	window     window
	nearby     nearby // scratch
	prefetched int32  // nothing; see fetch
	queue      queue
	tracks     []track    // of the discs …
	approaches []approach // … and these as well
	maxRadius  float64    // largest of any disc
	discIndex  discIndex  // index for queries
	found      []int32    // scratch of a query
	nextBand   float64    // no disc is level with the capsules before this time
}

// usualContacts is the MaxContacts of a new world. It allows for very fast discs that do have so
// many contacts.
const defaultMaxContacts = 1 << 13

// usualMaxSpeed is the MaxSpeed of a new world: ten times what anything in the game moves at.
const defaultMaxSpeed = 1000

// New returns an empty field of w × h units with walls all around.
func New(w, h float64) World {
	return World{
		W: w, H: h, Floor: true, Ceiling: true, Substeps: defaultSubsteps,
		MaxSpeed: defaultMaxSpeed, MaxContacts: defaultMaxContacts, stale: true, nextBand: never,
	}
}

// ClearObstacles removes all obstacles. Indices begin with 0 again.
func (w *World) ClearObstacles() {
	w.Obstacles, w.movers, w.filters.obstacles = w.Obstacles[:0], w.movers[:0], w.filters.obstacles[:0]
	w.stale, w.gridFilled = true, false
}

// Limits of a disc. Beyond them, sums of times or energies would lose their last digits, or at
// 1e150 be infinite.
const (
	MinRadius    = 1e-9 // as of [geom.Polygon.Sweep]
	MaxDiscSpeed = 1e9  // units/s
	MassRange    = 1e12 // from 1/MassRange to MassRange
)

// AddDisc adds a disc, which flies from d.From unless it is held, and returns its index. It panics
// if the world does not accept it; see [World.Accepts].
func (w *World) AddDisc(d Disc) int { return w.AddFiltered(d, Filter{}) }

// AddFiltered is AddDisc for a disc with a filter.
func (w *World) AddFiltered(d Disc, f Filter) int {
	if err := w.Accepts(d, f); err != nil {
		panic(fmt.Sprintf("world: tick %d: %v", w.tick, err))
	}
	if d.Mass == 0 {
		d.Mass = 1
	}
	if !d.Held {
		d.Since, d.course = roundTime(w.now), 1
	}
	i := len(w.Discs)
	w.Discs = append(w.Discs, d)
	w.sleepStates = append(w.sleepStates, sleepState{})
	w.tracks = append(w.tracks, noTrack)
	w.approaches = append(w.approaches, noApproach)
	w.stale = true
	if f != (Filter{}) {
		set(&w.filters.discs, i, f)
		w.filters.used = true
	}
	w.discIndex.add(i, &w.Discs[i], w.At(i))
	return i
}

// Accepts returns nil if [World.AddFiltered] adds d with the filter f, and else an error that says why
// not: a flying disc has to be within the limits above and entirely in the field, and may touch, but
// not overlap, what it does not avoid, as everything is now; in a gate that lets it pass it may begin.
// Below an open floor or above an open ceiling there is no limit. A held disc touches nothing, and is
// accepted wherever and whatever it is. That takes as long as a look at the disc's surroundings.
func (w *World) Accepts(d Disc, f Filter) error {
	if d.Held {
		return nil
	}
	if d.Mass == 0 {
		d.Mass = 1
	}
	side, ceiling, floor := w.margin(d.R)
	inside := d.From.X >= side && d.From.X <= w.W-side && d.From.Y >= ceiling && d.From.Y <= w.H-floor
	within := d.R >= MinRadius && d.Mass >= 1/MassRange && d.Mass <= MassRange && d.From.Finite() &&
		math.Abs(d.V.X) <= MaxDiscSpeed && math.Abs(d.V.Y) <= MaxDiscSpeed
	switch {
	case !within:
		return fmt.Errorf("a disc of radius %g and mass %g at %v with velocity %v is beyond the limits", d.R, d.Mass, d.From, d.V)
	case !inside:
		return fmt.Errorf("a disc of radius %g at %v is outside of the field", d.R, d.From)
	}
	if err := w.acceptsPeriodic(d.R); err != nil {
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

// ReserveObstacles makes room for n obstacles.
func (w *World) ReserveObstacles(n int) {
	if n > cap(w.Obstacles) {
		w.Obstacles = append(make([]Obstacle, 0, n), w.Obstacles...)
	}
}

// AddObstacle adds an obstacle at rest and returns its index. Nobody may change its Shape any more; see Reshape.
func (w *World) AddObstacle(o Obstacle) int {
	w.Obstacles = append(w.Obstacles, o)
	w.stale, w.gridFilled = true, false
	return len(w.Obstacles) - 1
}

// Reshape gives obstacle k another shape. For one at rest, Renew must follow.
func (w *World) Reshape(k int, p geom.Polygon) { w.reshape(k, &p) }

func (w *World) reshape(k int, p *geom.Polygon) {
	o := &w.Obstacles[k]
	if !o.ownShape {
		o.Shape, o.ownShape = new(geom.Polygon), true
	}
	*o.Shape = *p
}

// RemoveDisc removes disc i. The indices of those behind it decrease by one. A contact that is not answered
// yet is dropped; if it is of other discs, Next reports it again.
func (w *World) RemoveDisc(i int) {
	w.forgetSleep(i)
	w.Discs = append(w.Discs[:i], w.Discs[i+1:]...)
	w.sleepStates = append(w.sleepStates[:i], w.sleepStates[i+1:]...)
	w.filters.removeDisc(i)
	w.lastContact.answer = dropped
	w.Rebuild()
}

// RemoveDiscs removes all discs.
func (w *World) RemoveDiscs() {
	w.Discs, w.sleepStates, w.filters.discs = w.Discs[:0], w.sleepStates[:0], w.filters.discs[:0]
	w.sleeping, w.lastContact.answer, w.stale = 0, dropped, true
	w.discIndex.invalidate()
}

// RemoveObstacle removes obstacle k at once. Its index stays in use.
func (w *World) RemoveObstacle(k int) { w.Obstacles[k].Gone = true }

// RestoreObstacle restores obstacle k. Its place must be free. A moving one takes effect in the
// next sub-step; for one at rest, Renew must follow.
func (w *World) RestoreObstacle(k int) { w.Obstacles[k].Gone = false }

// Now returns the time in seconds of the epoch. An epoch lasts a second, so that times stay small
// and their last bits fine.
func (w *World) Now() float64 { return w.now }

// SetTick sets the number of the next tick, before any disc is added, as if that many ticks had
// been played.
func (w *World) SetTick(tick uint64) {
	w.tick = tick
	// The end of the previous tick, computed as in Begin.
	if in := int(tick % TicksPerSecond); in > 0 {
		w.now = w.tickEnd(in - 1)
	} else if tick > 0 {
		w.now = 1
	}
}

// tickEnd returns the time of the end of tick n of an epoch.
func (w *World) tickEnd(n int) float64 {
	return float64((n+1)*w.Substeps) / float64(TicksPerSecond*w.Substeps)
}

// At returns the middle of disc i now. For a held disc it returns the place where it was held.
func (w *World) At(i int) geom.Vec {
	d := &w.Discs[i]
	return d.From.Along(d.V, w.now-d.Since)
}

// Size returns the approximate size of a copy in bytes.
func (w *World) Size() int {
	const obstacle, shape, mover, disc = 32, 352, 900, 420
	return obstacle*len(w.Obstacles) + shape*w.countOwnShapes() + mover*len(w.movers) + disc*len(w.Discs) + w.grid.bytes()
}

// owned returns how many shapes are the world's own.
func (w *World) countOwnShapes() (n int) {
	for k := range w.Obstacles {
		if w.Obstacles[k].ownShape {
			n++
		}
	}
	return n
}

// ownShapes makes copies of the shapes that are its own in the world of which w is a copy.
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
func (w *World) Clone() World {
	c := *w
	c.Discs = append(make([]Disc, 0, cap(w.Discs)), w.Discs...)
	c.Obstacles = append(make([]Obstacle, 0, len(w.Obstacles)), w.Obstacles...)
	c.copyOwnShapes()
	c.Capsules = append(make([]Capsule, 0, len(w.Capsules)), w.Capsules...)
	c.movers = append(make([]mover, 0, len(w.movers)), w.movers...)
	c.sleepStates = append(make([]sleepState, 0, cap(w.sleepStates)), w.sleepStates...)
	c.tracks = append(make([]track, 0, len(w.tracks)), w.tracks...)
	c.approaches = append(make([]approach, 0, len(w.approaches)), w.approaches...)
	c.filters = w.filters.clone()
	c.queue = w.queue.clone()
	c.grid, c.discIndex, c.found = w.grid.clone(), discIndex{}, nil
	c.window.crossing, c.nearby = nil, nearby{}
	return c
}
