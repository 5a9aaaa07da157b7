package leaderboard

import (
	"database/sql"
	"time"
)

// This file contains what the commands of an operator change. They work while the server uses the database.

// AllGames returns the games of a player like [DB.Games], including removed ones.
func (s *DB) AllGames(id string, limit int) ([]Record, error) {
	return collectRows(s.reader, func(scan func(...any) error) (Record, error) { return scanRecord(scan) },
		"SELECT "+recordColumns+" FROM games g"+entryJoins+"WHERE g.player = ? OR g.other = ? ORDER BY g.id DESC LIMIT ?",
		id, id, limit)
}

// GameByID returns a game, which may be removed, or ErrNoGame.
func (s *DB) GameByID(id int64) (Record, error) {
	games, err := collectRows(s.reader, func(scan func(...any) error) (Record, error) { return scanRecord(scan) },
		"SELECT "+recordColumns+" FROM games g"+entryJoins+"WHERE g.id = ?", id)
	if err == nil && len(games) == 0 {
		err = ErrNoGame
	}
	if err != nil {
		return Record{}, err
	}
	return games[0], nil
}

// RemoveGames removes games from all leaderboards and lists, until RestoreGames brings them back or Prune deletes them.
// Ratings and personal scores do not change. It returns the number of games that were not removed before.
func (s *DB) RemoveGames(ids []int64, now time.Time) (n int, err error) {
	return s.setRemoved(ids, now.Unix())
}

// RestoreGames reverses RemoveGames. It returns the number of restored games.
func (s *DB) RestoreGames(ids []int64) (n int, err error) { return s.setRemoved(ids, 0) }

// setRemoved sets the time when games were removed; 0 restores them.
func (s *DB) setRemoved(ids []int64, removed int64) (n int, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		changed := make(map[standing]bool)
		for _, id := range ids {
			rows, err := collectRows(tx, scanStanding, "UPDATE games SET removed = ?1 WHERE id = ?2 "+
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
