package engine

import "arkterm/engine/geom"

// This file keeps a game from getting stuck: a ball in a loop is nudged, a stuck ball may be
// recalled, and the last brick gets weaker.

// The stuck guard.
const (
	nudgeHits   = 48                  // fruitless contacts of a ball until it is nudged
	nudgeTicks  = 8 * TicksPerSecond  // or ticks without a useful one
	recallTicks = 12 * TicksPerSecond // until Fire may recall the balls
	weakenTicks = 20 * TicksPerSecond // until the last brick loses a hit
	minNudge    = 2                   // degrees
	nudgeSpread = 5                   // degrees; a nudge is less than minNudge + nudgeSpread
	nudgeSteps  = 100                 // of a nudge, per degree
)

// watch applies the rules that depend on time: a stuck ball, the last brick.
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
		stuck = stuck && (g.Balls[i].Gone || g.Tick-g.Balls[i].usefulAt >= recallTicks)
	}
	if stuck && !g.Recall && g.Swarm.Waiting == 0 {
		g.Recall = true
		g.emit(Event{Kind: RecallReady, Ball: -1, Brick: -1})
	}

	if g.BricksLeft == 1 && g.Tick-g.damageAt >= weakenTicks && !g.bossAlive() {
		g.weaken()
	}
}

// useful records that ball i had a useful contact: it hurt a brick or touched the paddle.
func (g *Game) useful(i int) {
	b := &g.Balls[i]
	b.fruitless, b.nudgedAt, b.usefulAt = 0, g.Tick, g.Tick
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
	if b.fruitless < nudgeHits && g.Tick-b.nudgedAt < nudgeTicks {
		return
	}
	b.fruitless, b.nudgedAt = 0, g.Tick
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

// weaken takes a hit from the last brick, but never the last hit: that one is left to the player.
func (g *Game) weaken() {
	g.damageAt = g.Tick
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits > 0 && b.Kind.Needed() {
			b.Unseen = false
		}
		if b.Hits > 1 && b.Kind.Needed() {
			g.setHits(k, b.Hits-1)
			center, _ := g.Shape(k).Circle()
			g.emit(Event{Kind: BrickHit, Ball: -1, Brick: k, At: center})
		}
	}
}

// Undamaged returns the number of ticks since a brick lost a hit.
func (g *Game) Undamaged() uint64 { return g.Tick - g.damageAt }
