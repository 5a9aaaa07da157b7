package engine

import "arkterm/engine/geom"

// An Event reports an occurrence in the game, for effects and sounds. Events do not affect the
// game.
type Event struct {
	Kind         EventKind
	Ball         int      // index of the ball, or −1
	Brick        int      // index of the brick, or −1
	At           geom.Vec // point of contact, or position of the object
	N            geom.Vec // normal toward the ball
	Value        int      // meaning depends on Kind; 0 if unused
	Other        int      // index of the other ball for BallHit, otherwise 0
	TickFraction float64  // time within the tick, 0 to 1
}

// An EventKind is the kind of an Event.
type EventKind uint8

// The kinds of event.
const (
	WallHit        EventKind = iota // a ball bounced off a wall
	PaddleHit                       // a ball bounced off a paddle
	BrickHit                        // a brick was hit and remains; Value is the points
	BrickBroken                     // a brick broke; Value is the points
	BallHit                         // two balls touched
	BallServed                      // a ball was launched or added in flight
	BallLost                        // a ball left the field
	BallNudged                      // a ball in a loop was turned by a few degrees
	LifeGained                      // the player got an extra life
	LevelStarted                    // a new level is set up
	LevelClear                      // the last required brick is gone; Value is the bonus
	GameEnded                       // the game ended; Game.Phase is Over or Won
	RecallReady                     // Fire can recall a stuck ball
	ShotFired                       // paddle Value fired a laser shot, which ended at At
	PaddleStunned                   // a beam, shot or bolt stunned a paddle
	FuseLit                         // a broken brick will explode
	BrickExploded                   // a brick broke its neighbors
	BrickGrown                      // a brick has appeared
	BrickHealed                     // a brick has regained a hit
	BallTeleported                  // a ball left a portal at At
	BallBumped                      // a bumper sped a ball up
	BallScattered                   // a ball was reflected in a random direction
	DropReleased                    // a brick released a drop; Value is its DropKind, also in the next three events
	DropCaught                      // a paddle caught a drop
	DropLost                        // a drop left the field or was destroyed
	DropEnded                       // the effect of a drop ended
	LevelExited                     // the player left the level through the gate of DropExit; Value is the points
	Cannon                          // a ball broke a brick after hitting another ball; Value is the points
	BallHeld                        // a paddle holds a ball
	PointScored                     // a player scored a point in a match; Value is the paddle of this player
	LevelWarped                     // the player skipped to the next level
	DroneEntered                    // a drone appeared at a gate or below the boss
	BossBlocked                     // a ball hit a side of the boss where hits do not count
	BossChanged                     // the boss started phase Value, counted from 1
	BossKilled                      // the boss was killed; Value is the points
	VolleyShot                      // the boss shot Value bolts from At
	BoltDestroyed                   // a ball removed a bolt
	TimeGained                      // Value ticks were added to the time limit
	TimeLost                        // Value ticks were subtracted from the time limit
	RowLanded                       // the brick Brick at At was removed because its row got too low
	BallsShoved                     // a shove started; Value is the player's paddle, also in the next three events
	TimeSlowed                      // slow motion started
	ShoveReady                      // the meter has enough charge for another shove
	ShoveMissed                     // the meter has too little charge for a shove

	BallTurned    // a ball starts to turn because it flew nearly horizontally for too long
	FinaleStarted // few bricks are left; Value is their number
	LastBrick     // one brick is left, or the boss Brick has one hit left
	BrickOverdue  // a brick will burst because no brick has been hit for a long time
	BrickBurst    // a brick burst and paid no points
	BonusStarted  // all required bricks are gone, and the balls fall into buckets
	BucketPaid    // a ball arrived at At; Value is the points

	BoltHit         // a bolt stunned the paddle Value and made it narrower
	ChallengeFailed // the player broke the rule of a challenge and loses the balls
	DropSent        // in a match, a caught drop of kind Value affects the opponent's paddle at At
	BallSaved       // the floor returned a ball that would have been lost; see Game.Saves
	BossOpened      // all sides of the boss became weak until the next hit
	WireCut         // trip wire Value was cut at At

	NumEvents = int(iota) // number of kinds
)

// maxEvents is the maximum number of events of a tick. Most ticks have at most two.
const maxEvents = 256

// emit sets TickFraction and appends e to the events of the tick. If there is no room, it
// increments DiscardedEvents instead.
//
//go:noinline // would be copied into many callers
func (g *Game) emit(e Event) {
	if len(g.Events) == maxEvents {
		g.DiscardedEvents++
		return
	}
	ticks, now := g.Tick%TicksPerSecond, g.world.Now()
	if ticks == 0 && now >= 1 {
		now = 0 // the motion of this tick has not begun, so the world is still at the end of its last epoch
	}
	e.TickFraction = geom.Clamp(float64(now*TicksPerSecond)-float64(ticks), 0, 1)
	g.Events = append(g.Events, e)
}
