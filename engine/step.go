package engine

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// maxContacts is the maximum number of contacts of a ball in a tick, or one contact per 16 μs. See
// [world.World].MaxContacts.
const maxContacts = 256

// never is the time until, or the distance to, an event that does not happen.
var never = math.Inf(1)

// Step advances the game by one tick, 1/240 s. It cannot fail. After the first ticks it does not
// allocate.
func (g *Game) Step(in Input) {
	g.Events, g.DiscardedEvents = g.Events[:0], 0
	g.work += g.tickWork()
	next := g.advancePhase(in)
	g.steerPaddles(in)
	g.steerEnemies()
	g.advanceFlight()
	g.move()

	g.updateEmitters()
	g.updateTimers()
	g.turnTowardMagnets()
	g.applyShoves()
	g.turnHorizontalBalls()
	g.runBonus()
	g.moveDrops()
	g.callHook(g.modeRow().afterMotion)

	g.runEffects()
	g.resizeAll()
	g.updateEnemies()
	g.triggerCutWires()
	g.applyTimedRules()
	g.callHook(g.modeRow().endTick)

	g.Tick++
	if next {
		g.nextLevel()
	}
}

// advancePhase ends the current phase if its time is over or the player ends it with Fire. It
// reports whether the next level follows. The caller starts that level between this tick and the
// next, when all objects are at rest, so that a [Start] describes the state completely.
func (g *Game) advancePhase(in Input) (next bool) {
	pressed := g.readFire(in)
	for k := range max(1, len(g.Paddles)) {
		if in[k].Buttons&Warp != 0 {
			g.warp()
		}

		g.applyShoveButtons(k, in[k])
	}

	anyPressed := pressed[0] || pressed[1]
	age := g.Tick - g.PhaseBegan
	done := func(ticks uint64) bool { return age >= ticks || anyPressed && age >= minPhaseTicks }

	switch {
	case g.Phase == Serve && g.shouldServe(pressed):
		g.serve()
	case g.Phase == Play && anyPressed && g.CanRecall:
		g.placeBalls()
		g.enterPhase(Serve)
	case g.Phase == Play:
		for k := range g.Paddles {
			g.applyFire(k, pressed[k])
		}
	case g.Phase == Bonus && (age >= bonusTicks || anyPressed && age >= skipTicks):
		g.endBonus()
	case g.Phase == Lost && done(lostTicks):
		return g.endLost()
	case g.Phase == Clear && (done(clearTicks) || g.modeRow().Storm && done(stormClearTicks)):
		if row := g.modeRow(); row.Single || g.Level == len(g.levels)-1 && !row.Loops {
			g.finish(Won)
			return false
		}

		return true
	}

	return false
}

// readFire records which players hold Fire. It returns which players have just pressed it. With one
// paddle, only the first player counts.
func (g *Game) readFire(in Input) (pressed [2]bool) {
	for k := range max(1, len(g.Paddles)) {
		down := in[k].Buttons&Fire != 0
		pressed[k], g.fireHeld[k] = down && !g.fireHeld[k], down
	}
	return pressed
}

// applyFire applies the Fire button of player k in Play. The argument pressed reports whether the
// press starts in this tick.
func (g *Game) applyFire(k int, pressed bool) {
	switch {
	case g.Phase != Play: // the other player cleared the level in this tick
	case pressed && g.modeRow().launchNext == nil && g.HoldsBall(k):
		g.launchHeld(k)
	case g.fireShoots(k):
		if pressed || g.RunsFor(spec.DropWeapon, k) && g.fireHeld[k] {
			g.shoot(k)
		}
	case pressed && g.hasBallInFlight(k):
		g.startShove(k, ShoveSteeper)
	}
}

// move advances the motion by one tick and handles all contacts in it.
func (g *Game) move() {
	if g.Phase.Ended() {
		return
	}
	g.startPaths()
	end := g.world.Begin()
	if !g.world.Coast(end) {
		for c, ok := g.world.Next(end); ok; c, ok = g.world.Next(end) {
			g.handleContact(c)
		}
	}
	g.extendPaths()
}

// handleContact applies the rules to the contact c.
func (g *Game) handleContact(c world.Contact) {
	g.work += workPerContact
	g.extendPath(c.Disc)
	if c.Kind == world.AtDisc {
		g.extendPath(c.Other)
	}
	if g.Phase == Bonus && c.Kind == world.AtCapsule {
		g.payBall(c.Disc, c.Other)
		return
	}

	switch c.Kind {
	case world.AtSide, world.AtEnd:
		g.world.Bounce(c)
		g.afterWall(c.Disc, c.N)
	case world.AtExit:
		g.removeLostBall(c.Disc)
	case world.AtCapsule:
		g.handlePaddleContact(c)
	case world.AtObstacle:
		g.handleBrickContact(c)
	case world.AtMover:
		g.handleMoverContact(c)
	case world.AtDisc:
		g.world.Bounce(c)
		g.afterBalls(c.Disc, c.Other, c.N.Unit())
	}
}

// handleBrickContact handles a contact with a brick at rest. A portal teleports the ball, and a
// strong ball passes through the brick that it breaks.
func (g *Game) handleBrickContact(c world.Contact) {
	switch {
	case g.Bricks[c.Other].Pair >= 0 && g.teleport(c):
		return
	case g.pierces(c.Disc, c.Other):
		g.world.Pass(c)
	default:
		g.world.Bounce(c)
	}
	g.afterBrick(c.Disc, c.Other, c.N)
}

// handleMoverContact handles a contact with a moving brick.
func (g *Game) handleMoverContact(c world.Contact) {
	if g.pierces(c.Disc, c.Other) {
		g.world.Pass(c)
	} else {
		g.world.Bounce(c)
	}
	g.afterMover(c.Disc, c.Other, c.N)
}

// handlePaddleContact handles a contact with a paddle. If the ball is wedged between the paddle and
// a wall, it bounces as it would off a wall. Otherwise the paddle would send the ball into the same
// wall at the same instant, forever. A ball that is wedged between two paddles is freed.
func (g *Game) handlePaddleContact(c world.Contact) {
	g.world.Bounce(c)
	switch {
	case !c.Wedged:
		g.afterPaddle(c.Disc, c.Other, c.N)
	case g.SideBySide():
		g.freeWedgedBall(c.Disc, c.N)
	}
}
