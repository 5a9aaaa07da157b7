package engine

import (
	"math"

	"arkterm/engine/geom"
)

// This file moves what an interval moves: paddles, and hexagons that drift and
// turn. Within a sub-step each of them has a constant velocity and spin, and a
// contact with a ball is found for that motion and no longer.

// A Motion is how a brick moves. The zero Motion rests.
type Motion struct {
	Path geom.Vec // it drifts from its place to place + Path and back …
	Lap  int      // … in so many ticks; 0: it does not drift
	Spin float64  // degrees per second around its middle, clockwise
}

// Limits of a Motion: New refuses what is faster.
const (
	MaxSpin  = 720.0 // degrees per second
	MaxDrift = 60.0  // units/s
)

// moves reports whether m is more than rest.
func (m *Motion) moves() bool { return m.Lap > 0 || m.Spin != 0 }

// valid reports whether m is within its limits.
func (m *Motion) valid() bool {
	if !m.Path.Finite() || !(math.Abs(m.Spin) <= MaxSpin) || m.Lap < 0 || m.Lap > 1<<20 {
		return false
	}
	return m.Lap == 0 && m.Path == geom.Vec{} ||
		m.Lap > 0 && 2*m.Path.Norm()*TicksPerSecond <= float64(MaxDrift*float64(m.Lap))
}

// A mover is a brick that moves: as its motion says or, if it has a body, as
// somebody steers it from tick to tick.
type mover struct {
	brick    int
	motion   Motion
	home     geom.Polygon // where it is when it sets out
	progress float64      // ticks of its motion that are over at the time since
	blocked  bool         // it stands still for the rest of this tick

	body   body     // what steers it; movers of one body stand still together
	pivot  geom.Vec // what a steered one turns around, where that is at home
	offset geom.Vec // how far from home it is at the time since …
	turned float64  // … and by how many radians it has turned
	v      geom.Vec // its velocity in this tick, units/s …
	spin   float64  // … and spin, radians/s

	since  float64      // when the present course began
	at     geom.Polygon // where it was then
	course geom.Mover   // how it moves from there
	stamp  uint32       // counts courses
}

// A body is a number that movers share which move as one; 0: the mover follows
// its motion.
type body uint8

// place returns where the mover is after so many ticks of its motion, or where it
// was steered to. It starts from home each time, so rounding does not add up in
// its shape.
func (m *mover) place(progress float64) geom.Polygon {
	if m.body != 0 {
		return m.home.Moved(geom.Mover{Pivot: m.pivot, V: m.offset, Spin: m.turned}, 1)
	}
	return m.home.Moved(m.pose(progress), 1)
}

// pose returns the displacement, as a motion in the time 1, that leads from home
// to where the mover is after so many ticks.
func (m *mover) pose(progress float64) geom.Mover {
	center, _ := m.home.Circle()
	p := geom.Mover{Pivot: center, Spin: float64(m.motion.Spin * progress * (math.Pi / 180 / TicksPerSecond))}
	if m.motion.Lap > 0 {
		lap := progress / float64(m.motion.Lap)
		lap -= math.Floor(lap)
		p.V = m.motion.Path.Mul(1 - math.Abs(float64(2*lap)-1))
	}
	return p
}

// setUpMovers makes a mover of every brick of the level that moves.
func (g *Game) setUpMovers(specs []BrickSpec) {
	g.movers = g.movers[:0]
	for k := range specs {
		if specs[k].Motion.moves() {
			g.movers = append(g.movers, mover{brick: k, motion: specs[k].Motion, home: specs[k].Shape, at: specs[k].Shape})
		}
	}
}

// beginMovers gives everything that moves its course for one of the left
// sub-steps of this tick, and looks which balls it meets.
func (g *Game) beginMovers(left int) {
	if len(g.Paddles) == 0 && len(g.movers) == 0 {
		return // in a storm, a look at every ball would cost more than the motion
	}
	dt := g.end - g.now
	if left == g.substeps {
		g.beginTick()
	}
	g.beginPaddles(left, dt)
	for k := range g.movers {
		m := &g.movers[k]
		if !g.rests(m) {
			m.begin(g.now, dt)
		}
	}
	if len(g.movers) == 0 && g.banded > g.end {
		return // nobody is near the paddles
	}
	g.banded = never
	for i := range g.Balls {
		b, tr := &g.Balls[i], &g.tracks[i]
		if tr.bandOut >= g.now {
			g.banded = min(g.banded, tr.bandIn)
		}
		if b.Held || len(g.movers) == 0 && (tr.bandIn > g.end || tr.bandOut < g.now) {
			continue
		}
		g.predictMovers(b, tr)
		g.schedule(i, tr)
	}
}

