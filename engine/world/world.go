package world

import (
	"fmt"

	"arkterm/engine/geom"
)

// TicksPerSecond is how many ticks make a second.
const TicksPerSecond = 240

// usualSubsteps is the Substeps of a new world.
const usualSubsteps = 2

// tolerance is what rounding may add up to: in units for overlaps, relative for
// energies.
const tolerance = 1e-9

// A Disc is a round body that flies. It is at From + V·(now − Since): From is where
// it was at the time Since, when its course last changed. No step in between
// rewrites that, so how often time is cut cannot matter. Ask [World.At] where it is.
type Disc struct {
	R    float64
	Mass float64  // 0 when it is added: 1
	V    geom.Vec // units/s; zero while it is held
	Held bool     // it takes part in nothing, wherever its owner says it is; see Hold

	From  geom.Vec
	Since float64 // seconds of the epoch; see World.Now

	course   uint32   // counts changes of course; tells stale predictions
	wakesAs  geom.Vec // while it sleeps: its velocity when it wakes, else zero
	slidesTo uint64   // it has slept: before this tick it slides along sides
}

// Course tells one straight course of the disc from the next: the pair is another one
// after each contact, and where an epoch begins, each second.
func (d *Disc) Course() (n uint32, since float64) { return d.course, d.Since }

// SlidesTo returns the tick before which the disc slides along sides that it would
// else touch, because it got stuck between them; 0: it never was.
func (d *Disc) SlidesTo() uint64 { return d.slidesTo }

// kinetic returns the kinetic energy of d.
func (d *Disc) kinetic() float64 { return float64(0.5 * float64(d.Mass*d.V.Norm2())) }

// An Obstacle is a convex polygon that discs bounce off.
type Obstacle struct {
	Gone    bool     // it does not stand (any more, or yet)
	Moves   bool     // a mover moves it: Shape is another one after each sub-step
	Follows bool     // as a part of a body, it moves along while it is gone
	Way     geom.Vec // of a gate: the unit vector along which discs pass; zero: none do
	Shape   geom.Polygon
}

// Lets reports whether o is a gate that lets through a disc of radius r, which is
// on a course from the point from with the velocity v. A course is straight, so
// one answer holds for all of it: along the gate's way it passes, whatever side it
// comes from. Against it, it passes only if it was in the gate already when the
// course began (another disc turned it around there): it then leaves by the
// nearest way, and what is convex it cannot enter again.
func (o *Obstacle) Lets(from, v geom.Vec, r float64) bool {
	return o.Way != (geom.Vec{}) && (v.Dot(o.Way) > 0 || o.Shape.Distance(from) < r-tolerance)
}

// A World is a field with everything that moves in it. Its slices are for reading,
// except for what the fields say; [New] makes one.
type World struct {
	W, H float64 // the field is [0, W] × [0, H]

	// The floor and the ceiling are walls; else discs leave the field there.
	// Whoever opens or closes one calls Renew.
	Floor, Ceiling bool

	Substeps int // of a tick

	// MaxContacts is how many contacts a disc may have within a tick. Between two
	// sides that leave it some room it has few; between sides exactly as far apart
	// as it is wide there would be no end of them. The next thing that it meets in
	// that tick stops it where it is until the tick is over.
	MaxContacts int

	Discs     []Disc // R may be changed between two ticks; Renew must follow
	Obstacles []Obstacle
	Capsules  []Capsule
	movers    []mover

	tick         uint64  // the number of the tick that is played, or comes next
	substepsLeft int     // of it, the present one included; 0: it has not begun
	now          float64 // seconds since the epoch began
	end          float64 // of the sub-step
	met          meeting // the contact that Next has reported, until the next call
	asleep       int     // discs that stand still for the rest of the tick; see sleep
	energy       float64 // what all kinetic energies should add up to; see Check

	// All of this is predictions, and follows from the rest.

	stale  bool // discs or obstacles were added: Rebuild must come before Next
	grid   grid
	queue  queue
	tracks []track // of the discs
	radius float64 // largest of any disc
	banded float64 // no disc is level with the capsules before this time
}

// usualContacts is the MaxContacts of a new world. A disc may be so fast that it
// has that many and means it.
const usualContacts = 1 << 13

