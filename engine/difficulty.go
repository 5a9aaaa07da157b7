package engine

import "arkterm/engine/parse"

// A Difficulty is an index into [Difficulties].
type Difficulty uint8

// The difficulties. In a [Config] the first one, 0, stands for Medium.
const (
	DefaultDifficulty Difficulty = iota
	Kids
	VeryEasy
	Easy
	Medium
	Hard
)

// A DifficultyRow describes one difficulty.
type DifficultyRow struct {
	Name           string
	Lives          int     // lives at the beginning of a game
	MaxLives       int     // greatest number of lives
	StartSpeed     float64 // units/s of a ball at the beginning of the ramp …
	TopSpeed       float64 // … and at its end
	HalfWidth      float64 // half of the paddle's width …
	MinHalfWidth   float64 // … its least value …
	MaxHalfWidth   float64 // … and its greatest
	MaxDrops       int     // greatest number of falling drops
	NoBadDrops     bool    // no bad drops
	GoodDropFactor int     // factor of the duration of good drops
	PointsPercent  int     // percent of all points
}

// Difficulties has a row for each difficulty.
var Difficulties = [...]DifficultyRow{
	DefaultDifficulty: mediumRow,
	Kids:              {"kids", 9, 12, 10, 20, 9, 5.4, 16, 6, true, 4, 50},
	VeryEasy:          {"very-easy", 6, 9, 15, 30, 5.4, 3.6, 10.8, 5, false, 1, 50},
	Easy:              {"easy", 6, 9, 23, 38, 5.4, 2.7, 9, 4, false, 1, 80},
	Medium:            mediumRow,
	Hard:              {"hard", 4, 5, 30, 45, 2.7, 1.8, 5.4, 2, false, 1, 130},
}

var mediumRow = DifficultyRow{"medium", StartLives, MaxLives, StartSpeed, TopSpeed, paddleHalf, 1.8, 9, 3, false, 1, 100}

// row returns the row of the game's difficulty.
func (g *Game) row() *DifficultyRow { return &Difficulties[g.Difficulty] }

// SpeedRange returns the speeds, in units/s, at which the ramp begins and ends.
func (g *Game) SpeedRange() (slow, fast float64) { return g.row().StartSpeed, g.row().TopSpeed }

// LivesLimit is the greatest number of lives at any difficulty, with any assists.
const LivesLimit = 12 + moreLives

func (d Difficulty) String() string { return Difficulties[d].Name }

// ParseDifficulty returns the difficulty with the given name.
func ParseDifficulty(name string) (Difficulty, error) {
	return parse.Name(name, Kids, len(Difficulties))
}
