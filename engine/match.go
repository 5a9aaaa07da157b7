package engine

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

// matchSpeed is how many times as much a ball gains with each return in a match: 20 of
// them, ten of each player, to the top.
const matchSpeed = 2

// returnSpeed returns how much faster, in units/s, balls are after a return.
func (g *Game) returnSpeed() float64 {
	if g.Faces() {
		return matchSpeed * returnSpeed
	}
	return returnSpeed
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
		if g.Faces() && points >= g.Match.To {
			return k
		}
	}
	return nobody
}

// aloneOnly reports whether drops of the kind mean nothing in a match: points,
// lives, and ways to another level.
func aloneOnly(k DropKind) bool {
	switch k {
	case DropGold, DropLife, DropBreak, DropJoker:
		return true
	}
	return k >= Drop200 && k <= Drop10000
}

// serves reports whether the balls are let go: by who has them in a match, where
// nobody can wait for ever, and else by whoever presses Fire.
func (g *Game) serves(pressed [2]bool) bool {
	if g.Faces() {
		return pressed[g.Server] || g.Tick-g.Since >= serveTicks
	}
	return pressed[0] || pressed[1]
}

// countReturn notes that a ball came off paddle k.
func (g *Game) countReturn(k int) {
	if m := &g.Match; g.Faces() {
		m.Rally++
		m.Longest = max(m.Longest, m.Rally)
		m.Returns[k]++
	}
}

// score gives the point for ball i, which has left the field, to the player at the
// other end. The one who has missed it serves next.
func (g *Game) score(i int) {
	if g.free || g.Phase != Play || g.Winner() != nobody {
		return
	}
	who, at := 1, g.BallAt(i)
	if at.Y < g.H/2 {
		who = 0
	}
	g.Match.Points[who]++
	g.Server = 1 - who
	g.emit(Event{Kind: PointScored, Ball: i, Brick: -1, At: at, Value: who})
}

// watchRally is the part of watch that looks at a rally. It reports whether that is
// over. One that goes on for long gets harder: every so often another ball joins it,
// and each of them is worth a point.
func (g *Game) watchRally() (over bool) {
	if len(g.Balls) == 0 || g.Winner() != nobody {
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
	if g.RunsFor(DropFloor, 1) == g.RoofClosed {
		return false
	}
	if !g.RoofClosed {
		for i := range g.Balls {
			if g.BallAt(i).Y < g.Balls[i].R {
				return false
			}
		}
	}
	g.RoofClosed = !g.RoofClosed
	g.roof = g.RoofClosed
	return true
}
