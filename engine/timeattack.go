package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file implements time attack, which limits the time of a game. The time stops while a cleared
// level is shown.

func init() {
	Modes[TimeAttack].hooks = hooks{
		levelCleared: (*Game).clearTime, tick: (*Game).runTimeLimit, gainLife: (*Game).lifeTime,
		loseLife: (*Game).loseTime,
		hash:     (*Game).hashTimeLimit, check: (*Game).checkTimeLimit,
	}
}

// Changes of the time limit.
const (
	lostCost     = 10 * TicksPerSecond // subtracted for a lost ball
	lifeGain     = 10 * TicksPerSecond // added where other modes add a life
	clearGain    = 20 * TicksPerSecond // added for clearing a level
	MaxTimeLimit = 3600 * TicksPerSecond
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

func (g *Game) clearTime() { g.gainTime(clearGain) }

func (g *Game) lifeTime() { g.gainTime(lifeGain) }

// loseTime subtracts time for a lost ball. At least one tick remains, and the next tick ends the
// game.
func (g *Game) loseTime() {
	g.TicksLeft = max(1, g.TicksLeft-lostCost)
	g.emit(Event{Kind: TimeLost, Ball: -1, Brick: -1, Value: lostCost})
}

func (g *Game) hashTimeLimit(d *spec.Hasher) { d.Int(g.TicksLeft) }

func (g *Game) checkTimeLimit() error {
	if g.TicksLeft < 0 || g.TicksLeft > MaxTimeLimit || g.TicksLeft == 0 && !g.Phase.Ended() {
		return fmt.Errorf("%d ticks left", g.TicksLeft)
	}
	return nil
}
