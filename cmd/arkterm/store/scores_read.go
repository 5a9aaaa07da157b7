package store

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"arkterm/cmd/arkterm/scores"
)

// rankedScores adds to each ranked score its place in its table.
const rankedScores = `
	WITH ranked AS (
		SELECT *,
			row_number() OVER (PARTITION BY set_hash, first, mode, difficulty, drops, assisted, rules ORDER BY score DESC, id) AS place,
			row_number() OVER (PARTITION BY set_hash, first, mode, difficulty, drops, assisted, rules, ifnull(name, '') ORDER BY score DESC, id) = 1 AS best
		FROM games WHERE score > 0
	)`

// Tables returns the tables of the levels with the hash ("" for all) that begin with the level first (0 for
// any), each with its best limit scores.
func (s *ScoreDB) Tables(hash string, first, limit int) ([]scores.Page, error) {
	rows, err := s.db.Query(rankedScores+`
		SELECT id, ended, ifnull(name, ''), set_name, set_hash, first, first_name, mode, difficulty, drops, assisted,
			rules, outcome, score, last, cleared, ticks, combo, seed, replay, place, best
		FROM ranked
		WHERE place <= ?3 AND (?1 = '' OR set_hash = ?1) AND (?2 = 0 OR first = ?2)
		ORDER BY min(id) OVER (PARTITION BY set_hash), rules DESC, mode, difficulty, drops != 15, drops, assisted, first, place`,
		hash, first, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()

	pages := []scores.Page{}
	for rows.Next() {
		var t scores.Table
		var l scores.Line
		err := rows.Scan(&l.ID, &l.Ended, &l.Name, &t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty, &t.Drops, &t.Assisted,
			&t.Rules, &l.Outcome, &l.Score, &l.Last, &l.Cleared, &l.Ticks, &l.Combo, &l.Seed, &l.Replay, &l.Place, &l.Best)
		if err != nil {
			return nil, err
		}
		t.Clean()
		l.Clean()
		if n := len(pages); n == 0 || !pages[n-1].Same(t) {
			pages = append(pages, scores.Page{Table: t})
		}
		p := &pages[len(pages)-1]
		p.Scores = append(p.Scores, l)
	}
	return pages, rows.Err()
}

// Best returns the player's best score in a table, or 0 if there is none. The scores of somebody who has not said
// a name are those without one.
func (s *ScoreDB) Best(player string, t scores.Table) (score int, err error) {
	err = s.db.QueryRow(`
		SELECT ifnull(max(score), 0) FROM games
		WHERE set_hash = ? AND first = ? AND mode = ? AND difficulty = ? AND drops = ? AND assisted = ? AND rules = ?
			AND ifnull(name, '') = ifnull((SELECT name FROM players WHERE id = ?), '')`,
		t.Hash, t.First, t.Mode, t.Difficulty, t.Drops, t.Assisted, t.Rules, player).Scan(&score)
	return score, err
}

// Statistics adds up all games, including those in no table.
func (s *ScoreDB) Statistics() (scores.Statistics, error) {
	var t scores.Statistics
	err := s.db.QueryRow(`
		SELECT count(*), count(*) FILTER (WHERE outcome = 'won'), ifnull(sum(ticks), 0), ifnull(sum(score), 0), ifnull(max(combo), 0),
			ifnull(sum(cleared), 0), ifnull(sum(walls), 0), ifnull(sum(paddle), 0), ifnull(sum(hits), 0),
			ifnull(sum(balls), 0), ifnull(sum(bricks), 0), ifnull(sum(combos), 0), ifnull(sum(lost), 0)
		FROM games`).Scan(&t.Games, &t.Won, &t.Ticks, &t.Points, &t.Combo,
		&t.Cleared, &t.Walls, &t.Paddle, &t.Hits, &t.Balls, &t.Bricks, &t.Combos, &t.Lost)
	if err != nil {
		return t, err
	}

	rows, err := s.db.Query("SELECT bin, sum(balls) FROM lost_at WHERE bin BETWEEN 0 AND ? GROUP BY bin", scores.LostBins-1)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	for rows.Next() {
		var bin, n int
		if err := rows.Scan(&bin, &n); err != nil {
			return t, err
		}
		t.LostAt[bin] = n
	}
	return t, rows.Err()
}

// Tidy removes old replays that no score refers to, and what programs left that were killed while they wrote, a day ago
// or earlier.
func Tidy(in Folders, now time.Time) error {
	dir := in.Replays()
	sweep(in.State, now.Add(-24*time.Hour))
	sweep(dir, now.Add(-24*time.Hour))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= MostReplays {
		return nil // few enough: the scores need not be read
	}
	keep, err := replaysToKeep(in.ScoresFile())
	if err != nil {
		return err
	}
	return TidyReplays(dir, MostReplays, keep)
}

// replaysToKeep returns the names of the replays that the database at path refers to: none if there is no
// database.
func replaysToKeep(path string) (map[string]bool, error) {
	s, err := ReadScores(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return savedReplays(s)
}

// savedReplays returns the names of the replays that scores in the tables refer to.
func savedReplays(s *ScoreDB) (map[string]bool, error) {
	rows, err := s.db.Query(rankedScores+"SELECT replay FROM ranked WHERE replay != '' AND (place <= ? OR best)", scores.Top)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	saved := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		saved[name] = true
	}
	return saved, rows.Err()
}
