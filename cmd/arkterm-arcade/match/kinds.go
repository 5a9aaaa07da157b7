package match

import (
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/engine"
)

// A Kind is a kind of match: an index into [Kinds].
type Kind uint8

// The kinds. A new one is a constant here and a row in Kinds.
const (
	Arkanong Kind = iota
	Coop
	Race
	TimeRace
)

// A KindRow describes one kind.
type KindRow struct {
	Name    string // as a word
	Title   string
	Says    string
	Mode    engine.Mode
	Most    int                 // people
	Apart   bool                // each has a field of their own: a race
	Level   bool                // its first level can be chosen
	Ends    bool                // a field is done when its first level is cleared
	Measure leaderboard.Measure // what counts on its board
}

// Kinds has a row for each kind.
var Kinds = [...]KindRow{
	Arkanong: {Name: "arkanong", Title: "Arkanong", Says: "two paddles, one against the other", Mode: engine.Arkanong, Most: 2, Measure: leaderboard.ByRating},
	Coop:     {Name: "coop", Title: "Co-op", Says: "two paddles, side by side", Mode: engine.Coop, Most: 2, Level: true},
	Race:     {Name: "race", Title: "Race", Says: "who clears the level first", Mode: engine.Campaign, Most: MostSeats, Apart: true, Level: true, Ends: true, Measure: leaderboard.ByTime},
	TimeRace: {Name: "time-race", Title: "Time race", Says: "who has most points after three minutes", Mode: engine.TimeAttack, Most: MostSeats, Apart: true, Level: true},
}

// MostSeats is how many play in a match at most.
const MostSeats = 8

// An Emote is one of a few things that players can say to each other: an index into [Emotes].
type Emote uint8

// Emotes has a row for each emote, what others read.
var Emotes = [...]string{"Hello!", "Well played!", "Oops!", "That was close!", "Wait for me!", "Once more?"}
