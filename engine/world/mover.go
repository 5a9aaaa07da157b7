package world

import (
	"cmp"
	"errors"
	"math"

	"arkterm/engine/geom"
)

// This file moves obstacles that drift and turn. Like a capsule, a mover has a constant velocity and spin within a
// sub-step, and its contacts are predicted for that sub-step only. The grid lists movers in the cells that they reach,
// and each disc stores a time before which it touches no mover. While no disc is near, a mover only counts its ticks,
// and its shape is not computed.

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
func (m *Motion) Valid() bool { return m.validate(MaxDrift) == nil }

// validate returns an error if m is beyond its limits, or drifts faster than drift.
func (m *Motion) validate(drift float64) error {
	return cmp.Or(inRange("Spin", -MaxSpin, MaxSpin, m.Spin), inRange("Lap", 0, 1<<20, float64(m.Lap)),
		inRange("Path", 0, float64(drift/(2.0*TicksPerSecond)*float64(m.Lap)), m.Path.Norm()))
}

// A mover moves an obstacle, either by its motion or, if it has a body, as the caller steers it in each tick.
type mover struct {
	obstacle  int          // index of the obstacle
	motion    Motion       // zero for a body
	home      geom.Polygon // initial shape
	progress  float64      // ticks of its motion completed at the start of its course
	blocked   bool         // stopped for the rest of this tick
	startPose pose         // pose at progress; see isShapeCurrent
	endPose   pose         // pose at the end of the last course that was not blocked

	body   Body     // identifies the steered body; movers of one body stop together
	pivot  geom.Vec // the point at home around which a body turns
	offset geom.Vec // displacement from home at the time since
	angle  float64  // rotation from home at the time since, in radians
	v      geom.Vec // velocity in this tick, units/s
	spin   float64  // spin in this tick, radians/s

	since                float64      // start of the current course
	shape                geom.Polygon // shape at the start of the course
	hasShape             bool         // whether updateShape has computed shape
	course               geom.Mover   // motion on the current course
	stamp                uint32       // number of courses so far
	begun                uint32       // the last sub-step in which its course was set; see World.substep
	moving               bool         // the current course follows the motion, so stop advances progress
	obstacleShapeCurrent bool         // Shape of the obstacle is as at the start of the sub-step; always for a body
	tested               uint64       // the last call of predictMovers that checked it, and the image; see World.tests
}

// A pose is the place and rotation of a mover without a body. It is stored as the motion that takes the mover from home
// to the pose in the time 1.
type pose struct {
	progress float64    // mover.progress for which the pose was computed, in ticks
	known    bool       // whether the pose was computed
	from     geom.Mover // motion from home to the pose
}

// A Body identifies a group of movers that are steered together. A mover with body 0 is not steered. It follows its
// Motion.
type Body uint8

// AddMover adds an obstacle that moves on its own, starting with its Shape, and returns its index. If it is added
// within a tick, it rests until the next sub-step. It panics if m drifts faster than MaxSpeed.
func (w *World) AddMover(o Obstacle, m Motion) int {
	w.must("AddMover", cmp.Or(validObstacle(&o), m.validate(w.MaxSpeed)))
	w.splitForMover()
	o.Moves, o.mover = true, int32(len(w.movers))
	k := w.AddObstacle(o)
	w.Reshape(k, *o.Shape)
	w.movers = append(w.movers, mover{
		obstacle: k, motion: m, home: *o.Shape, shape: *o.Shape, begun: w.substep, obstacleShapeCurrent: true,
	})
	w.makeApproaches()
	return k
}

// AddBody adds a steered obstacle and returns the index of its mover; see [World.Steer]. Its Shape is relative to
// position.
func (w *World) AddBody(o Obstacle, b Body, position geom.Vec) (m int) {
	w.must("AddBody", cmp.Or(validObstacle(&o), validPlace("position", position), inRange("b", 1, 255, float64(b))))
	w.splitForMover()
	n := mover{home: *o.Shape, body: b, offset: position, begun: w.substep}
	w.steered = true
	n.updateShape()
	o.Moves, o.mover = true, int32(len(w.movers))
	o.Shape = new(n.shape)
	n.obstacle = w.AddObstacle(o)
	w.Obstacles[n.obstacle].ownShape = true
	w.movers = append(w.movers, n)
	w.makeApproaches()
	return len(w.movers) - 1
}

// splitForMover divides a coasting tick into sub-steps, because a mover needs them.
func (w *World) splitForMover() {
	if w.coasting {
		w.split()
	}
}

