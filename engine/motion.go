package engine

import (
	"arkterm/engine/geom"
)

// This file is the motion: which ball touches what next, and what a touch does
// to velocities. It is event-driven (Alder and Wainwright 1959): each ball keeps
// its earliest known contact, the queue holds the earliest of all, and a ball
// is looked at only when its own course or its partner's has changed. A
// sub-step that contains no contact costs a look at the queue.
//
// Rules (rules.go) decide what a contact means; here it only bounces.

// A contact is a predicted event of one ball.
type contact struct {
	t     float64     // when, in seconds of the epoch; never: nothing is met
	t0    float64     // the change of course that it was predicted from
	dt    float64     // t − t0, as predicted
	kind  contactKind // what is met
	other int32       // index of the paddle, brick, mover or ball that is met
	stamp uint32      // the other's course when this was predicted (balls, paddles, movers)
	n     geom.Vec    // normal toward the ball (bricks, paddles, movers)
}

var nothing = contact{t: never, dt: never, kind: atNothing}

// predicted returns the contact that happens dt after t0.
func predicted(t0, dt float64, kind contactKind) contact {
	return contact{t: t0 + dt, t0: t0, dt: dt, kind: kind}
}

// before orders contacts of one ball: by time, then kind, then index.
func (c *contact) before(d *contact) bool {
	if c.t != d.t {
		return c.t < d.t
	}
	return c.kind < d.kind || c.kind == d.kind && c.other < d.other
}

// A track is what is known of a ball's future on its present course.
type track struct {
	hit   contact // earliest contact with what stands in the cells seen so far
	mover contact // earliest contact within this sub-step with what an interval moves

	// The ball leaves its cell to the side at exitX, up or down at exitY.
	exitX, exitY float64
	cx, cy       int32

	// The ball is level with the paddles from bandIn to bandOut.
	bandIn, bandOut float64

	left    origin // what the course came from
	touches uint16 // contacts with movers in this tick
	jam     origin // the last of them

	contacts uint32 // with anything, in the tick …
	tick     uint64 // … that this is
}

// An origin is what a ball came off when its course began. A straight course
// that has just left something convex cannot meet it again, as long as that
// keeps its own course. Remembering it keeps a contact from being found twice,
// however the last bits fall.
type origin struct {
	kind   contactKind // atBrick, atBall, atPaddle or atMover; else nothing to remember
	other  int32
	course uint32 // of the other
}

// is reports whether o is the thing of the given kind and index, on the same
// course still.
func (o origin) is(kind contactKind, other int32, course uint32) bool {
	return o.kind == kind && o.other == other && o.course == course
}

// unknown is the track of a ball that goes nowhere.
var unknown = track{
	hit: nothing, mover: nothing,
	exitX: never, exitY: never, bandIn: never, bandOut: never,
}

// world is the part of the state that predicts. All of it follows from the balls,
// the bricks and what moves, except now and which balls are jammed.
type world struct {
	now    float64 // seconds since the epoch began
	end    float64 // of this sub-step
	grid   grid
	queue  queue
	tracks []track
	radius float64 // largest of any ball
	banded float64 // no ball is level with the paddles before this time
	energy float64 // what all kinetic energies should add up to; see Check

	resting int // balls that stand still for the rest of the tick; see rest
}

// BallAt returns where the middle of ball i is now.
func (g *Game) BallAt(i int) geom.Vec { return g.ballAt(&g.Balls[i], g.now) }

func (g *Game) ballAt(b *Ball, t float64) geom.Vec {
	if b.Held {
		p := &g.Paddles[b.by]
		return geom.Vec{X: clamp(p.X+b.seat, b.R, g.W-b.R), Y: p.Front(b.R)}
	}
	return b.from.Along(b.V, t-b.since)
}

// rebuild predicts everything anew: after a level is set up, and when balls
// come or go.
func (g *Game) rebuild() {
	g.radius = 0
	for i := range g.Balls {
		g.radius = max(g.radius, g.Balls[i].R)
	}
	standing := 0
	for k := range g.Bricks {
		if g.Bricks[k].Hits > 0 {
			standing++
		}
	}
	g.grid.resize(g.W, g.H, standing, len(g.Balls), g.radius)
	g.grid.setBricks(g.Bricks, g.radius)
	g.grid.setBalls(len(g.Balls))
	g.queue.reset(len(g.Balls))
	g.tracks = grow(g.tracks, len(g.Balls))
	g.energy = 0
	for i := range g.Balls {
		g.tracks[i] = unknown
		g.energy += g.Balls[i].kinetic()
		if !g.Balls[i].Held {
			g.enter(i)
		}
	}
	for i := range g.Balls {
		if !g.Balls[i].Held {
			g.predict(i)
		}
	}
}

