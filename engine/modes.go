package engine

import (
	"errors"

	"arkterm/engine/digest"
	"arkterm/engine/spec"
)

// A Mode is a kind of game: an index into [Modes].
type Mode uint8

// The modes. A new one is a constant here, a row in [Modes] and, if columns cannot say what
// it does, a file of its own that puts functions into its row, as storm.go does.
const (
	Campaign   Mode = iota // level after level, with the lives that are left
	Practice               // one level, as often as one likes
	Endless                // rows come down until one is too low
	TimeAttack             // as many points as the time allows
	Daily                  // one game a day, for everybody
	Storm                  // hundreds of small balls
	BossRush               // one boss after the other
	Zen                    // the floor is closed
	Arkanong               // two paddles, top and bottom, against each other
	Coop                   // two paddles, side by side
)

// A ModeRow is what one mode makes of the game.
type ModeRow struct {
	Name    string // as recordings and flags spell it
	Title   string // for people
	Says    string // what it is, for people
	Paddles int

	Usual     bool        // it is meant where no mode is named
	HasMap    bool        // its levels are on the world map, which remembers what was achieved in them
	Own       bool        // it has levels of its own
	Dated     bool        // its games are those of a day
	Facing    bool        // the second paddle hangs at the ceiling, opposite the first one: both ends are open
	Single    bool        // it ends with the level that it begins with
	Around    bool        // after the last level comes the first one again
	Endless   bool        // a level is not cleared when no brick is left in it
	Chained   bool        // a level can be begun from what the one before has left, see [Start]
	Deathless bool        // a ball that is lost costs nothing
	Closed    bool        // the floor is closed
	Steady    bool        // balls do not get faster
	Harmless  bool        // no bad drops
	Peaceful  bool        // neither drones nor bosses: there is no place for them
	Without   spec.Traits // drops with any of these do not fall
	Rows      bool        // rows of bricks come down, see rows.go
	Storm     bool        // its balls are a storm, see storm.go
	Clock     int         // ticks that it lasts, see timeattack.go; 0: no end
	Quicker   int         // times as much that balls gain with each return; 0: once
	Rewinds   bool        // whoever plays may take back what was played
	Pointless bool        // bricks and drops pay nothing
	Share     int         // percent of all points that it pays; 0: 100
	Unranked  bool        // its games are in no table of scores
	Warps     bool        // a level of which little is left can be left for the next one

	hooks
}

// hooks are what a mode does in its own way. Each is called at one place of a game; nil means
// that the mode does there what all do. They stand in the file of the mode, which puts them
// into its row: in the literal of Modes they would be part of what initializes it, and
// they read it.
type hooks struct {
	fill      func(c *Config) error                // completes and checks a configuration
	setUp     func(g *Game)                        // a level's bricks are set up
	seat      func(g *Game)                        // puts balls on the paddle that serves
	serves    func(g *Game, pressed [2]bool) bool  // reports whether the balls are let go now
	serve     func(g *Game)                        // lets the balls go
	pour      func(g *Game)                        // in each tick of Play: lets further balls go, in place of those that are held
	returned  func(g *Game, paddle int)            // a ball came off a paddle
	broken    func(g *Game)                        // a brick has broken
	lose      func(g *Game, ball int) (stays bool) // a ball is out of the field; whether it stays among Balls
	inFlight  func(g *Game) bool                   // reports whether any ball is, or soon will be
	watch     func(g *Game) (over bool)            // in each tick of Play; whether it is over
	goOn      func(g *Game) (next bool)            // ends Lost; whether another level follows
	cleared   func(g *Game)                        // a level is cleared
	nextLevel func(g *Game)                        // another level follows
	move      func(g *Game)                        // after the balls and the drops have moved
	tick      func(g *Game)                        // at the end of each tick
	winLife   func(g *Game)                        // a life is won
	loseLife  func(g *Game)                        // a life is lost
	hash      func(g *Game, d *digest.Sum)         // adds to the hash what only this mode has
	check     func(g *Game) error                  // checks that
}

// Modes says what each mode is.
var Modes = [...]ModeRow{
	Campaign: {
		Name: "campaign", Title: "Campaign", Says: "level after level", Paddles: 1,
		Usual: true, HasMap: true, Chained: true, Warps: true,
	},
	Practice: {
		Name: "practice", Title: "Practice", Says: "one level; take back ten seconds", Paddles: 1,
		Single: true, Chained: true, Deathless: true, Rewinds: true, Unranked: true,
	},
	Endless: {
		Name: "endless", Title: "Endless", Says: "rows come down until one is too low", Paddles: 1,
		Own: true, Single: true, Endless: true, Chained: true, Rows: true, Peaceful: true, Without: spec.WayOut,
	},
	TimeAttack: {
		Name: "time-attack", Title: "Time attack", Says: "as many points as the time allows", Paddles: 1,
		Around: true, Chained: true, Clock: 180 * TicksPerSecond,
	},
	Daily: {
		Name: "daily", Title: "Daily", Says: "one game a day, for everybody", Paddles: 1,
		Own: true, Dated: true, Chained: true, Warps: true,
	},
	Storm: {
		Name: "storm", Title: "Storm", Says: "hundreds of small balls", Paddles: 1,
		Own: true, Around: true, Chained: true, Steady: true, Without: spec.OfBalls, Storm: true, Share: 10,
	},
	BossRush: {
		Name: "boss-rush", Title: "Boss rush", Says: "one boss after the other", Paddles: 1,
		Own: true, Chained: true,
	},
	Zen: {
		Name: "zen", Title: "Zen", Says: "the floor is closed, nothing is lost", Paddles: 1,
		Around: true, Chained: true, Deathless: true, Closed: true, Steady: true, Harmless: true, Unranked: true, Warps: true,
	},
	Arkanong: {
		Name: "arkanong", Title: "Arkanong", Says: "your paddle against another one", Paddles: 2,
		Own: true, Facing: true, Endless: true, Peaceful: true, Without: spec.ForOne, Quicker: 2, Pointless: true, Unranked: true,
	},
	Coop: {Name: "coop", Title: "Co-op", Says: "two paddles, side by side", Paddles: 2, Chained: true, Warps: true},
}

// callHook calls a hook that there may be.
func (g *Game) callHook(hook func(*Game)) {
	if hook != nil {
		hook(g)
	}
}

// rules returns what the game's mode says.
func (g *Game) rules() *ModeRow { return &Modes[g.Mode] }

func (m Mode) String() string { return Modes[m].Name }

// ModeNamed returns the mode with the given name.
func ModeNamed(name string) (Mode, error) {
	for m := range Modes {
		if Modes[m].Name == name {
			return Mode(m), nil
		}
	}
	return Campaign, errors.New("there is no such mode")
}
