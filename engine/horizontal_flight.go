package engine

import "arkterm/engine/geom"

// This file turns balls that fly nearly horizontally for a long time, because they would bounce
// between two walls without hitting anything.

// Parameters of the turn. Nearly horizontal means within 12° of horizontal; see isNearlyHorizontal.
const (
	steepSlope         = 0.3420201433256687     // sin 20°, where the turn ends
	maxHorizontalTicks = 3 * TicksPerSecond / 2 // time of nearly horizontal flight after which a ball turns
	// time after which the ball turns faster, because a bounce may have undone the turn
	slowTurnTicks = TicksPerSecond / 2
	slowTurnRate  = 24.0 // degrees/s; from horizontal to 20° takes less than a second
	fastTurnRate  = 120.0
)

// turnHorizontalBalls turns balls that have flown nearly horizontally for maxHorizontalTicks
// without a useful contact. A rising ball turns up and a falling ball turns down, until its course
// is steep enough. Speeds do not change.
func (g *Game) turnHorizontalBalls() {
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
		case steep, b.horizontalTicks < maxHorizontalTicks && !isNearlyHorizontal(v):
			b.horizontalTicks = 0
			continue
		case b.horizontalTicks < maxHorizontalTicks+slowTurnTicks:
			b.horizontalTicks++
		}

		if b.horizontalTicks < maxHorizontalTicks {
			continue
		}
		if b.horizontalTicks == maxHorizontalTicks {
			g.emit(Event{Kind: BallTurned, Ball: i, Brick: -1, At: g.BallAt(i)})
		}

		rate := slowTurnRate
		if b.horizontalTicks == maxHorizontalTicks+slowTurnTicks {
			rate = fastTurnRate
		}

		g.steepen(i, rate/TicksPerSecond)
	}
}

// IsTurning reports whether ball i is turning to a steeper course because it flew nearly
// horizontally for a long time.
func (g *Game) IsTurning(i int) bool { return g.Balls[i].horizontalTicks >= maxHorizontalTicks }

// steepen turns ball i away from horizontal by the given number of degrees. A rising ball turns up,
// and a falling ball turns down. An exactly horizontal ball turns toward the nearer open end of the
// field.
func (g *Game) steepen(i int, degrees float64) {
	old := g.world.Discs[i].V
	down := old.Y > 0 || old.Y == 0 && !(g.Versus() && g.BallAt(i).Y < g.H/2)
	turn := geom.Direction(degrees)
	if down != (old.X > 0) {
		turn.Y = -turn.Y
	}
	v := old.Turn(turn)
	g.world.Turn(i, v.Mul(old.Norm()/v.Norm()))
}
