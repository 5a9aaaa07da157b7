package engine

import "errors"

// A Mode is a kind of game: an index into [Modes].
type Mode uint8

// The modes. A new one is a constant here and a row in [Modes].
const (
	Campaign   Mode = iota // level after level, with the lives that are left
	Practice               // one level, as often as one likes
	Endless                // rows come down until one is too low
	TimeAttack             // as much as can be done until the time is over
	Daily                  // the same game for everybody, another one each day
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
}

// Modes says what each mode is.
var Modes = [...]ModeRow{
	Campaign:   {"campaign", "Campaign", "level after level, with the balls that are left", 1},
	Practice:   {"practice", "Practice", "any level that was reached; ten seconds can be taken back", 1},
	Endless:    {"endless", "Endless", "rows come down until one is too low", 1},
	TimeAttack: {"time-attack", "Time attack", "as much as can be done until the time is over", 1},
	Daily:      {"daily", "Daily", "the same game for everybody, another one each day", 1},
	Storm:      {"storm", "Storm", "hundreds of small balls", 1},
	Zen:        {"zen", "Zen", "the floor is closed, nothing is lost", 1},
	Arkanong:   {"arkanong", "Arkanong", "two paddles, top and bottom, against each other", 2},
	Coop:       {"coop", "Co-op", "two paddles side by side, against the bricks", 2},
}

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
