package engine

import (
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A Mode is a kind of game: an index into [Modes].
type Mode uint8

// The modes. To add one, add a constant here and a row in [Modes]. If columns are not enough, set
// hooks in the row from a separate file, as storm.go does.
const (
	Campaign   Mode = iota // one level after another with the same lives
	Practice               // a single level that can be rewound
	Endless                // rows descend until a brick gets too low
	TimeAttack             // score as much as possible in limited time
	Daily                  // the same game for everyone, once a day
	Storm                  // hundreds of small balls
	BossRush               // one boss after another
	Zen                    // the floor is closed
	Arkanong               // two paddles at opposite ends, against each other
	Coop                   // two paddles side by side
	Challenges             // small levels with a special rule and medals
	Shuffle                // levels from all sets in random order
	Classic                // one life for all levels
)

// A ModeRow describes one mode.
type ModeRow struct {
	Name    string // name in recordings and flags
	Title   string // name for players
	Help    string // description for players
	Paddles int    // number of paddles, 1 or 2

	Default        bool        // the mode is used if none is selected
	HasMap         bool        // the world map shows the levels and their results
	OwnLevels      bool        // the mode chooses the levels and ignores the selected ones
	Dated          bool        // each game belongs to a day; see Day
	Versus         bool        // the second paddle is at the ceiling, and both ends are open
	Single         bool        // the game ends after its first level
	Loops          bool        // the first level follows the last one
	Endless        bool        // levels are not cleared when no bricks are left
	Chained        bool        // a level can begin from the state at the end of the previous one; see [Start]
	UnlimitedLives bool        // losing a ball does not cost a life
	ClosedFloor    bool        // the floor is a wall
	ConstantSpeed  bool        // the ball speed does not increase
	NoBadDrops     bool        // bad drops are not released
	NoEnemies      bool        // levels have no drones and bosses
	ExcludedDrops  spec.Traits // drops with any of these traits are not released
	HasRows        bool        // rows of bricks descend; see rows.go
	Storm          bool        // the balls are a storm; see storm.go
	TimeLimit      int         // ticks; 0 means no limit; see timeattack.go
	OneStar        bool        // only the star for clearing a level is available
	SpeedUpFactor  int         // factor of the speed that a return adds; 0 means 1
	CanRewind      bool        // players can rewind the game
	NoPoints       bool        // bricks and drops pay no points
	PointsPercent  int         // percentage of points that is paid; 0 means 100
	ChargePercent  int         // percentage of the charge that hits and returns add to the shove meter; 0 means 100
	Unranked       bool        // games have no score table
	CanWarp        bool        // players can skip a level when few bricks are left
	HasBuckets     bool        // balls fall into buckets when a level is cleared
	HasChallenges  bool        // each level is a challenge; see challenge.go
	FromFirst      bool        // the game always starts at the first level
	Mixed          bool        // the seed selects the levels; all games share one score table
	OneLife        bool        // players have one life and win no extra lives
	HasBosses      bool        // each level has a boss

	hooks
}

// hooks are the functions that differ between modes. A nil hook means the common behavior. The file
// of each mode sets its hooks in an init function. The literal of Modes cannot contain them,
// because the hooks read Modes, and Go does not allow such an initialization cycle.
type hooks struct {
	fillConfig  func(c *Config) error               // completes and checks a configuration
	setUp       func(g *Game)                       // called after the bricks of a level are set up
	placeBalls  func(g *Game)                       // puts balls on the serving paddle
	shouldServe func(g *Game, pressed [2]bool) bool // reports whether to launch the balls in this tick
	serve       func(g *Game)                       // launches the balls
	// called in each tick of Play to launch further balls; replaces the launch of held balls
	launchNext   func(g *Game)
	ballReturned func(g *Game, ball, paddle int) // called when a ball bounces off a paddle
	// called when a brick breaks; ball is −1 if no ball broke it directly
	brickBroken func(g *Game, ball, brick int)
	// called when a ball leaves the field; if stays is true, the ball remains in g.Balls
	ballLost func(g *Game, ball int) (stays bool)
	hasBalls func(g *Game) bool // reports whether any ball is in flight or will be launched
	// called in each tick of Play; if over is true, the other rules that depend on time are skipped
	playTick     func(g *Game) (over bool)
	endLost      func(g *Game) (next bool)      // ends Lost; if next is true, the next level follows
	levelCleared func(g *Game)                  // called when a level is cleared
	nextLevel    func(g *Game)                  // called before the next level is set up
	dropMissed   func(g *Game, k spec.DropKind) // called when a drop is missed
	afterMotion  func(g *Game)                  // called in each tick after balls and drops have moved
	endTick      func(g *Game)                  // called at the end of each tick
	gainLife     func(g *Game)                  // called instead of adding a life
	loseLife     func(g *Game)                  // called instead of subtracting a life
	hash         func(g *Game, d *spec.Hasher)  // adds the state of the mode to the hash
	check        func(g *Game) error            // checks the state of the mode
}

// Modes has a row for each mode.
var Modes = [...]ModeRow{
	Campaign: {
		Name: "campaign", Title: "Campaign", Help: "level after level", Paddles: 1,
		Default: true, HasMap: true, Chained: true, CanWarp: true, HasBuckets: true,
	},
	Practice: {
		Name: "practice", Title: "Practice", Help: "one level; rewind up to ten seconds", Paddles: 1,
		Single: true, Chained: true, UnlimitedLives: true, CanRewind: true, Unranked: true, HasBuckets: true,
	},
	Endless: {
		Name: "endless", Title: "Endless", Help: "rows descend until one gets too low", Paddles: 1,
		OwnLevels: true, Single: true, Endless: true, Chained: true, HasRows: true, NoEnemies: true,
		ExcludedDrops: spec.ExitsLevel,
	},
	TimeAttack: {
		Name: "time-attack", Title: "Time attack", Help: "score as much as you can in time", Paddles: 1,
		Loops: true, Chained: true, TimeLimit: 180 * TicksPerSecond, HasBuckets: true,
	},
	Daily: {
		Name: "daily", Title: "Daily", Help: "the same game for everyone, once a day", Paddles: 1,
		OwnLevels: true, Dated: true, Chained: true, CanWarp: true, HasBuckets: true,
	},
	Storm: {
		Name: "storm", Title: "Storm", Help: "hundreds of small balls", Paddles: 1,
		OwnLevels: true, Loops: true, Chained: true, ConstantSpeed: true, ExcludedDrops: spec.AddsBalls, Storm: true,
		OneStar: true, PointsPercent: 10, ChargePercent: 10,
	},
	BossRush: {
		Name: "boss-rush", Title: "Boss rush", Help: "one boss after another", Paddles: 1,
		OwnLevels: true, Chained: true, HasBuckets: true, HasBosses: true,
	},
	Zen: {
		Name: "zen", Title: "Zen", Help: "the floor is solid: you cannot lose", Paddles: 1,
		Loops: true, Chained: true, UnlimitedLives: true, ClosedFloor: true, ConstantSpeed: true, NoBadDrops: true,
		OneStar: true, Unranked: true, CanWarp: true, HasBuckets: true,
	},
	Arkanong: {
		Name: "arkanong", Title: "Arkanong", Help: "your paddle against an opponent's", Paddles: 2,
		OwnLevels: true, Versus: true, Endless: true, NoEnemies: true, ExcludedDrops: spec.NotVersus, SpeedUpFactor: 2,
		NoPoints: true, Unranked: true,
	},
	Coop: {
		Name: "coop", Title: "Co-op", Help: "two paddles side by side", Paddles: 2, Chained: true, CanWarp: true,
		HasBuckets: true,
	},
	Challenges: {
		Name: "challenges", Title: "Challenges", Help: "small levels: one rule, three medals", Paddles: 1,
		OwnLevels: true, Single: true, HasChallenges: true, OneLife: true, ExcludedDrops: spec.ExitsLevel,
		Unranked: true,
	},
	Shuffle: {
		Name: "shuffle", Title: "Shuffle", Help: "random levels from all sets you have", Paddles: 1,
		OwnLevels: true, Mixed: true, Chained: true, CanWarp: true, HasBuckets: true,
	},
	Classic: {
		Name: "classic", Title: "Classic", Help: "one life for the whole campaign", Paddles: 1,
		FromFirst: true, OneLife: true, Chained: true, HasBuckets: true,
	},
}

// callHook calls a hook unless it is nil.
func (g *Game) callHook(hook func(*Game)) {
	if hook != nil {
		hook(g)
	}
}

// modeRow returns the table row of the game's mode.
func (g *Game) modeRow() *ModeRow { return &Modes[g.Mode] }

func (m Mode) String() string { return Modes[m].Name }

// ParseMode returns the mode with the given name. The error lists the allowed names.
func ParseMode(name string) (Mode, error) { return parse.Name(name, Campaign, len(Modes)) }
