package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file implements the mode TimeAttack, which limits the time of a game. The clock stops in the
// phases Bonus and Clear.

func init() {
	Modes[TimeAttack].hooks = hooks{
		levelCleared: (*Game).gainTimeForLevel, endTick: (*Game).runTimeLimit, gainLife: (*Game).gainTimeForLife,
		loseLife: (*Game).loseTimeForBall,
		hash:     (*Game).hashTimeLimit, check: (*Game).checkTimeLimit,
	}
}

// Changes of the remaining time, and its maximum, in ticks.
const (
	lostBallTicks = 10 * TicksPerSecond   // subtracted for a lost ball
	lifeTicks     = 10 * TicksPerSecond   // added where other modes add a life
	clearedTicks  = 20 * TicksPerSecond   // added for clearing a level
	MaxTimeLimit  = 3600 * TicksPerSecond // maximum remaining time
)

// runTimeLimit subtracts one tick from the remaining time, and ends the game when no time is left.
func (g *Game) runTimeLimit() {
	if g.Phase == Bonus || g.Phase == Clear || g.Phase.Ended() {
		return
	}
	if g.TicksLeft--; g.TicksLeft <= 0 {
		g.TicksLeft = 0
		g.finish(Over)
	}
}

// gainTime adds ticks to the remaining time.
func (g *Game) gainTime(ticks int) {
	g.TicksLeft = min(g.TicksLeft+ticks, MaxTimeLimit)
	g.emit(Event{Kind: TimeGained, Ball: -1, Brick: -1, Value: ticks})
}

// gainTimeForLevel adds time for a cleared level.
func (g *Game) gainTimeForLevel() { g.gainTime(clearedTicks) }

// gainTimeForLife adds time instead of a life.
func (g *Game) gainTimeForLife() { g.gainTime(lifeTicks) }

// loseTimeForBall subtracts time for a lost ball. At least one tick remains, so the game ends in
// the next tick.
func (g *Game) loseTimeForBall() {
	g.TicksLeft = max(1, g.TicksLeft-lostBallTicks)
	g.emit(Event{Kind: TimeLost, Ball: -1, Brick: -1, Value: lostBallTicks})
}

// hashTimeLimit adds the remaining time to the hash.
func (g *Game) hashTimeLimit(d *spec.Hasher) { d.Int(g.TicksLeft) }

// checkTimeLimit checks the remaining time.
func (g *Game) checkTimeLimit() error {
	if g.TicksLeft < 0 || g.TicksLeft > MaxTimeLimit || g.TicksLeft == 0 && !g.Phase.Ended() {
		return fmt.Errorf("%d ticks left in phase %s, want 1 to %d, or 0 if the game has ended",
			g.TicksLeft, g.Phase, MaxTimeLimit)
	}
	return nil
}
