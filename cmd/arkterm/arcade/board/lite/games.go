package lite

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"arkterm/cmd/arkterm/arcade/board"
	"arkterm/cmd/arkterm/arcade/names"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/store/schema"
	"arkterm/engine"
)

// sameTable is the condition of a game's table; tableArgs are its arguments.
const sameTable = "g.submitted = ? AND g.set_hash = ? AND g.first = ? AND g.mode = ? AND g.difficulty = ? AND g.drops = ? AND g.assisted = ? AND g.rules = ?"

func tableArgs(t scores.Table, submitted bool) []any {
	return []any{submitted, t.Hash, t.First, t.Mode, t.Difficulty, t.Drops, t.Assisted, t.Rules}
}

// Add takes a finished game. See [board.Store].
func (s *Store) Add(g board.Game) (placing board.Placing, err error) {
	r := &g.Score
	err = s.change(func(tx *sql.Tx) error {
		var known, seeded, there bool
		if err := tx.QueryRow(`
			SELECT EXISTS (SELECT 1 FROM games WHERE state = ?), EXISTS (SELECT 1 FROM games WHERE seed = ?),
				EXISTS (SELECT 1 FROM players WHERE id = ?)`,
			int64(g.State), int64(r.Seed), g.Player).Scan(&known, &seeded, &there); err != nil {
			return err
		}
		switch {
		case !there:
			return board.ErrNobody
		case known:
			return board.ErrKnown
		case seeded && !g.Submitted && !g.Shared:
			return board.ErrSeed
		}
		args := append([]any{g.Player, r.Ended.Unix(), int64(g.State), r.Set, r.FirstName, string(r.Outcome), r.Score, r.Last, r.Combo, int64(r.Ticks), int64(r.Seed)},
			tableArgs(r.Table, g.Submitted)...)
		if err := tx.QueryRow(`
			INSERT INTO games (player, ended, state, set_name, first_name, outcome, score, last, combo, ticks, seed,
				submitted, set_hash, first, mode, difficulty, drops, assisted, rules)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, args...).Scan(&placing.ID); err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO recordings (game, data) VALUES (?, ?)", placing.ID, g.Recording); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE players SET games = games + 1 WHERE id = ?", g.Player); err != nil {
			return err
		}
		for p := range board.NumPeriods {
			if placing.Places[p], err = place(tx, g, placing.ID, p.Begin(r.Ended)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		placing = board.Placing{}
	}
	if unfit(err) {
		err = fmt.Errorf("%w (%w)", board.ErrRefused, err)
	}
	return placing, err
}

// unfit reports whether an error is about the values that were to be written, which no other time makes better.
func unfit(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE:
		return true
	}
	return false
}

// place returns the place of a game among the best games of the players since a time; 0 if it is not its player's best.
func place(q schema.Querier, g board.Game, id int64, since time.Time) (place int, err error) {
	if g.Score.Score <= 0 {
		return 0, nil
	}
	args := append([]any{g.Score.Score, g.Score.Score, id}, tableArgs(g.Score.Table, g.Submitted)...)
	err = q.QueryRow(`
		WITH ahead AS (
			SELECT g.player FROM games g
			WHERE (g.score > ? OR g.score = ? AND g.id < ?) AND `+sameTable+` AND g.ended >= ?
		)
		SELECT iif(EXISTS (SELECT 1 FROM ahead WHERE player = ?), 0, 1 + (SELECT count(DISTINCT player) FROM ahead))`,
		append(args, since.Unix(), g.Player)...).Scan(&place)
	return place, err
}

// Boards returns the tables that were played last. See [board.Store].
func (s *Store) Boards(submitted bool, limit int) (all []scores.Table, err error) {
	rows, err := s.read.Query(`
		SELECT set_name, set_hash, first, first_name, mode, difficulty, drops, assisted, rules, max(ended) AS last
		FROM games WHERE submitted = ? AND rules = ? AND score > 0
		GROUP BY set_hash, first, mode, difficulty, drops, assisted
		ORDER BY last DESC, max(id) DESC LIMIT ?`, submitted, engine.Rules, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t scores.Table
		var last int64
		if err := rows.Scan(&t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty, &t.Drops, &t.Assisted, &t.Rules, &last); err != nil {
			return nil, err
		}
		t.Clean()
		all = append(all, t)
	}
	return all, rows.Err()
}

const lineColumns = "g.id, g.player, p.name, g.score, g.last, g.combo, g.ticks, g.outcome, g.ended"

// A line is where a row of lineColumns goes.
type line struct {
	board.Line
	name  string
	ended int64
}

func (l *line) into() []any {
	return []any{&l.ID, &l.Player, &l.name, &l.Score, &l.Last, &l.Combo, &l.Ticks, &l.Outcome, &l.ended}
}

func (l *line) clean() board.Line {
	l.Name, l.Ended = names.Kept(l.name), time.Unix(l.ended, 0).UTC()
	switch l.Outcome {
	case scores.OutcomeOver, scores.OutcomeWon, scores.OutcomeLeft:
	default:
		l.Outcome = scores.OutcomeLeft
	}
	return l.Line
}

// Lines returns the best of a board. See [board.Store]. Games are read in the order of the index, and no more than it takes to
// find so many players.
func (s *Store) Lines(b board.Board, now time.Time, limit int) (all []board.Line, err error) {
	rows, err := s.read.Query("SELECT "+lineColumns+" FROM games g CROSS JOIN players p ON p.id = g.player WHERE "+sameTable+
		" AND g.ended >= ? AND g.score > 0 ORDER BY g.score DESC, g.id",
		append(tableArgs(b.Table, b.Submitted), b.Period.Begin(now).Unix())...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	has := make(map[string]bool) // players by their IDs
	for len(all) < limit && rows.Next() {
		var l line
		if err := rows.Scan(l.into()...); err != nil {
			return nil, err
		}
		if has[l.Player] {
			continue // they have a better one
		}
		has[l.Player] = true
		l.Place = len(all) + 1
		all = append(all, l.clean())
	}
	return all, rows.Err()
}

const recordColumns = lineColumns + ", g.submitted, g.set_name, g.set_hash, g.first, g.first_name, g.mode, g.difficulty, g.drops, g.assisted, g.rules"

// scanRecord reads a row of recordColumns and more.
func scanRecord(scan func(...any) error, more ...any) (r board.Record, err error) {
	var l line
	t := &r.Table
	if err := scan(append(append(l.into(), &r.Submitted, &t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty, &t.Drops, &t.Assisted, &t.Rules), more...)...); err != nil {
		return r, err
	}
	t.Clean()
	r.Line = l.clean()
	return r, nil
}

// Games returns a player's games. See [board.Store].
func (s *Store) Games(id string, limit int) (all []board.Record, err error) {
	rows, err := s.read.Query("SELECT "+recordColumns+" FROM games g JOIN players p ON p.id = g.player WHERE g.player = ? ORDER BY g.id DESC LIMIT ?", id, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRecord(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// Recording returns a game and its recording. See [board.Store].
func (s *Store) Recording(id int64) (r board.Record, data []byte, err error) {
	r, err = scanRecord(s.read.QueryRow("SELECT "+recordColumns+`, r.data
		FROM games g JOIN players p ON p.id = g.player JOIN recordings r ON r.game = g.id WHERE g.id = ?`, id).Scan, &data)
	if errors.Is(err, sql.ErrNoRows) {
		err = board.ErrNoGame
	}
	return r, data, err
}

// Prune removes old games that are on no board. See [board.Store].
func (s *Store) Prune(before time.Time, best int) (n int, err error) {
	err = s.change(func(tx *sql.Tx) error {
		r, err := tx.Exec(`
			DELETE FROM games WHERE id IN (
				SELECT id FROM (
					SELECT id, ended, nth, score, row_number() OVER (
						PARTITION BY submitted, set_hash, first, mode, difficulty, drops, assisted, rules ORDER BY nth, score DESC, id) AS place
					FROM (
						SELECT *, row_number() OVER (
							PARTITION BY submitted, set_hash, first, mode, difficulty, drops, assisted, rules, player ORDER BY score DESC, id) AS nth
						FROM games
					)
				) WHERE ended < ? AND (nth > 1 OR place > ? OR score <= 0)
			)`, before.Unix(), best)
		if err != nil {
			return err
		}
		gone, err := r.RowsAffected()
		if err != nil {
			return err
		}
		n = int(gone)
		_, err = tx.Exec("DELETE FROM links WHERE until < ?", before.Unix())
		return err
	})
	return n, err
}
