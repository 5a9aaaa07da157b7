package engine

import "arkterm/engine/geom"

// This file turns balls that fly nearly horizontally for long, because they would bounce between
// two walls without hitting anything.

// Parameters of the turn. Nearly horizontal means within 12° of horizontal; see nearlyLevel.
const (
	steepSlope = 0.3420201433256687 // sin 20°, where the turn ends
	levelTicks = 3 * TicksPerSecond / 2
	// after this time the ball turns faster, because a bounce may have undone the turn
	slowTurnTicks = TicksPerSecond / 2
	slowTurnRate  = 24.0 // degrees/s; from horizontal to 20° takes less than a second
	fastTurnRate  = 120.0
)

// turnLevelBalls turns balls that have flown nearly horizontally for levelTicks without a useful
// contact. Each turns in the direction in which it leans, until it is steep enough. Speeds do not
// change.
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

// IsTurning reports whether ball i is turning because it flew nearly horizontally for long.
func (g *Game) IsTurning(i int) bool { return g.Balls[i].levelTicks >= levelTicks }

// steepen turns ball i away from horizontal by the given number of degrees. It turns in the
// direction in which it leans. An exactly horizontal ball turns toward the nearer open end of the
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
