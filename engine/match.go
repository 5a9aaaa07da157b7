package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file contains the rules of a match: two players at the two ends of the field, with hexagons
// between them. A player who lets a ball out gives the opponent a point, and serves. The first to
// reach a number of points wins; no lead is required.

// A Match is the state of a match.
type Match struct {
	WinPoints    int    // number of points that wins
	Points       [2]int // of the players
	Rally        int    // returns since the serve
	LongestRally int    // rally
	Returns      [2]int // of the players
}

// Length of a match in points: the default and the greatest.
const (
	DefaultWinPoints = 7
	MaxWinPoints     = 21
)

func init() {
	Modes[Arkanong].hooks = hooks{
		fill: fillMatch, placeBalls: (*Game).placeRallyBalls, shouldServe: (*Game).shouldServeRally, ballReturned: (*Game).countReturn, ballLost: (*Game).scorePoint,
		playTick: (*Game).checkRally, endLost: (*Game).nextRally, check: (*Game).checkMatch,
	}
}

// Timeouts of a match.
const (
	serveTicks         = 8 * TicksPerSecond  // until the balls are served by themselves
	rallyTicks         = 20 * TicksPerSecond // of a rally until another ball joins it, repeatedly
	rallyResetDistance = 540.0               // units flown without a useful contact until the balls are served again
)

// Winner returns the paddle of the match's winner, or −1.
func (g *Game) Winner() int {
	for k, points := range g.Match.Points {
		if g.Match.WinPoints > 0 && points >= g.Match.WinPoints {
			return k
		}
	}
	return noPaddle
}

// fillMatch sets the default of the points to win, and checks that levels leave room for the paddle
// at the ceiling.
func fillMatch(c *Config) error {
	set(&c.WinPoints, DefaultWinPoints)
	for k := range c.Levels {
		if err := c.Levels[k].CheckVersus(); err != nil {
			return fmt.Errorf("level %d: %w", k+1, err)
		}
	}
	return nil
}

// seatRally puts the balls of the next rally on the serving paddle.
func (g *Game) placeRallyBalls() {
	g.placeServeBalls()
	g.Match.Rally, g.Speed = 0, g.row().StartSpeed
}

// servesRally reports whether the balls are launched: by the serving player, who cannot wait
// forever.
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

// score gives the point for ball i, which has left the field, to the player at the other end. The
// player who missed it serves next.
func (g *Game) scorePoint(i int) (stays bool) {
	if g.Phase != Play || g.Winner() != noPaddle {
		return false
	}
	who, at := 1, g.BallAt(i)
	if at.Y < g.H/2 {
		who = 0
	}
	g.Match.Points[who]++
	g.Server = 1 - who
	g.emit(Event{Kind: PointScored, Ball: i, Brick: -1, At: at, Value: who})
	return false
}

// watchRally is watch for a rally, and reports whether it is over. A long rally gets harder: at
// intervals another ball joins it, and each is worth a point.
func (g *Game) checkRally() (over bool) {
	if len(g.Balls) == 0 || g.Winner() != noPaddle {
		g.Tally.BallsLost++
		g.resetEffects()
		g.enterPhase(Lost)
		return true
	}
	if g.Recall && g.flownSinceUseful() >= rallyResetDistance {
		g.placeBalls()
		g.enterPhase(Serve)
		return true
	}
	if age := g.Tick - g.PhaseBegan; age > 0 && age%rallyTicks == 0 {
		g.addHeld(normalBall, (g.Server+int(age/rallyTicks))%len(g.Paddles))
	}
	return false
}

// idle returns the units flown since any ball had a useful contact.
func (g *Game) flownSinceUseful() float64 {
	last := 0.0
	for i := range g.Balls {
		last = max(last, g.Balls[i].lastUseful)
	}
	return g.distanceFlown - last
}

// nextRally continues after a point. It reports whether another board follows, between this tick
// and the next, because all bricks of this one are broken.
func (g *Game) nextRally() (next bool) {
	switch w := g.Winner(); {
	case w == 0:
		g.finish(Won)
	case w == 1:
		g.finish(Over)
	case g.BricksLeft == 0:
		return true
	default:
		g.placeBalls()
		g.enterPhase(Serve)
	}
	return false
}

// closeRoof is closeFloor for the ceiling and the player there.
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

// checkMatch checks the points.
func (g *Game) checkMatch() error {
	m := &g.Match
	if most := max(m.Points[0], m.Points[1]); most > m.WinPoints || most == m.WinPoints && g.Phase == Play {
		return fmt.Errorf("%d to %d points in %s, of %d", m.Points[0], m.Points[1], g.Phase, m.WinPoints)
	}
	return nil
}
