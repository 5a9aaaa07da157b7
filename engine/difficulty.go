package engine

import "errors"

// A Difficulty is an index into [Difficulties].
type Difficulty uint8

// The difficulties. In a [Config] the first one, 0, stands for Medium.
const (
	Usual Difficulty = iota
	Kids
	VeryEasy
	Easy
	Medium
	Hard
)

// A DifficultyRow is what one difficulty makes of the game.
type DifficultyRow struct {
	Name      string
	Lives     int     // balls that a game begins with
	MostLives int     // and how many it can have
	Slow      float64 // units/s at which a ball sets out …
	Fast      float64 // … and at which the ramp ends
	Half      float64 // half of the paddle's width …
	Narrow    float64 // … the least that it shrinks to …
	Wide      float64 // … and the most that it grows to
	Falling   int     // drops that fall at once
	Harmless  bool    // no bad drops
	Longer    int     // how many times as long good drops last
	Share     int     // percent of all points
}

// Difficulties says what each difficulty is.
var Difficulties = [...]DifficultyRow{
	Usual:    mediumRow,
	Kids:     {"kids", 9, 12, 10, 20, 9, 5.4, 16, 6, true, 4, 50},
	VeryEasy: {"very-easy", 6, 9, 15, 30, 5.4, 3.6, 10.8, 5, false, 1, 50},
	Easy:     {"easy", 6, 9, 24, 40, 4.5, 2.7, 9, 4, false, 1, 80},
	Medium:   mediumRow,
	Hard:     {"hard", 4, 5, 30, 45, 2.7, 1.8, 5.4, 2, false, 1, 130},
}

var mediumRow = DifficultyRow{"medium", StartLives, MaxLives, StartSpeed, TopSpeed, paddleHalf, 1.8, 9, 3, false, 1, 100}

// row returns what the game's difficulty says.
func (g *Game) row() *DifficultyRow { return &Difficulties[g.Difficulty] }

// SpeedRange returns the speeds, in units/s, at which the ramp begins and ends.
func (g *Game) SpeedRange() (slow, fast float64) { return g.row().Slow, g.row().Fast }

// LivesLimit is how many balls a game can have at any difficulty, with any help.
const LivesLimit = 12 + moreLives

// DifficultyNamed returns the difficulty with the given name.
func DifficultyNamed(name string) (Difficulty, error) {
	for d := Kids; int(d) < len(Difficulties); d++ {
		if Difficulties[d].Name == name {
			return d, nil
		}
	}
	return Usual, errors.New("there is no such difficulty")
}
