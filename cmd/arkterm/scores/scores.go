// Package scores holds what is remembered of games: the score of each, the tables they stand in, what
// was counted in them, and the best that was done in each level. It also holds what a session asks of
// them, and the results. It knows no database and no file.
package scores

import (
	"fmt"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A Table names what scores are compared within: games on the same levels, begun with the
// same one, played the same way.
type Table struct {
	Set        string `json:"set"`        // name of the levels, for people
	Hash       string `json:"hash"`       // their spec.Digest, 16 hexadecimal digits
	First      int    `json:"first"`      // number of the level begun with, from 1
	FirstName  string `json:"first_name"` // its name, for people
	Mode       string `json:"mode"`
	Difficulty string `json:"difficulty"`
	Drops      int    `json:"drops"` // percent of the bricks that let something fall
	Assisted   bool   `json:"assisted"`
}

// UsualDrops is the share of drops that tables do not speak of: the one that there is without --drops,
// and that all games had that were saved before tables knew of it.
const UsualDrops = 15

// Same reports whether t and u are one table; names do not count.
func (t Table) Same(u Table) bool {
	t.Set, t.FirstName = u.Set, u.FirstName
	return t == u
}

// TableOf returns the table of games on pack that are begun as c says.
func TableOf(pack levels.Pack, c *engine.Config, assisted bool) Table {
	return Table{
		Set:        pack.Name,
		Hash:       engine.HashText(spec.Digest(pack.Levels)),
		First:      c.First + 1,
		FirstName:  pack.Levels[c.First].Name,
		Mode:       modeOfTable(c),
		Difficulty: engine.Difficulties[c.Difficulty].Name,
		Drops:      c.Drops,
		Assisted:   assisted,
	}
}

// modeOfTable returns what tables say of the mode: storms of other sizes have others.
func modeOfTable(c *engine.Config) string {
	if c.Storm != 0 && c.Storm != engine.UsualStorm {
		return fmt.Sprintf("%s %d", c.Mode, c.Storm)
	}
	return c.Mode.String()
}

// Own reports whether the table is of a mode that has levels of its own: what they are called says
// which mode.
func (t Table) Own() bool {
	name, _, _ := strings.Cut(t.Mode, " ")
	m, err := engine.ModeNamed(name)
	return err == nil && engine.Modes[m].Own
}

// Past reports whether t is of another day than here: the tables of all days would be many.
// arkterm scores has them.
func (t Table) Past(here Table) bool {
	return t.Mode == engine.Daily.String() && t.Hash != here.Hash
}

// An Outcome says how a game ended.
type Outcome string

// The outcomes.
const (
	OutcomeOver Outcome = "over" // no ball left
	OutcomeWon  Outcome = "won"  // the last level cleared
	OutcomeLeft Outcome = "left" // given up by the player
)

// A Score is what is saved of a game.
type Score struct {
	Table
	Ended   time.Time // UTC; zero: it is set as the score is saved
	Outcome Outcome
	Rules   int // engine.Rules
	Score   int
	Last    int    // number of the last level played, from 1
	Ticks   uint64 // how long it was played
	Combo   int    // the best one
	Seed    uint64
	Replay  string // name of its file in the folder of replays; "": none
	Counts
}

// Of returns the score of a game.
func Of(table Table, g *engine.Game, seed uint64, how Outcome, counts Counts) Score {
	return Score{
		Table:   table,
		Outcome: how,
		Rules:   engine.Rules,
		Score:   g.Score,
		Last:    g.Level + 1,
		Ticks:   g.Tick,
		Combo:   g.BestCombo,
		Seed:    seed,
		Counts:  counts,
	}
}

// LostBins is how many parts of the same width the floor is cut into, to count where balls
// are lost.
const LostBins = 16

// Counts are how often things happen in a game. Counting only reads, and allocates nothing.
type Counts struct {
	Walls   int `json:"wall_hits"`
	Paddle  int `json:"paddle_hits"`
	Hits    int `json:"brick_hits"` // of bricks that broke, too
	Balls   int `json:"ball_hits"`
	Bricks  int `json:"bricks_broken"`
	Combos  int `json:"combos"`
	Cleared int `json:"levels_cleared"`
	Lost    int `json:"balls_lost"`

	LostAt [LostBins]int `json:"balls_lost_at"` // by place along the floor, from the left

	run int // bricks since a ball last came off the paddle
}

// Observe counts the events of one tick.
func (c *Counts) Observe(events []engine.Event) {
	for i := range events {
		c.count(&events[i])
	}
}

func (c *Counts) count(e *engine.Event) {
	switch e.Kind {
	case engine.WallHit:
		c.Walls++
	case engine.PaddleHit:
		c.Paddle++
		c.run = 0
	case engine.BallHit:
		c.Balls++
	case engine.BrickHit:
		c.Hits++
	case engine.BrickBroken:
		c.Hits++
		c.Bricks++
		if c.run++; c.run == engine.ComboFrom {
			c.Combos++
		}
	case engine.LevelClear:
		c.Cleared++
	case engine.BallLost:
		c.Lost++
		c.LostAt[lostBin(e.At.X)]++
	case engine.BallServed:
		c.run = 0
	}
}

// lostBin returns the part of the floor that x is in.
func lostBin(x float64) int {
	return min(max(int(x*LostBins/spec.FieldW), 0), LostBins-1)
}
