package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
)

// This file keeps a game from getting stuck: a ball in a loop is nudged, and a stuck ball may be
// recalled. Both count the units that balls fly, not seconds: at the slowest speed a normal flight to
// the ceiling and back takes as long as three at the fastest.

// The stuck guard.
const (
	maxIdleContacts = 48    // fruitless contacts of a ball until it is nudged
	nudgeDistance   = 216.0 // or units flown without a useful one: 8 s at the speed of a Medium serve
	recallDistance  = 324.0 // until Fire may recall the balls: 12 s
	minNudge        = 2     // degrees
	nudgeSpread     = 5     // degrees; a nudge is less than minNudge + nudgeSpread
	nudgeSteps      = 100   // of a nudge, per degree
)

// growthWay is the way, in units, that balls fly while healing goes on by a tick: as far as in a tick
// of 27 units/s.
const healDistance = StartSpeed / TicksPerSecond

// fly counts the way of the balls in this tick, and the ticks by which bricks heal.
func (g *Game) advanceFlight() {
	g.healTicks = 0
	if g.Phase != Play {
		return
	}
	was := g.distanceFlown
	g.distanceFlown += g.BallSpeed() / TicksPerSecond
	g.healTicks = uint16(math.Floor(g.distanceFlown/healDistance) - math.Floor(was/healDistance))
}

// watch applies the rules that depend on time: stuck balls, bricks that nobody hits.
func (g *Game) applyTimedRules() {
	if g.Phase != Play && g.Phase != Serve {
		return
	}
	if g.BricksLeft == 0 {
		g.clearLevel(Event{Ball: -1, Brick: -1}) // an explosion broke it while the balls were seated
	}
	if g.Phase != Play {
		return
	}

	row := g.rules()
	if row.launchNext != nil {
		row.launchNext(g)
	} else {
		g.launchHeld(noPaddle)
	}
	g.Tally.Ticks++
	g.ticksSinceHit++
	if row.playTick != nil && row.playTick(g) {
		return
	}

	if !g.hasBalls() {
		g.Tally.BallsLost++
		g.resetEffects()
		g.loseLife()
		g.Server = len(g.Paddles) - 1 - g.Server
		g.enterPhase(Lost)
		return
	}

	stuck := true
	for i := range g.Balls {
		stuck = stuck && (g.Balls[i].Gone || g.distanceFlown-g.Balls[i].lastUseful >= recallDistance)
	}
	if stuck && !g.Recall && g.StormBalls.Waiting == 0 {
		g.Recall = true
		g.emit(Event{Kind: RecallReady, Ball: -1, Brick: -1})
	}

	g.watchBricks()
}

// rested begins to count anew what would show that the ball is stuck; flown is Game.flown.
func (b *Ball) resetStuck(flown float64) {
	b.idleContacts, b.levelTicks, b.lastUseful, b.lastNudge = 0, 0, flown, flown
}

// useful records that ball i had a useful contact: it hurt a brick or touched the paddle.
func (g *Game) countUsefulContact(i int) {
	b := &g.Balls[i]
	b.resetStuck(g.distanceFlown)
	g.Recall = false
}

// fruitless records that ball i touched a surface with the normal n without effect. A ball that
// does so for too long is in a loop, and is nudged.
func (g *Game) countIdleContact(i int, n geom.Vec) {
	if g.Phase != Play {
		return
	}
	g.restoreSpeed(i)
	b := &g.Balls[i]
	b.idleContacts++
	if b.idleContacts < maxIdleContacts && g.distanceFlown-b.lastNudge < nudgeDistance {
		return
	}
	b.idleContacts, b.lastNudge = 0, g.distanceFlown
	degrees := minNudge + float64(g.rng.Below(nudgeSpread*nudgeSteps))/nudgeSteps
	turn := geom.Direction(degrees)
	if g.rng.Sign() < 0 {
		turn.Y = -turn.Y
	}
	was := g.world.Discs[i].V
	v := was.Turn(turn)
	if v.Dot(n) <= 0 { // into the surface that it has just left: turn the other way
		turn.Y = -turn.Y
		v = was.Turn(turn)
	}
	g.world.Redirect(i, v)
	g.emit(Event{Kind: BallNudged, Ball: i, Brick: -1, At: g.BallAt(i)})
}

// Undamaged returns the number of ticks in Play since a brick lost a hit.
func (g *Game) TicksSinceHit() int { return g.ticksSinceHit }

// checkQuiet checks what counts how long nothing has happened, and what bricks have regained.
func (g *Game) checkStuck() error {
	if g.ticksSinceHit < 0 || g.ticksSinceHit > defaultIdleLimits.burst+1 && !g.rules().Endless && !g.bossAlive() && g.overdueBrick >= 0 {
		return fmt.Errorf("%d ticks without a hit", g.ticksSinceHit)
	}
	if k := int(g.overdueBrick); k < -1 || k >= len(g.Bricks) || k >= 0 && !g.Bricks[k].Kind.Needed() {
		return fmt.Errorf("brick %d is overdue", k)
	}
	for i := range g.Balls {
		if b := &g.Balls[i]; b.levelTicks > levelTicks+slowTurnTicks || b.lastUseful > g.distanceFlown {
			return fmt.Errorf("ball %d: %d ticks level, useful at %g of %g units", i, b.levelTicks, b.lastUseful, g.distanceFlown)
		}
	}
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.regained > b.Hits {
			return fmt.Errorf("brick %d has regained %d of %d hits", k, b.regained, b.Hits)
		}
	}
	return nil
}
