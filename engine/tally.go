package engine

// A Tally counts the earnings of a level, for the summary at its end. All points are as they were
// paid.
type Tally struct {
	Bricks           int // broken
	HitPoints        int // for hits, without the multiplier
	MultiplierPoints int // points that the multiplier added
	BestCombo        int // the longest combo
	BestChain        int // the longest chain
	Cannons          int // bricks broken by a ball that another ball sent
	CannonPoints     int // points for these
	DropsCaught      int // drops
	DropPoints       int // points for these
	Drones           int // ended by a ball or the paddle
	DronePoints      int // points for these
	BossPoints       int // points for killing the boss
	Bucketed         int // balls that came down into buckets
	BucketPoints     int // points for these
	BallsLost        int // balls that cost a life

	Ticks int // in play
	Par   int // ticks in play for the speed bonus

	ParScore int // points that earn a star; 0: there is no such star

	SpeedBonus int // paid when the level is cleared
	CleanBonus int // the same, for the balls that were not lost
	ExitPoints int // points for leaving through the gate of a drop instead

	Warped bool // it was left by [Warp], without bonuses
}

// Bonuses. Those of a cleared level are most of what it pays, since they say how well it was played.
const (
	cannonTicks    = 3 * TicksPerSecond / 2 // after two balls touched, in which a brick counts as a cannon
	cannonPoints   = 250
	parTicks       = 20 * TicksPerSecond    // par of a level …
	parHit         = 3 * TicksPerSecond / 4 // … and more for each hit that it needs
	speedPoints    = 10_000                 // for a level cleared in its par time; in half of it twice as many
	maxSpeedFactor = 3                      // times as many at most
	cleanPoints    = 5000                   // if no ball was lost …
	lostPoints     = 2500                   // … and less for each
)

// SpeedBonus returns the points for a level that was cleared in so many ticks: 10,000 for its par, in
// proportion more for less time, up to 30,000, and fewer for more. Both are at least 1.
func SpeedBonus(par, ticks int) int {
	return int(min(maxSpeedFactor*speedPoints, int64(speedPoints)*int64(par)/int64(ticks))) // more than 32 bits hold
}

// beginTally begins the tally of a level whose bricks are set up.
func (g *Game) beginTally() {
	l := &g.levels[g.Level]
	g.Tally = Tally{Par: l.ParTime, ParScore: g.scalePoints(l.ParScore)}
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
func (g *Game) payCannon(i, k int) {
	if i < 0 || g.rules().Storm || g.Balls[i].cannonUntil <= g.Tick {
		return
	}
	points := g.scalePoints(cannonPoints)
	g.Tally.Cannons++
	g.Tally.CannonPoints += points
	g.emit(Event{Kind: Cannon, Ball: i, Brick: k, At: g.BallAt(i), Value: points})
	g.addPoints(points)
}

// closeTally pays the bonuses of a cleared level, and returns them.
func (g *Game) payBonuses() int {
	c := &g.Tally
	c.SpeedBonus = g.scalePoints(SpeedBonus(c.Par, max(1, c.Ticks)))
	c.CleanBonus = g.scalePoints(max(0, cleanPoints-lostPoints*c.BallsLost))
	g.addPoints(c.SpeedBonus + c.CleanBonus)
	return c.SpeedBonus + c.CleanBonus
}
