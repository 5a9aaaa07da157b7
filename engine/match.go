package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file implements matches. Two players are at opposite ends of the field, with bricks between
// them. A player who misses a ball gives the opponent a point and serves next. The player who first
// reaches a number of points wins. No lead is required.

// A Match is the state of a match.
type Match struct {
	WinPoints    int    // points that win the match
	Points       [2]int // points of each player
	Rally        int    // number of returns since the serve
	LongestRally int    // maximum of Rally in the match
	Returns      [2]int // number of balls that each player has returned
	BoardChanges int    // number of changes to another board so far

	ticksToReturn int // ticks until the next bricks return, if enough are broken
}

// The default and the maximum of Match.WinPoints.
const (
	DefaultWinPoints = 7
	MaxWinPoints     = 21
)

func init() {
	Modes[Arkanong].hooks = hooks{
		fillConfig: fillMatch, placeBalls: (*Game).placeRallyBalls, shouldServe: (*Game).shouldServeRally,
		ballReturned: (*Game).countReturn, ballLost: (*Game).scorePoint,
		playTick: (*Game).checkRally, endLost: (*Game).nextRally, check: (*Game).checkMatch,
		setUp: (*Game).setUpMatchBoard, endTick: (*Game).runMatchBricks, hash: (*Game).hashMatch,
	}
}

// Time limits of a match, in ticks, and a distance limit.
const (
	serveTicks         = 8 * TicksPerSecond  // time until the balls are served automatically
	rallyTicks         = 20 * TicksPerSecond // interval at which another ball joins a rally
	rallyResetDistance = 540.0               // units flown without a useful contact until the balls are served again
)

// Winner returns the paddle of the winner, or −1.
func (g *Game) Winner() int {
	for k, points := range g.Match.Points {
		if g.Match.WinPoints > 0 && points >= g.Match.WinPoints {
			return k
		}
	}
	return noPaddle
}

// fillMatch sets the default of WinPoints. It returns an error if a level has no room for the
// paddle at the ceiling.
func fillMatch(c *Config) error {
	setDefault(&c.WinPoints, DefaultWinPoints)
	for k := range c.Levels {
		if err := c.Levels[k].CheckVersus(); err != nil {
			return fmt.Errorf("level %d: %w", k+1, err)
		}
	}
	return nil
}

// placeRallyBalls puts the balls of the next rally on the serving paddle and resets the ball speed.
func (g *Game) placeRallyBalls() {
	g.placeServeBalls()
	g.Match.Rally, g.Speed = 0, g.difficultyRow().StartSpeed
}

// shouldServeRally reports whether to launch the balls in this tick. The serving player decides,
// but the balls are launched automatically after serveTicks.
func (g *Game) shouldServeRally(pressed [2]bool) bool {
	return pressed[g.Server] || g.Tick-g.PhaseBegan >= serveTicks
}

// countReturn counts a return of paddle k.
func (g *Game) countReturn(_, k int) {
	m := &g.Match
	m.Rally++
	m.LongestRally = max(m.LongestRally, m.Rally)
	m.Returns[k]++
}

// scorePoint gives a point for ball i, which has left the field, to the player at the other end.
// The player who missed it serves next.
func (g *Game) scorePoint(i int) (stays bool) {
	if g.Phase != Play || g.Winner() != noPaddle {
		return false
	}
	scorer, at := 1, g.BallAt(i)
	if at.Y < g.H/2 {
		scorer = 0
	}
	g.Match.Points[scorer]++
	g.Server = 1 - scorer
	g.emit(Event{Kind: PointScored, Ball: i, Brick: -1, At: at, Value: scorer})
	return false
}

// checkRally ends the rally if all balls are gone or a player has won, and reports whether it did.
// In a long rally, it adds balls at intervals. Each ball is worth a point.
func (g *Game) checkRally() (over bool) {
	if len(g.Balls) == 0 || g.Winner() != noPaddle {
		g.Tally.BallsLost++
		g.resetEffects()
		g.enterPhase(Lost)
		return true
	}

	if g.CanRecall && g.flownSinceUseful() >= rallyResetDistance {
		g.placeBalls()
		g.enterPhase(Serve)
		return true
	}

	if age := g.Tick - g.PhaseBegan; age > 0 && age%rallyTicks == 0 {
		g.addHeld(normalBall, (g.Server+int(age/rallyTicks))%len(g.Paddles))
	}
	return false
}

// flownSinceUseful returns the distance flown since the last useful contact of any ball, in units.
func (g *Game) flownSinceUseful() float64 {
	last := 0.0
	for i := range g.Balls {
		last = max(last, g.Balls[i].lastUseful)
	}
	return g.distanceFlown - last
}

// nextRally continues after a point. It reports whether the board changes because the leading
// player has enough points. In that case the caller starts the next level between this tick and the
// next.
func (g *Game) nextRally() (next bool) {
	switch w := g.Winner(); {
	case w == 0:
		g.finish(Won)
	case w == 1:
		g.finish(Over)
	case g.changesBoard():
		return true
	default:
		g.placeBalls()
		g.enterPhase(Serve)
	}
	return false
}

// updateCeiling closes or opens the ceiling according to the effects of the player there. It waits
// until no ball overlaps the ceiling, and reports whether the ceiling changed.
func (g *Game) updateCeiling() bool {
	if g.RunsFor(spec.DropFloor, 1) == g.CeilingClosed {
		return false
	}
	if !g.CeilingClosed {
		for i := range g.Balls {
			if g.BallAt(i).Y < g.world.Discs[i].R {
				return false
			}
		}
	}
	g.CeilingClosed = !g.CeilingClosed
	g.world.Ceiling = g.CeilingClosed
	return true
}

// checkMatch checks the points and the returning bricks.
func (g *Game) checkMatch() error {
	m := &g.Match
	if points := max(m.Points[0], m.Points[1]); points > m.WinPoints || points == m.WinPoints && g.Phase == Play {
		return fmt.Errorf("score %d : %d in phase %s, want at most %d", m.Points[0], m.Points[1], g.Phase, m.WinPoints)
	}
	return g.checkReturns()
}
