package engine

import "errors"

// A Mode is a kind of game: an index into [Modes].
type Mode uint8

// The modes. A new one is a constant here and a row in [Modes].
const (
	Campaign   Mode = iota // level after level, with the lives that are left
	Practice               // one level, as often as one likes
	Endless                // rows come down until one is too low
	TimeAttack             // as many points as the time allows
	Daily                  // one game a day, for everybody
	Storm                  // hundreds of small balls
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

	Own       bool // it has levels of its own
	Single    bool // it ends with the level that it begins with
	Around    bool // after the last level comes the first one again
	Deathless bool // a ball that is lost costs nothing
	Closed    bool // the floor is closed
	Steady    bool // balls do not get faster
	Harmless  bool // no bad drops
	Rows      bool // rows of bricks come down, see rows
	Storm     bool // its balls are a storm, see swarm
	Clock     int  // ticks that it lasts, see clock; 0: no end
	Rewinds   bool // whoever plays may take back what was played
	Share     int  // percent of all points that it pays; 0: 100
	Unranked  bool // its games are in no table of scores
	Warps     bool // a level of which little is left can be left for the next one
}

// Modes says what each mode is.
var Modes = [...]ModeRow{
	Campaign: {Name: "campaign", Title: "Campaign", Says: "level after level", Paddles: 1, Warps: true},
	Practice: {
		Name: "practice", Title: "Practice", Says: "one level; take back ten seconds", Paddles: 1,
		Single: true, Deathless: true, Rewinds: true, Unranked: true,
	},
	Endless: {
		Name: "endless", Title: "Endless", Says: "rows come down until one is too low", Paddles: 1,
		Own: true, Single: true, Rows: true,
	},
	TimeAttack: {
		Name: "time-attack", Title: "Time attack", Says: "as many points as the time allows", Paddles: 1,
		Around: true, Clock: 180 * TicksPerSecond,
	},
	Daily: {Name: "daily", Title: "Daily", Says: "one game a day, for everybody", Paddles: 1, Own: true, Warps: true},
	Storm: {
		Name: "storm", Title: "Storm", Says: "hundreds of small balls", Paddles: 1,
		Own: true, Around: true, Steady: true, Storm: true, Share: 10,
	},
	Zen: {
		Name: "zen", Title: "Zen", Says: "the floor is closed, nothing is lost", Paddles: 1,
		Around: true, Deathless: true, Closed: true, Steady: true, Harmless: true, Unranked: true, Warps: true,
	},
	Arkanong: {
		Name: "arkanong", Title: "Arkanong", Says: "your paddle against another one", Paddles: 2,
		Own: true, Unranked: true,
	},
	Coop: {Name: "coop", Title: "Co-op", Says: "two paddles, side by side", Paddles: 2, Warps: true},
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