// NumMovers returns the number of moving obstacles.
func (w *World) NumMovers() int { return len(w.movers) }

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

// Steer sets the velocity, in units/s, and the spin, in radians/s, of mover m for all following ticks, until the next
// call for m. The mover must have a body.
func (w *World) Steer(m int, v geom.Vec, spin float64) {
	w.must("Steer", cmp.Or(
		validVelocity(v), inRange("spin", -MaxDiscSpeed, MaxDiscSpeed, spin), w.movers[m].checkSteered()))
	w.movers[m].v, w.movers[m].spin = v, spin
}

// checkSteered returns an error if m has no body.
func (m *mover) checkSteered() error {
	if m.body == 0 {
		return errors.New("the mover has no Body")
	}
	return nil
}

// PlaceBody sets the position of mover m, and its rotation to angle, in radians. The mover must have a body, and its
// obstacle must be gone.
func (w *World) PlaceBody(m int, position geom.Vec, angle float64) {
	n := &w.movers[m]
	w.must("PlaceBody", cmp.Or(validPlace("position", position), inRange("angle", -MaxLength, MaxLength, angle),
		n.checkSteered()))
	n.course, n.offset, n.angle = geom.Mover{}, position, angle
	n.stop(w.now)
	w.Reshape(n.obstacle, n.shape)
	w.forgetReach()
}

// ShapeNow returns the current shape of mover m's obstacle, also within a sub-step.
func (w *World) ShapeNow(m int) geom.Polygon {
	n := &w.movers[m]
	w.updateStartShape(n)
	w.beginMover(n)
	return n.shape.Moved(n.course, w.now-n.since)
}

// updateShape computes the shape after the completed ticks of the motion, or at the steered position. It always starts
// from home, so that rounding errors do not accumulate.
func (m *mover) updateShape() {
	if !m.hasShape {
		m.shape = m.home
	}
	switch {
	case m.body != 0:
		m.shape.SetMoved(&m.home, geom.Mover{Pivot: m.pivot, V: m.offset, Spin: m.angle}, 1)
	case m.isShapeCurrent():
	case m.hasShape && m.motion.Spin == 0:
		m.startPose = m.poseAt(m.progress)
		m.shape.SetShifted(&m.home, m.startPose.from, 1)
	default:
		m.startPose = m.poseAt(m.progress)
		m.shape.SetMoved(&m.home, m.startPose.from, 1)
	}
	m.hasShape = true
}

// isShapeCurrent reports whether shape is the shape after the completed ticks of the motion.
func (m *mover) isShapeCurrent() bool {
	return m.hasShape && m.startPose.known && m.startPose.progress == m.progress
}

// poseAt returns the pose after the given number of ticks. In most cases, this is the pose at the end of the last
// course, which is stored.
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

// beginMotion sets the courses of all steered bodies for the sub-step, and predicts which discs touch moving bodies.
// The other movers begin their courses when a disc comes near; see beginMover.
func (w *World) beginMotion() {
	if !w.hasMovingBodies() {
		return
	}
	w.substep++
	w.beginCapsules(w.end - w.now)
	if w.steered {
		for k := range w.movers {
			if m := &w.movers[k]; m.body != 0 {
				w.beginMover(m)
			}
		}
	}
	if w.nextReach > w.end {
		return // no disc is near a moving body
	}
	w.nextReach = never
	next, end := never, w.end
	for i, t := range w.reach {
		switch {
		case t > end:
			if t < next {
				next = t
			}
		case !w.Discs[i].Held:
			w.predictMovingBodies(i)
			w.schedule(i, &w.tracks[i])
		}
	}
	w.nextReach = min(w.nextReach, next)
}

// beginMover sets the course of m for the current sub-step, unless it is set or m is idle.
func (w *World) beginMover(m *mover) {
	if m.begun != w.substep && !w.isIdle(m) && w.substepsLeft > 0 && !w.coasting {
		m.begun = w.substep
		m.begin(w.start, w.end-w.start)
	}
}

// releaseMovers lets blocked movers and capsules move again. It is called after a tick in which a disc touched a mover
// or capsule. If a disc touched them maxTouches times in that tick, it is stuck between two bodies, and both bodies
// stay stopped. Otherwise the disc could not escape, even if it wakes with a velocity that points away from both.
func (w *World) releaseMovers() {
	w.touched = false
	for k := range w.movers {
		w.movers[k].blocked = false
	}
	for i := range w.approaches {
		a := &w.approaches[i]
		if a.touches >= maxTouches {
			w.stopTouched(i, a.lastTouched)
		}
		a.touches = 0
	}
}

