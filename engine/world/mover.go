package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file moves obstacles that drift and turn. Within a sub-step each has a constant velocity and
// spin, like a capsule, and its contacts are predicted for that sub-step only.

// A Motion is how an obstacle moves by itself. The zero Motion rests.
type Motion struct {
	Path geom.Vec // it drifts from its place to place + Path and back …
	Lap  int      // … in this many ticks; 0: it does not drift
	Spin float64  // degrees per second around its middle, clockwise
}

// Limits of a Motion; see Valid.
const (
	MaxSpin  = 720.0 // degrees per second
	MaxDrift = 60.0  // units/s
)

// Moves reports whether m is not at rest.
func (m *Motion) Moves() bool { return m.Lap > 0 || m.Spin != 0 }

// Valid reports whether m is within its limits.
func (m *Motion) Valid() bool {
	if !m.Path.Finite() || !(math.Abs(m.Spin) <= MaxSpin) || m.Lap < 0 || m.Lap > 1<<20 {
		return false
	}
	return m.Lap == 0 && m.Path == geom.Vec{} ||
		m.Lap > 0 && 2*m.Path.Norm()*TicksPerSecond <= float64(MaxDrift*float64(m.Lap))
}

// A mover moves an obstacle: by its motion or, if it has a body, as the owner steers it in each
// tick.
type mover struct {
	obstacle  int
	motion    Motion
	home      geom.Polygon // its shape at the beginning
	progress  float64      // ticks of its motion completed at the time since
	blocked   bool         // it stands still for the rest of this tick
	startPose pose         // at progress, if placed
	endPose   pose         // at the end of the last course that was not blocked

	body   Body     // identifies what is steered; movers of one body stop together
	pivot  geom.Vec // the point that a body turns around, at home
	offset geom.Vec // displacement from home at the time since …
	angle  float64  // … and the angle, in radians
	v      geom.Vec // its velocity in this tick, units/s …
	spin   float64  // … and spin, radians/s

	since  float64      // when the present course began
	shape  geom.Polygon // its shape then
	placed bool         // … as place computes it
	course geom.Mover   // how it moves from there
	stamp  uint32       // counts courses
}

// A pose is the displacement of a mover without a body from home, as a motion in the time 1.
type pose struct {
	progress float64 // after so many ticks of its motion
	known    bool
	from     geom.Mover
}

// A Body is a number shared by movers that are steered as one; 0: the mover follows its motion.
type Body uint8

// AddMover adds an obstacle that moves by itself, beginning with its Shape, and returns its index.
// Within a tick it rests until the next sub-step.
func (w *World) AddMover(o Obstacle, m Motion) int {
	w.splitForMover()
	o.Moves = true
	k := w.AddObstacle(o)
	w.Reshape(k, *o.Shape)
	w.movers = append(w.movers, mover{obstacle: k, motion: m, home: *o.Shape, shape: *o.Shape})
	return k
}

// AddBody adds a steered obstacle and returns the index of its mover; see [World.Steer]. Its Shape
// is around the origin, which is placed at the point at.
func (w *World) AddBody(o Obstacle, b Body, at geom.Vec) (m int) {
	w.splitForMover()
	n := mover{home: *o.Shape, body: b, offset: at}
	n.place()
	o.Moves = true
	n.obstacle = w.AddObstacle(o)
	w.Reshape(n.obstacle, n.shape)
	w.movers = append(w.movers, n)
	return len(w.movers) - 1
}

// splitForMover divides a tick that coasts into its sub-steps, which a mover needs.
func (w *World) splitForMover() {
	if w.coasting {
		w.split()
	}
}

// Movers returns the number of moving obstacles.
func (w *World) Movers() int { return len(w.movers) }

// A Pose is the place of a mover between two ticks.
type Pose struct {
	Obstacle int
	Body     Body
	Progress float64  // without a body: completed ticks of its motion
	At       geom.Vec // of a body: the place of its origin …
	Angle    float64  // … its angle in radians …
	Spin     float64  // … and its spin in radians/s
}

// Pose returns the pose of mover m.
func (w *World) Pose(m int) Pose {
	n := &w.movers[m]
	return Pose{n.obstacle, n.body, n.progress, n.offset, n.angle, n.spin}
}

// Steer sets the velocity of mover m, which has a body, for the next ticks, in units/s, and its
// spin in radians/s.
func (w *World) Steer(m int, v geom.Vec, spin float64) { w.movers[m].v, w.movers[m].spin = v, spin }

// PlaceBody moves mover m, which has a body and whose obstacle is gone, to another point, turned by
// the given angle in radians.
func (w *World) PlaceBody(m int, at geom.Vec, turned float64) {
	n := &w.movers[m]
	n.course, n.offset, n.angle = geom.Mover{}, at, turned
	n.stop(w.now)
	w.Reshape(n.obstacle, n.shape)
}

