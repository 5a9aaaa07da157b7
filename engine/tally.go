package engine

// A Card counts what a level has come to, for the picture at its end. All points
// are as they were paid.
type Card struct {
	Bricks  int // broken
	Points  int // for hits, the combo left out
	Combo   int // points that the combo added
	Best    int // the longest combo
	Cannons int // bricks broken by a ball that another ball had sent
	Cannon  int // points for these
	Caught  int // drops
	Drop    int // points for these
	Drones  int // that a ball or the paddle has ended
	Drone   int // points for these
	Boss    int // points for the boss, when it is dead
	Lost    int // balls that cost a life

	Ticks int // in play
	Par   int // ticks in play from which on there is no bonus for speed

	ParScore int // points that earn a star; 0: there is no such star

	SpeedBonus int // paid when the level is cleared
	CleanBonus int // the same, if no life was lost
	WayOut     int // paid when it was left through the gate of a drop instead

	Warped bool // it was left by [Warp], and nothing paid
}

// Bonuses.
const (
	cannonTicks  = 3 * TicksPerSecond / 2 // after two balls met a brick counts as a cannon
	cannonPoints = 250
	parTicks     = 30 * TicksPerSecond // that a level may take …
	parHit       = 3 * TicksPerSecond  // … and for each hit that it needs
	speedPoints  = 10                  // for each second under par
	cleanPoints  = 1000
)

// beginTally begins the card of a level whose bricks are set up.
func (g *Game) beginTally() {
	l := &g.levels[g.Level]
	g.Card = Card{Par: l.ParTime, ParScore: g.pay(l.ParScore)}
	if l.ParTime > 0 {
		return
	}
	g.Card.Par = parTicks
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Kind.Needed() {
			g.Card.Par += parHit * int(b.Hits)
		}
	}
}

// cannon pays for a brick that ball i has broken, if another ball had sent it.
func (g *Game) cannon(i, k int) {
	if i < 0 || g.rules().Storm || g.Balls[i].sentTo <= g.Tick {
		return
	}
	points := g.pay(cannonPoints)
	g.Card.Cannons++
	g.Card.Cannon += points
	g.emit(Event{Kind: Cannon, Ball: i, Brick: k, At: g.BallAt(i), Value: points})
	g.earn(points)
}

// closeTally pays what is due when a level is cleared, and returns it.
func (g *Game) closeTally() int {
	c := &g.Card
	c.SpeedBonus = g.pay(max(0, c.Par-c.Ticks) / TicksPerSecond * speedPoints)
	if c.Lost == 0 {
		c.CleanBonus = g.pay(cleanPoints)
	}
	g.earn(c.SpeedBonus + c.CleanBonus)
	return c.SpeedBonus + c.CleanBonus
}
