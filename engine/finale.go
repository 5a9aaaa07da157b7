package engine

import "arkterm/engine/spec"

// This file implements rules that shorten the end of a level. In the finale, balls are faster. If
// no brick is hit for a long time, a brick bursts.

// finaleBricks is the number of remaining bricks at which the finale starts. Levels that start with
// at most twice as many bricks have no finale.
const finaleBricks = 3

// Relative increase of the ball speed at the end of a level.
const (
	lateSpeedup   = 0.3 // increase when at most a fifth of the bricks is left
	finaleSpeedup = 0.4 // increase in the finale
)

// endSpeedFactor returns the factor of the ball speed that depends on the number of remaining
// bricks.
func (g *Game) endSpeedFactor() float64 {
	switch {
	case g.modeRow().ConstantSpeed || !g.hasFinale():
		return 1
	case g.Finale:
		return 1 + finaleSpeedup
	case g.fewBricksLeft():
		return 1 + lateSpeedup
	}
	return 1
}

// fewBricksLeft reports whether at most a fifth of the level's bricks is left.
func (g *Game) fewBricksLeft() bool { return g.hasFinale() && 5*g.BricksLeft <= g.bricksNeeded }

// idleLimits are limits of the time without a hit on any brick, in ticks of Play. The time in Serve
// does not count. Losing a ball does not reset the time.
type idleLimits struct {
	overdue int // a brick becomes overdue; it is marked and attracts balls
	burst   int // the overdue brick bursts
}

// The limits are shorter when few bricks are left, because most returns then miss.
var (
	defaultIdleLimits = idleLimits{overdue: 8 * TicksPerSecond, burst: 12 * TicksPerSecond}
	shortIdleLimits   = idleLimits{overdue: 3 * TicksPerSecond / 2, burst: 9 * TicksPerSecond / 2}
)

// idleLimits returns the limits for the current number of bricks.
func (g *Game) idleLimits() idleLimits {
	if g.Finale || g.fewBricksLeft() {
		return shortIdleLimits
	}
	return defaultIdleLimits
}

// Attraction of an overdue brick.
const (
	overdueReach    = 18.0 // units from its center
	overdueTurnRate = 90.0 // maximum degrees/s
)

// updateIdleBricks starts or ends the finale, and selects and bursts overdue bricks. It does
// nothing during boss fights and in modes whose levels need not be cleared.
func (g *Game) updateIdleBricks() {
	if g.modeRow().Endless || g.bossAlive() {
		return
	}
	if finale := g.BricksLeft <= finaleBricks && g.hasFinale(); finale != g.Finale {
		g.setFinale(finale)
	}

	limits := g.idleLimits()
	switch {
	case g.ticksSinceHit < limits.overdue:
		g.overdueBrick = -1
	case g.overdueBrick < 0 || g.Bricks[g.overdueBrick].Hits == 0:
		g.selectOverdueBrick()
	case g.ticksSinceHit >= limits.burst:
		g.burstBrick(int(g.overdueBrick))
	}
}

// countBrickGone subtracts a broken or burst brick from the required bricks.
func (g *Game) countBrickGone() {
	if g.BricksLeft--; g.BricksLeft == 1 && g.hasFinale() && !g.bossAlive() {
		g.emit(Event{Kind: LastBrick, Ball: -1, Brick: -1})
	}
}

// hasFinale reports whether the level has a finale.
func (g *Game) hasFinale() bool { return g.bricksNeeded > 2*finaleBricks && !g.modeRow().Endless }

// setFinale starts the finale, or ends it if sprouts have grown.
func (g *Game) setFinale(on bool) {
	g.Finale = on
	g.setBallSpeeds()
	if on {
		g.emit(Event{Kind: FinaleStarted, Ball: -1, Brick: -1, Value: g.BricksLeft})
	}
}

// selectOverdueBrick selects the brick that will burst, and reveals it. This is the highest
// required brick, because players reach it last. If several are equally high, it is the first of
// them.
func (g *Game) selectOverdueBrick() {
	top := never
	g.overdueBrick = -1
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.Kind.Needed() {
			if at, _ := g.Shape(k).Circle(); at.Y < top {
				top, g.overdueBrick = at.Y, int32(k)
			}
		}
	}
	if k := g.overdueBrick; k >= 0 {
		g.Bricks[k].Hidden = false
		g.layout++
		at, _ := g.Shape(int(k)).Circle()
		g.emit(Event{Kind: BrickOverdue, Ball: -1, Brick: int(k), At: at})
	}
}

// OverdueBrick returns the brick that will burst unless a brick is hit, and the ticks until then.
// If there is no such brick, it returns −1 and 0.
func (g *Game) OverdueBrick() (brick, ticks int) {
	if g.overdueBrick < 0 || g.Phase != Play && g.Phase != Serve || g.Bricks[g.overdueBrick].Hits == 0 {
		return -1, 0
	}
	return int(g.overdueBrick), max(0, g.idleLimits().burst-g.ticksSinceHit)
}

// burstBrick removes brick k. A burst pays no points, releases no drop, and triggers neither
// explosion nor growth.
func (g *Game) burstBrick(k int) {
	b := &g.Bricks[k]
	g.overdueBrick, g.ticksSinceHit = -1, 0
	g.setHits(k, 0)
	b.timer, b.Drop = 0, spec.NoDrop
	g.countBrickGone()
	at, _ := g.Shape(k).Circle()
	e := Event{Kind: BrickBurst, Ball: -1, Brick: k, At: at}
	g.emit(e)
	if g.BricksLeft == 0 {
		g.clearLevel(e)
	}
}

// Parameters of the slow motion before the last hit of a level.
const (
	lastBrickReach    = 9.0 // units before the brick within which time slows
	minLastBrickSpeed = 30  // speed of time at the brick, percent
)

// lastBrickTimeSpeed returns the speed of time in percent. Time slows while a ball flies toward the
// last brick of a level, if the next hit breaks the brick. The result falls linearly from 100 at 9
// units before the brick to 30 at the brick. Objects between the ball and the brick are ignored, so
// time also slows before a near miss.
func (g *Game) lastBrickTimeSpeed() int {
	if g.BricksLeft != 1 || g.Phase != Play || !g.hasFinale() {
		return DefaultTimeSpeed
	}
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.Kind.Needed() {
			if b.Hits > 1 {
				return DefaultTimeSpeed
			}
			return minLastBrickSpeed + int(
				float64((DefaultTimeSpeed-minLastBrickSpeed)*g.distanceToHit(k))/lastBrickReach)
		}
	}
	return DefaultTimeSpeed
}

// distanceToHit returns the distance between brick k and the nearest ball that flies straight
// toward it. The distance is from the edge of the ball to the circumcircle of the brick, at most
// lastBrickReach.
func (g *Game) distanceToHit(k int) float64 {
	center, radius := g.Shape(k).Circle()
	nearest := lastBrickReach
	for i := range g.Balls {
		d := &g.world.Discs[i]
		to, speed := center.Sub(g.BallAt(i)), d.V.Norm()
		offset := d.V.Cross(to)
		if d.Held || d.V.Dot(to) <= 0 || max(offset, -offset) > float64((radius+d.R)*speed) {
			continue
		}
		nearest = min(nearest, max(0, to.Norm()-radius-d.R))
	}
	return nearest
}
