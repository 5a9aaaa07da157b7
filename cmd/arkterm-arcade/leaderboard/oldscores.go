package leaderboard

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"arkterm/cmd/arkterm/progress"
)

// Identification of the databases in which earlier versions saved the scores of a player.
const (
	oldApplicationID = 0x61726b74 // application_id: "arkt" in ASCII
	maxOldVersion    = 6          // highest user_version
)

// oldColumns contains the columns that later versions of these databases have added, and the values that replace them
// in earlier versions.
var oldColumns = [...]struct {
	since    int    // first user_version with the columns
	names    string // separated by commas
	defaults string // values for earlier versions
}{
	{2, "walls, paddle, hits, balls, bricks, combos, lost", "0, 0, 0, 0, 0, 0, 0"},
	{3, "drops", "15"},
}

// ReadOldScores reads a score database of an earlier version. It does not modify the file, except that SQLite rolls
// back an unfinished transaction of a killed process.
func ReadOldScores(path string) (*progress.Results, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dataSource(path, "rw")+"&_pragma=busy_timeout(5000)&_pragma=trusted_schema(0)")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	r := new(progress.Results)
	if err := readOldScores(db, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// readOldScores adds the scores of an old database to r.
func readOldScores(db *sql.DB, r *progress.Results) error {
	var version, id int
	if err := db.QueryRow("SELECT user_version, application_id FROM pragma_user_version, pragma_application_id").
		Scan(&version, &id); err != nil {
		return err
	}
	if id != oldApplicationID || version < 1 || version > maxOldVersion {
		return errors.New("not a score database of arkterm")
	}
	if err := readOldGames(db, version, r); err != nil {
		return err
	}
	if version >= 4 {
		if err := readOldAchievements(db, version, r); err != nil {
			return err
		}
	}
	if version < 5 {
		return nil
	}
	return forEachRow(db, "SELECT id, name FROM players", func(scan func(...any) error) error {
		var n progress.NameChange
		err := scan(&n.Player, &n.Name)
		r.Apply(progress.Record{Name: &n})
		return err
	})
}

// readOldGames adds the games to r in the order in which they were saved.
func readOldGames(db *sql.DB, version int, r *progress.Results) error {
	lost := make(map[int64][progress.FloorParts]int)
	if version >= 2 {
		err := forEachRow(db, "SELECT game, bin, balls FROM lost_at WHERE bin BETWEEN 0 AND ?",
			func(scan func(...any) error) error {
				var game, bin, balls int64
				err := scan(&game, &bin, &balls)
				bins := lost[game]
				bins[bin] = int(balls)
				lost[game] = bins
				return err
			}, progress.FloorParts-1)
		if err != nil {
			return err
		}
	}

	columns := ""
	for _, c := range oldColumns {
		if version >= c.since {
			columns += ", " + c.names
		} else {
			columns += ", " + c.defaults
		}
	}
	return forEachRow(db, `SELECT id, ended, name, set_name, set_hash, first, first_name, mode, difficulty, assisted,
		rules, outcome, score, last,
		cleared, ticks, combo, seed, replay`+columns+" FROM games ORDER BY id", func(scan func(...any) error) error {
		var e progress.Entry
		var ended, seed string
		g := &e.Score
		err := scan(&e.ID, &ended, &e.Name, &g.SetName, &g.Hash, &g.FirstLevel, &g.FirstLevelName, &g.Mode,
			&g.Difficulty,
			&g.Assisted, &g.Rules, &g.Outcome, &g.Score,
			&g.LastLevel, &g.LevelsCleared, &g.Ticks, &g.BestCombo, &seed, &g.Replay, &g.WallHits,
			&g.PaddleHits, &g.BrickHits, &g.BallHits,
			&g.BricksBroken, &g.Combos, &g.BallsLost, &g.DropPercent)
		if err != nil {
			return err
		}
		g.Ended, _ = time.Parse(time.RFC3339, ended) // invalid times and seeds become zero
		g.Seed, _ = strconv.ParseUint(seed, 10, 64)
		g.BallsLostAt = lost[e.ID]
		r.Apply(progress.Record{Game: &e})
		if version < 5 && e.Name != nil { // these versions suggest the last name for the next game
			r.Apply(progress.Record{Name: &progress.NameChange{Name: *e.Name}})
		}
		return nil
	})
}

// readOldAchievements adds the achievements to r.
func readOldAchievements(db *sql.DB, version int, r *progress.Results) error {
	rules := "0"
	if version >= 6 {
		rules = "rules"
	}
	return forEachRow(db, "SELECT board, name, difficulty, stars & 255, ticks, points, "+rules+" FROM feats",
		func(scan func(...any) error) error {
			var a progress.AchievedRecord
			err := scan(&a.Board, &a.Name, &a.Difficulty, &a.Stars, &a.Ticks, &a.Points, &a.Rules)
			r.Apply(progress.Record{Achievement: &a})
			return err
		})
}