// renew lets every ball go on from where it is and predicts everything anew: after
// something appeared, or grew, that may stand where a ball has been on its course.
func (g *Game) renew() {
	for i := range g.Balls {
		if b := &g.Balls[i]; !b.Held {
			g.setCourse(i, g.BallAt(i), b.V, g.now)
		}
	}
	g.rebuild()
}

// enter puts ball i into the cell that it is in.
func (g *Game) enter(i int) {
	tr := &g.tracks[i]
	cx, cy := g.grid.at(g.BallAt(i))
	tr.cx, tr.cy = int32(cx), int32(cy)
	g.grid.put(int32(i), int32(cy*g.grid.nx+cx))
}

// setCourse lets ball i go on from at with velocity v at the time t.
func (g *Game) setCourse(i int, at, v geom.Vec, t float64) {
	b := &g.Balls[i]
	b.from, b.V, b.since = at, v, grain(t)
	b.course++
	g.tracks[i].left = origin{}
}

// predict looks for the next contact of ball i, whose course is new or whose
// expected partner is gone.
func (g *Game) predict(i int) {
	b, tr := &g.Balls[i], &g.tracks[i]
	tr.hit = nothing
	g.predictWalls(b, tr)
	tr.exitX, tr.exitY = g.exitX(b, tr), g.exitY(b, tr)
	g.predictBricks(i, b, tr)
	if len(g.Balls) <= fewBalls {
		g.predictAllBalls(i, b, tr)
	} else {
		g.predictBalls(i, b, tr, tr.cx-1, tr.cx+1, tr.cy-1, tr.cy+1)
	}
	if len(g.Paddles) > 0 {
		g.predictBand(b, tr)
		g.banded = min(g.banded, tr.bandIn)
	}
	if len(g.Paddles) > 0 || len(g.movers) > 0 {
		g.predictMovers(b, tr)
	}
	g.schedule(i, tr)
}

// schedule tells the queue the next event of ball i.
func (g *Game) schedule(i int, tr *track) {
	t, kind := tr.next()
	g.queue.set(i, t, kind)
}

// next returns when the next event of the ball is, and of which kind.
func (tr *track) next() (t float64, kind contactKind) {
	t, kind = tr.hit.t, tr.hit.kind
	if tr.mover.before(&tr.hit) {
		t, kind = tr.mover.t, tr.mover.kind
	}
	if edge := min(tr.exitX, tr.exitY); edge < t {
		t, kind = edge, atEdge
	}
	return t, kind
}

// predictWalls finds the wall that the ball reaches first: its middle stays a
// radius away from each.
func (g *Game) predictWalls(b *Ball, tr *track) {
	if b.V.X != 0 {
		x := b.R
		if b.V.X > 0 {
			x = g.W - b.R
		}
		tr.offer(predicted(b.since, max(0, (x-b.from.X)/b.V.X), atWallX))
	}
	switch {
	case b.V.Y < 0 && g.roof:
		tr.offer(predicted(b.since, max(0, (b.R-b.from.Y)/b.V.Y), atWallY))
	case b.V.Y < 0:
		tr.offer(predicted(b.since, max(0, (-b.R-b.from.Y)/b.V.Y), atFloor))
	case b.V.Y > 0 && g.closed:
		tr.offer(predicted(b.since, max(0, (g.H-b.R-b.from.Y)/b.V.Y), atWallY))
	case b.V.Y > 0:
		tr.offer(predicted(b.since, max(0, (g.H+b.R-b.from.Y)/b.V.Y), atFloor))
	}
}

// offer keeps c if it comes before what was found so far.
func (tr *track) offer(c contact) {
	if c.before(&tr.hit) {
		tr.hit = c
	}
}

// predictBricks looks at the bricks that the ball's cell lists.
func (g *Game) predictBricks(i int, b *Ball, tr *track) {
	for _, k := range g.grid.bricksIn(g.grid.link[i].cell) {
		brick := &g.Bricks[k]
		if tr.left.is(atBrick, k, 0) || brick.Hits == 0 {
			continue
		}
		if hit, ok := brick.Shape.Sweep(b.from, b.V, b.R); ok {
			if brick.Way != (geom.Vec{}) && brick.lets(b) || g.slips(b, hit.N) {
				continue
			}
			c := predicted(b.since, hit.T, atBrick)
			c.other, c.n = k, hit.N
			tr.offer(c)
		}
	}
}

