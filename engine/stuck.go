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
	nudgeHits   = 48    // fruitless contacts of a ball until it is nudged
	nudgeWay    = 216.0 // or units flown without a useful one: 8 s at the speed of a Medium serve
	recallWay   = 324.0 // until Fire may recall the balls: 12 s
	minNudge    = 2     // degrees
	nudgeSpread = 5     // degrees; a nudge is less than minNudge + nudgeSpread
	nudgeSteps  = 100   // of a nudge, per degree
)

// growthWay is the way, in units, that balls fly while healing goes on by a tick: as far as in a tick
// of 27 units/s.
const growthWay = StartSpeed / TicksPerSecond

// fly counts the way of the balls in this tick, and the ticks by which bricks heal.
func (g *Game) fly() {
	g.growth = 0
	if g.Phase != Play {
		return
	}
	was := g.flown
	g.flown += g.Pace() / TicksPerSecond
	g.growth = uint16(math.Floor(g.flown/growthWay) - math.Floor(was/growthWay))
}

// watch applies the rules that depend on time: stuck balls, bricks that nobody hits.
func (g *Game) watch() {
	if g.Phase != Play && g.Phase != Serve {
		return
	}
	if g.BricksLeft == 0 {
		g.clear(Event{Ball: -1, Brick: -1}) // an explosion broke it while the balls were seated
	}
	if g.Phase != Play {
		return
	}

	row := g.rules()
	if row.pour != nil {
		row.pour(g)
	} else {
		g.launchHeld(noPaddle)
	}
	g.Tally.Ticks++
	g.undamaged++
	if row.watch != nil && row.watch(g) {
		return
	}

	if !g.inFlight() {
		g.Tally.Lost++
		g.calm()
		g.loseLife()
		g.Server = len(g.Paddles) - 1 - g.Server
		g.enterPhase(Lost)
		return
	}

	stuck := true
	for i := range g.Balls {
		stuck = stuck && (g.Balls[i].Gone || g.flown-g.Balls[i].usefulAt >= recallWay)
	}
	if stuck && !g.Recall && g.Swarm.Waiting == 0 {
		g.Recall = true
		g.emit(Event{Kind: RecallReady, Ball: -1, Brick: -1})
	}

	g.watchBricks()
}

// rested begins to count anew what would show that the ball is stuck; flown is Game.flown.
func (b *Ball) rested(flown float64) {
	b.fruitless, b.level, b.usefulAt, b.nudgedAt = 0, 0, flown, flown
}

// useful records that ball i had a useful contact: it hurt a brick or touched the paddle.
func (g *Game) useful(i int) {
	b := &g.Balls[i]
	b.rested(g.flown)
	g.Recall = false
}

// fruitless records that ball i touched a surface with the normal n without effect. A ball that
// does so for too long is in a loop, and is nudged.
func (g *Game) fruitless(i int, n geom.Vec) {
	if g.Phase != Play {
		return
	}
	g.takeSpeed(i)
	b := &g.Balls[i]
	b.fruitless++
	if b.fruitless < nudgeHits && g.flown-b.nudgedAt < nudgeWay {
		return
	}
	b.fruitless, b.nudgedAt = 0, g.flown
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
func (g *Game) Undamaged() int { return g.undamaged }

// checkQuiet checks what counts how long nothing has happened, and what bricks have regained.
func (g *Game) checkQuiet() error {
	if g.undamaged < 0 || g.undamaged > usualWait.burst+1 && !g.rules().Endless && !g.bossAlive() && g.overdue >= 0 {
		return fmt.Errorf("%d ticks without a hit", g.undamaged)
	}
	if k := int(g.overdue); k < -1 || k >= len(g.Bricks) || k >= 0 && !g.Bricks[k].Kind.Needed() {
		return fmt.Errorf("brick %d is overdue", k)
	}
	for i := range g.Balls {
		if b := &g.Balls[i]; b.level > levelTicks+bendTicks || b.usefulAt > g.flown {
			return fmt.Errorf("ball %d: %d ticks level, useful at %g of %g units", i, b.level, b.usefulAt, g.flown)
		}
	}
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.healed > b.Hits {
			return fmt.Errorf("brick %d has regained %d of %d hits", k, b.healed, b.Hits)
		}
	}
	return nil
}
