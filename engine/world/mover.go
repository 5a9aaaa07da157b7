package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file moves obstacles that drift and turn. Like a capsule, each has a constant velocity and spin within a
// sub-step, and its contacts are predicted for that sub-step only.

// A Motion describes how an obstacle moves on its own. The zero Motion is at rest.
type Motion struct {
	Path geom.Vec // the obstacle drifts from its place to place + Path and back
	Lap  int      // duration of one round trip in ticks; 0 if it does not drift
	Spin float64  // rotation around its center, in degrees per second clockwise
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

// A mover moves an obstacle, either by its motion or, if it has a body, as the caller steers it in each tick.
type mover struct {
	obstacle  int          // index of the obstacle
	motion    Motion       // zero for a body
	home      geom.Polygon // initial shape
	progress  float64      // ticks of its motion completed at the time since
	blocked   bool         // stopped for the rest of this tick
	startPose pose         // pose at progress; valid if placed is true
	endPose   pose         // pose at the end of the last course that was not blocked

	body   Body     // identifies the steered body; movers of one body stop together
	pivot  geom.Vec // the point at home around which a body turns
	offset geom.Vec // displacement from home at the time since
	angle  float64  // rotation from home at the time since, in radians
	v      geom.Vec // velocity in this tick, units/s
	spin   float64  // spin in this tick, radians/s

	since  float64      // start of the current course
	shape  geom.Polygon // shape at the start of the course
	placed bool         // whether place has computed shape
	course geom.Mover   // motion on the current course
	stamp  uint32       // number of courses so far
}

// A pose is the displacement from home of a mover without a body, as a motion during the time 1.
type pose struct {
	progress float64    // Mover.progress for which the pose was computed, in ticks
	known    bool       // whether the pose was computed
	from     geom.Mover // motion from home to the pose
}

// A Body identifies a group of movers that are steered together. A mover with body 0 is not steered: it follows its
// Motion.
type Body uint8

// AddMover adds an obstacle that moves on its own, starting with its Shape, and returns its index. If it is added
// within a tick, it rests until the next sub-step.
func (w *World) AddMover(o Obstacle, m Motion) int {
	w.splitForMover()
	o.Moves = true
	k := w.AddObstacle(o)
	w.Reshape(k, *o.Shape)
	w.movers = append(w.movers, mover{obstacle: k, motion: m, home: *o.Shape, shape: *o.Shape})
	return k
}

// AddBody adds a steered obstacle and returns the index of its mover; see [World.Steer]. Its Shape is relative to the
// origin, which is placed at the point at.
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

// splitForMover divides a coasting tick into sub-steps, because a mover needs them.
func (w *World) splitForMover() {
	if w.coasting {
		w.split()
	}
}

// Movers returns the number of moving obstacles.
func (w *World) Movers() int { return len(w.movers) }

// A Pose is the position and rotation of a mover between two ticks.
type Pose struct {
	Obstacle int // index of its obstacle
	Body     Body
	Progress float64  // completed ticks of its motion; without a body only
	At       geom.Vec // position of the body's origin
	Angle    float64  // rotation of the body in radians
	Spin     float64  // spin of the body in radians/s
}

// Pose returns the pose of mover m.
func (w *World) Pose(m int) Pose {
	n := &w.movers[m]
	return Pose{n.obstacle, n.body, n.progress, n.offset, n.angle, n.spin}
}

// Steer sets the velocity, in units/s, and the spin, in radians/s, of mover m for the next ticks. The mover must have a
// body.
func (w *World) Steer(m int, v geom.Vec, spin float64) { w.movers[m].v, w.movers[m].spin = v, spin }

// PlaceBody moves mover m to the point at, with the given rotation in radians. The mover must have a body, and its
// obstacle must be gone.
func (w *World) PlaceBody(m int, at geom.Vec, angle float64) {
	n := &w.movers[m]
	n.course, n.offset, n.angle = geom.Mover{}, at, angle
	n.stop(w.now)
	w.Reshape(n.obstacle, n.shape)
}

// ShapeNow returns the current shape of mover m's obstacle, also within a sub-step.
func (w *World) ShapeNow(m int) geom.Polygon {
	n := &w.movers[m]
	return n.shape.Moved(n.course, w.now-n.since)
}

// place computes the shape after the completed ticks of the motion, or at the steered position. It always starts from
// home, so that rounding errors do not accumulate.
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

// poseAt returns the pose after the given ticks. In most cases it is the end pose of the last course.
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

// beginMovers sets the courses of all moving bodies for the sub-step, and predicts which discs they touch.
func (w *World) beginMovers() {
	if len(w.Capsules) == 0 && len(w.movers) == 0 {
		return // skip the loop over all discs, which is slow in a storm
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

// releaseMovers lets blocked movers and capsules move again. It keeps those stopped that a disc touched maxTouches
// times in the last tick, because the disc cannot escape. It is called after a tick in which a disc touched a mover
// or capsule.
func (w *World) releaseMovers() {
	w.touched = false
	for k := range w.movers {
		w.movers[k].blocked = false
	}
	for i := range w.Discs {
		a := &w.approaches[i]
		if a.touches >= maxTouches && a.lastTouched.kind == AtMover {
			w.blockMover(int(a.lastTouched.other))
		} else if a.touches >= maxTouches {
			w.holdCapsule(int(a.lastTouched.other))
		}
		a.touches = 0
	}
}

// begin sets the course of m for the next dt seconds.
func (m *mover) begin(now, dt float64) {
	m.since = now
	if !m.placed { // otherwise stop has already computed the same shape
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

// endMovers moves capsules and movers to their positions at the end of the sub-step.
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

// stop ends the course of m at the time t.
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

// predictMovers predicts the contact of disc i with capsules and movers until the end of the sub-step.
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

	// The shape of an earlier course is moved to t0.
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

// near reports whether d, which is at from at the time t0, can reach m before end. It compares only the bounding
// circles.
func (m *mover) near(d *Disc, from geom.Vec, t0, end float64) bool {
	center, radius := m.shape.Circle()
	apart := from.Sub(center.Along(m.course.V, t0-m.since))
	v := d.V.Sub(m.course.V)
	if m.body != 0 { // its center moves around the pivot
		arm := center.Sub(m.course.Pivot)
		radius += float64((math.Abs(arm.X) + math.Abs(arm.Y)) * math.Abs(m.course.Spin) * (end - m.since))
	}
	reach := radius + d.R + slack + float64((math.Abs(v.X)+math.Abs(v.Y))*(end-t0))
	return apart.Norm2() <= float64(reach*reach)
}

// maxTouches is the maximum number of contacts of a disc with movers and capsules in a tick. A disc between a closing
// mover and a wall would touch it infinitely often and accelerate each time, because its speed times the width of the
// gap is constant. After this many contacts, the mover stops for the rest of the tick. It also stops for the next tick
// if the disc touches it as often again. This bounds the work of a tick, and the energy that a mover can give to a disc
// in a gap.
const maxTouches = 64

// isCurrent reports whether the other body of c is still on the course for which c was predicted.
func (w *World) isCurrent(c *contact) bool {
	if c.kind == AtCapsule {
		return w.Capsules[c.other].course == c.stamp
	}
	m := &w.movers[c.other]
	return m.stamp == c.stamp && !w.Obstacles[m.obstacle].Gone
}

// surfaceVelocity returns the velocity of the point q of o, which is a capsule or a mover.
func (w *World) surfaceVelocity(o origin, q geom.Vec) geom.Vec {
	if o.kind == AtCapsule {
		return geom.Vec{X: w.Capsules[o.other].v}
	}
	m := &w.movers[o.other]
	return m.course.Velocity(q, w.now-m.since)
}

// block stops o, which is a capsule or a mover, for the rest of the tick, and repeats the prediction of which discs
// touch capsules and movers.
func (w *World) block(o origin) {
	switch {
	case o.kind == AtCapsule:
		w.blockCapsule(int(o.other))
	case w.movers[o.other].blocked:
		return // already stopped
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

// isIdle reports whether m need not move, because its obstacle is gone and does not follow a body.
func (w *World) isIdle(m *mover) bool {
	o := &w.Obstacles[m.obstacle]
	return o.Gone && !o.Follows
}

// blockMover stops mover k and the other movers of its body for the rest of the tick.
func (w *World) blockMover(k int) {
	w.touched = true
	for j := range w.movers {
		if m := &w.movers[j]; j == k || m.body != 0 && m.body == w.movers[k].body && !w.isIdle(m) {
			m.blocked = true
			m.stop(w.now)
		}
	}
}
