package engine

// A Tally counts the earnings of a level, for the summary at its end. All points are as they were
// paid.
type Tally struct {
	Bricks   int // broken
	Points   int // for hits, without the combo
	Combo    int // points that the combo added
	Best     int // the longest combo
	Cannons  int // bricks broken by a ball that another ball sent
	Cannon   int // points for these
	Caught   int // drops
	Drop     int // points for these
	Drones   int // ended by a ball or the paddle
	Drone    int // points for these
	Boss     int // points for killing the boss
	Bucketed int // balls that came down into buckets
	Bucket   int // points for these
	Lost     int // balls that cost a life

	Ticks int // in play
	Par   int // ticks in play for the speed bonus

	ParScore int // points that earn a star; 0: there is no such star

	SpeedBonus int // paid when the level is cleared
	CleanBonus int // the same, if no life was lost
	WayOut     int // points for leaving through the gate of a drop instead

	Warped bool // it was left by [Warp], without bonuses
}

// Bonuses.
const (
	cannonTicks  = 3 * TicksPerSecond / 2 // after two balls touched, in which a brick counts as a cannon
	cannonPoints = 250
	parTicks     = 30 * TicksPerSecond // par of a level …
	parHit       = 3 * TicksPerSecond  // … and more for each hit that it needs
	speedPoints  = 10                  // for each second under par
	cleanPoints  = 1000
)

// beginTally begins the tally of a level whose bricks are set up.
func (g *Game) beginTally() {
	l := &g.levels[g.Level]
	g.Tally = Tally{Par: l.ParTime, ParScore: g.pay(l.ParScore)}
	if l.ParTime > 0 {
		return
	}
	g.Tally.Par = parTicks
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Kind.Needed() {
			g.Tally.Par += parHit * int(b.Hits)
		}
	}
}

// cannon pays for a brick that ball i has broken, if another ball had sent the ball.
func (g *Game) cannon(i, k int) {
	if i < 0 || g.rules().Storm || g.Balls[i].sentTo <= g.Tick {
		return
	}
	points := g.pay(cannonPoints)
	g.Tally.Cannons++
	g.Tally.Cannon += points
	g.emit(Event{Kind: Cannon, Ball: i, Brick: k, At: g.BallAt(i), Value: points})
	g.earn(points)
}

// closeTally pays the bonuses of a cleared level, and returns them.
func (g *Game) closeTally() int {
	c := &g.Tally
	c.SpeedBonus = g.pay(max(0, c.Par-c.Ticks) / TicksPerSecond * speedPoints)
	if c.Lost == 0 {
		c.CleanBonus = g.pay(cleanPoints)
	}
	g.earn(c.SpeedBonus + c.CleanBonus)
	return c.SpeedBonus + c.CleanBonus
}