// beginTick lets what was blocked move again, unless a ball is jammed by it
// still.
func (g *Game) beginTick() {
	for k := range g.movers {
		g.movers[k].blocked = false
	}
	for i := range g.Balls {
		tr := &g.tracks[i]
		if tr.touches >= maxTouches && tr.jam.kind == atMover {
			g.blockMover(int(tr.jam.other))
		} else if tr.touches >= maxTouches {
			g.jamPaddle(int(tr.jam.other))
		}
		tr.touches = 0
	}
}

// begin gives m its course for the next dt seconds.
func (m *mover) begin(now, dt float64) {
	m.since, m.at = now, m.place(m.progress)
	m.stamp++
	center, _ := m.at.Circle()
	m.course = geom.Mover{Pivot: center}
	if m.blocked {
		return
	}
	if m.body != 0 {
		m.course = geom.Mover{Pivot: m.pivot.Add(m.offset), V: m.v, Spin: m.spin}
		return
	}
	here, there := m.pose(m.progress), m.pose(m.progress+float64(dt*TicksPerSecond))
	d := there.V.Sub(here.V)
	m.course.V = geom.Vec{X: d.X / dt, Y: d.Y / dt}
	m.course.Spin = float64(m.motion.Spin * (math.Pi / 180))
}

// endMovers moves everything that moves to where the sub-step leaves it.
func (g *Game) endMovers(left int) {
	g.endPaddles(left)
	for k := range g.movers {
		m := &g.movers[k]
		if g.rests(m) {
			continue
		}
		m.stop(g.end)
		g.Bricks[m.brick].Shape = m.at
	}
}

// stop lets m stand still from the time t of its course on.
func (m *mover) stop(t float64) {
	switch {
	case m.body != 0:
		m.offset = m.offset.Along(m.course.V, t-m.since)
		m.turned += float64(m.course.Spin * (t - m.since))
	case m.course.Spin != 0 || m.course.V != (geom.Vec{}):
		m.progress += float64((t - m.since) * TicksPerSecond)
	}
	m.since, m.at = t, m.place(m.progress)
	center, _ := m.at.Circle()
	m.course = geom.Mover{Pivot: center}
	m.stamp++
}

// predictMovers looks for the contact of a ball with anything that moves, until
// the end of the sub-step.
func (g *Game) predictMovers(b *Ball, tr *track) {
	tr.mover = nothing
	if len(g.Paddles) > 0 {
		g.predictPaddles(b, tr)
	}
	for k := range g.movers {
		m := &g.movers[k]
		if g.Bricks[m.brick].Hits == 0 || tr.left.is(atMover, int32(k), m.stamp) && m.course.Spin == 0 {
			continue
		}
		t0 := max(b.since, m.since)
		from := b.from.Along(b.V, t0-b.since)
		if !m.near(b, from, t0, g.end) {
			continue
		}
		// The question of a course that began earlier: turned to t0 first.
		at, course := &m.at, m.course
		if t0 > m.since {
			moved := m.at.Moved(m.course, t0-m.since)
			at, course.Pivot = &moved, m.course.Pivot.Along(m.course.V, t0-m.since)
		}
		hit, ok := at.SweepTurning(from, b.V, b.R, course, g.end-t0)
		if !ok || t0+hit.T > g.end {
			continue
		}
		c := predicted(t0, hit.T, atMover)
		c.other, c.stamp, c.n = int32(k), m.stamp, hit.N
		tr.offerMover(c)
	}
}

// near reports whether b, which is at from at the time t0, can reach m until
// end. It looks at the bounding circles only.
func (m *mover) near(b *Ball, from geom.Vec, t0, end float64) bool {
	center, radius := m.at.Circle()
	d := from.Sub(center.Along(m.course.V, t0-m.since))
	v := b.V.Sub(m.course.V)
	if m.body != 0 { // its middle goes around the pivot
		arm := center.Sub(m.course.Pivot)
		radius += float64((math.Abs(arm.X) + math.Abs(arm.Y)) * math.Abs(m.course.Spin) * (end - m.since))
	}
	reach := radius + b.R + slack + float64((math.Abs(v.X)+math.Abs(v.Y))*(end-t0))
	return d.Norm2() <= float64(reach*reach)
}

