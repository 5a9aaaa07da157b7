package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file is the rules of a match: two players at the two ends of the field,
// hexagons between them. Who lets a ball out at the own end gives the other one a
// point, and serves. The first to so many points wins; there is no lead to be kept.

// A Match is how two players stand against each other.
type Match struct {
	To      int    // points that win
	Points  [2]int // of the players
	Rally   int    // returns since the serve
	Longest int    // rally
	Returns [2]int // of the players
}

// How long a match is: in points, usually and at most.
const (
	UsualTo = 7
	MostTo  = 21
)

func init() {
	Modes[Arkanong].hooks = hooks{
		fill: fillMatch, seat: (*Game).seatRally, serves: (*Game).servesRally, returned: (*Game).countReturn, lose: (*Game).score,
		watch: (*Game).watchRally, goOn: (*Game).nextRally, check: (*Game).checkMatch,
	}
}

// What keeps a match going.
const (
	serveTicks = 8 * TicksPerSecond  // after which a serve goes by itself
	rallyTicks = 20 * TicksPerSecond // after which another ball joins a rally, and each time again
	callTicks  = 20 * TicksPerSecond // that balls may do nothing useful; then they are served again
)

// Winner returns the paddle of who has won the match, or −1.
func (g *Game) Winner() int {
	for k, points := range g.Match.Points {
		if g.Match.To > 0 && points >= g.Match.To {
			return k
		}
	}
	return noPaddle
}

// fillMatch completes a configuration with the points to win, and checks that there is room
// for the paddle at the ceiling.
func fillMatch(c *Config) error {
	set(&c.To, UsualTo)
	for k := range c.Levels {
		if err := c.Levels[k].Faceable(); err != nil {
			return fmt.Errorf("level %d: %w", k+1, err)
		}
	}
	return nil
}

// seatRally puts the balls of the next rally on the paddle that serves.
func (g *Game) seatRally() {
	g.seatServed()
	g.Match.Rally, g.Speed = 0, g.row().Slow
}

// servesRally reports whether the balls are let go: by who has them, who cannot wait for ever.
func (g *Game) servesRally(pressed [2]bool) bool {
	return pressed[g.Server] || g.Tick-g.Since >= serveTicks
}

// countReturn notes that a ball came off paddle k.
func (g *Game) countReturn(k int) {
	m := &g.Match
	m.Rally++
	m.Longest = max(m.Longest, m.Rally)
	m.Returns[k]++
}

// score gives the point for ball i, which has left the field, to the player at the
// other end. The one who has missed it serves next.
func (g *Game) score(i int) (stays bool) {
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

// watchRally is the part of watch that looks at a rally. It reports whether that is
// over. One that goes on for long gets harder: every so often another ball joins it,
// and each of them is worth a point.
func (g *Game) watchRally() (over bool) {
	if len(g.Balls) == 0 || g.Winner() != noPaddle {
		g.Card.Lost++
		g.calm()
		g.enterPhase(Lost)
		return true
	}
	if g.Recall && g.idle() >= callTicks {
		g.seatBalls()
		g.enterPhase(Serve)
		return true
	}
	if age := g.Tick - g.Since; age > 0 && age%rallyTicks == 0 {
		g.addHeld(normalBall, (g.Server+int(age/rallyTicks))%len(g.Paddles))
	}
	return false
}

// idle returns for how many ticks no ball has done anything useful.
func (g *Game) idle() uint64 {
	last := uint64(0)
	for i := range g.Balls {
		last = max(last, g.Balls[i].usefulAt)
	}
	return g.Tick - last
}

// nextRally goes on after a point, and reports whether another board is to be set
// up for it, between this tick and the next: all of this one is broken.
func (g *Game) nextRally() (next bool) {
	switch w := g.Winner(); {
	case w == 0:
		g.finish(Won)
	case w == 1:
		g.finish(Over)
	case g.Left == 0:
		return true
	default:
		g.seatBalls()
		g.enterPhase(Serve)
	}
	return false
}

// closeRoof does for the ceiling, for the player there, what closeFloor does for the
// floor.
func (g *Game) closeRoof() bool {
	if g.RunsFor(spec.DropFloor, 1) == g.RoofClosed {
		return false
	}
	if !g.RoofClosed {
		for i := range g.Balls {
			if g.BallAt(i).Y < g.world.Discs[i].R {
				return false
			}
		}
	}
	g.RoofClosed = !g.RoofClosed
	g.world.Ceiling = g.RoofClosed
	return true
}

// checkMatch checks the points.
func (g *Game) checkMatch() error {
	m := &g.Match
	if most := max(m.Points[0], m.Points[1]); most > m.To || most == m.To && g.Phase == Play {
		return fmt.Errorf("%d to %d points in %s, of %d", m.Points[0], m.Points[1], g.Phase, m.To)
	}
	return nil
}
