package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// TicksPerSecond is the number of ticks per second of game time.
const TicksPerSecond = world.TicksPerSecond

// A Control is the input of one player in one tick.
type Control struct {
	// Move steers the paddle with keys, from −MoveFull (full speed left) to MoveFull (full speed
	// right).
	Move int8
	// Target is the desired center of the paddle in 1/64 unit from the left wall, or NoTarget. It
	// takes precedence over Move.
	Target int16
	// Buttons holds the pressed buttons.
	Buttons Button
}

// MoveFull is the value of Move while the key for right is held down. For left, it is −MoveFull.
const MoveFull = 64

// NoTarget is the Target of a player who steers with keys. Use [Idle] as the initial value of a
// Control, because the zero Control steers to the left wall.
const NoTarget = -1

// Idle is the Control of a player who presses nothing.
var Idle = Control{Target: NoTarget}

// A Button is a set of buttons.
type Button uint8

// The buttons. The engine reacts to the start of a press. Two buttons also work while they are
// held: Warp and, while DropWeapon is active, Fire.
const (
	Fire Button = 1 << iota // serves, launches, shoots, recalls stuck balls, or shoves balls in flight
	Warp                    // skips to the next level if [Game.CanWarp] allows it
	Up                      // shoves balls in flight up
	Down                    // shoves balls in flight down
)

// An Input contains the controls of all players in one tick. The second control is for modes with
// two paddles.
type Input [2]Control

// A Phase is a stage of the game.
type Phase uint8

// The phases of a game.
const (
	Serve Phase = iota // the balls are on the paddle and the aim swings; Fire launches them
	Play               // balls are in flight
	Lost               // the last ball is lost; Serve or Over follows
	Clear              // the level is cleared; the next level or Won follows
	Over               // no lives are left, and the game has ended
	Won                // the last level is cleared, and the game has ended
	Bonus              // between Play and Clear: balls fall into buckets; see buckets.go
)

var phaseNames = [...]string{"serve", "play", "lost", "clear", "over", "won", "bonus"}

func (p Phase) String() string { return phaseNames[p] }

// Ended reports whether the game is won or lost.
func (p Phase) Ended() bool { return p == Over || p == Won }

// A Ball is the state of a ball in the rules. The disc with the same index stores its motion. See
// [Game.BallAt] and [Game.Disc].
type Ball struct {
	// Used in storms.
	Gone     bool // the ball is lost, but remains in Game.Balls
	Returned bool // a paddle has returned the ball since its launch
	Dim      bool // its hits do not count until a paddle returns it

	ChargedUntil uint64 // tick before which its hits count twice, because a beam charged it

	offset float64 // offset from the paddle's center, while held
	paddle uint8   // paddle that holds it or touched it last

	hitPaid         bool     // it has hit a brick that paid points since it last touched a paddle
	idleContacts    int      // contacts since its last useful contact or nudge; see stuck.go
	horizontalTicks uint16   // ticks of nearly horizontal flight, including the turn that ends it
	lastUseful      float64  // Game.distanceFlown at its last useful contact
	lastNudge       float64  // Game.distanceFlown at its last useful contact or nudge
	cannonUntil     uint64   // tick before which a brick that it breaks is a cannon, because it hit another ball
	touchedCeiling  bool     // it has touched the ceiling since it was served
	kind            ballKind // kind, independent of active effects
	pathAt          geom.Vec // end of its path so far in this tick; see tripwires.go
	ticksToLaunch   uint16   // ticks until its launch, while held in Play
}

// A Brick is the state of a brick in the rules. [Game.Shape] returns its outline, and
// [Game.Obstacle] its motion and the direction of a gate.
type Brick struct {
	Kind spec.Kind
	Hue  uint8 // index of its color, less than spec.NumHues
	Hits uint8 // remaining hits; 0 means that the brick is absent

	Hidden bool          // hidden until it is hit
	Lit    bool          // its fuse is burning
	Pair   int32         // index of the paired portal, or −1
	Drop   spec.DropKind // drop that it releases when broken

	returning bool   // its timer restores the brick, see match_bricks.go
	regained  uint8  // number of hits that it has regained; they pay no points
	timer     uint16 // ticks until it heals, explodes or grows; 0 means that no timer is running
}

// A Paddle is the state of a paddle in the rules. [Game.Capsule] returns its position and width.
type Paddle struct {
	StunnedUntil uint64 // tick before which it cannot move, because a beam stunned it

	Top bool // the paddle is at the ceiling and sends balls down

	keyDir     int8    // direction of the last key
	keyTicks   uint16  // ticks for which the key has been held, at most KeyRamp
	targetHalf float64 // half of its target width
}

