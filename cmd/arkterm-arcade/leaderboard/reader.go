package leaderboard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrOldSchema is the error for a database with an older schema, which only a server can migrate.
var ErrOldSchema = errors.New("made by an older arkterm; start the server once with this version")

// OpenReader opens the database at path read-only. A server can use the database at the same time. The methods that
// change the database must not be called. The error is fs.ErrNotExist if there is no database.
func OpenReader(path string) (*DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := connect(path, "rw", "&_pragma=query_only(1)", maxReaders) // rw for the same reason as in Open
	if err != nil {
		return nil, err
	}
	version, err := dbSchema.Version(db)
	if err == nil && version < len(migrations) {
		err = ErrOldSchema
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return &DB{path: path, reader: db}, nil
}

// OpenEditor is like OpenReader, but all methods can be called.
func OpenEditor(path string) (*DB, error) {
	s, err := OpenReader(path)
	if err != nil {
		return nil, err
	}
	if s.writer, err = connect(path, "rw", "&_txlock=immediate", 1); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Players returns up to limit players whose names contain a word, those with the latest visit first.
func (s *DB) Players(word string, limit int) ([]Player, error) {
	return collectRows(s.reader, scanPlayer,
		"SELECT "+playerColumns+" FROM players WHERE instr(folded, ?) > 0 ORDER BY seen DESC, id LIMIT ?",
		FoldName(word), limit)
}

// PlayerByID returns the player with an ID, or ErrNoPlayer.
func (s *DB) PlayerByID(id string) (Player, error) { return queryPlayer(s.reader, "id = ?", id) }
