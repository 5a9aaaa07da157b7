package engine

import "arkterm/engine/geom"

// This file contains the rule for balls that fly level: between two walls they would come to
// nothing for a long time. Besides it only magnets, overdue
// bricks and shoves bend a course in free flight.

// A course is level if it is within 12° of horizontal; see level.
const (
	steepSlope    = 0.3420201433256687 // sin 20°, where bending ends
	levelTicks    = 3 * TicksPerSecond / 2
	slowTurnTicks = TicksPerSecond / 2 // after which it bends faster: what it meets may have undone it
	slowTurnRate  = 24.0               // degrees a second: from level to 20° takes less than a second
	fastTurnRate  = 120.0
)

// bendLevel bends the courses of balls that have flown level for so long without a useful contact,
// the way that they lean, until they are steep enough. The speed stays.
func (g *Game) turnLevelBalls() {
	if g.Phase != Play {
		return
	}
	for i := range g.Balls {
		v := g.world.Discs[i].V
		if g.world.Discs[i].Held || v == (geom.Vec{}) {
			continue
		}
		b := &g.Balls[i]
		switch steep := max(v.Y, -v.Y) >= float64(steepSlope*v.Norm()); {
		case steep, b.levelTicks < levelTicks && !nearlyLevel(v):
			b.levelTicks = 0
			continue
		case b.levelTicks < levelTicks+slowTurnTicks:
			b.levelTicks++
		}
		if b.levelTicks < levelTicks {
			continue
		}
		if b.levelTicks == levelTicks {
			g.emit(Event{Kind: BallTurned, Ball: i, Brick: -1, At: g.BallAt(i)})
		}
		rate := slowTurnRate
		if b.levelTicks == levelTicks+slowTurnTicks {
			rate = fastTurnRate
		}
		g.steepen(i, rate/TicksPerSecond)
	}
}

// Bending reports whether the course of ball i is being bent because it was level for so long.
func (g *Game) IsTurning(i int) bool { return g.Balls[i].levelTicks >= levelTicks }

// steepen turns ball i away from level by so many degrees: the way that it leans, or toward the nearer
// open end of the field.
func (g *Game) steepen(i int, degrees float64) {
	was := g.world.Discs[i].V
	down := was.Y > 0 || was.Y == 0 && !(g.Versus() && g.BallAt(i).Y < g.H/2)
	turn := geom.Direction(degrees)
	if down != (was.X > 0) {
		turn.Y = -turn.Y
	}
	v := was.Turn(turn)
	g.world.Turn(i, v.Mul(was.Norm()/v.Norm()))
}
