package engine

import "arkterm/engine/geom"

// This file is the ways through bricks: gates, which let balls through one way,
// and portals, which lead to each other. Both are exact: a ball is never put
// where it overlaps anything, and none gets through a side that is shut.

// lets reports whether the gate lets ball b through on its present course. A
// course is straight, so one answer holds for all of it: along the gate's way it
// passes, whatever side it comes from. Against it, it passes only if it was in
// the gate already when the course began (another ball turned it around there):
// it then leaves by the nearest way, and what is convex it cannot enter again.
func (brick *Brick) lets(b *Ball) bool {
	return b.V.Dot(brick.Way) > 0 || brick.Shape.Distance(b.from) < b.R-tolerance
}

// travel lets ball i, which touches the portal k with the normal n, come out of
// the other one, and reports whether that has room for it. The two are as one
// place: the ball enters the one and leaves the other where its straight course
// through both would leave. Its velocity stays.
func (g *Game) travel(i, k int) bool {
	b := &g.Balls[i]
	at, to := g.BallAt(i), int(g.Bricks[k].Pair)
	out, n := g.outOf(&g.Bricks[k].Shape, &g.Bricks[to].Shape, at, b.V.Unit(), b.R)
	if g.room(out, b.R+clearance, i, to) < b.R+clearance {
		return false
	}
	g.setCourse(i, out, b.V, g.now)
	g.tracks[i].left = origin{kind: atBrick, other: int32(to)}
	g.enter(i)
	g.emit(Event{Kind: BallTravelled, Ball: i, Brick: k, At: out, N: n})
	if !g.free {
		g.fruitless(i, n)
	}
	return true
}

// outOf returns where a disc of radius r leaves the brick to that enters the
// brick in at the point at, in the direction of the unit vector d, and the normal
// there. How far aside of the middle it passes is scaled by their sizes.
func (g *Game) outOf(in, to *geom.Polygon, at, d geom.Vec, r float64) (out, n geom.Vec) {
	a, ra := in.Circle()
	c, rc := to.Circle()
	side := geom.Vec{X: -d.Y, Y: d.X}
	aside := float64(at.Sub(a).Dot(side) * ((rc + r) / (ra + r)))
	// Looking back from far behind it, it is what a disc meets first.
	back, length := d.Neg(), rc+r+1
	from := c.Along(side, aside).Along(d, length)
	hit, ok := to.Sweep(from, back, r)
	if !ok { // it would pass by: through the middle, then
		from = c.Along(d, length)
		hit, _ = to.Sweep(from, back, r)
	}
	return from.Along(back, hit.T), hit.N
}

// room returns how large a disc around p can be without touching a wall, a
// standing brick other than skipBrick, a ball in flight other than skipBall or a
// paddle, as they are now; more than most is not looked for. A gate counts as
// any other brick.
func (g *Game) room(p geom.Vec, most float64, skipBall, skipBrick int) float64 {
	// Above an open floor there is room.
	most = min(most, p.X, g.W-p.X)
	if g.roof {
		most = min(most, p.Y)
	}
	if g.closed {
		most = min(most, g.H-p.Y)
	}
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits == 0 || b.Moves || k == skipBrick {
			continue
		}
		c, r := b.Shape.Circle()
		if far := most + r; p.Sub(c).Norm2() < float64(far*far) {
			most = min(most, b.Shape.Distance(p))
		}
	}
	for k := range g.movers {
		m := &g.movers[k]
		if g.Bricks[m.brick].Hits == 0 || m.brick == skipBrick {
			continue
		}
		c, r := m.at.Circle()
		if far := most + r + 1; p.Sub(c).Norm2() < float64(far*far) { // it moves by less than 1 in a sub-step
			now := m.at.Moved(m.course, g.now-m.since)
			most = min(most, now.Distance(p))
		}
	}
	for i := range g.Balls {
		if i != skipBall && !g.Balls[i].Held {
			most = min(most, p.Sub(g.BallAt(i)).Norm()-g.Balls[i].R)
		}
	}
	for k := range g.Paddles {
		q := geom.Vec{X: p.X - g.paddleAt(k, g.now), Y: p.Y - g.Paddles[k].Y}
		most = min(most, g.shape[k].Distance(q)-g.Paddles[k].R)
	}
	return most
}

// Onward returns where a disc of radius r goes on after what it meets, and the
// brick that it comes from: it bounces, or comes out of the other portal.
func (g *Game) Onward(at, d geom.Vec, r float64, c Touch) (geom.Vec, geom.Vec, int) {
	at = at.Along(d, c.Dist)
	if c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
		to := int(g.Bricks[c.Brick].Pair)
		out, _ := g.outOf(&g.Bricks[c.Brick].Shape, &g.Bricks[to].Shape, at, d, r)
		return out, d, to
	}
	return at, geom.Reflect(d, c.N), c.Brick
}

// pull turns every ball that is near a magnet toward it, once for each tick: by
// Turn degrees a second at its middle, less in proportion to the distance, none
// from Reach on, and never past it. The speed stays. Between two ticks courses are
// straight, so everything else stays exact.
func (g *Game) pull() {
	for _, k := range g.magnets {
		if g.Bricks[k].Hits == 0 {
			continue
		}
		row := &Kinds[g.Bricks[k].Kind]
		center, _ := g.Bricks[k].Shape.Circle()
		g.pullBalls(center, row.Reach, row.Turn)
	}
	if p := g.bossPhase(); p != nil && p.Pull > 0 {
		g.pullBalls(g.BossAt(), bossReach, p.Pull)
	}
}

func (g *Game) pullBalls(center geom.Vec, reach, most float64) {
	for i := range g.Balls {
		if !g.Balls[i].Held {
			g.pullBall(i, center, reach, most)
		}
	}
}

func (g *Game) pullBall(i int, center geom.Vec, reach, most float64) {
	b := &g.Balls[i]
	at := g.BallAt(i)
	to := center.Sub(at)
	far, speed := to.Norm(), b.V.Norm()
	if far >= reach || far == 0 || speed == 0 {
		return
	}
	turn := geom.Direction(float64(most*(1-far/reach)) / TicksPerSecond)
	if b.V.Cross(to) < 0 {
		turn.Y = -turn.Y
	}
	v := b.V.Turn(turn)
	if b.V.Cross(to) > 0 != (v.Cross(to) > 0) || b.V.Cross(to) == 0 {
		return // it heads for the middle, or away from it
	}
	v = v.Mul(speed / v.Norm())
	g.energy -= b.kinetic()
	g.setCourse(i, at, v, g.now)
	g.energy += b.kinetic()
	g.predict(i)
}