// offerMover keeps c if it comes before what was found so far.
func (tr *track) offerMover(c contact) {
	if c.before(&tr.mover) {
		tr.mover = c
	}
}

// maxTouches is how often one ball may touch movers within a tick. A ball between
// a closing mover and a wall would touch it infinitely often and gain speed each
// time: its speed times the width of the gap is constant. After this many touches
// the mover stands still for the rest of the tick, and in the next one too if the
// ball still touched it as often. So the work of a tick is bounded, and so is the
// energy that a mover can give to a ball in a gap.
const maxTouches = 64

// touchMover executes the contact c of ball i with something that moves, unless
// that has changed its course since. Without rules it is a reflection in the
// frame of the point that is touched, as at something infinitely heavy.
func (g *Game) touchMover(i int, c contact) {
	b, tr := &g.Balls[i], &g.tracks[i]
	if !g.current(c) {
		g.predict(i)
		return
	}
	if g.tires(tr) {
		g.block(c)
		g.rest(i, c.n)
		return
	}
	g.wake(i)
	at, before := g.BallAt(i), b.kinetic()
	u := g.surface(c, at.Along(c.n, -b.R))
	v := u.Add(geom.Reflect(b.V.Sub(u), c.n))
	through := c.kind == atMover && g.pierces(g.movers[c.other].brick)
	if through {
		v = b.V
	}
	g.setCourse(i, at, v, g.now)
	tr.left = origin{c.kind, c.other, c.stamp}
	switch {
	case c.kind == atPaddle && tr.touches >= maxTouches:
		// Wedged between the paddle and a wall. The aim would send it into the same
		// wall again, without any time in between and for ever; reflections get it out.
		// Of two paddles not even these do.
		if g.Beside() && !g.free {
			g.squeeze(i, c.n)
		}
	case c.kind == atPaddle:
		g.afterPaddle(i, int(c.other), c.n)
	default:
		g.afterMover(i, g.movers[c.other].brick, c.n)
	}
	g.energy += b.kinetic() - before
	if b.Held {
		return // it sticks
	}
	tr.touches++
	tr.jam = tr.left
	if parting := b.V.Sub(u).Dot(c.n); parting <= 0 && !through || tr.touches >= maxTouches {
		// The rule gave the ball less speed than it takes to get out of the
		// way, or the ball has no way out: what moves waits for it.
		tr.left = origin{}
		g.block(c)
	}
	g.predict(i)
}

// current reports whether what c is with still has the course that c was
// predicted for.
func (g *Game) current(c contact) bool {
	if c.kind == atPaddle {
		return g.slides[c.other].course == c.stamp
	}
	m := &g.movers[c.other]
	return m.stamp == c.stamp && g.Bricks[m.brick].Hits > 0
}

// surface returns the velocity of the point q of what c is with.
func (g *Game) surface(c contact, q geom.Vec) geom.Vec {
	if c.kind == atPaddle {
		return geom.Vec{X: g.slides[c.other].v}
	}
	m := &g.movers[c.other]
	return m.course.Velocity(q, g.now-m.since)
}

// block lets what c is with stand still for the rest of the tick, and looks
// again which balls meet it.
func (g *Game) block(c contact) {
	if c.kind == atPaddle {
		g.blockPaddle(int(c.other))
	} else {
		g.blockMover(int(c.other))
	}
	for i := range g.Balls {
		if b, tr := &g.Balls[i], &g.tracks[i]; !b.Held {
			g.predictMovers(b, tr)
			g.schedule(i, tr)
		}
	}
}

// rests reports whether m need not move, as nothing is left of it. A shield that is
// gone goes on with its boss: it may come back.
func (g *Game) rests(m *mover) bool { return g.Bricks[m.brick].Hits == 0 && m.body != bossBody }

// blockMover lets mover k stand still for the rest of the tick, and with it all
// that is of its body.
func (g *Game) blockMover(k int) {
	for j := range g.movers {
		if m := &g.movers[j]; j == k || m.body != 0 && m.body == g.movers[k].body && !g.rests(m) {
			m.blocked = true
			m.stop(g.now)
		}
	}
}
