package leaderboard

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"arkterm/cmd/arkterm/progress"
)

// maxResults is the maximum number of a player's stored scores per table. Lower scores only count in the statistics.
const maxResults = 1000

// tableKey returns the text that identifies a table in the database.
func tableKey(t progress.Table) string {
	return fmt.Sprintf("%s %d %q %q %d %t %d", t.Hash, t.FirstLevel, t.Mode, t.Difficulty, t.DropPercent, t.Assisted,
		t.Rules)
}

// saveResult adds a game to the player's personal scores and statistics, and returns its place. It ignores a game that
// is already stored, because callers add a game again if they have not received the acknowledgement.
func saveResult(tx *sql.Tx, id string, score *progress.Score) (p progress.Placing, err error) {
	var name string
	if err := tx.QueryRow("SELECT name FROM players WHERE id = ?", id).Scan(&name); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = ErrNoPlayer
		}
		return p, err
	}
	e := new(progress.Results).NewGameRecord(name, *score).Game
	if known, err := insertResult(tx, id, e); err != nil || known {
		return p, err
	}
	if err := updateStatistics(tx, id, func(t *progress.Statistics) { t.Add(&e.Score) }); err != nil {
		return p, err
	}
	p = progress.Placing{ID: e.ID, Name: e.Name, Scored: e.Score.Score > 0}
	if !p.Scored {
		return p, nil
	}
	err = tx.QueryRow(`SELECT 1 + count(*) FILTER (WHERE score > ?3 OR score = ?3 AND id < ?4), count(*),
		count(*) FILTER (WHERE score >= ?3) = 1
		FROM results WHERE player = ?1 AND board = ?2`, id, tableKey(e.Table), e.Score.Score, e.ID).Scan(&p.Place,
		&p.NumScores, &p.Best)
	return p, err
}

// insertResult adds a personal score and sets its ID. It ignores scores of 0. known reports whether the same score is
// already stored.
func insertResult(tx *sql.Tx, id string, e *progress.Entry) (known bool, err error) {
	e.ID, e.Player = 0, ""
	if e.Score.Score <= 0 {
		return false, nil
	}
	text, err := json.Marshal(e)
	if err != nil {
		return false, err
	}
	board := tableKey(e.Table)
	err = tx.QueryRow(`INSERT INTO results (player, board, score, entry) SELECT ?1, ?2, CAST(?3 AS bigint), ?4
		WHERE NOT EXISTS (SELECT 1 FROM results WHERE player = ?1 AND board = ?2 AND score = ?3 AND entry = ?4)
		RETURNING id`,
		id, board, e.Score.Score, string(text)).Scan(&e.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM results WHERE id IN
			(SELECT id FROM results WHERE player = ? AND board = ? ORDER BY score DESC, id LIMIT ? OFFSET ?)`, id,
			board, math.MaxInt32, maxResults)
	}
	return false, err
}

// updateStatistics reads a player's statistics, calls change, and writes them.
func updateStatistics(tx *sql.Tx, id string, change func(t *progress.Statistics)) error {
	t, err := statistics(tx, id)
	if err != nil {
		return err
	}
	change(&t)
	text, err := json.Marshal(&t)
	if err != nil {
		return err
	}
	_, err = tx.Exec("INSERT INTO statistics (player, total) VALUES (?, ?) "+
		"ON CONFLICT (player) DO UPDATE SET total = excluded.total", id, string(text))
	return err
}

// statistics returns a player's statistics, which are zero for a new player.
func statistics(q querier, id string) (t progress.Statistics, err error) {
	var text string
	err = q.QueryRow("SELECT total FROM statistics WHERE player = ?", id).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &t)
	}
	return t, err
}

// BestScore returns the player's best personal score in a table. See [Store].
func (s *DB) BestScore(id string, t progress.Table) (best int, err error) {
	err = s.reader.QueryRow("SELECT coalesce(max(score), 0) FROM results WHERE player = ? AND board = ?", id,
		tableKey(t)).Scan(&best)
	return best, err
}

// Scores returns the player's personal tables and statistics. See [Store].
func (s *DB) Scores(id string) (pages []progress.Page, t progress.Statistics, err error) {
	var r progress.Results
	err = forEachRow(s.reader, `SELECT id, entry FROM (SELECT id, entry, row_number() OVER (PARTITION BY board
		ORDER BY score DESC, id) AS place
		FROM results WHERE player = ?) AS ordered WHERE place <= ? ORDER BY id`, func(scan func(...any) error) error {
		var id int64
		var text string
		if err := scan(&id, &text); err != nil {
			return err
		}
		e := new(progress.Entry)
		if err := json.Unmarshal([]byte(text), e); err != nil {
			return err
		}
		e.ID = id
		r.Apply(progress.Record{Game: e})
		return nil
	}, id, progress.TableSize)
	if err == nil {
		t, err = statistics(s.reader, id)
	}
	return r.Tables("", 0, progress.TableSize), t, err
}

// SaveAchievement merges an achievement with the saved one. See [Store].
func (s *DB) SaveAchievement(id string, a progress.Achievement) error {
	return s.inTransaction(func(tx *sql.Tx) error { return saveAchievement(tx, id, a) })
}

// saveAchievement implements SaveAchievement.
func saveAchievement(tx *sql.Tx, id string, a progress.Achievement) error {
	c := progress.RecordOf(a).Achievement
	level := fmt.Sprintf("%s %s %s", c.Board, c.Difficulty, c.Name)
	var r progress.Results
	var text string
	err := tx.QueryRow("SELECT record FROM achievements WHERE player = ? AND level = ?", id, level).Scan(&text)
	if err == nil {
		err = applyAchievement(&r, text)
	} else if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err != nil {
		return err
	}
	r.Apply(progress.Record{Achievement: c})
	for _, a := range r.Achievements() {
		merged, err := json.Marshal(progress.RecordOf(a).Achievement)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO achievements (player, level, record) VALUES (?, ?, ?) "+
			"ON CONFLICT (player, level) DO UPDATE SET record = excluded.record", id, level,
			string(merged)); err != nil {
			return err
		}
	}
	return nil
}

// applyAchievement adds an achievement to r. text is its encoding in the database.
func applyAchievement(r *progress.Results, text string) error {
	c := new(progress.AchievedRecord)
	if err := json.Unmarshal([]byte(text), c); err != nil {
		return err
	}
	r.Apply(progress.Record{Achievement: c})
	return nil
}

// Achievements returns the player's achievements. See [Store].
func (s *DB) Achievements(id string) ([]progress.Achievement, error) {
	var r progress.Results
	err := forEachRow(s.reader, "SELECT record FROM achievements WHERE player = ?",
		func(scan func(...any) error) error {
			var text string
			if err := scan(&text); err != nil {
				return err
			}
			return applyAchievement(&r, text)
		}, id)
	return r.Achievements(), err
}

// ImportScores adds earlier results of a player. See [Store].
func (s *DB) ImportScores(id string, from *progress.Results) error {
	return s.inTransaction(func(tx *sql.Tx) error {
		var known bool
		if err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM statistics WHERE player = ?)",
			id).Scan(&known); err != nil || known {
			return err
		}
		for _, c := range new(progress.Results).ImportRecords(from) {
			if c.Game != nil {
				if _, err := insertResult(tx, id, c.Game); err != nil {
					return err
				}
			}
		}
		for _, a := range from.Achievements() {
			if err := saveAchievement(tx, id, a); err != nil {
				return err
			}
		}
		return updateStatistics(tx, id, func(t *progress.Statistics) { *t = from.Statistics() })
	})
}
