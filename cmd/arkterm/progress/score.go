package progress

import (
	"fmt"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A Table identifies a score table. The games of a table can be compared, because they have the same levels, mode,
// difficulty and rules. Fields for display do not distinguish tables.
type Table struct {
	SetName        string `json:"set"`        // name of the pack, for display
	Hash           string `json:"hash"`       // spec.Digest of the levels, 16 hexadecimal digits
	FirstLevel     int    `json:"first"`      // number of the first level played, from 1
	FirstLevelName string `json:"first_name"` // name of that level, for display
	Mode           string `json:"mode"`
	Difficulty     string `json:"difficulty"`
	DropPercent    int    `json:"drops"` // percentage of bricks with a drop
	Assisted       bool   `json:"assisted"`
	Rules          int    `json:"rules"` // engine.Rules, because scores under different rules cannot be compared
}

// DefaultDrops is the default of --drops, in percent. Texts about tables do not mention it. Games that were saved
// before tables had the field DropPercent also count as DefaultDrops.
const DefaultDrops = 15

// Same reports whether t and u identify the same table. It ignores the fields for display.
func (t Table) Same(u Table) bool {
	t.SetName, t.FirstLevelName = u.SetName, u.FirstLevelName
	return t == u
}

// TableOf returns the table of games with the configuration c on a pack.
func TableOf(pack levels.Pack, c *engine.Config, assisted bool) Table {
	if row := &engine.Modes[c.Mode]; row.Mixed { // each game has different levels
		pack = levels.Pack{Name: row.Title, Levels: make([]spec.Level, c.First+1)}
	}
	return Table{
		SetName:        pack.Name,
		Hash:           engine.HashText(spec.Digest(pack.Levels)),
		FirstLevel:     c.First + 1,
		FirstLevelName: pack.Levels[c.First].Name,
		Mode:           modeOfTable(c),
		Difficulty:     engine.Difficulties[c.Difficulty].Name,
		DropPercent:    c.Drops,
		Assisted:       assisted,
		Rules:          engine.Rules,
	}
}

// modeOfTable returns the value of Table.Mode. If a storm has an unusual size, the value also contains the number of
// balls.
func modeOfTable(c *engine.Config) string {
	if c.Storm != 0 && c.Storm != engine.DefaultStorm {
		return fmt.Sprintf("%s %d", c.Mode, c.Storm)
	}
	return c.Mode.String()
}

// HasOwnLevels reports whether the mode of the table has its own levels. If so, SetName is the name of the mode.
func (t Table) HasOwnLevels() bool { return t.mode().OwnLevels }

// mode returns the properties of the table's mode, or the zero ModeRow if this version does not have the mode.
func (t Table) mode() engine.ModeRow {
	name, _, _ := strings.Cut(t.Mode, " ")
	m, err := engine.ParseMode(name)
	if err != nil {
		return engine.ModeRow{}
	}
	return engine.Modes[m]
}

// IsOtherDay reports whether t is the table of a daily game of another day than nextTable, the table of the next game.
// Dialogs omit such tables, because there are too many. The command arkterm scores lists them.
func (t Table) IsOtherDay(nextTable Table) bool {
	return t.mode().Dated && t.Hash != nextTable.Hash
}

// An Outcome is the reason why a game ended.
type Outcome string

// The outcomes.
const (
	OutcomeOver Outcome = "over" // the game was lost
	OutcomeWon  Outcome = "won"  // the last level was cleared
	OutcomeLeft Outcome = "left" // the player has left the game
)

// A Score is the saved result of a game.
type Score struct {
	Table
	Ended     time.Time `json:"ended"` // UTC; if zero, set when the score is saved
	Outcome   Outcome   `json:"outcome"`
	Score     int       `json:"score"`
	LastLevel int       `json:"last"`       // number of the last level played, from 1
	Ticks     uint64    `json:"ticks"`      // length of the game
	BestCombo int       `json:"best_combo"` // length of the longest combo
	Seed      uint64    `json:"seed,string"`
	Replay    string    `json:"replay,omitempty"` // file name in the folder of replays; "" if none

	Recording *record.Recording `json:"-"` // recording of the whole game; nil if the game was left

	Counts
}

// ScoreOf returns the score of a game.
func ScoreOf(table Table, g *engine.Game, seed uint64, outcome Outcome, counts Counts) Score {
	return Score{
		Table:     table,
		Outcome:   outcome,
		Score:     g.Score,
		LastLevel: g.Level + 1,
		Ticks:     g.Tick,
		BestCombo: g.BestCombo,
		Seed:      seed,
		Counts:    counts,
	}
}

// FloorParts is the number of equal parts into which the floor is divided to count lost balls.
const FloorParts = 16

// Counts contains the numbers of events in a game.
type Counts struct {
	WallHits      int `json:"wall_hits"`
	PaddleHits    int `json:"paddle_hits"`
	BrickHits     int `json:"brick_hits"` // includes bricks that broke
	BallHits      int `json:"ball_hits"`
	BricksBroken  int `json:"bricks_broken"`
	Combos        int `json:"combos"`
	LevelsCleared int `json:"levels_cleared"`
	BallsLost     int `json:"balls_lost"`

	BallsLostAt [FloorParts]int `json:"balls_lost_at"` // by part of the floor, from the left

	combo int // bricks broken since a ball last left the paddle
}

// add adds the numbers of d to c.
func (c *Counts) add(d *Counts) {
	c.WallHits += d.WallHits
	c.PaddleHits += d.PaddleHits
	c.BrickHits += d.BrickHits
	c.BallHits += d.BallHits
	c.BricksBroken += d.BricksBroken
	c.Combos += d.Combos
	c.LevelsCleared += d.LevelsCleared
	c.BallsLost += d.BallsLost
	for bin, n := range d.BallsLostAt {
		c.BallsLostAt[bin] += n
	}
}

// Observe counts the events of one tick. It does not allocate.
func (c *Counts) Observe(events []engine.Event) {
	for i := range events {
		c.observeEvent(&events[i])
	}
}

// observeEvent counts one event.
func (c *Counts) observeEvent(e *engine.Event) {
	switch e.Kind {
	case engine.WallHit:
		c.WallHits++
	case engine.PaddleHit:
		c.PaddleHits++
		c.combo = 0
	case engine.BallHit:
		c.BallHits++
	case engine.BrickHit:
		c.BrickHits++
	case engine.BrickBroken:
		c.BrickHits++
		c.BricksBroken++
		if c.combo++; c.combo == engine.MinCombo {
			c.Combos++
		}
	case engine.LevelClear:
		c.LevelsCleared++
	case engine.BallLost:
		c.BallsLost++
		c.BallsLostAt[floorPart(e.At.X)]++
	case engine.BallServed:
		c.combo = 0
	}
}

// floorPart returns the index of the part of the floor at the coordinate x.
func floorPart(x float64) int {
	return min(max(int(x*FloorParts/spec.FieldW), 0), FloorParts-1)
}
