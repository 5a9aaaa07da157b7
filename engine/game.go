package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// TicksPerSecond is how many ticks make a second of the game.
const TicksPerSecond = world.TicksPerSecond

// A Control is what one player asks for in one tick.
type Control struct {
	// Move steers the paddle by keys: −MoveFull is full speed to the left,
	// MoveFull to the right; values in between scale the speed.
	Move int8
	// Target is where the middle of the paddle should go, in 1/64 unit from the
	// left wall, or NoTarget. It wins over Move.
	Target int16
	// Buttons holds the buttons that are down.
	Buttons Button
}

// MoveFull is the Move of a key held down.
const MoveFull = 64

// NoTarget is the Target of a player who steers by keys. The zero Control asks
// for the left wall, so a Control starts from [Idle].
const NoTarget = -1

// Idle is the Control of a player who does nothing.
var Idle = Control{Target: NoTarget}

// A Button is a set of buttons.
type Button uint8

// Fire serves, confirms, and takes the recall that a stuck ball offers. The engine acts when it goes
// down, not while it stays down.
const Fire Button = 1 << 0

// Warp goes on to the next level, where [Game.CanWarp] says so.
const Warp Button = 1 << 1

// An Input is what all players ask for in one tick; the second one is for
// modes with two paddles.
type Input [2]Control

// A Phase says what the game is doing.
type Phase uint8

// The phases of a game.
const (
	Serve Phase = iota // the balls lie on the paddle, the aim swings; Fire lets them go
	Play               // balls fly
	Lost               // the last ball is gone; Serve or Over follows
	Clear              // the level is cleared; the next one or Won follows
	Over               // no lives left; nothing moves any more
	Won                // the last level is cleared; nothing moves any more
)

var phaseNames = [...]string{"serve", "play", "lost", "clear", "over", "won"}

func (p Phase) String() string { return phaseNames[p] }

// Ended reports whether the game is over, lost or won.
func (p Phase) Ended() bool { return p == Over || p == Won }

// A Ball is what the rules know of a ball. How it moves is its disc's matter, which
// has the same index: ask [Game.BallAt] where it is, and [Game.Disc] for the rest.
type Ball struct {
	Gone bool // of a storm: it is lost, and only its place is left

	ChargedTo uint64 // a beam has charged it: before this tick its hits count twice

	seat float64 // while it is held: where it lies, from the paddle's middle
	by   uint8   // the paddle that it lies on, or came off last

	fruitless int      // contacts since it last did something useful, or was nudged
	usefulAt  uint64   // the tick in which it last did
	nudgedAt  uint64   // the tick in which it last did, or was nudged
	sentTo    uint64   // another ball has sent it: before this tick it makes cannons
	ceiling   bool     // it has touched the ceiling since it was served
	kind      ballKind // what it is when nothing runs
	held      uint16   // while it is held in Play: ticks until it goes by itself
}

// A Brick is what the rules know of a brick of the current level. [Game.Shape] says
// where it is, and [Game.Obstacle] whether it moves, and which way a gate leads.
type Brick struct {
	Kind spec.Kind
	Hue  uint8
	Hits uint8 // hits left; 0: it is gone, and nothing is where it was

	Unseen bool          // nobody has hit it yet, and it hides until then
	Lit    bool          // its fuse burns
	Pair   int32         // the portal that this one leads to, or −1
	Holds  spec.DropKind // what falls when it is broken

	timer uint16 // ticks until it heals, explodes or grows; 0: none of them
}

// A Paddle is what the rules know of a paddle. [Game.Capsule] says where it is, and
// how wide.
type Paddle struct {
	StunnedTo uint64 // a beam has stunned it: before this tick it cannot move

	Top bool // it hangs at the ceiling and sends balls down

	dir  int8    // direction that a key last asked for
	held uint16  // ticks for which it has, at most KeyRamp
	want float64 // half of the width that it should have
}

