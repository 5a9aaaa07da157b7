package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
)

// This file prevents games from getting stuck. It nudges balls that are in a loop, and allows the
// player to recall stuck balls. Both depend on the distance that balls have flown, not on the time,
// because the slowest balls need three times as long as the fastest for the same path.

// Limits of flight without a useful contact. A contact is useful if the ball touches a paddle or
// makes a hit that counts. All other contacts are idle.
const (
	maxIdleContacts = 48 // idle contacts until a ball is nudged
	// units flown without a useful contact until a ball is nudged; 8 s at the initial speed of
	// Medium
	nudgeDistance  = 216.0
	recallDistance = 324.0 // units flown without a useful contact until Fire can recall the balls; 12 s
	minNudge       = 2     // minimum angle of a nudge, in degrees
	nudgeSpread    = 5     // degrees; a nudge is at least minNudge and less than minNudge + nudgeSpread
	nudgeSteps     = 100   // the angle of a nudge is a multiple of 1/nudgeSteps degrees
)

// healDistance is the distance, in units, that balls fly while healing advances by one tick. It
// equals the distance in a tick at 27 units/s.
const healDistance = StartSpeed / TicksPerSecond

// advanceFlight adds the distance that balls fly in this tick to distanceFlown. It sets healTicks
// to the number of ticks by which healing advances.
func (g *Game) advanceFlight() {
	g.healTicks = 0
	if g.Phase != Play {
		return
	}
	old := g.distanceFlown
	g.distanceFlown += g.BallSpeed() / TicksPerSecond
	g.healTicks = uint16(math.Floor(g.distanceFlown/healDistance) - math.Floor(old/healDistance))
}

// applyTimedRules applies the rules that depend on time: launching, lost balls, stuck balls and
// idle bricks.
func (g *Game) applyTimedRules() {
	if g.Phase != Play && g.Phase != Serve {
		return
	}
	if g.BricksLeft == 0 {
		g.clearLevel(Event{Ball: -1, Brick: -1}) // an explosion broke the last brick while the balls were on the paddle
	}
	if g.Phase != Play {
		return
	}

	row := g.modeRow()
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
	if stuck && !g.CanRecall && g.StormBalls.Waiting == 0 {
		g.CanRecall = true
		g.emit(Event{Kind: RecallReady, Ball: -1, Brick: -1})
	}

	g.updateIdleBricks()
}

// resetStuck resets the counters that detect a stuck ball. The argument flown is the current value
// of Game.distanceFlown.
func (b *Ball) resetStuck(flown float64) {
	b.idleContacts, b.horizontalTicks, b.lastUseful, b.lastNudge = 0, 0, flown, flown
}

// countUsefulContact records a useful contact of ball i.
func (g *Game) countUsefulContact(i int) {
	b := &g.Balls[i]
	b.resetStuck(g.distanceFlown)
	g.CanRecall = false
}

// countIdleContact records an idle contact of ball i with a surface with the normal n. If the ball
// has had too many of them, it is in a loop and is nudged.
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

	old := g.world.Discs[i].V
	v := old.Turn(turn)
	if v.Dot(n) <= 0 { // it would fly into the surface, so turn the other way
		turn.Y = -turn.Y
		v = old.Turn(turn)
	}

	g.world.Redirect(i, v)
	g.emit(Event{Kind: BallNudged, Ball: i, Brick: -1, At: g.BallAt(i)})
}

// TicksSinceHit returns the number of ticks in Play since a brick lost a hit or burst. Drones do
// not count.
func (g *Game) TicksSinceHit() int { return g.ticksSinceHit }

// checkStuck checks the counters of idle time and the regained hits of bricks.
func (g *Game) checkStuck() error {
	if g.ticksSinceHit < 0 || g.ticksSinceHit > defaultIdleLimits.burst+1 && !g.modeRow().Endless && !g.bossAlive() &&
		g.overdueBrick >= 0 {
		return fmt.Errorf("%d ticks since a hit on a brick, want 0 to %d", g.ticksSinceHit, defaultIdleLimits.burst+1)
	}
	if k := int(g.overdueBrick); k < -1 || k >= len(g.Bricks) || k >= 0 && !g.Bricks[k].Kind.Needed() {
		return fmt.Errorf("overdue brick %d, want -1 or the index of a required brick", k)
	}

	for i := range g.Balls {
		if b := &g.Balls[i]; b.horizontalTicks > maxHorizontalTicks+slowTurnTicks || b.lastUseful > g.distanceFlown {
			return fmt.Errorf(
				"ball %d: %d ticks of horizontal flight, last useful contact after %g units, but %g were flown",
				i, b.horizontalTicks, b.lastUseful, g.distanceFlown)
		}
	}

	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.regained > b.Hits {
			return fmt.Errorf("brick %d has regained %d hits, but has only %d", k, b.regained, b.Hits)
		}
	}

	return nil
}