// New returns an empty field of w × h units with walls all around.
func New(w, h float64) World {
	return World{
		W: w, H: h, Floor: true, Ceiling: true, Substeps: usualSubsteps, MaxContacts: usualContacts, stale: true,
	}
}

// ClearObstacles takes all obstacles away. Indices begin with 0 again.
func (w *World) ClearObstacles() {
	w.Obstacles, w.movers, w.stale = w.Obstacles[:0], w.movers[:0], true
}

// AddDisc adds a disc, which flies on from d.From from now on unless it is held,
// and returns its index. It panics when the disc has no size, or is not all in
// the field.
func (w *World) AddDisc(d Disc) int {
	if d.Mass == 0 {
		d.Mass = 1
	}
	if !d.Held {
		inside := d.From.X >= d.R && d.From.X <= w.W-d.R && (d.From.Y >= d.R || !w.Ceiling) && (d.From.Y <= w.H-d.R || !w.Floor)
		if !(d.R > 0 && d.Mass > 0) || !inside || !d.V.Finite() {
			panic(fmt.Sprintf("world: tick %d: a disc of radius %g and mass %g at %v, velocity %v", w.tick, d.R, d.Mass, d.From, d.V))
		}
		d.Since, d.course = grain(w.now), 1
	}
	w.Discs = append(w.Discs, d)
	w.tracks = append(w.tracks, unknown)
	w.stale = true
	return len(w.Discs) - 1
}

// AddObstacle adds an obstacle that rests and returns its index.
func (w *World) AddObstacle(o Obstacle) int {
	w.Obstacles = append(w.Obstacles, o)
	w.stale = true
	return len(w.Obstacles) - 1
}

// RemoveDisc takes disc i out of the world. Those behind it move up by one.
func (w *World) RemoveDisc(i int) {
	w.forgetSleep(i)
	w.Discs = append(w.Discs[:i], w.Discs[i+1:]...)
	w.met.answer = dropped
	w.Rebuild()
}

// RemoveDiscs takes all discs out of the world.
func (w *World) RemoveDiscs() {
	w.Discs, w.asleep, w.met.answer, w.stale = w.Discs[:0], 0, dropped, true
}

// RemoveObstacle takes obstacle k away at once. Its index stays.
func (w *World) RemoveObstacle(k int) { w.Obstacles[k].Gone = true }

// RestoreObstacle puts obstacle k back. Nothing may be where it is. One that
// moves is noticed from the next sub-step on; for one that rests, Renew must follow.
func (w *World) RestoreObstacle(k int) { w.Obstacles[k].Gone = false }

// Now returns the time, in seconds since the epoch began. An epoch is a second:
// so times stay small, and their last bits fine.
func (w *World) Now() float64 { return w.now }

// SetTick makes the given one the number of the next tick, before any disc is
// added: as if so many had been played.
func (w *World) SetTick(tick uint64) {
	w.tick = tick
	// The end of the tick before, as Begin reckons it.
	if in := int(tick % TicksPerSecond); in > 0 {
		w.now = w.tickEnd(in - 1)
	} else if tick > 0 {
		w.now = 1
	}
}

// tickEnd returns when tick n of an epoch is over.
func (w *World) tickEnd(n int) float64 {
	return float64((n+1)*w.Substeps) / float64(TicksPerSecond*w.Substeps)
}

// At returns where the middle of disc i is now. Of one that is held the world
// knows no more than where it was.
func (w *World) At(i int) geom.Vec {
	d := &w.Discs[i]
	return d.From.Along(d.V, w.now-d.Since)
}

// Size returns about how many bytes a copy takes.
func (w *World) Size() int {
	const obstacle, mover, disc = 400, 900, 420
	return obstacle*len(w.Obstacles) + mover*len(w.movers) + disc*len(w.Discs) + w.grid.bytes()
}

// Clone returns an independent copy.
func (w *World) Clone() World {
	c := *w
	c.Discs = append(make([]Disc, 0, cap(w.Discs)), w.Discs...)
	c.Obstacles = append(make([]Obstacle, 0, len(w.Obstacles)), w.Obstacles...)
	c.Capsules = append(make([]Capsule, 0, len(w.Capsules)), w.Capsules...)
	c.movers = append(make([]mover, 0, len(w.movers)), w.movers...)
	c.tracks = append(make([]track, 0, len(w.tracks)), w.tracks...)
	c.queue = w.queue.clone()
	c.grid = w.grid.clone()
	return c
}