// A Game is the state of a game. Callers may read its fields, but only its methods change them.
type Game struct {
	Mode       Mode
	Tick       uint64 // ticks since the start
	Phase      Phase
	PhaseBegan uint64 // tick in which Phase started
	Level      int    // index of the current level in Config.Levels
	Score      int
	Lives      int // remaining lives, including the ball in play
	Combo      int // bricks broken since the last return
	Chain      int // consecutive returns, each followed by a hit that paid points

	BestCombo  int     // maximum of Combo in the game
	Speed      float64 // ball speed without effects, units/s; it increases during play
	BricksLeft int     // bricks that must still be broken
	CanRecall  bool    // all balls are stuck, and Fire puts them back on the paddle
	Finale     bool    // few bricks are left, and balls are faster; see finale.go
	Saves      int     // number of balls that the floor still returns in this level
	Shots      int     // laser shots that Fire can shoot in Play

	TicksLeft      int            // ticks until the game ends, if the mode or level has a time limit
	Rows           Rows           // used in modes with rows
	StormBalls     StormBalls     // used in storms
	ChallengeState ChallengeState // used in challenges

	Difficulty    Difficulty
	UsedAssists   Assist        // assists that were on in any tick so far
	FloorClosed   bool          // an effect has closed the floor
	CeilingClosed bool          // an effect has closed the ceiling
	Server        int           // paddle that serves
	Match         Match         // used in matches
	Shoves        [2]ShoveState // one for each player

	W, H    float64 // size of the field
	Balls   []Ball
	Bricks  []Brick // all bricks of the level; absent bricks have Hits 0
	Paddles []Paddle

	Tally           Tally     // earnings in the level
	Drops           []Drop    // falling drops
	Emitters        []Emitter // emitters of the level
	Wires           []Wire    // trip wires of the level
	Drones          []Drone   // slots for drones; see Drone
	Boss            Boss      // zero value if the level has no boss
	Bolts           []Bolt    // bolts of the boss
	Events          []Event   // occurrences in the last tick, in order, at most 256
	DiscardedEvents int       // number of events of the last tick that did not fit into Events

	work uint64 // work so far; see Work

	levels            []spec.Level
	floorAlwaysClosed bool // the floor is a wall regardless of effects

	easiest   Difficulty // easiest difficulty so far, or DefaultDifficulty if it never changed
	assists   Assist     // active assists
	timeSpeed int        // percent; see Rate

	bricksNeeded int    // number of required bricks at the start of the level
	stormSize    int    // initial number of balls in a storm
	stormRest    uint16 // in storms, ticks in Play since the paddle last moved
	day          Day    // used in daily games

	dropPercent        int // chance that a brick without a drop releases a random one, in percent
	defaultDropPercent int // dropPercent of levels that do not set it
	effects            [spec.NumDrops]effect

	rng           Random
	fireHeld      [2]bool   // whether Fire is pressed, for each player
	shoveButtons  [2]Button // which of Up and Down are pressed, for each player
	ticksSinceHit int       // ticks in Play since a brick lost a hit or burst
	overdueBrick  int32     // index of the brick that will burst, or −1; see finale.go
	layout        uint32    // number of the current layout; see Layout
	distanceFlown float64   // distance in units that a ball at BallSpeed has flown in Play since the start of the level
	healTicks     uint16    // ticks by which healing advances in this tick
	levelBegan    uint64    // tick in which the level started
	lastShot      [2]uint64 // tick of the last shot of each player, or 0
	lastHitter    uint8     // paddle whose ball or shot last hit a brick

	enemies     enemies
	crossings   []Crossing // reused when tracing beams
	timedBricks []int32    // bricks with running timers
	magnets     []int32    // bricks that attract balls
	opposites   []int32    // in matches, for each brick, the brick that returns together with it, or −1

	// Discs, obstacles and capsules of the world have the same indices as Balls, Bricks and
	// Paddles.
	world *world.World
}

// BallAt returns the current center of ball i.
func (g *Game) BallAt(i int) geom.Vec {
	d := &g.world.Discs[i]
	if !d.Held {
		return g.world.At(i)
	}
	b := &g.Balls[i]
	k := int(b.paddle)
	return geom.Vec{X: geom.Clamp(g.world.Capsules[k].X+b.offset, d.R, g.W-d.R), Y: g.FrontY(k, d.R)}
}

// Disc returns the disc of ball i. Callers must not modify it.
func (g *Game) Disc(i int) *world.Disc { return &g.world.Discs[i] }

// Capsule returns the capsule of paddle k. Callers must not modify it.
func (g *Game) Capsule(k int) *world.Capsule { return &g.world.Capsules[k] }

// Obstacle returns the obstacle of brick k, with its current outline. Callers must not modify it.
func (g *Game) Obstacle(k int) *world.Obstacle {
	g.world.ShapeOf(k)
	return &g.world.Obstacles[k]
}

// Shape returns the current outline of brick k. Callers must not modify it.
func (g *Game) Shape(k int) *geom.Polygon { return g.world.ShapeOf(k) }

// New returns a game in the phase Serve of its first level. It returns an error if the
// configuration has no levels or a value is out of range.
func New(c Config) (*Game, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}

	g := &Game{
		Mode: c.Mode, Level: c.First, Lives: c.Lives, Difficulty: c.Difficulty,
		Speed: Difficulties[c.Difficulty].StartSpeed,
		W:     c.W, H: c.H,
		levels: c.Levels, floorAlwaysClosed: c.ClosedFloor || Modes[c.Mode].ClosedFloor, defaultDropPercent: c.Drops,
		rng: Random(c.Seed), assists: c.Assists, timeSpeed: c.Speed, TicksLeft: Modes[c.Mode].TimeLimit,
		world: world.New(c.W, c.H),
	}
	g.world.MaxContacts = maxContacts
	g.UsedAssists = g.Terms().usedAssists()

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
	Ticks uint64 // duration
	Score int
	Level int // index of the last level
	Phase Phase
	Hash  uint64 // Game.Hash at the end
}

// World returns the name of the world that contains the current level, or "".
func (g *Game) World() string { return g.levels[g.Level].World }

// LevelName returns the name of the current level, or "".
func (g *Game) LevelName() string { return g.levels[g.Level].Name }

// NumLevels returns the number of levels of the game.
func (g *Game) NumLevels() int { return len(g.levels) }

// WorldBegins reports whether the current level is the first one of a world.
func (g *Game) WorldBegins() bool {
	return g.World() != "" && (g.Level == 0 || g.levels[g.Level-1].World != g.World())
}

// Result returns the current outcome of g.
func (g *Game) Result() Result { return Result{g.Tick, g.Score, g.Level, g.Phase, g.Hash()} }
