package leaderboard

import (
	"database/sql"
	"time"
)

// A File is a file in the folder of a player. Only a database that several servers share contains files.
type File struct {
	Name     string // path relative to the player's folder, with slashes
	Modified time.Time
	Data     []byte // nil if the file was removed
}

// Files returns the files of a player, in order of their names.
func (s *DB) Files(id string) ([]File, error) {
	return collectRows(s.reader, func(scan func(...any) error) (f File, err error) {
		var modified int64
		err = scan(&f.Name, &modified, &f.Data)
		f.Modified = time.Unix(0, modified)
		return f, err
	}, "SELECT name, modified, data FROM files WHERE player = ? ORDER BY name", id)
}

// SaveFiles saves changed files of a player in one transaction, and deletes those with nil data.
func (s *DB) SaveFiles(id string, changed []File) error {
	return s.inTransaction(func(tx *sql.Tx) error {
		for _, f := range changed {
			query := "DELETE FROM files WHERE player = ? AND name = ?"
			args := []any{id, f.Name}
			if f.Data != nil {
				query = `INSERT INTO files (player, name, modified, data) VALUES (?, ?, ?, ?) ON CONFLICT (player, name)
					DO UPDATE SET modified = excluded.modified, data = excluded.data`
				args = append(args, f.Modified.UnixNano(), f.Data)
			}
			if _, err := tx.Exec(query, args...); err != nil {
				return err
			}
		}
		return nil
	})
}
