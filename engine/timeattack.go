package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file contains time attack: a game with a time limit, which stops while a level is cleared.

func init() {
	Modes[TimeAttack].hooks = hooks{
		levelCleared: (*Game).clearTime, tick: (*Game).runTimeLimit, gainLife: (*Game).lifeTime, loseLife: (*Game).loseTime,
		hash: (*Game).hashTimeLimit, check: (*Game).checkTimeLimit,
	}
}

// Changes of the time limit.
const (
	lostCost     = 10 * TicksPerSecond // for a lost ball
	lifeGain     = 10 * TicksPerSecond // where other modes give a life
	clearGain    = 20 * TicksPerSecond // for clearing a level
	MaxTimeLimit = 3600 * TicksPerSecond
)

// runTimeLimit counts the time limit down by a tick, and ends the game with the last one.
func (g *Game) runTimeLimit() {
	if g.Phase == Bonus || g.Phase == Clear || g.Phase.Ended() {
		return
	}
	if g.TicksLeft--; g.TicksLeft <= 0 {
		g.TicksLeft = 0
		g.finish(Over)
	}
}

// gainTime adds ticks to the time limit.
func (g *Game) gainTime(ticks int) {
	g.TicksLeft = min(g.TicksLeft+ticks, MaxTimeLimit)
	g.emit(Event{Kind: TimeGained, Ball: -1, Brick: -1, Value: ticks})
}

func (g *Game) clearTime() { g.gainTime(clearGain) }

func (g *Game) lifeTime() { g.gainTime(lifeGain) }

// loseTime takes time for a lost ball. It leaves the last tick, which ends the game.
func (g *Game) loseTime() {
	g.TicksLeft = max(1, g.TicksLeft-lostCost)
	g.emit(Event{Kind: TimeLost, Ball: -1, Brick: -1, Value: lostCost})
}

func (g *Game) hashTimeLimit(d *spec.Hasher) { d.Int(g.TicksLeft) }

func (g *Game) checkTimeLimit() error {
	if g.TicksLeft < 0 || g.TicksLeft > MaxTimeLimit || g.TicksLeft == 0 && !g.Phase.Ended() {
		return fmt.Errorf("%d ticks of the time limit", g.TicksLeft)
	}
	return nil
}
