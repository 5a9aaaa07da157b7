package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements portals and magnets.

// teleport moves the ball of contact c, which touches a portal, to the paired portal. It returns
// false if there is no room at the exit. The ball leaves the paired portal at the point where its
// straight course would have left the first portal. The velocity of the ball does not change.
func (g *Game) teleport(c world.Contact) bool {
	i, d := c.Disc, &g.world.Discs[c.Disc]
	at, exit := g.BallAt(i), int(g.Bricks[c.Other].Pair)
	out, n := g.portalExit(g.Shape(c.Other), g.Shape(exit), at, d.V.Unit(), d.R)
	if g.world.Room(out, d.R+clearance, i, exit) < d.R+clearance {
		return false
	}
	g.world.Place(c, out, exit)
	g.Balls[i].pathAt = out
	g.emit(Event{Kind: BallTeleported, Ball: i, Brick: c.Other, At: out, N: n})
	g.countIdleContact(i, n)
	return true
}

// portalExit returns the position at which a disc of radius r leaves a portal, and the normal of
// the outline exit at the point of contact. entrance and exit are the outlines of both portals. The
// disc reached the entrance at the point entry, moving in direction dir, a unit vector. It leaves
// in the same direction. If its path into the entrance is to the left of the entrance's center, its
// path out of the exit is to the left of the exit's center, and likewise on the right. The distance
// of the path from each center is proportional to the radius of that portal plus r.
func (g *Game) portalExit(entrance, exit *geom.Polygon, entry, dir geom.Vec, r float64) (at, n geom.Vec) {
	entranceCenter, entranceRadius := entrance.Circle()
	exitCenter, exitRadius := exit.Circle()
	side := geom.Vec{X: -dir.Y, Y: dir.X}
	offset := float64(entry.Sub(entranceCenter).Dot(side) * ((exitRadius + r) / (entranceRadius + r)))
	// The exit is the first contact of a disc that moves backward from a point far behind the
	// portal.
	back, length := dir.Neg(), exitRadius+r+1
	start := exitCenter.Along(side, offset).Along(dir, length)
	hit, ok := exit.Sweep(start, back, r)
	if !ok { // the disc would miss, so use the center
		start = exitCenter.Along(dir, length)
		hit, _ = exit.Sweep(start, back, r)
	}
	return start.Along(back, hit.T), hit.N
}

// turnTowardMagnets turns the balls near each magnet by the angle of one tick toward it. The turn
// rate is PullRate at the center of the magnet, and decreases linearly to 0 at PullReach. A ball
// never turns past the magnet, and its speed does not change. Overdue bricks and some bosses
// attract balls too.
func (g *Game) turnTowardMagnets() {
	if g.Phase == Bonus {
		return
	}

	for _, k := range g.magnets {
		if g.Bricks[k].Hits == 0 {
			continue
		}
		row := &spec.Kinds[g.Bricks[k].Kind]
		center, _ := g.Shape(int(k)).Circle()
		g.turnBallsToward(center, row.PullReach, row.PullRate)
	}

	if k := g.overdueBrick; k >= 0 && g.Phase == Play {
		center, _ := g.Shape(int(k)).Circle()
		g.turnBallsToward(center, overdueReach, overdueTurnRate)
	}

	if p := g.bossPhase(); p != nil && p.PullRate > 0 {
		g.turnBallsToward(g.BossAt(), bossReach, p.PullRate)
	}
}

// turnBallsToward calls turnBallToward for all balls in flight.
func (g *Game) turnBallsToward(center geom.Vec, reach, rate float64) {
	for i := range g.Balls {
		if !g.world.Discs[i].Held {
			g.turnBallToward(i, center, reach, rate)
		}
	}
}

// turnBallToward turns ball i toward a center by the angle of one tick, if the ball is within
// reach. The turn rate, in degrees/s, decreases linearly from the given rate at the center to 0 at
// reach.
func (g *Game) turnBallToward(i int, center geom.Vec, reach, rate float64) {
	old, at := g.world.Discs[i].V, g.BallAt(i)
	toCenter := center.Sub(at)
	distance, speed := toCenter.Norm(), old.Norm()
	if distance >= reach || distance == 0 || speed == 0 {
		return
	}

	turn := geom.Direction(float64(rate*(1-distance/reach)) / TicksPerSecond)
	if old.Cross(toCenter) < 0 {
		turn.Y = -turn.Y
	}

	v := old.Turn(turn)
	if old.Cross(toCenter) > 0 != (v.Cross(toCenter) > 0) || old.Cross(toCenter) == 0 {
		return // the turn would pass the center, or the ball flies straight toward it or away from it
	}

	g.world.Turn(i, v.Mul(speed/v.Norm()))
}
