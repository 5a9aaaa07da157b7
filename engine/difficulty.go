package engine

import "arkterm/engine/parse"

// A Difficulty is an index into [Difficulties].
type Difficulty uint8

// The difficulties. DefaultDifficulty, the zero value, means Medium.
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
	Lives          int     // initial lives
	MaxLives       int     // greatest number of lives
	StartSpeed     float64 // ball speed at the start of a level, units/s
	TopSpeed       float64 // maximum ball speed, units/s
	HalfWidth      float64 // half of the paddle width, in units
	MinHalfWidth   float64 // its minimum
	MaxHalfWidth   float64 // its maximum
	MaxDrops       int     // maximum number of falling drops
	NoBadDrops     bool
	GoodDropFactor int // factor of the duration of good effects
	PointsPercent  int // percentage of points that is paid
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

// row returns the table row of the current difficulty.
func (g *Game) row() *DifficultyRow { return &Difficulties[g.Difficulty] }

// SpeedRange returns the initial and the maximum speed of balls, in units/s.
func (g *Game) SpeedRange() (slow, fast float64) { return g.row().StartSpeed, g.row().TopSpeed }

// LivesLimit is the maximum number of lives at all difficulties, including assists.
const LivesLimit = 12 + moreLives

func (d Difficulty) String() string { return Difficulties[d].Name }

// ParseDifficulty returns the difficulty with the given name.
func ParseDifficulty(name string) (Difficulty, error) {
	return parse.Name(name, Kids, len(Difficulties))
}