// predictBalls looks at the balls in the cells of columns x0 to x1 and rows y0
// to y1, as far as there are such.
func (g *Game) predictBalls(i int, b *Ball, tr *track, x0, x1, y0, y1 int32) {
	nx := int32(g.grid.nx)
	x0, x1 = max(x0, 0), min(x1, nx-1)
	y0, y1 = max(y0, 0), min(y1, int32(g.grid.ny)-1)
	for cy := y0; cy <= y1; cy++ {
		for c := cy*nx + x0; c <= cy*nx+x1; c++ {
			for j := g.grid.head[c]; j >= 0; j = g.grid.link[j].next {
				if int(j) != i {
					g.predictBall(b, tr, j)
				}
			}
		}
	}
}

// fewBalls is up to how many balls it is cheaper to look at all of them once
// for each course than at those nearby at each edge of a cell.
const fewBalls = 8

// predictAllBalls looks at all balls in the field.
func (g *Game) predictAllBalls(i int, b *Ball, tr *track) {
	for j := range g.Balls {
		if j != i && !g.Balls[j].Held {
			g.predictBall(b, tr, int32(j))
		}
	}
}

// predictBall looks at ball j.
func (g *Game) predictBall(b *Ball, tr *track, j int32) {
	o := &g.Balls[j]
	if tr.left.is(atBall, j, o.course) {
		return
	}
	if t0, dt, ok := meet(b, o); ok {
		c := predicted(t0, dt, atBall)
		c.other, c.stamp = j, o.course
		tr.offer(c)
	}
}

// meet returns that two balls touch dt after t0: a point against a circle of
// both radii, in the frame of o. It asks from the moment of the later change of
// course, so the answer is the same whenever it is asked.
func meet(b, o *Ball) (t0, dt float64, ok bool) {
	t0 = max(b.since, o.since)
	from := b.from.Along(b.V, t0-b.since)
	at := o.from.Along(o.V, t0-o.since)
	hit, ok := geom.SweepPoint(from, b.V.Sub(o.V), b.R+o.R, at)
	return t0, hit.T, ok
}

// exitX and exitY return when the ball crosses the edge of its cell.

func (g *Game) exitX(b *Ball, tr *track) float64 {
	return exit(b.from.X, b.V.X, b.since, tr.cx, g.grid.nx, g.grid.size)
}

func (g *Game) exitY(b *Ball, tr *track) float64 {
	return exit(b.from.Y, b.V.Y, b.since, tr.cy, g.grid.ny, g.grid.size)
}

func exit(x, v, since float64, c int32, n int, size float64) float64 {
	switch {
	case v > 0 && int(c) < n-1:
		return since + (float64(float64(c+1)*size)-x)/v
	case v < 0 && c > 0:
		return since + (float64(float64(c)*size)-x)/v
	}
	return never
}

// cross moves ball i over the edge of its cell, and looks at what it can see
// from there for the first time.
func (g *Game) cross(i int) {
	b, tr := &g.Balls[i], &g.tracks[i]
	sideways := tr.exitX < tr.exitY
	if sideways {
		tr.cx += towards(b.V.X)
		tr.exitX = g.exitX(b, tr)
	} else {
		tr.cy += towards(b.V.Y)
		tr.exitY = g.exitY(b, tr)
	}
	g.grid.put(int32(i), tr.cy*int32(g.grid.nx)+tr.cx)
	g.predictBricks(i, b, tr)
	if len(g.Balls) > fewBalls {
		x0, x1, y0, y1 := tr.cx-1, tr.cx+1, tr.cy-1, tr.cy+1
		if sideways {
			x0 = tr.cx + towards(b.V.X)
			x1 = x0
		} else {
			y0 = tr.cy + towards(b.V.Y)
			y1 = y0
		}
		g.predictBalls(i, b, tr, x0, x1, y0, y1)
	}
	g.schedule(i, tr)
}

func towards(v float64) int32 {
	if v > 0 {
		return 1
	}
	return -1
}

// run moves everything to the end of the sub-step, contact by contact.
func (g *Game) run() {
	for {
		i, t := g.queue.first()
		if t > g.end {
			break
		}
		tr := &g.tracks[i]
		if min(tr.exitX, tr.exitY) < min(tr.hit.t, tr.mover.t) {
			g.cross(i)
			continue
		}
		g.now = grain(t)
		if tr.mover.before(&tr.hit) {
			g.touchMover(i, tr.mover)
		} else {
			g.touch(i, tr.hit)
		}
	}
	g.now = g.end
}

