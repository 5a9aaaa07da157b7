package lobby

import (
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/engine"
)

// A MatchKind is a kind of match. It is an index into [MatchKinds].
type MatchKind uint8

// The kinds of matches.
const (
	Arkanong MatchKind = iota
	Coop
	Race
	TimeRace
)

// A MatchKindRow describes a kind of match.
type MatchKindRow struct {
	Name            string // identifier in commands and on leaderboards
	Title           string // name on screen
	Help            string // description in one line, for menus
	Mode            engine.Mode
	MaxPlayers      int                 // maximum number of players
	SeparateFields  bool                // each player has a separate field, as in a race
	ChoosesLevel    bool                // the party can choose the first level
	EndsWhenCleared bool                // a field ends when its first level is cleared
	Measure         leaderboard.Measure // measure by which the leaderboard is ordered
}

// MatchKinds contains the descriptions of all kinds of matches.
var MatchKinds = [...]MatchKindRow{
	Arkanong: {
		Name: "arkanong", Title: "Arkanong", Help: "paddle against paddle",
		Mode: engine.Arkanong, MaxPlayers: 2, Measure: leaderboard.ByRating,
	},
	Coop: {
		Name: "coop", Title: "Co-op", Help: "two paddles, side by side",
		Mode: engine.Coop, MaxPlayers: 2, ChoosesLevel: true,
	},
	Race: {
		Name: "race", Title: "Race", Help: "the first to clear the level wins",
		Mode: engine.Campaign, MaxPlayers: MaxPlayers, SeparateFields: true, ChoosesLevel: true, EndsWhenCleared: true,
		Measure: leaderboard.ByTime,
	},
	TimeRace: {
		Name: "time-race", Title: "Time race", Help: "most points after three minutes wins",
		Mode: engine.TimeAttack, MaxPlayers: MaxPlayers, SeparateFields: true, ChoosesLevel: true,
	},
}

// MaxPlayers is the maximum number of players in a match.
const MaxPlayers = 8

// An Emote is a short message to the other players. It is an index into [Emotes].
type Emote uint8

// Emotes contains the text of each emote.
var Emotes = [...]string{"Hello!", "Well played!", "Oops!", "That was close!", "Wait for me!", "Rematch?"}