// ShapeNow returns the present shape of mover m's obstacle, within a sub-step as well.
func (w *World) ShapeNow(m int) geom.Polygon {
	n := &w.movers[m]
	return n.shape.Moved(n.course, w.now-n.since)
}

// place puts the mover where it is after the completed ticks of its motion, or where it was steered. That is computed from
// home each time, so that rounding errors do not add up.
func (m *mover) place() {
	if !m.placed {
		m.shape = m.home
	}
	switch {
	case m.body != 0:
		m.shape.SetMoved(&m.home, geom.Mover{Pivot: m.pivot, V: m.offset, Spin: m.angle}, 1)
	case m.placed && m.motion.Spin == 0:
		m.startPose = m.poseAt(m.progress)
		m.shape.SetShifted(&m.home, m.startPose.from, 1)
	default:
		m.startPose = m.poseAt(m.progress)
		m.shape.SetMoved(&m.home, m.startPose.from, 1)
	}
	m.placed = true
}

// pose returns the pose after the given ticks. Where a course was to end is mostly where it ends.
func (m *mover) poseAt(progress float64) pose {
	if m.endPose.known && m.endPose.progress == progress {
		return m.endPose
	}
	center, _ := m.home.Circle()
	p := geom.Mover{Pivot: center, Spin: float64(m.motion.Spin * progress * (math.Pi / 180 / TicksPerSecond))}
	if m.motion.Lap > 0 {
		lap := progress / float64(m.motion.Lap)
		lap -= math.Floor(lap)
		p.V = m.motion.Path.Mul(1 - math.Abs(float64(2*lap)-1))
	}
	return pose{progress, true, p}
}

// beginMovers gives everything that moves its course for the sub-step, and predicts which discs it
// touches.
func (w *World) beginMovers() {
	if len(w.Capsules) == 0 && len(w.movers) == 0 {
		return // in a storm, predicting every disc would cost more than the motion
	}

	dt := w.end - w.now
	w.beginCapsules(dt)
	for k := range w.movers {
		m := &w.movers[k]
		if !w.isIdle(m) {
			m.begin(w.now, dt)
		}
	}

	if len(w.movers) == 0 && w.nextBand > w.end {
		return // no disc is near the capsules
	}
	w.nextBand = never
	for i := range w.Discs {
		a := &w.approaches[i]
		if a.bandOut >= w.now {
			w.nextBand = min(w.nextBand, a.bandIn)
		}
		if w.Discs[i].Held || len(w.movers) == 0 && (a.bandIn > w.end || a.bandOut < w.now) {
			continue
		}
		w.predictMovers(i)
		w.schedule(i, &w.tracks[i])
	}
}

// beginTick lets blocked movers and capsules move again, unless they still jam a disc. It is needed
// after a tick in which a disc touched one.
func (w *World) releaseMovers() {
	w.touched = false
	for k := range w.movers {
		w.movers[k].blocked = false
	}
	for i := range w.Discs {
		a := &w.approaches[i]
		if a.touches >= maxTouches && a.jam.kind == AtMover {
			w.blockMover(int(a.jam.other))
		} else if a.touches >= maxTouches {
			w.jamCapsule(int(a.jam.other))
		}
		a.touches = 0
	}
}

// begin gives m its course for the next dt seconds.
func (m *mover) begin(now, dt float64) {
	m.since = now
	if !m.placed { // otherwise the end of the last course has computed the same
		m.place()
	}
	m.stamp++
	center, _ := m.shape.Circle()
	m.course = geom.Mover{Pivot: center}
	if m.blocked {
		return
	}
	if m.body != 0 {
		m.course = geom.Mover{Pivot: m.pivot.Add(m.offset), V: m.v, Spin: m.spin}
		return
	}
	m.endPose = m.poseAt(m.progress + float64(dt*TicksPerSecond))
	d := m.endPose.from.V.Sub(m.startPose.from.V)
	m.course.V = geom.Vec{X: d.X / dt, Y: d.Y / dt}
	m.course.Spin = float64(m.motion.Spin * (math.Pi / 180))
}

// endMovers moves everything to its place at the end of the sub-step.
func (w *World) endMovers() {
	w.endCapsules()
	for k := range w.movers {
		m := &w.movers[k]
		if w.isIdle(m) {
			continue
		}
		m.stop(w.end)
		w.reshape(m.obstacle, &m.shape)
	}
}

// stop stops m at the time t of its course.
func (m *mover) stop(t float64) {
	switch {
	case m.body != 0:
		m.offset = m.offset.Along(m.course.V, t-m.since)
		m.angle += float64(m.course.Spin * (t - m.since))
	case m.course.Spin != 0 || m.course.V != (geom.Vec{}):
		m.progress += float64((t - m.since) * TicksPerSecond)
	}
	m.since = t
	m.place()
	center, _ := m.shape.Circle()
	m.course = geom.Mover{Pivot: center}
	m.stamp++
}

