package leaderboard

import (
	"database/sql"
	"time"
)

// The methods in this file implement the commands of an operator. They can be used while a server uses the same
// database.

// AllGames is like [DB.Games], but includes removed games.
func (s *DB) AllGames(id string, limit int) ([]Record, error) {
	return s.records("WHERE g.player = ?1 OR g.other = ?1 ORDER BY g.id DESC LIMIT ?2", id, limit)
}

// GameByID returns the game with an ID, even if it was removed. It fails with ErrNoGame if there is none.
func (s *DB) GameByID(id int64) (Record, error) {
	games, err := s.records("WHERE g.id = ?", id)
	switch {
	case err != nil:
		return Record{}, err
	case len(games) == 0:
		return Record{}, ErrNoGame
	}
	return games[0], nil
}

// RemoveGames hides games from all leaderboards and lists, until RestoreGames restores them or Prune deletes them. It
// does not change ratings and personal scores. It returns the number of games that it has removed. It ignores unknown
// IDs and games that are already removed.
func (s *DB) RemoveGames(ids []int64, now time.Time) (n int, err error) {
	return s.setRemoved(ids, now.Unix())
}

// RestoreGames reverses RemoveGames. It returns the number of games that it has restored.
func (s *DB) RestoreGames(ids []int64) (n int, err error) { return s.setRemoved(ids, 0) }

// setRemoved sets the time when games were removed, in Unix seconds, or restores them if removed is 0. It returns the
// number of changed games.
func (s *DB) setRemoved(ids []int64, removed int64) (n int, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		n = 0
		changed := make(map[boardTeam]bool)
		for _, id := range ids {
			rows, err := collectRows(tx, scanBoardTeam, "UPDATE games SET removed = ?1 WHERE id = ?2 "+
				"AND (removed = 0) = (?1 != 0) RETURNING board, team", removed, id)
			if err != nil {
				return err
			}
			n += len(rows)
			for _, s := range rows {
				changed[s] = true
			}
		}
		for s := range changed {
			if err := rerank(tx, s); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}
