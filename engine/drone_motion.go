package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file moves drones and removes them.

// steerDrones sets the velocity of each drone for this tick.
func (g *Game) steerDrones() {
	for i := range g.Drones {
		if g.isPresent(i) {
			d := &g.Drones[i]
			d.previous = g.DroneAt(i)
			g.world.Steer(d.mover, g.droneVelocity(i), g.world.Pose(d.mover).Spin)
		}
	}
}

// droneVelocity returns the velocity of drone i in this tick. The drone moves according to its
// kind, and turns away from a near obstacle.
func (g *Game) droneVelocity(i int) geom.Vec {
	d := &g.Drones[i]
	row, at := &spec.Drones[d.Kind], g.DroneAt(i)
	distance, n := g.nearestObstacle(i, at, d.Entering)
	if d.Entering {
		v := geom.Vec{Y: enterSpeed}
		d.Entering = at.Y < spec.DroneRadius+spec.DroneClearance
		if g.canMove(i, at, v, distance, true) {
			return v
		}
		return geom.Vec{}
	}

	g.turnDrone(d, row, at)
	v := d.heading.Mul(row.Speed)
	v.Y += row.SinkSpeed
	if g.canMove(i, at, v, distance, false) {
		return v
	}

	for _, h := range [...]geom.Vec{geom.Reflect(d.heading, n), n, {X: -n.Y, Y: n.X}, {X: n.Y, Y: -n.X}} {
		if v := h.Mul(row.Speed); g.canMove(i, at, v, distance, false) {
			d.heading, d.side = h, -d.side
			return v
		}
	}

	return geom.Vec{}
}

// canMove reports whether drone i may move for one tick with the velocity v. The drone is at
// center, and gap is its distance from the nearest obstacle. After the motion, this distance must
// be large enough, or at least larger. Drones that are entering ignore the ceiling.
func (g *Game) canMove(i int, center, v geom.Vec, gap float64, entering bool) bool {
	next, _ := g.nearestObstacle(i, center.Along(v, 1.0/TicksPerSecond), entering)
	return next >= spec.DroneRadius+spec.DroneClearance || next > gap
}

// turnDrone turns the heading of drone d by one tick, according to its row. center is the position
// of the drone.
func (g *Game) turnDrone(d *Drone, row *spec.DroneRow, center geom.Vec) {
	e := &g.enemies
	switch row.Motion {
	case spec.MoveCircle:
		u := geom.Direction(row.TurnRate / TicksPerSecond)
		u.Y = float64(u.Y * d.side)
		d.heading = d.heading.Turn(u).Unit()
	case spec.MoveChase:
		if to, ok := g.nearestBall(center); ok {
			d.heading = turnToward(d.heading, to.Sub(center), row.TurnRate/TicksPerSecond)
		}
	case spec.MoveZigzag:
		if d.ticksToTurn--; d.ticksToTurn <= 0 {
			d.ticksToTurn = minZigzagTicks + e.rng.Below(maxZigzagTicks-minZigzagTicks)
			d.side = -d.side
			d.heading = geom.Direction(90 + float64(zigzagAngle*d.side))
		}
	case spec.MoveRandom:
		if d.ticksToTurn--; d.ticksToTurn <= 0 {
			d.ticksToTurn = minZigzagTicks + e.rng.Below(maxZigzagTicks-minZigzagTicks)
			d.heading = e.rng.Direction()
		}
	}
}

// turnToward returns the unit vector d, turned toward the direction of target by at most the given
// number of degrees.
func turnToward(d, target geom.Vec, degrees float64) geom.Vec {
	u := geom.Direction(degrees)
	side := d.Cross(target)
	if side < 0 {
		u.Y = -u.Y
	}
	turned := d.Turn(u).Unit()
	if past := turned.Cross(target); (past < 0) != (side < 0) && d.Dot(target) > 0 {
		return target.Unit()
	}
	return turned
}

// nearestBall returns the position of the ball in flight nearest to p. ok is false if no ball is in
// flight.
func (g *Game) nearestBall(p geom.Vec) (at geom.Vec, ok bool) {
	best := never
	for i := range g.Balls {
		if q := g.BallAt(i); !g.world.Discs[i].Held && p.Sub(q).Norm2() < best {
			best, at, ok = p.Sub(q).Norm2(), q, true
		}
	}
	return at, ok
}