// Game is the state of a game. Fields are for reading; only Step changes them.
type Game struct {
	Mode  Mode
	Tick  uint64 // ticks since the start
	Phase Phase
	Since uint64 // the tick in which Phase began
	Level int    // index of the current level in Config.Levels
	Score int
	Lives int // balls left, the one in play included
	Combo int // bricks broken since the last touch of the paddle

	BestCombo int     // of the game
	Speed     float64 // what the ramp has reached, units/s
	Left      int     // breakable bricks left
	Recall    bool    // a ball is stuck, and Fire calls it back
	Shots     int     // laser shots that Fire has in Play

	Clock int   // ticks until the game is over, in modes that say so
	Rows  Rows  // that come down, in modes that say so
	Swarm Swarm // of a storm

	Difficulty  Difficulty
	Used        Assist // the assists that were on in any tick so far
	FloorClosed bool   // a drop has closed the floor
	RoofClosed  bool   // a drop has closed the ceiling, where that is open
	Server      int    // the paddle that serves
	Match       Match  // of two players against each other

	W, H    float64 // the field
	Balls   []Ball
	Bricks  []Brick // all bricks of the level; gone ones have Hits 0
	Paddles []Paddle

	Card     Card      // of the level
	Drops    []Drop    // that fall
	Emitters []Emitter // of the level
	Drones   []Drone   // places for them; see Drone
	Boss     Boss      // of the level, if it has one
	Bolts    []Bolt    // that it has shot
	Events   []Event   // what happened in the last tick, in order

	levels []spec.Level
	floor  bool // the floor is a wall, whatever runs

	easiest Difficulty // that the game was played at; Usual: there was but one
	assists Assist     // that are on
	speed   int        // percent, see Rate

	needed int // bricks that count, when the level began
	storm  int // balls that a storm begins with
	day    Day // of a daily game

	dropShare int // percent of bricks that hold nothing and let something fall
	dropUsual int // the same, for levels that say nothing
	effects   [spec.DropKinds]effect

	rng      Random
	fire     [2]bool   // Fire of each player is down
	damageAt uint64    // the tick in which a brick last lost a hit
	begunAt  uint64    // the tick in which the level began
	shotAt   [2]uint64 // the ticks of the last shots, or 0
	hurtBy   uint8     // the paddle whose ball or shot hit a brick last

	enemy     enemies
	crossings []Crossing // memory for beams
	timed     []int32    // the bricks whose timers run
	magnets   []int32    // the bricks that are magnets

	// All that moves. Balls, Bricks and Paddles have the indices of its discs,
	// obstacles and capsules.
	world world.World
}

// BallAt returns where the middle of ball i is now.
func (g *Game) BallAt(i int) geom.Vec {
	d := &g.world.Discs[i]
	if !d.Held {
		return g.world.At(i)
	}
	b := &g.Balls[i]
	k := int(b.by)
	return geom.Vec{X: geom.Clamp(g.world.Capsules[k].X+b.seat, d.R, g.W-d.R), Y: g.Front(k, d.R)}
}

// Disc returns how ball i moves. It is for reading.
func (g *Game) Disc(i int) *world.Disc { return &g.world.Discs[i] }

// Capsule returns where paddle k is, and its measures. It is for reading.
func (g *Game) Capsule(k int) *world.Capsule { return &g.world.Capsules[k] }

// Obstacle returns what brick k is to balls. It is for reading.
func (g *Game) Obstacle(k int) *world.Obstacle { return &g.world.Obstacles[k] }

// Shape returns the outline of brick k where it is now. It is for reading.
func (g *Game) Shape(k int) *geom.Polygon { return &g.world.Obstacles[k].Shape }

// New returns a game at its first level, ready to serve. It reports an error
// when the configuration has no levels, or a value out of range.
func New(c Config) (*Game, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	g := &Game{
		Mode: c.Mode, Level: c.First, Lives: c.Lives, Difficulty: c.Difficulty, Speed: Difficulties[c.Difficulty].Slow,
		W: c.W, H: c.H,
		levels: c.Levels, floor: c.Floor || Modes[c.Mode].Closed, dropUsual: c.Drops,
		rng: Random(c.Seed), assists: c.Assists, speed: c.Speed, Clock: Modes[c.Mode].Clock,
		world: world.New(c.W, c.H),
	}
	g.world.MaxContacts = maxContacts
	g.Used = g.Terms().used()
	for _, p := range c.paddles() {
		g.Paddles = append(g.Paddles, Paddle{want: p.Half, Top: c.Mode.Faces() && len(g.Paddles) > 0})
		g.world.AddCapsule(p)
	}
	g.Match.To = c.To
	g.Events = make([]Event, 0, 256)
	g.Balls = make([]Ball, 0, max(maxBalls, c.Storm))
	g.storm, g.day = c.Storm, c.Day
	g.Drops = make([]Drop, 0, maxDrops)
	if c.Start != nil {
		g.resume(c.Start)
	}
	g.setUpLevel()
	return g, nil
}

// A Result is what a game has come to.
type Result struct {
	Ticks uint64
	Score int
	Level int // index
	Phase Phase
	Hash  uint64
}

// Result returns what g has come to so far.
func (g *Game) Result() Result { return Result{g.Tick, g.Score, g.Level, g.Phase, g.Hash()} }
