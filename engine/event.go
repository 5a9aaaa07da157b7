package engine

import "arkterm/engine/geom"

// An Event tells what happened, for effects and sounds. Nothing in the engine
// listens to them.
type Event struct {
	Kind  EventKind
	Ball  int      // index of the ball, or −1
	Brick int      // index of the brick, or −1
	At    geom.Vec // point of contact
	N     geom.Vec // normal toward the ball
	Value int      // points for BrickHit and BrickBroken, else 0
}

// An EventKind says what an Event is about.
type EventKind uint8

// The kinds of event.
const (
	WallHit     EventKind = iota
	PaddleHit             // a ball came off the paddle
	BrickHit              // a brick was touched and stands
	BrickBroken           // a brick was touched and is gone
	BallHit               // two balls met
	BallServed
	BallLost
	BallNudged  // the stuck guard turned a ball a little
	LifeWon     // the score brought another life
	LevelBegun  // a new level is set up
	LevelClear  // the last brick that must be broken is gone; Value is the bonus
	GameEnded   // Phase is Over or Won
	RecallReady // Recall was set
	ShotFired   // the paddle shot; At is where the shot ended
	PaddleStunned
	BrickLit      // a fuse burns
	BrickExploded // it takes its neighbours along
	BrickGrown    // one stands where none was
	BrickHealed   // it has a hit more
	BallTravelled // a ball came out of a portal; At is where
	BallBumped    // a bumper made a ball faster
	BallScattered // chance chose where a ball goes
	DropBegun     // a brick let something fall; Value is the DropKind of it, as below
	DropCaught
	DropLost
	DropEnded   // it does not run any longer
	LevelLeft   // through the gate of a drop; Value is what that was worth
	Cannon      // a ball that another one sent broke a brick
	BallHeld    // a ball sticks to the paddle
	PointScored // in a match; Value is the paddle of who has scored
	LevelWarped // the player has left it for the next one
	DroneBegun
	BossBlocked // a ball came off a side of the boss that cannot be hurt
	BossChanged // it begins the phase Value, counted from 1
	BossKilled  // Value is what that was worth
	VolleyShot  // the boss has shot Value bolts; At is where from
	BoltOut     // a ball has put a bolt out
	TimeWon     // the clock goes back by Value ticks
	TimeLost    // … or on
	RowLanded   // a brick came too low, at At
)

func (g *Game) emit(e Event) {
	if len(g.Events) < cap(g.Events) {
		g.Events = append(g.Events, e)
	}
}
