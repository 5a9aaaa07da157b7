package engine

import (
	"math"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// maxContacts is the greatest number of contacts of a ball within a tick: one each 16 μs. See
// [world.World].MaxContacts.
const maxContacts = 256

// never is the time or distance of an event that does not happen.
var never = math.Inf(1)

// Step plays one tick: 1/240 s. It cannot fail and, after the first ticks, does not allocate.
func (g *Game) Step(in Input) {
	g.Events, g.Missed = g.Events[:0], 0
	g.work += g.tickWork()
	next := g.advancePhase(in)
	g.steerPaddles(in)
	g.steerEnemies()
	g.fly()
	g.move()
	g.shineEmitters()
	g.runTimers()
	g.pull()
	g.blow()
	g.bendLevel()
	g.bringDown()
	g.moveDrops()
	g.callHook(g.rules().move)
	g.runEffects()
	g.resize()
	g.driveEnemies()
	g.watch()
	g.callHook(g.rules().tick)
	g.Tick++
	if next {
		g.nextLevel()
	}
}

// advancePhase ends the phases that end by time or by Fire, and reports whether the level ends with
// this tick. The next one begins between two ticks, when everything rests, so that a [Start]
// describes that moment completely.
func (g *Game) advancePhase(in Input) (next bool) {
	pressed := g.press(in)
	for k := range max(1, len(g.Paddles)) {
		if in[k].Buttons&Warp != 0 {
			g.warp()
		}
		g.useGusts(k, in[k])
	}

	anybody := pressed[0] || pressed[1]
	age := g.Tick - g.Since
	done := func(ticks uint64) bool { return age >= ticks || anybody && age >= calmTicks }

	switch {
	case g.Phase == Serve && g.serves(pressed):
		g.serve()
	case g.Phase == Play && anybody && g.Recall:
		g.seatBalls()
		g.enterPhase(Serve)
	case g.Phase == Play:
		for k := range g.Paddles {
			g.useFire(k, pressed[k])
		}
	case g.Phase == Bonus && (age >= bonusTicks || anybody && age >= skipTicks):
		g.endBonus()
	case g.Phase == Lost && done(lostTicks):
		return g.goOn()
	case g.Phase == Clear && done(clearTicks):
		if row := g.rules(); row.Single || g.Level == len(g.levels)-1 && !row.Around {
			g.finish(Won)
			return false
		}
		return true
	}
	return false
}

// press records which players hold Fire, and returns who has just pressed it. Without a second
// paddle only the first player counts.
func (g *Game) press(in Input) (pressed [2]bool) {
	for k := range max(1, len(g.Paddles)) {
		down := in[k].Buttons&Fire != 0
		pressed[k], g.fire[k] = down && !g.fire[k], down
	}
	return pressed
}

// useFire applies Fire of player k in Play.
func (g *Game) useFire(k int, pressed bool) {
	switch {
	case g.Phase != Play: // the other player has cleared the level in this very tick
	case pressed && g.rules().pour == nil && g.Holding(k):
		g.launchHeld(k)
	case g.armed(k):
		if pressed || g.RunsFor(spec.DropWeapon, k) && g.fire[k] {
			g.shoot(k)
		}
	case pressed && g.sends(k):
		g.shove(k, Steeper)
	}
}

// move advances the motion by a tick, from contact to contact.
func (g *Game) move() {
	if g.Phase.Ended() {
		return
	}
	end := g.world.Begin()
	if g.world.Coast(end) {
		return
	}
	for c, ok := g.world.Next(end); ok; c, ok = g.world.Next(end) {
		g.touch(c)
	}
}

// touch answers the contact c.
func (g *Game) touch(c world.Contact) {
	g.work += workContact
	if g.Phase == Bonus && c.Kind == world.AtCapsule {
		g.bank(c.Disc, c.Other)
		return
	}
	switch c.Kind {
	case world.AtSide, world.AtEnd:
		g.world.Bounce(c)
		g.afterWall(c.Disc, c.N)
	case world.AtExit:
		g.lose(c.Disc)
	case world.AtCapsule:
		g.touchPaddle(c)
	case world.AtObstacle:
		g.touchBrick(c)
	case world.AtMover:
		g.touchMoving(c)
	case world.AtDisc:
		g.world.Bounce(c)
		g.afterBalls(c.Disc, c.Other, c.N.Unit())
	}
}

// touchBrick is touch for a brick at rest. A portal sends the ball on, and a strong ball passes
// through the brick that it breaks.
func (g *Game) touchBrick(c world.Contact) {
	switch {
	case g.Bricks[c.Other].Pair >= 0 && g.travel(c):
		return
	case g.pierces(c.Other):
		g.world.Pass(c)
	default:
		g.world.Bounce(c)
	}
	g.afterBrick(c.Disc, c.Other, c.N)
}

// touchMoving is touch for a moving brick.
func (g *Game) touchMoving(c world.Contact) {
	if g.pierces(c.Other) {
		g.world.Pass(c)
	} else {
		g.world.Bounce(c)
	}
	g.afterMover(c.Disc, c.Other, c.N)
}

// touchPaddle is touch for a paddle. A ball wedged between it and a wall is not aimed: the aim
// would send it into the same wall again, at the same instant and forever. Reflections free it, but
// not from between two paddles.
func (g *Game) touchPaddle(c world.Contact) {
	g.world.Bounce(c)
	switch {
	case !c.Wedged:
		g.afterPaddle(c.Disc, c.Other, c.N)
	case g.Beside():
		g.squeeze(c.Disc, c.N)
	}
}
