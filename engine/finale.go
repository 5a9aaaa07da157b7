package engine

import "arkterm/engine/spec"

// This file contains what ends the wait for the last bricks: the finale, and bricks that burst because
// nobody hits them.

// finaleBricks is the number of bricks left with which the finale begins, in levels that had more
// than twice as many.
const finaleBricks = 3

// The shares by which balls are faster at the end of a level.
const (
	stretchShare = 0.3 // with a fifth of its bricks left
	finaleShare  = 0.4
)

// hurry returns the factor of the balls' speed by how many bricks are left.
func (g *Game) endSpeedFactor() float64 {
	switch {
	case g.rules().ConstantSpeed || !g.hasFinale():
		return 1
	case g.Finale:
		return 1 + finaleShare
	case g.inStretch():
		return 1 + stretchShare
	}
	return 1
}

// inStretch reports whether no more than a fifth of the level's bricks are left.
func (g *Game) inStretch() bool { return g.hasFinale() && 5*g.BricksLeft <= g.bricksNeeded }

// A wait is how long nobody may hit any brick, in ticks of Play. Those in which a ball waits to be served
// do not count, and a lost ball does not begin it anew.
type idleLimits struct {
	overdue int // until a brick is overdue: it shows that it will burst, and draws balls as a magnet does
	burst   int // until it bursts
}

// The waits. In the finale, and with a fifth of the bricks left, they are short: there the returns that hit
// nothing are most.
var (
	defaultIdleLimits = idleLimits{8 * TicksPerSecond, 12 * TicksPerSecond}
	shortIdleLimits   = idleLimits{3 * TicksPerSecond / 2, 9 * TicksPerSecond / 2}
)

// wait returns the wait with as many bricks as are left.
func (g *Game) idleLimits() idleLimits {
	if g.Finale || g.inStretch() {
		return shortIdleLimits
	}
	return defaultIdleLimits
}

// How an overdue brick draws balls.
const (
	overdueReach = 18.0 // units from its middle
	overdueTurn  = 90.0 // degrees a second
)

// watchBricks begins the finale, and lets bricks burst that nobody hits. In modes whose levels need
// not be cleared there is neither.
func (g *Game) watchBricks() {
	if g.rules().Endless || g.bossAlive() {
		return
	}
	if finale := g.BricksLeft <= finaleBricks && g.hasFinale(); finale != g.Finale {
		g.setFinale(finale)
	}

	wait := g.idleLimits()
	switch {
	case g.ticksSinceHit < wait.overdue:
		g.overdueBrick = -1
	case g.overdueBrick < 0 || g.Bricks[g.overdueBrick].Hits == 0:
		g.showOverdue()
	case g.ticksSinceHit >= wait.burst:
		g.burstBrick(int(g.overdueBrick))
	}
}

// lessBricks counts a brick that had to be broken, and is.
func (g *Game) countBrickGone() {
	if g.BricksLeft--; g.BricksLeft == 1 && g.hasFinale() {
		g.emit(Event{Kind: LastBrick, Ball: -1, Brick: -1})
	}
}

// endsInFinale reports whether the level has a finale.
func (g *Game) hasFinale() bool { return g.bricksNeeded > 2*finaleBricks && !g.rules().Endless }

// setFinale begins the finale, or ends it when seeds have made more bricks.
func (g *Game) setFinale(on bool) {
	g.Finale = on
	g.setBallSpeeds()
	if on {
		g.emit(Event{Kind: FinaleStarted, Ball: -1, Brick: -1, Value: g.BricksLeft})
	}
}

// showOverdue chooses the brick that bursts next: the highest one, which is the farthest from who
// could hit it; of several the first.
func (g *Game) showOverdue() {
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
		g.Bricks[k].Unseen = false
		at, _ := g.Shape(int(k)).Circle()
		g.emit(Event{Kind: BrickOverdue, Ball: -1, Brick: int(k), At: at})
	}
}

// Overdue returns the brick that bursts unless a brick is hit before, and the ticks until then; −1 if
// there is none.
func (g *Game) Overdue() (brick, ticks int) {
	if g.overdueBrick < 0 || g.Phase != Play && g.Phase != Serve || g.Bricks[g.overdueBrick].Hits == 0 {
		return -1, 0
	}
	return int(g.overdueBrick), max(0, g.idleLimits().burst-g.ticksSinceHit)
}

// burst removes brick k, which nobody hits. It pays nothing and drops nothing, and what follows the
// end of a bomb or a seed does not follow this one.
func (g *Game) burstBrick(k int) {
	b := &g.Bricks[k]
	g.overdueBrick, g.ticksSinceHit = -1, 0
	g.setHits(k, 0)
	b.timer, b.Holds = 0, spec.NoDrop
	g.countBrickGone()
	at, _ := g.Shape(k).Circle()
	e := Event{Kind: BrickBurst, Ball: -1, Brick: k, At: at}
	g.emit(e)
	if g.BricksLeft == 0 {
		g.clearLevel(e)
	}
}

// Slow motion at the very last hit of a level.
const (
	lastBrickReach    = 9.0 // units before the brick in which time slows
	minLastBrickSpeed = 30  // percent of the speed of time at it
)

// lastMoment returns the percentage to which time slows while a ball flies at the last brick of a
// level, which breaks with the next hit: linearly from 100 % at 9 units before it to 30 % at it. What
// stands between the two is not looked at: a near miss is worth a look too.
func (g *Game) lastBrickTimeSpeed() int {
	if g.BricksLeft != 1 || g.Phase != Play || !g.hasFinale() {
		return DefaultTimeSpeed
	}
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.Kind.Needed() {
			if b.Hits > 1 {
				return DefaultTimeSpeed
			}
			return minLastBrickSpeed + int(float64((DefaultTimeSpeed-minLastBrickSpeed)*g.distanceToHit(k))/lastBrickReach)
		}
	}
	return DefaultTimeSpeed
}

// headway returns how far the nearest ball that flies straight at brick k is away from the circle around
// it, at most lastReach.
func (g *Game) distanceToHit(k int) float64 {
	center, radius := g.Shape(k).Circle()
	least := lastBrickReach
	for i := range g.Balls {
		d := &g.world.Discs[i]
		to, speed := center.Sub(g.BallAt(i)), d.V.Norm()
		aside := d.V.Cross(to)
		if d.Held || d.V.Dot(to) <= 0 || max(aside, -aside) > float64((radius+d.R)*speed) {
			continue
		}
		least = min(least, max(0, to.Norm()-radius-d.R))
	}
	return least
}
