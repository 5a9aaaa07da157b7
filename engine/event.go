package engine

import "arkterm/engine/geom"

// An Event reports what happened, for effects and sounds. The engine itself ignores events.
type Event struct {
	Kind         EventKind
	Ball         int      // index of the ball, or −1
	Brick        int      // index of the brick, or −1
	At           geom.Vec // point of contact
	N            geom.Vec // normal toward the ball
	Value        int      // points for BrickHit and BrickBroken, else 0
	Other        int      // BallHit: index of the other ball, else 0
	TickFraction float64  // how much of the tick had passed, from 0 to 1
}

// An EventKind is the kind of an Event.
type EventKind uint8

// The kinds of event.
const (
	WallHit     EventKind = iota
	PaddleHit             // a ball came off the paddle
	BrickHit              // a brick was hit and stands
	BrickBroken           // a brick was hit and is gone
	BallHit               // two balls touched
	BallServed
	BallLost
	BallNudged   // the stuck guard turned a ball a little
	LifeGained   // the score brought another life
	LevelStarted // a new level is set up
	LevelClear   // the last brick that must be broken is gone; Value is the bonus
	GameEnded    // Phase is Over or Won
	RecallReady  // Recall was set
	ShotFired    // the paddle shot; At is where the shot ended
	PaddleStunned
	FuseLit        // a fuse burns
	BrickExploded  // it breaks its neighbours
	BrickGrown     // a brick has appeared
	BrickHealed    // a brick has regained a hit
	BallTeleported // a ball came out of a portal; At is where
	BallBumped     // a bumper made a ball faster
	BallScattered  // a ball was sent in a random direction
	DropReleased   // a brick released a drop; Value is its DropKind, as below
	DropCaught
	DropLost
	DropEnded   // its effect has ended
	LevelExited // through the gate of a drop; Value is its points
	Cannon      // a ball sent by another ball broke a brick
	BallHeld    // a ball sticks to the paddle
	PointScored // in a match; Value is the paddle of the player who scored
	LevelWarped // the player has left the level for the next one
	DroneEntered
	BossBlocked   // a ball came off a side of the boss that cannot be hurt
	BossChanged   // it begins the phase Value, counted from 1
	BossKilled    // Value is its points
	VolleyShot    // the boss has shot Value bolts from At
	BoltDestroyed // a ball has removed a bolt
	TimeGained    // Value ticks were added to the time limit
	TimeLost      // … or taken from it
	RowLanded     // a row came too low, at At
	BallsShoved   // Value is the paddle of the player, here and below
	TimeSlowed    // a second shove slows time
	ShoveReady    // the meter has enough for another shove
	ShoveMissed   // it has not enough

	BallTurned    // a ball has flown level for so long that its course bends
	FinaleStarted // few bricks are left; Value is their number
	LastBrick     // one brick is left
	BrickOverdue  // nobody hits it: it is about to burst
	BrickBurst    // it has burst, and pays nothing
	BonusStarted  // the last brick that must be broken is gone, and the balls come down
	BucketPaid    // one has come down at At; Value is its points

	BoltHit         // a bolt has stunned the paddle Value, and made it narrower
	ChallengeFailed // the twist of a challenge has taken the balls
	DropSent        // in a match: the drop Value that one has caught acts on the other one, whose paddle is at At

	NumEvents = int(iota) // number of kinds
)

// mostEvents is how many events a tick has room for. Few have more than two.
const maxEvents = 256

// emit appends e to the events of the tick. Where there is no room, it is counted in Missed.
func (g *Game) emit(e Event) {
	if len(g.Events) == maxEvents {
		g.DiscardedEvents++
		return
	}
	in, now := g.Tick%TicksPerSecond, g.world.Now()
	if in == 0 && now >= 1 {
		now = 0 // the last epoch's end; the motion has not begun
	}
	e.TickFraction = geom.Clamp(float64(now*TicksPerSecond)-float64(in), 0, 1)
	g.Events = append(g.Events, e)
}
