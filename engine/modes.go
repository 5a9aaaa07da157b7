package engine

import (
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A Mode is a kind of game: an index into [Modes].
type Mode uint8

// The modes. A new one is a constant here, a row in [Modes] and, if columns are not enough, a file
// that sets hooks in its row, as storm.go does.
const (
	Campaign   Mode = iota // level after level with the same lives
	Practice               // a single level, which can be rewound
	Endless                // rows come down until one is too low
	TimeAttack             // as many points as the time allows
	Daily                  // one game a day, the same for everybody
	Storm                  // hundreds of small balls
	BossRush               // one boss after another
	Zen                    // the floor is closed
	Arkanong               // two paddles, top and bottom, against each other
	Coop                   // two paddles, side by side
	Challenges             // small rooms with a rule and medals each
	Shuffle                // levels of all sets, in the order of chance
	Classic                // one ball for all levels
)

// A ModeRow describes one mode.
type ModeRow struct {
	Name    string // as recordings and flags spell it
	Title   string // for people
	Help    string // description for people
	Paddles int

	Default        bool        // it is meant where no mode is named
	HasMap         bool        // its levels are on the world map, which remembers what was achieved in them
	OwnLevels      bool        // it has levels of its own
	Dated          bool        // its games are those of a day
	Versus         bool        // the second paddle hangs at the ceiling, opposite the first one: both ends are open
	Single         bool        // it ends after its first level
	Loops          bool        // the first level follows the last one
	Endless        bool        // a level without bricks is not cleared
	Chained        bool        // a level can begin from the state after the one before, see [Start]
	UnlimitedLives bool        // losing a ball costs nothing
	ClosedFloor    bool        // the floor is closed
	ConstantSpeed  bool        // balls do not get faster
	NoBadDrops     bool        // no bad drops
	NoEnemies      bool        // no drones or bosses
	ExcludedDrops  spec.Traits // drops with any of these traits do not fall
	Rows           bool        // rows of bricks come down, see rows.go
	Storm          bool        // its balls are a storm, see storm.go
	TimeLimit      int         // its time limit in ticks, see timeattack.go; 0: none
	OneStar        bool        // levels have the star for clearing them only: neither time, balls nor points matter
	SpeedUpFactor  int         // factor of the balls' gain of speed with each return; 0: 1
	Rewinds        bool        // players may rewind it
	NoPoints       bool        // bricks and drops pay nothing
	PointsPercent  int         // percent of all points that are paid; 0: 100
	ChargePercent  int         // percent of what hits and returns add to the meter of shoves; 0: 100
	Unranked       bool        // its games have no score table
	Warps          bool        // a level with few bricks can be left for the next one
	Buckets        bool        // balls come down into buckets when a level is cleared
	Challenges     bool        // its levels are rooms to choose from, see challenge.go
	FromFirst      bool        // it begins with the first level
	Mixed          bool        // its levels are drawn by the seed; all of its games share one score table
	OneLife        bool        // there is one life, and no other is won

	hooks
}

// hooks are functions in which a mode differs. Each is called at one place of a game; nil means the
// common behaviour. They are set in the file of the mode: as part of the literal of Modes, which
// they read, they would be an initialization cycle.
type hooks struct {
	fill         func(c *Config) error                // completes and checks a configuration
	setUp        func(g *Game)                        // a level's bricks are set up
	placeBalls   func(g *Game)                        // puts balls on the serving paddle
	shouldServe  func(g *Game, pressed [2]bool) bool  // reports whether the balls are launched now
	serve        func(g *Game)                        // launches the balls
	launchNext   func(g *Game)                        // in each tick of Play: launches further balls, instead of the held ones
	ballReturned func(g *Game, ball, paddle int)      // a ball came off a paddle
	brickBroken  func(g *Game, ball, brick int)       // a brick has broken, by a ball or, if −1, by what a ball has started
	ballLost     func(g *Game, ball int) (stays bool) // a ball has left the field; whether it stays in Balls
	hasBalls     func(g *Game) bool                   // reports whether any ball is, or soon will be
	playTick     func(g *Game) (over bool)            // in each tick of Play; whether the phase is over
	endLost      func(g *Game) (next bool)            // ends Lost; whether another level follows
	levelCleared func(g *Game)                        // a level is cleared
	nextLevel    func(g *Game)                        // another level follows
	dropMissed   func(g *Game, k spec.DropKind)       // a drop was missed
	moved        func(g *Game)                        // after the balls and the drops have moved
	tick         func(g *Game)                        // at the end of each tick
	gainLife     func(g *Game)                        // a life is won
	loseLife     func(g *Game)                        // a life is lost
	hash         func(g *Game, d *spec.Hasher)        // adds the state of this mode to the hash
	check        func(g *Game) error                  // checks that state
}

// Modes has a row for each mode.
var Modes = [...]ModeRow{
	Campaign: {
		Name: "campaign", Title: "Campaign", Help: "level after level", Paddles: 1,
		Default: true, HasMap: true, Chained: true, Warps: true, Buckets: true,
	},
	Practice: {
		Name: "practice", Title: "Practice", Help: "one level; take back ten seconds", Paddles: 1,
		Single: true, Chained: true, UnlimitedLives: true, Rewinds: true, Unranked: true, Buckets: true,
	},
	Endless: {
		Name: "endless", Title: "Endless", Help: "rows come down until one is too low", Paddles: 1,
		OwnLevels: true, Single: true, Endless: true, Chained: true, Rows: true, NoEnemies: true, ExcludedDrops: spec.ExitsLevel,
	},
	TimeAttack: {
		Name: "time-attack", Title: "Time attack", Help: "as many points as the time allows", Paddles: 1,
		Loops: true, Chained: true, TimeLimit: 180 * TicksPerSecond, Buckets: true,
	},
	Daily: {
		Name: "daily", Title: "Daily", Help: "one game a day, for everybody", Paddles: 1,
		OwnLevels: true, Dated: true, Chained: true, Warps: true, Buckets: true,
	},
	Storm: {
		Name: "storm", Title: "Storm", Help: "hundreds of small balls", Paddles: 1,
		OwnLevels: true, Loops: true, Chained: true, ConstantSpeed: true, ExcludedDrops: spec.AddsBalls, Storm: true, OneStar: true, PointsPercent: 10, ChargePercent: 10,
	},
	BossRush: {
		Name: "boss-rush", Title: "Boss rush", Help: "one boss after another", Paddles: 1,
		OwnLevels: true, Chained: true, Buckets: true,
	},
	Zen: {
		Name: "zen", Title: "Zen", Help: "the floor is closed, nothing is lost", Paddles: 1,
		Loops: true, Chained: true, UnlimitedLives: true, ClosedFloor: true, ConstantSpeed: true, NoBadDrops: true, OneStar: true, Unranked: true, Warps: true, Buckets: true,
	},
	Arkanong: {
		Name: "arkanong", Title: "Arkanong", Help: "your paddle against another one", Paddles: 2,
		OwnLevels: true, Versus: true, Endless: true, NoEnemies: true, ExcludedDrops: spec.NotVersus, SpeedUpFactor: 2, NoPoints: true, Unranked: true,
	},
	Coop: {Name: "coop", Title: "Co-op", Help: "two paddles, side by side", Paddles: 2, Chained: true, Warps: true, Buckets: true},
	Challenges: {
		Name: "challenges", Title: "Challenges", Help: "small rooms: a rule, three medals", Paddles: 1,
		OwnLevels: true, Single: true, Challenges: true, OneLife: true, ExcludedDrops: spec.ExitsLevel, Unranked: true,
	},
	Shuffle: {
		Name: "shuffle", Title: "Shuffle", Help: "levels of all sets, in random order", Paddles: 1,
		OwnLevels: true, Mixed: true, Chained: true, Warps: true, Buckets: true,
	},
	Classic: {
		Name: "classic", Title: "Classic", Help: "one ball for all levels", Paddles: 1,
		FromFirst: true, OneLife: true, Chained: true, Buckets: true,
	},
}

// callHook calls a hook unless it is nil.
func (g *Game) callHook(hook func(*Game)) {
	if hook != nil {
		hook(g)
	}
}

// rules returns the row of the game's mode.
func (g *Game) rules() *ModeRow { return &Modes[g.Mode] }

func (m Mode) String() string { return Modes[m].Name }

// ParseMode returns the mode with the given name.
func ParseMode(name string) (Mode, error) { return parse.Name(name, Campaign, len(Modes)) }