// predictMovers predicts the contact of disc i with capsules and movers until the end of the
// sub-step.
func (w *World) predictMovers(i int) {
	d, tr, a := &w.Discs[i], &w.tracks[i], &w.approaches[i]
	a.mover = noPrediction
	if len(w.Capsules) > 0 {
		w.predictCapsules(i, d, tr, a)
	}
	for k := range w.movers {
		m := &w.movers[k]
		if w.Obstacles[m.obstacle].Gone || tr.origin.is(AtMover, int32(k), m.stamp) && m.course.Spin == 0 {
			continue
		}

		if !w.wraps() {
			w.predictMover(i, k, d, a, 0)
			continue
		}
		for n := range image(images) {
			w.predictMover(i, k, d, a, n)
		}
	}
}

// predictMover predicts the contact of disc i with an image of mover k.
func (w *World) predictMover(i, k int, d *Disc, a *approach, n image) {
	m := &w.movers[k]
	s, ok := w.shift(n)
	if !ok {
		return
	}
	t0 := max(d.Since, m.since)
	from := d.From.Along(d.V, t0-d.Since).Sub(s)
	if !m.near(d, from, t0, w.end) {
		return
	}

	// For a course that began earlier, start from its shape at t0.
	at, course := &m.shape, m.course
	if t0 > m.since {
		moved := m.shape.Moved(m.course, t0-m.since)
		at, course.Pivot = &moved, m.course.Pivot.Along(m.course.V, t0-m.since)
	}

	hit, ok := at.SweepTurning(from, d.V, d.R, course, w.end-t0)
	if !ok || t0+hit.T > w.end || w.avoids(i, AtMover, m.obstacle) {
		return
	}
	c := predicted(t0, hit.T, AtMover)
	c.other, c.stamp, c.n, c.image = int32(k), m.stamp, hit.N, n
	a.offer(c)
}

// near reports whether d, which is at from at the time t0, can reach m before end. It compares the
// bounding circles only.
func (m *mover) near(d *Disc, from geom.Vec, t0, end float64) bool {
	center, radius := m.shape.Circle()
	apart := from.Sub(center.Along(m.course.V, t0-m.since))
	v := d.V.Sub(m.course.V)
	if m.body != 0 { // its middle goes around the pivot
		arm := center.Sub(m.course.Pivot)
		radius += float64((math.Abs(arm.X) + math.Abs(arm.Y)) * math.Abs(m.course.Spin) * (end - m.since))
	}
	reach := radius + d.R + slack + float64((math.Abs(v.X)+math.Abs(v.Y))*(end-t0))
	return apart.Norm2() <= float64(reach*reach)
}

// maxTouches is how often one disc may touch movers within a tick. A disc between a closing mover
// and a wall would touch it infinitely often and gain speed each time: its speed times the width of
// the gap is constant. After this many touches the mover stops for the rest of the tick, and for
// the next one if the disc again touches it as often. That bounds the work of a tick, and the
// energy that a mover can give to a disc in a gap.
const maxTouches = 64

// current reports whether the other party of c still has the course that c was predicted for.
func (w *World) isCurrent(c *contact) bool {
	if c.kind == AtCapsule {
		return w.Capsules[c.other].course == c.stamp
	}
	m := &w.movers[c.other]
	return m.stamp == c.stamp && !w.Obstacles[m.obstacle].Gone
}

// surface returns the velocity of the point q of o, a capsule or a mover.
func (w *World) surfaceVelocity(o origin, q geom.Vec) geom.Vec {
	if o.kind == AtCapsule {
		return geom.Vec{X: w.Capsules[o.other].v}
	}
	m := &w.movers[o.other]
	return m.course.Velocity(q, w.now-m.since)
}

// block stops o, a capsule or a mover, for the rest of the tick, and predicts anew which discs
// touch it.
func (w *World) block(o origin) {
	switch {
	case o.kind == AtCapsule:
		w.blockCapsule(int(o.other))
	case w.movers[o.other].blocked:
		return // it stands still already
	default:
		w.blockMover(int(o.other))
	}
	for i := range w.Discs {
		if !w.Discs[i].Held {
			w.predictMovers(i)
			w.schedule(i, &w.tracks[i])
		}
	}
}

// idle reports whether m need not move: its obstacle is gone and does not follow a body.
func (w *World) isIdle(m *mover) bool {
	o := &w.Obstacles[m.obstacle]
	return o.Gone && !o.Follows
}

// blockMover stops mover k and the others of its body for the rest of the tick.
func (w *World) blockMover(k int) {
	w.touched = true
	for j := range w.movers {
		if m := &w.movers[j]; j == k || m.body != 0 && m.body == w.movers[k].body && !w.isIdle(m) {
			m.blocked = true
			m.stop(w.now)
		}
	}
}