// nearestObstacle returns the distance from p, the center of drone i, to the nearest wall or brick,
// and the unit vector away from it. It ignores the body of the drone. Drones that are entering also
// ignore the ceiling.
func (g *Game) nearestObstacle(i int, p geom.Vec, entering bool) (dist float64, n geom.Vec) {
	dist, n = p.X, geom.Vec{X: 1}
	consider := func(d float64, away geom.Vec) {
		if d < dist {
			dist, n = d, away
		}
	}

	consider(g.W-p.X, geom.Vec{X: -1})
	if !entering {
		consider(p.Y, geom.Vec{Y: 1})
	}
	if g.FloorClosed || g.floorAlwaysClosed {
		consider(g.H-p.Y, geom.Vec{Y: -1})
	}
	if spec.Drones[g.Drones[i].Kind].StaysHigh {
		consider(g.H-(spec.FieldH-maxDroneY)-p.Y, geom.Vec{Y: -1})
	}

	for k := range g.world.Obstacles {
		o := g.Obstacle(k)
		if o.Gone || k == g.Drones[i].Brick {
			continue
		}

		c, r := o.Shape.Circle()
		if far := max(0, dist) + r; p.Sub(c).Norm2() >= float64(far*far) {
			continue
		}
		if d := o.Shape.Distance(p); d < dist {
			away := p.Sub(o.Shape.Closest(p))
			if d <= 0 || away == (geom.Vec{}) {
				away = p.Sub(c)
			}
			dist, n = d, away.Unit()
		}
	}

	return dist, n
}

// endTouchedDrones removes drones that touched a paddle or a held ball, were hit by a moving brick,
// or left the field. In phases other than Play and Serve, it removes all drones.
func (g *Game) endTouchedDrones() {
	for i := range g.Drones {
		if !g.isPresent(i) {
			continue
		}

		d, at := &g.Drones[i], g.DroneAt(i)
		switch {
		case g.Phase != Play && g.Phase != Serve:
			g.endDrone(i, 0)
		case at.Y > g.H+spec.DroneRadius:
			g.setHits(d.Brick, 0)
		case g.touchesPaddleOrHeldBall(d.previous, at, spec.DroneRadius):
			g.endDrone(i, g.scalePoints(spec.Drones[d.Kind].Points))
		case g.isCrushed(i):
			g.endDrone(i, 0)
		}
	}
}

// endDrone removes drone i and pays points for it.
func (g *Game) endDrone(i, points int) {
	k := g.Drones[i].Brick
	g.setHits(k, 0)
	g.Tally.DronePoints += points
	if points > 0 {
		g.Tally.Drones++
	}
	g.emit(Event{Kind: BrickBroken, Ball: -1, Brick: k, At: g.DroneAt(i), Value: points})
	g.addPoints(points)
}

// isCrushed reports whether a moving brick overlaps drone i. Bricks that drift or rotate do not
// avoid drones.
func (g *Game) isCrushed(i int) bool {
	body := g.Drones[i].Brick
	shape := g.Shape(body)
	for k := range g.world.NumMovers() {
		j := g.world.Pose(k).Obstacle
		if j == body || g.Bricks[j].Hits == 0 {
			continue
		}
		if other := g.Shape(j); shape.Near(other) && shape.Overlaps(other) {
			return true
		}
	}
	return false
}

// touchesPaddleOrHeldBall reports whether a disc of radius r touches a paddle or a held ball. The
// disc has moved from start to end in this tick.
func (g *Game) touchesPaddleOrHeldBall(start, end geom.Vec, r float64) bool {
	for k := range g.Paddles {
		if g.touchesPaddle(k, start, end, r) {
			return true
		}
	}
	for i := range g.Balls {
		if reach := g.world.Discs[i].R + r + clearance; g.world.Discs[i].Held &&
			end.Sub(g.BallAt(i)).Norm2() < float64(reach*reach) {
			return true
		}
	}
	return false
}

// touchesPaddle reports whether a disc of radius r, which has moved from start to end in this tick,
// has touched paddle k.
func (g *Game) touchesPaddle(k int, start, end geom.Vec, r float64) bool {
	p := &g.world.Capsules[k]
	return p.Touched(start, end, r+p.R+clearance)
}
