package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// TicksPerSecond is the number of ticks in a second of the game.
const TicksPerSecond = world.TicksPerSecond

// A Control is the input of one player in one tick.
type Control struct {
	// Move steers the paddle by keys: −MoveFull is full speed to the left,
	// MoveFull to the right; values in between scale the speed.
	Move int8
	// Target is the desired middle of the paddle, in 1/64 unit from the left wall, or NoTarget. It
	// takes precedence over Move.
	Target int16
	// Buttons holds the pressed buttons.
	Buttons Button
}

// MoveFull is the Move of a key held down.
const MoveFull = 64

// NoTarget is the Target of a player who steers by keys. The zero Control asks
// for the left wall, so a Control starts from [Idle].
const NoTarget = -1

// Idle is the Control of an inactive player.
var Idle = Control{Target: NoTarget}

// A Button is a set of buttons.
type Button uint8

// The buttons. The engine reacts when one is pressed, not while it is held.
const (
	Fire Button = 1 << iota // serves, launches, shoots, accepts the recall of a stuck ball, or shoves balls in flight
	Warp                    // leads to the next level if [Game.CanWarp] allows it
	Up                      // shoves the balls in flight up
	Down                    // … down
)

// An Input holds the controls of all players in one tick; the second one is for modes with two
// paddles.
type Input [2]Control

// A Phase says what the game is doing.
type Phase uint8

// The phases of a game.
const (
	Serve Phase = iota // the balls lie on the paddle, the aim swings; Fire launches them
	Play               // balls fly
	Lost               // the last ball is lost; Serve or Over follows
	Clear              // the level is cleared; the next one or Won follows
	Over               // no lives left; nothing moves any more
	Won                // the last level is cleared; nothing moves any more
	Bonus              // between Play and Clear: the balls come down into buckets; see buckets.go
)

var phaseNames = [...]string{"serve", "play", "lost", "clear", "over", "won", "bonus"}

func (p Phase) String() string { return phaseNames[p] }

// Ended reports whether the game has ended, won or lost.
func (p Phase) Ended() bool { return p == Over || p == Won }

// A Ball is the state of a ball in the rules. Its motion is that of the disc with the same index;
// see [Game.BallAt] and [Game.Disc].
type Ball struct {
	Gone     bool // of a storm: it is lost, and only its index remains
	Returned bool // of a storm: the paddle has returned it since it was launched

	ChargedUntil uint64 // a beam has charged it: before this tick its hits count twice

	offset float64 // while it is held: its place, from the paddle's middle
	paddle uint8   // the paddle that it lies on or touched last

	hitPaid        bool     // it has hit a brick that paid, since it last touched a paddle
	idleContacts   int      // contacts since it last did something useful, or was nudged
	levelTicks     uint16   // ticks for which its course is level, or is bent because it was
	lastUseful     float64  // Game.flown at its last useful contact
	lastNudge      float64  // Game.flown at its last useful contact or nudge
	cannonUntil    uint64   // another ball has sent it: before this tick it makes cannons
	touchedCeiling bool     // it has touched the ceiling since it was served
	kind           ballKind // its kind apart from running effects
	launchIn       uint16   // while it is held in Play: ticks until it is launched
}

// A Brick is the state of a brick of the current level in the rules. [Game.Shape] returns its
// place, and [Game.Obstacle] whether it moves and the way of a gate.
type Brick struct {
	Kind spec.Kind
	Hue  uint8
	Hits uint8 // remaining hits; 0: it is gone

	Unseen bool          // it is hidden until it is hit
	Lit    bool          // its fuse burns
	Pair   int32         // the portal that this one leads to, or −1
	Holds  spec.DropKind // what falls when it is broken

	regained uint8  // hits that it has regained, which pay nothing
	timer    uint16 // ticks until it heals, explodes or grows; 0: it does not run
}

// A Paddle is the state of a paddle in the rules. [Game.Capsule] returns its place and width.
type Paddle struct {
	StunnedUntil uint64 // a beam has stunned it: before this tick it cannot move

	Top bool // it hangs at the ceiling and sends balls down

	keyDir     int8    // direction of the last key
	keyTicks   uint16  // ticks for which the key was held, at most KeyRamp
	targetHalf float64 // half of its desired width
}

