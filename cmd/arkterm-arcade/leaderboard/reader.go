package leaderboard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"arkterm/cmd/arkterm-arcade/names"
)

// ErrOlder is the error of a database that no server of this version has opened yet.
var ErrOlder = errors.New("made by an older arkterm: its server has to start once with this one")

// OpenReader opens the database at path, which a server may have open, for reading. The methods that change it must not be called. The
// error is fs.ErrNotExist if there is no database.
func OpenReader(path string) (*DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := connect(path, "rw", "&_pragma=query_only(1)", 1) // rw: a reader of a log writes its index
	if err != nil {
		return nil, err
	}
	version, err := dbSchema.Version(db)
	if err == nil && version < len(migrations) {
		err = ErrOlder
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return &DB{path: path, reader: db}, nil
}

// Players returns at most limit players whose names contain a word, those seen last first.
func (s *DB) Players(word string, limit int) ([]Player, error) {
	return collect(s.reader, scanPlayer, "SELECT "+playerColumns+" FROM players WHERE instr(folded, ?) > 0 ORDER BY seen DESC, id LIMIT ?", names.Fold(word), limit)
}

// Player returns the player with an ID; ErrNobody.
func (s *DB) PlayerByID(id string) (Player, error) { return queryPlayer(s.reader, "id = ?", id) }
