package engine

import "arkterm/engine/world"

// This file starts and ends the phases of a level.

// Durations of the phases that Fire can end early, and the time after which Fire can end them.
const (
	lostTicks       = 1 * TicksPerSecond
	clearTicks      = 5 * TicksPerSecond / 2
	stormClearTicks = 1 * TicksPerSecond // replaces clearTicks in storms, because they lose balls during the phase
	minPhaseTicks   = TicksPerSecond / 4
)

// setUpLevel sets up level g.Level and puts the balls on the paddle.
func (g *Game) setUpLevel() {
	l := &g.levels[g.Level]
	g.setUpBricks(l)
	g.callHook(g.modeRow().setUp)
	g.bricksNeeded = g.BricksLeft
	g.beginTally()
	g.setUpEnemies(l)
	g.dropPercent = g.defaultDropPercent
	if l.Drops > 0 {
		g.dropPercent = l.Drops
	}

	g.Saves = g.FreeSaves()
	g.resetEffects()
	g.resetPaddleWidths()
	g.Emitters = append(g.Emitters[:0], make([]Emitter, len(l.Emitters))...) // off until the first tick
	g.Shots = l.Shots
	g.ticksSinceHit, g.levelBegan, g.lastHitter = 0, g.Tick, 0
	g.resetShoves()
	g.distanceFlown, g.overdueBrick, g.Finale = 0, -1, false
	g.placeBalls()
	g.enterPhase(Serve)
	g.emit(Event{Kind: LevelStarted, Ball: -1, Brick: -1})
}

// serveGap is the distance between the centers of neighboring balls of a serve, in units. The balls
// do not touch.
const serveGap = 2.5 * BallRadius

// placeBalls puts the level's balls on the serving paddle and resets the combo, the chain and
// active shoves.
func (g *Game) placeBalls() {
	if hook := g.modeRow().placeBalls; hook != nil {
		hook(g)
	} else {
		g.placeServeBalls()
	}
	g.CanRecall = false
	g.Combo, g.Chain = 0, 0
	g.stopShoves()
	g.world.Rebuild()
}

// placeServeBalls puts the level's number of balls on the serving paddle.
func (g *Game) placeServeBalls() {
	n := max(1, g.levels[g.Level].Balls)
	g.removeBalls()
	for i := range n {
		offset := (float64(i) - float64(float64(n-1)/2)) * serveGap
		g.addBall(Ball{offset: offset, ticksToLaunch: holdTicks, paddle: uint8(g.Server)},
			world.Disc{R: BallRadius, Mass: 1, Held: true})
	}
}

// resetEffects ends all effects, removes drops, drones and bolts, and resets the paddles' target
// widths.
func (g *Game) resetEffects() {
	g.Drops = g.Drops[:0]
	g.clearEnemies()
	g.endEffects()
	g.FloorClosed, g.world.Floor = false, g.floorAlwaysClosed || g.Saves > 0
	g.CeilingClosed, g.world.Ceiling = false, g.floorAlwaysClosed || !g.Mode.Versus()
	for k := range g.Paddles {
		_, g.Paddles[k].targetHalf, _ = g.widths(k)
	}
}

// shouldServe reports whether to launch the balls in this tick. The argument pressed reports which
// players have just pressed Fire.
func (g *Game) shouldServe(pressed [2]bool) bool {
	if hook := g.modeRow().shouldServe; hook != nil {
		return hook(g, pressed)
	}
	return pressed[0] || pressed[1]
}

// serve launches the balls in the direction of the aim.
func (g *Game) serve() {
	if hook := g.modeRow().serve; hook != nil {
		hook(g)
		return
	}
	for i := range g.Balls {
		at := g.BallAt(i)
		if r := g.world.Discs[i].R; g.world.Room(at, r, i, -1) >= r-tolerance {
			g.launch(i, at, g.ServeAim(i).Mul(g.BallSpeed()))
		}
	}
	g.enterPhase(Play)
	g.Boss.lastHit = g.Tick
	g.world.Rebuild()
}

// removeLostBall removes ball i, which left the field through the open floor or ceiling.
func (g *Game) removeLostBall(i int) {
	at, hook := g.BallAt(i), g.modeRow().ballLost
	stays := hook != nil && hook(g, i)
	g.emit(Event{Kind: BallLost, Ball: i, Brick: -1, At: at})
	if !stays {
		g.removeBall(i)
	}
}

// hasBalls reports whether any ball is in flight or will be launched.
func (g *Game) hasBalls() bool {
	if hook := g.modeRow().hasBalls; hook != nil {
		return hook(g)
	}
	return len(g.Balls) > 0
}

// clearLevel ends the level because no required brick is left. It does nothing in modes in which
// levels continue without bricks. The event e names the ball and the brick that cleared the level.
func (g *Game) clearLevel(e Event) {
	if g.modeRow().Endless || g.startBonus(e) {
		return
	}
	g.finishLevel(e)
}

// finishLevel pays the bonuses of a cleared level and starts the phase Clear.
func (g *Game) finishLevel(e Event) {
	g.enterPhase(Clear)
	g.callHook(g.modeRow().levelCleared)
	g.emit(Event{Kind: LevelClear, Ball: e.Ball, Brick: e.Brick, Value: g.payBonuses()})
}

// WarpPercent is the percentage of a level's required bricks that must be gone before players can
// skip the level.
const WarpPercent = 80

// CanWarp reports whether [Warp] skips to the next level now. The mode must allow it, there must be
// a next level, and enough bricks must be broken. Pending sprouts count as bricks. Players cannot
// skip a living boss.
func (g *Game) CanWarp() bool {
	row := g.modeRow()
	if !row.CanWarp || g.Phase != Play && g.Phase != Serve || g.bossAlive() {
		return false
	}
	next := g.Level < len(g.levels)-1 || row.Loops
	return next && 100*(g.bricksNeeded-g.BricksLeft) >= WarpPercent*g.bricksNeeded
}

// warp skips the rest of the level if CanWarp allows it. It pays no bonuses, because the level is
// not cleared.
func (g *Game) warp() {
	if !g.CanWarp() {
		return
	}
	g.Tally.Warped = true
	g.resetEffects()
	g.enterPhase(Clear)
	g.emit(Event{Kind: LevelWarped, Ball: -1, Brick: -1})
}

// endLost ends the phase Lost with the next serve or the end of the game. It reports whether the
// next level follows, which only the hook of a mode can cause.
func (g *Game) endLost() (next bool) {
	if hook := g.modeRow().endLost; hook != nil {
		return hook(g)
	}
	if g.Lives == 0 {
		g.finish(Over)
		return false
	}
	g.Speed = g.difficultyRow().StartSpeed
	g.placeBalls()
	g.enterPhase(Serve)
	return false
}

// nextLevel starts the next level. After the last level, it starts the first level again.
func (g *Game) nextLevel() {
	g.Level = (g.Level + 1) % len(g.levels)
	g.Speed = g.difficultyRow().StartSpeed
	g.callHook(g.modeRow().nextLevel)
	g.setUpLevel()
}

// enterPhase starts phase p in this tick.
func (g *Game) enterPhase(p Phase) { g.Phase, g.PhaseBegan = p, g.Tick }

// finish ends the game with the phase p, which is Over or Won.
func (g *Game) finish(p Phase) {
	g.enterPhase(p)
	g.emit(Event{Kind: GameEnded, Ball: -1, Brick: -1})
}