// Game is the state of a game. Its fields are for reading; only Step changes them.
type Game struct {
	Mode       Mode
	Tick       uint64 // ticks since the start
	Phase      Phase
	PhaseBegan uint64 // the tick in which Phase began
	Level      int    // index of the current level in Config.Levels
	Score      int
	Lives      int // lives, including the ball in play
	Combo      int // bricks broken since the last touch of the paddle
	Chain      int // returns in a row, of any ball, of which each has hit a brick that paid

	BestCombo  int     // of the game
	Speed      float64 // speed of the ramp, units/s
	BricksLeft int     // bricks that must still be broken
	Recall     bool    // a ball is stuck, and Fire recalls it
	Finale     bool    // few bricks are left, see finale.go
	Shots      int     // laser shots that Fire can shoot in Play

	TicksLeft      int            // ticks until the game is over, in modes with a time limit
	Rows           Rows           // of modes with rows
	StormBalls     StormBalls     // of a storm
	ChallengeState ChallengeState // of a challenge

	Difficulty    Difficulty
	UsedAssists   Assist        // the assists that were on in any tick so far
	FloorClosed   bool          // an effect has closed the floor
	CeilingClosed bool          // an effect has closed the ceiling
	Server        int           // the paddle that serves
	Match         Match         // state of a match
	Shoves        [2]ShoveState // of the players

	W, H    float64 // the field
	Balls   []Ball
	Bricks  []Brick // all bricks of the level; gone ones have Hits 0
	Paddles []Paddle

	Tally           Tally     // of the level
	Drops           []Drop    // falling drops
	Emitters        []Emitter // of the level
	Drones          []Drone   // places for them; see Drone
	Boss            Boss      // of the level, if it has one
	Bolts           []Bolt    // the boss's bolts
	Events          []Event   // what happened in the last tick, in order; 256 at most
	DiscardedEvents int       // how much more happened in it than Events has room for
	work            uint64    // see Work

	levels            []spec.Level
	floorAlwaysClosed bool // the floor is a wall regardless of effects

	easiest   Difficulty // easiest difficulty so far; Usual: it never changed
	assists   Assist     // active assists
	timeSpeed int        // percent; see Rate

	bricksNeeded int // bricks that had to be broken when the level began
	stormSize    int // balls at the beginning of a storm
	day          Day // of a daily game

	dropPercent        int // percent of the bricks without a drop of their own that release one
	defaultDropPercent int // the default of dropShare
	effects            [spec.NumDrops]effect

	rng           Random
	fire          [2]bool   // Fire of each player is pressed
	shoveButtons  [2]Button // Up and Down, as far as they are pressed
	ticksSinceHit int       // ticks in Play since a brick lost a hit, or one burst
	overdueBrick  int32     // the brick that bursts next, see finale.go; −1: none yet
	distanceFlown float64   // units that a ball with the Pace has flown in Play since the level began
	healTicks     uint16    // ticks by which bricks heal in this tick
	levelBegan    uint64    // the tick in which the level began
	lastShot      [2]uint64 // the ticks of the last shots, or 0
	lastHitter    uint8     // the paddle whose ball or shot last hit a brick

	enemy       enemies
	crossings   []Crossing // reused by beams
	timedBricks []int32    // bricks with running timers
	magnets     []int32    // bricks that are magnets

	// The motion. Balls, Bricks and Paddles have the indices of its discs, obstacles and capsules.
	world world.World
}

// BallAt returns the present middle of ball i.
func (g *Game) BallAt(i int) geom.Vec {
	d := &g.world.Discs[i]
	if !d.Held {
		return g.world.At(i)
	}
	b := &g.Balls[i]
	k := int(b.paddle)
	return geom.Vec{X: geom.Clamp(g.world.Capsules[k].X+b.offset, d.R, g.W-d.R), Y: g.FrontY(k, d.R)}
}

// Disc returns the disc of ball i. It is for reading.
func (g *Game) Disc(i int) *world.Disc { return &g.world.Discs[i] }

// Capsule returns the capsule of paddle k. It is for reading.
func (g *Game) Capsule(k int) *world.Capsule { return &g.world.Capsules[k] }

// Obstacle returns the obstacle of brick k. It is for reading.
func (g *Game) Obstacle(k int) *world.Obstacle { return &g.world.Obstacles[k] }

// Shape returns the present outline of brick k. It is for reading.
func (g *Game) Shape(k int) *geom.Polygon { return g.world.Obstacles[k].Shape }

// New returns a game at its first level, ready to serve. It returns an error if the configuration
// has no levels, or a value out of range.
func New(c Config) (*Game, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}

	g := &Game{
		Mode: c.Mode, Level: c.First, Lives: c.Lives, Difficulty: c.Difficulty, Speed: Difficulties[c.Difficulty].StartSpeed,
		W: c.W, H: c.H,
		levels: c.Levels, floorAlwaysClosed: c.Floor || Modes[c.Mode].ClosedFloor, defaultDropPercent: c.Drops,
		rng: Random(c.Seed), assists: c.Assists, timeSpeed: c.Speed, TicksLeft: Modes[c.Mode].TimeLimit,
		world: world.New(c.W, c.H),
	}
	g.world.MaxContacts = maxContacts
	g.UsedAssists = g.Terms().used()

	for _, p := range c.paddles() {
		g.Paddles = append(g.Paddles, Paddle{targetHalf: p.Half, Top: c.Mode.Versus() && len(g.Paddles) > 0})
		g.world.AddCapsule(p)
	}

	g.Match.WinPoints = c.WinPoints
	g.Events = make([]Event, 0, 16)
	g.Balls = make([]Ball, 0, max(maxBalls, c.Storm))
	g.stormSize, g.day = c.Storm, c.Day
	g.Drops = make([]Drop, 0, maxDrops)

	if c.Start != nil {
		g.resume(c.Start)
	}
	g.setUpLevel()
	return g, nil
}

// A Result is the outcome of a game.
type Result struct {
	Ticks uint64
	Score int
	Level int // index
	Phase Phase
	Hash  uint64
}

// World returns the name of the world that the current level is of, or "".
func (g *Game) World() string { return g.levels[g.Level].World }

// WorldBegins reports whether the level is the first one of its world.
func (g *Game) WorldBegins() bool {
	return g.World() != "" && (g.Level == 0 || g.levels[g.Level-1].World != g.World())
}

// Result returns the outcome of g so far.
func (g *Game) Result() Result { return Result{g.Tick, g.Score, g.Level, g.Phase, g.Hash()} }