// stopTouched stops the movers and capsules that disc i touches, and the body lastTouched. All stay at rest during the
// next tick, so that the disc can escape.
func (w *World) stopTouched(i int, lastTouched origin) {
	at, reach := w.At(i), w.Discs[i].R+w.tolerance(i)
	for k := range w.movers {
		if lastTouched.is(AtMover, int32(k), lastTouched.course) || w.Depth(w.movers[k].obstacle, at, reach) > 0 {
			w.blockMover(k)
		}
	}
	for k := range w.Capsules {
		if c := &w.Capsules[k]; lastTouched.is(AtCapsule, int32(k), lastTouched.course) || c.Distance(at) < reach {
			w.holdCapsule(k)
		}
	}
}

// begin sets the course of m for the next dt seconds.
func (m *mover) begin(now, dt float64) {
	m.since = now
	if !m.hasShape || m.body == 0 { // otherwise stop has already computed the same shape
		m.updateShape()
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
	m.moving = true
	m.endPose = m.poseAt(m.progress + float64(dt*TicksPerSecond))
	d := m.endPose.from.V.Sub(m.startPose.from.V)
	m.course.V = geom.Vec{X: d.X / dt, Y: d.Y / dt}
	m.course.Spin = float64(m.motion.Spin * (math.Pi / 180))
}

// endMotion moves capsules and movers to their positions at the end of the sub-step.
func (w *World) endMotion() {
	w.endCapsules()
	for k := range w.movers {
		m := &w.movers[k]
		switch {
		case w.isIdle(m):
			continue
		case w.coasting:
			for s := range w.Substeps {
				m.skip(w.substepTime(s), w.substepTime(s+1))
			}
		case m.begun == w.substep:
			m.stop(w.end)
		default:
			m.skip(w.start, w.end)
		}
		if m.obstacleShapeCurrent = m.body != 0; m.obstacleShapeCurrent {
			w.reshape(m.obstacle, &m.shape)
		}
	}
}

// ShapeOf returns the shape of obstacle k. Within a tick, the result for a moving obstacle is its shape at the start of
// the sub-step. The Shape field of the obstacle may be older, because obstacles far from all discs are moved only on
// demand.
func (w *World) ShapeOf(k int) *geom.Polygon {
	if o := &w.Obstacles[k]; o.Moves && !o.Gone && !w.movers[o.mover].obstacleShapeCurrent {
		w.updateObstacleShape(&w.movers[o.mover])
	}
	return w.Obstacles[k].Shape
}

// updateObstacleShape sets the Shape of the obstacle of m to the shape at the start of the sub-step.
func (w *World) updateObstacleShape(m *mover) {
	w.updateStartShape(m)
	w.reshape(m.obstacle, &m.shape)
	m.obstacleShapeCurrent = true
}

// updateStartShape computes the shape of m at the start of the sub-step.
func (w *World) updateStartShape(m *mover) {
	if m.body == 0 && !m.isShapeCurrent() {
		m.beginRest(w.start)
	}
}

// path returns the segment or point along which the center of m moves, and the radius around it that m reaches.
func (m *mover) path() (p geom.Polygon, radius float64) {
	center, radius := m.home.Circle()
	p, err := geom.Segment(center, center.Add(m.motion.Path))
	if err != nil { // it is shorter than a side of a polygon can be
		return geom.Point(center), radius + m.motion.Path.Norm()
	}
	return p, radius
}

// moverReaches reports whether mover k may be within a distance of the segment from a to b.
func (w *World) moverReaches(k int, a, b geom.Vec, distance float64) bool {
	m := &w.movers[k]
	if m.body != 0 {
		return true
	}
	center, radius := m.home.Circle()
	p, q := geom.ClosestOnSegments(center, center.Add(m.motion.Path), a, b)
	reach := radius + distance + slack
	return p.Sub(q).Norm2() <= float64(reach*reach)
}

// skip advances m over the sub-step from start to end, while no disc is near. The result is the same as with begin and
// stop.
func (m *mover) skip(start, end float64) {
	if !m.blocked {
		m.progress += float64((end - start) * TicksPerSecond)
	}
	m.stamp += 2
}

// stop ends the course of m at the time t.
func (m *mover) stop(t float64) {
	switch {
	case m.body != 0:
		m.offset = m.offset.Along(m.course.V, t-m.since)
		m.angle += float64(m.course.Spin * (t - m.since))
	case m.moving:
		m.progress += float64((t - m.since) * TicksPerSecond)
	}
	m.beginRest(t)
	m.stamp++
}

// beginRest computes the shape of m, and starts a course at rest at the time t.
func (m *mover) beginRest(t float64) {
	m.since, m.moving = t, false
	m.updateShape()
	center, _ := m.shape.Circle()
	m.course = geom.Mover{Pivot: center}
}

// predictMovingBodies predicts the contact of disc i with capsules and movers until the end of the sub-step. It also
// sets the time before which the disc touches none of them. A coasting tick needs only that time, because split
// predicts the contacts if necessary.
func (w *World) predictMovingBodies(i int) {
	d, tr, a := &w.Discs[i], &w.tracks[i], &w.approaches[i]
	a.contact = noPrediction
	reach := never
	if len(w.Capsules) > 0 {
		w.predictBand(d, a)
		if a.bandOut >= w.now {
			reach = a.bandIn
		}
		if !w.coasting {
			w.predictCapsules(i, d, tr, a)
		}
	}
	if len(w.movers) > 0 {
		reach = min(reach, w.predictMovers(i, d, tr, a))
	}
	w.reach[i] = reach
	w.nextReach = min(w.nextReach, reach)
}

// forgetReach makes the next sub-step predict the contacts of all discs with capsules and movers.
func (w *World) forgetReach() {
	w.nextReach = math.Inf(-1)
	for i := range w.reach {
		w.reach[i] = math.Inf(-1)
	}
}

// maxAhead is the number of cells ahead of a disc that predictMovers searches for movers. It searches more cells if the
// disc crosses them within the sub-step.
const maxAhead = 8

// predictMovers predicts the contact of disc i with movers until the end of the sub-step. It returns a time before
// which the disc touches no mover, unless it changes its course.
func (w *World) predictMovers(i int, d *Disc, tr *track, a *approach) (reach float64) {
	reach = never
	if w.allImages || w.steered || w.exhaustive {
		for k := range w.movers {
			for n := range image(images) {
				if s, ok := w.imageOffset(n); ok {
					reach = min(reach, w.predictMover(i, k, d, a, n, s))
				}
			}
		}
		return reach
	}

	w.tests++
	g, t := &w.grid.layers[tr.layer], max(w.now, d.Since)
	cx, cy := g.at(d.From.Along(d.V, t-d.Since))
	for n := 0; n < maxAhead || t <= w.end; n++ {
		for _, k := range g.movers.in((cy*g.nx + cx) & g.mask) {
			n, k := image(k>>imageShift), int(k&bodyMask)
			if m, test := &w.movers[k], w.tests*images+uint64(n); m.tested != test {
				m.tested = test
				s, _ := w.imageOffset(n)
				reach = min(reach, w.predictMover(i, k, d, a, n, s))
			}
		}
		x, y := g.exit(d.From.X, d.V.X, d.Since, cx, g.nx), g.exit(d.From.Y, d.V.Y, d.Since, cy, g.ny)
		if t = min(x, y); t >= reach || t >= tr.t() {
			return reach
		}
		if x < y {
			cx += 1 - 2*signBit(d.V.X)
		} else {
			cy += 1 - 2*signBit(d.V.Y)
		}
	}
	return t
}

// safeTime returns a time before which disc d cannot touch m, displaced by s. The time is not later than the next turn
// of m, because the drift is straight only until then. An earlier time would only cost more calls. safeTime compares
// the bounding circles of the disc and of m. If these overlap already, it compares the shapes.
func (w *World) safeTime(d *Disc, m *mover, s geom.Vec) float64 {
	if m.body != 0 || m.blocked || m.begun == w.substep && !m.moving || w.exhaustive {
		return w.start // its next course is not known
	}
	turn := never
	course := geom.Mover{Spin: float64(m.motion.Spin * (math.Pi / 180))}
	center, radius := m.home.Circle()
	if m.motion.Lap > 0 {
		center = center.Add(m.poseAt(m.progress).from.V)
		lap := m.progress / float64(m.motion.Lap)
		lap -= math.Floor(lap)
		course.V = m.motion.Path.Mul(2 * TicksPerSecond / float64(m.motion.Lap))
		left := 0.5 - lap // laps until it turns back
		if left <= 0 {
			course.V, left = course.V.Neg(), left+0.5
		}
		// The prediction ends a sub-step before the turn, because the velocity differs in the sub-step of the turn.
		turn = w.start + (float64(left*float64(m.motion.Lap))-1/float64(w.Substeps)-1e-6)/TicksPerSecond
		if turn <= max(w.start, d.Since) {
			return w.start
		}
	}

	// Both courses are valid from t0 on. The times in near are relative to t0.
	t0 := max(w.start, d.Since)
	center = center.Along(course.V, t0-w.start)
	from := d.From.Along(d.V, t0-d.Since).Sub(s)
	near := geom.RayCircle(from, d.V.Sub(course.V), center, radius+d.R+slack)
	if near.Kind != geom.Cut {
		return turn
	}
	if !near.FromInside {
		return min(turn, t0+near.In)
	}
	m.updateShape()
	at := &m.shape
	if t0 > w.start {
		course.Pivot, _ = m.shape.Circle()
		moved := m.shape.Moved(course, t0-w.start)
		at = &moved
	}
	course.Pivot = center
	hit, ok := at.SweepTurning(from, d.V, d.R+slack, course, min(near.Out, turn-t0, maxSpan))
	switch {
	case ok:
		return t0 + hit.T
	case near.Out > maxSpan:
		return min(turn, t0+maxSpan)
	}
	return turn
}

// predictMover predicts the contact of disc i with mover k, displaced by s. In a periodic field, the displaced mover is
// the image n. It returns a time before which the two do not touch.
func (w *World) predictMover(i, k int, d *Disc, a *approach, n image, s geom.Vec) (reach float64) {
	m := &w.movers[k]
	if w.Obstacles[m.obstacle].Gone {
		return never
	}
	if t := w.safeTime(d, m, s); t > w.end || w.coasting {
		return t
	}
	reach = w.end
	w.updateStartShape(m)
	w.beginMover(m)
	if w.tracks[i].origin.is(AtMover, int32(k), m.stamp) && m.course.Spin == 0 {
		return reach
	}

	t0 := max(d.Since, m.since)
	from := d.From.Along(d.V, t0-d.Since).Sub(s)
	if !m.mayReach(d, from, t0, w.end) {
		return reach
	}

	// The shape of an earlier course is moved to t0.
	at, course := &m.shape, m.course
	if t0 > m.since {
		moved := m.shape.Moved(m.course, t0-m.since)
		at, course.Pivot = &moved, m.course.Pivot.Along(m.course.V, t0-m.since)
	}

	hit, ok := at.SweepTurning(from, d.V, d.R, course, w.end-t0)
	if !ok || t0+hit.T > w.end || w.avoids(i, AtMover, m.obstacle) {
		return reach
	}
	c := predicted(t0, hit.T, AtMover)
	c.other, c.stamp, c.n, c.image = int32(k), m.stamp, hit.N, n
	a.offer(c)
	return reach
}

// mayReach reports whether d can reach m before end. At the time t0, d is at start. The function compares only the
// bounding circles.
func (m *mover) mayReach(d *Disc, start geom.Vec, t0, end float64) bool {
	center, radius := m.shape.Circle()
	apart := start.Sub(center.Along(m.course.V, t0-m.since))
	v := d.V.Sub(m.course.V)
	if m.body != 0 { // its center moves around the pivot
		arm := center.Sub(m.course.Pivot)
		radius += float64((math.Abs(arm.X) + math.Abs(arm.Y)) * math.Abs(m.course.Spin) * (end - m.since))
	}
	reach := radius + d.R + slack + float64((math.Abs(v.X)+math.Abs(v.Y))*(end-t0))
	return apart.Norm2() <= float64(reach*reach)
}

// maxTouches is the maximum number of contacts of a disc with movers and capsules in a tick. A disc between a wall and
// a mover that approaches the wall would touch the mover infinitely often. It would be faster after each contact,
// because the speed of the disc times the width of the gap is constant. After maxTouches contacts, the mover stops for
// the rest of the tick and for the next tick. This bounds the work of a tick, and the energy that a mover can give to a
// disc in a gap.
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

// block stops o, which is a capsule or a mover, for the rest of the tick. Then it predicts the contacts of all discs
// with capsules and movers again.
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
			w.predictMovingBodies(i)
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
			w.ShapeOf(m.obstacle)
			m.blocked = true
			m.stop(w.now)
		}
	}
	w.forgetReach()
}
