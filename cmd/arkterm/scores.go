package main

import (
	"fmt"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/levels"
)

// A scoreTable names what scores are compared within: games on the same levels, begun with the
// same one, played the same way.
type scoreTable struct {
	Set        string `json:"set"`        // name of the levels, for people
	Hash       string `json:"hash"`       // their engine.Digest, 16 hexadecimal digits
	First      int    `json:"first"`      // number of the level begun with, from 1
	FirstName  string `json:"first_name"` // its name, for people
	Mode       string `json:"mode"`
	Difficulty string `json:"difficulty"`
	Drops      int    `json:"drops"` // percent of the bricks that let something fall
	Assisted   bool   `json:"assisted"`
}

// usualDrops is the share of drops that tables do not speak of: the one that there is without --drops,
// and that all games had which were kept before tables knew of it.
const usualDrops = 15

// same reports whether t and u are one table; names do not count.
func (t scoreTable) same(u scoreTable) bool {
	t.Set, t.FirstName = u.Set, u.FirstName
	return t == u
}

// tableOf returns the table of games on pack that are begun as c says.
func tableOf(pack levels.Pack, c *engine.Config, assisted bool) scoreTable {
	return scoreTable{
		Set:        pack.Name,
		Hash:       engine.HashText(engine.Digest(pack.Levels)),
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

// own reports whether the table is of a mode that has levels of its own: what they are called says
// which mode.
func (t scoreTable) own() bool {
	name, _, _ := strings.Cut(t.Mode, " ")
	m, err := engine.ModeNamed(name)
	return err == nil && engine.Modes[m].Own
}

// past reports whether t is of another day than here: the tables of all days would be many.
// arkterm scores has them.
func (t scoreTable) past(here scoreTable) bool {
	return t.Mode == engine.Daily.String() && t.Hash != here.Hash
}

// An outcome says how a game ended.
type outcome string

// The outcomes.
const (
	outcomeOver outcome = "over" // no ball left
	outcomeWon  outcome = "won"  // the last level cleared
	outcomeLeft outcome = "left" // given up by the player
)

// A score is one game as it is kept.
type score struct {
	scoreTable
	Ended   time.Time // UTC; zero: the keeper of scores sets it
	Outcome outcome
	Rules   int // engine.Rules
	Score   int
	Last    int    // number of the last level played, from 1
	Ticks   uint64 // how long it was played
	Combo   int    // the best one
	Seed    uint64
	Replay  string // name of its file in the folder of replays; "": none
	tally
}

// scoreOf returns the game of a session as it is kept.
func scoreOf(table scoreTable, g *engine.Game, seed uint64, how outcome, t tally) score {
	return score{
		scoreTable: table,
		Outcome:    how,
		Rules:      engine.Rules,
		Score:      g.Score,
		Last:       g.Level + 1,
		Ticks:      g.Tick,
		Combo:      g.BestCombo,
		Seed:       seed,
		tally:      t,
	}
}

// lostBins is how many parts of the same width the floor is cut into, to count where balls
// are lost.
const lostBins = 16

// comboFrom is how many bricks without a touch of the paddle are a combo: from there on points
// are multiplied.
const comboFrom = 4

// A tally counts what happens in a game. It only reads, and allocates nothing.
type tally struct {
	Walls   int `json:"wall_hits"`
	Paddle  int `json:"paddle_hits"`
	Hits    int `json:"brick_hits"` // of bricks that broke, too
	Balls   int `json:"ball_hits"`
	Bricks  int `json:"bricks_broken"`
	Combos  int `json:"combos"`
	Cleared int `json:"levels_cleared"`
	Lost    int `json:"balls_lost"`

	LostAt [lostBins]int `json:"balls_lost_at"` // by place along the floor, from the left

	run int // bricks since a ball last came off the paddle
}

// observe counts the events of one tick.
func (t *tally) observe(events []engine.Event) {
	for i := range events {
		t.count(&events[i])
	}
}

func (t *tally) count(e *engine.Event) {
	switch e.Kind {
	case engine.WallHit:
		t.Walls++
	case engine.PaddleHit:
		t.Paddle++
		t.run = 0
	case engine.BallHit:
		t.Balls++
	case engine.BrickHit:
		t.Hits++
	case engine.BrickBroken:
		t.Hits++
		t.Bricks++
		if t.run++; t.run == comboFrom {
			t.Combos++
		}
	case engine.LevelClear:
		t.Cleared++
	case engine.BallLost:
		t.Lost++
		t.LostAt[lostBin(e.At.X)]++
	case engine.BallServed:
		t.run = 0
	}
}

// lostBin returns the part of the floor that x is in.
func lostBin(x float64) int {
	return min(max(int(x*lostBins/engine.FieldW), 0), lostBins-1)
}
