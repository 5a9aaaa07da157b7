package engine

// A Tally counts the earnings in a level for the summary at its end. Points include the percentages
// of the difficulty and the mode.
type Tally struct {
	Bricks           int // number of broken bricks, without drones
	HitPoints        int // points for hits, without the multiplier
	MultiplierPoints int // additional points from the multiplier
	BestCombo        int // longest combo
	BestChain        int // longest chain
	Cannons          int // bricks broken by a ball after it hit another ball
	CannonPoints     int // points for cannons
	DropsCaught      int // number of drops caught
	DropPoints       int // points for catching drops
	Drones           int // drones destroyed by balls or the paddle
	DronePoints      int // points for destroying drones
	BossPoints       int // points for killing the boss
	Bucketed         int // balls that fell into buckets or were caught in Bonus
	BucketPoints     int // points for balls in buckets
	BallsLost        int // number of times the last ball was lost

	Ticks int // duration of Play so far, in ticks
	Par   int // par time for the speed bonus, in ticks of Play

	ParScore int // points for the score star; 0 means no such star

	SpeedBonus int // points for clearing the level quickly
	CleanBonus int // points for clearing the level with no or few lost balls
	ExitPoints int // points for leaving through the gate of DropExit

	Warped bool // the player skipped the rest of the level
}

// Parameters of bonuses. Most points of a cleared level are bonuses, because bonuses reward skill.
const (
	cannonTicks    = 3 * TicksPerSecond / 2 // time after hitting another ball in which a broken brick is a cannon
	cannonPoints   = 250                    // points for each cannon
	parTicks       = 20 * TicksPerSecond    // constant part of the par time
	parPerHit      = 3 * TicksPerSecond / 4 // part of the par time for each required hit
	speedPoints    = 10_000                 // points for the par time of a level; proportionally more for less time
	maxSpeedFactor = 3                      // maximum factor of speedPoints
	cleanPoints    = 5000                   // points for clearing a level without losing a ball
	lostBallPoints = 2500                   // reduction of cleanPoints for each lost ball
)

// SpeedBonus returns the points for clearing a level in the given number of ticks, if its par time
// is par ticks. It returns 10,000 for the par time. The points are inversely proportional to the
// time, up to 30,000. Both arguments must be at least 1.
func SpeedBonus(par, ticks int) int {
	// int64 because the product can exceed 32 bits
	return int(min(maxSpeedFactor*speedPoints, int64(speedPoints)*int64(par)/int64(ticks)))
}

// beginTally resets the tally for a level whose bricks are set up.
func (g *Game) beginTally() {
	l := &g.levels[g.Level]
	g.Tally = Tally{Par: l.ParTime, ParScore: g.scalePoints(l.ParScore)}
	if l.ParTime > 0 {
		return
	}
	g.Tally.Par = parTicks
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Kind.Needed() {
			g.Tally.Par += parPerHit * int(b.Hits)
		}
	}
}

// payCannon pays the points for a cannon if ball i, which broke brick k, had hit another ball
// shortly before. If i is −1, no ball broke the brick directly.
func (g *Game) payCannon(i, k int) {
	if i < 0 || g.modeRow().Storm || g.Balls[i].cannonUntil <= g.Tick {
		return
	}
	points := g.scalePoints(cannonPoints)
	g.Tally.Cannons++
	g.Tally.CannonPoints += points
	g.emit(Event{Kind: Cannon, Ball: i, Brick: k, At: g.BallAt(i), Value: points})
	g.addPoints(points)
}

// payBonuses pays the bonuses of a cleared level. It returns their sum.
func (g *Game) payBonuses() int {
	c := &g.Tally
	c.SpeedBonus = g.scalePoints(SpeedBonus(c.Par, max(1, c.Ticks)))
	c.CleanBonus = g.scalePoints(max(0, cleanPoints-lostBallPoints*c.BallsLost))
	g.addPoints(c.SpeedBonus + c.CleanBonus)
	return c.SpeedBonus + c.CleanBonus
}
