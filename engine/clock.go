package engine

// This file is the clock of a game that lasts so long and no longer. It stands
// still while a level is cleared.

// What the clock loses and wins.
const (
	lostCost  = 10 * TicksPerSecond // for a ball that is lost
	lifeGain  = 10 * TicksPerSecond // for what is another ball elsewhere
	clearGain = 20 * TicksPerSecond // for a level
	MaxClock  = 3600 * TicksPerSecond
)

// runClock lets a tick pass, and ends the game with the last one.
func (g *Game) runClock() {
	if g.rules().Clock == 0 || g.Phase == Clear || g.Phase.Ended() {
		return
	}
	if g.Clock--; g.Clock <= 0 {
		g.Clock = 0
		g.finish(Over)
	}
}

// gainTime turns the clock back.
func (g *Game) gainTime(ticks int) {
	g.Clock = min(g.Clock+ticks, MaxClock)
	g.emit(Event{Kind: TimeWon, Ball: -1, Brick: -1, Value: ticks})
}

// loseLife takes what a lost ball costs: a life, time, or nothing.
func (g *Game) loseLife() {
	switch row := g.rules(); {
	case row.Clock > 0:
		g.Clock = max(1, g.Clock-lostCost) // the last tick ends the game
		g.emit(Event{Kind: TimeLost, Ball: -1, Brick: -1, Value: lostCost})
	case !row.Deathless:
		g.Lives--
	}
}
