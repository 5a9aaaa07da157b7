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
	MaxLives       int     // maximum number of lives
	StartSpeed     float64 // ball speed at the start of a level, units/s
	TopSpeed       float64 // maximum ball speed, units/s
	HalfWidth      float64 // half of the paddle width without effects, in units
	MinHalfWidth   float64 // minimum of half of the paddle width, in units
	MaxHalfWidth   float64 // maximum of half of the paddle width, in units
	MaxDrops       int     // maximum number of falling drops
	NoBadDrops     bool    // bad drops are not released
	FreeSaves      int     // number of balls that the floor returns in each level
	GoodDropFactor int     // factor by which good effects last longer; 1 means the normal duration
	PointsPercent  int     // percentage of the normal points that is paid
}

// Difficulties has a row for each difficulty.
var Difficulties = [...]DifficultyRow{
	DefaultDifficulty: mediumRow,
	Kids: {
		Name: "kids", Lives: 9, MaxLives: 12, StartSpeed: 10, TopSpeed: 20,
		HalfWidth: 9, MinHalfWidth: 5.4, MaxHalfWidth: 16, MaxDrops: 6, NoBadDrops: true,
		FreeSaves: 1, GoodDropFactor: 4, PointsPercent: 50,
	},
	VeryEasy: {
		Name: "very-easy", Lives: 6, MaxLives: 9, StartSpeed: 15, TopSpeed: 26,
		HalfWidth: 7.2, MinHalfWidth: 3.6, MaxHalfWidth: 12.6, MaxDrops: 5, FreeSaves: 1,
		GoodDropFactor: 1, PointsPercent: 50,
	},
	Easy: {
		Name: "easy", Lives: 6, MaxLives: 9, StartSpeed: 23, TopSpeed: 36,
		HalfWidth: 5.8, MinHalfWidth: 2.7, MaxHalfWidth: 9, MaxDrops: 4, FreeSaves: 1,
		GoodDropFactor: 1, PointsPercent: 80,
	},
	Medium: mediumRow,
	Hard: {
		Name: "hard", Lives: 4, MaxLives: 5, StartSpeed: 30, TopSpeed: 45,
		HalfWidth: 2.7, MinHalfWidth: 1.8, MaxHalfWidth: 5.4, MaxDrops: 2, GoodDropFactor: 1, PointsPercent: 130,
	},
}

var mediumRow = DifficultyRow{
	Name: "medium", Lives: StartLives, MaxLives: MaxLives, StartSpeed: StartSpeed, TopSpeed: TopSpeed,
	HalfWidth: paddleHalf, MinHalfWidth: 1.8, MaxHalfWidth: 9,
	MaxDrops: 3, GoodDropFactor: 1, PointsPercent: 100,
}

// difficultyRow returns the table row of the current difficulty.
func (g *Game) difficultyRow() *DifficultyRow { return &Difficulties[g.Difficulty] }

// FreeSaves returns the number of balls that the floor returns in each level at the current
// difficulty. It is 0 in modes in which a lost ball costs no life or ends the game.
func (g *Game) FreeSaves() int {
	row := g.modeRow()
	if row.Versus || row.Storm || row.UnlimitedLives || row.OneLife || g.floorAlwaysClosed {
		return 0
	}
	return g.difficultyRow().FreeSaves
}

// SpeedRange returns the initial and the maximum speed of balls, in units/s.
func (g *Game) SpeedRange() (slow, fast float64) {
	return g.difficultyRow().StartSpeed, g.difficultyRow().TopSpeed
}

// LivesLimit is the maximum number of lives at any difficulty, including assists.
const LivesLimit = 12 + extraLives

func (d Difficulty) String() string { return Difficulties[d].Name }

// ParseDifficulty returns the difficulty with the given name. The error lists the allowed names.
//
//go:noinline // would be copied into many callers
func ParseDifficulty(name string) (Difficulty, error) {
	return parse.Name(name, Kids, len(Difficulties))
}