// grain rounds a time of the epoch to a multiple of 2⁻⁴⁹ s, which is 1.8e-15 s.
// Courses begin at such times only, so that moving the origin of time by a second
// is exact: else a prediction made before and one made after it could differ in
// the last bit.
func grain(t float64) float64 { return (t + 8) - 8 }

// touch executes the contact c of ball i, unless what it was to meet has
// changed since it was predicted.
func (g *Game) touch(i int, c contact) {
	switch c.kind {
	case atWallX, atWallY:
		g.touchWall(i, c.kind)
	case atFloor:
		g.lose(i)
	case atBrick:
		if g.Bricks[c.other].Hits == 0 {
			g.predict(i)
			return
		}
		g.touchBrick(i, c)
	case atBall:
		if g.Balls[c.other].course != c.stamp {
			g.predict(i)
			return
		}
		g.touchBall(i, int(c.other))
	}
}

// touchWall reflects ball i at a wall. The coordinate is set to where the wall
// has it exactly, so a ball never drifts outside.
func (g *Game) touchWall(i int, kind contactKind) {
	b := &g.Balls[i]
	at, v, n := g.BallAt(i), b.V, geom.Vec{}
	switch {
	case kind == atWallX && v.X < 0:
		at.X, n.X = b.R, 1
	case kind == atWallX:
		at.X, n.X = g.W-b.R, -1
	case v.Y < 0:
		at.Y, n.Y = b.R, 1
	default:
		at.Y, n.Y = g.H-b.R, -1
	}
	if g.tires(&g.tracks[i]) {
		g.rest(i, n)
		return
	}
	if kind == atWallX {
		v.X = -v.X
	} else {
		v.Y = -v.Y
	}
	g.setCourse(i, at, v, g.now)
	g.afterWall(i, n)
	g.predict(i)
}

// touchBrick reflects ball i at a brick: the part of its velocity along the
// normal is turned around, the part along the side stays. A portal sends
// it on, and what is strong goes through what it breaks.
func (g *Game) touchBrick(i int, c contact) {
	if g.tires(&g.tracks[i]) {
		g.rest(i, c.n)
		return
	}
	if g.Bricks[c.other].Pair >= 0 && g.travel(i, int(c.other)) {
		g.predict(i)
		return
	}
	at, v := g.BallAt(i), g.Balls[i].V
	if !g.pierces(int(c.other)) {
		v = geom.Reflect(v, c.n)
	}
	g.setCourse(i, at, v, g.now)
	g.tracks[i].left = origin{kind: atBrick, other: c.other}
	g.afterBrick(i, int(c.other), c.n)
	g.predict(i)
}

// touchBall lets two balls bounce off each other, perfectly elastically. Along
// the line of their middles they exchange momentum; with equal masses that
// swaps the two velocities there. Across it nothing changes: there is no
// friction.
func (g *Game) touchBall(i, j int) {
	g.wake(i)
	g.wake(j)
	a, b := &g.Balls[i], &g.Balls[j]
	pa, pb := g.BallAt(i), g.BallAt(j)
	d := pa.Sub(pb)
	va, vb := a.V, b.V
	if g.tires(&g.tracks[i]) {
		g.rest(i, d)
		g.rest(j, d)
		return
	}
	if f := va.Sub(vb).Dot(d) / d.Norm2(); f < 0 {
		total := a.Mass + b.Mass
		va = va.Along(d, -f*(2*b.Mass/total))
		vb = vb.Along(d, f*(2*a.Mass/total))
	}
	g.setCourse(i, pa, va, g.now)
	g.setCourse(j, pb, vb, g.now)
	g.afterBalls(i, j, d)
	g.tracks[i].left = origin{atBall, int32(j), b.course}
	g.tracks[j].left = origin{atBall, int32(i), a.course}
	g.predict(i)
	g.predict(j)
}

// kinetic returns the kinetic energy of b.
func (b *Ball) kinetic() float64 { return float64(0.5 * float64(b.Mass*b.V.Norm2())) }

// shiftEpoch moves the origin of time forward by a second, so that times stay
// small and their last bits fine. It is exact for all that began less than 8 s
// ago; see grain. A predicted time is added up anew from its two parts: it must
// not depend on whether it was predicted before or after.
func (g *Game) shiftEpoch() {
	g.now--
	g.end--
	g.banded--
	for i := range g.Balls {
		g.Balls[i].since--
		tr := &g.tracks[i]
		tr.hit.t0--
		tr.hit.t = tr.hit.t0 + tr.hit.dt
		tr.exitX--
		tr.exitY--
		tr.bandIn--
		tr.bandOut--
		t, kind := tr.next()
		g.queue.put(i, t, kind)
	}
	g.queue.replay()
}
