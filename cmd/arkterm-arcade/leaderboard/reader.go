package leaderboard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"arkterm/cmd/arkterm-arcade/names"
)

// A Reader reads who the players are from a database that a server may have open. It changes nothing.
type Reader struct{ store DB }

// ErrOlder is the error of a database that no server of this version has opened yet.
var ErrOlder = errors.New("made by an older arkterm: its server has to start once with this one")

// Read opens the database at path for reading. Its error is fs.ErrNotExist if there is none.
func Read(path string) (*Reader, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := connect(path, "rw", "&_pragma=query_only(1)", 1) // rw: a reader of a log writes its index
	if err != nil {
		return nil, err
	}
	version, err := tables.Version(db)
	if err == nil && version < len(steps) {
		err = ErrOlder
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return &Reader{DB{path: path, read: db}}, nil
}

// Close closes the database.
func (r *Reader) Close() error { return r.store.read.Close() }

// Named returns the player with a name, or with one that looks like it; ErrNobody.
func (r *Reader) Named(n names.Name) (Player, error) { return r.store.Named(n) }

// Owner returns the player of a key; ErrNobody.
func (r *Reader) Owner(key string) (Player, error) { return r.store.Owner(key) }

// Keys returns a player's keys, the oldest first.
func (r *Reader) Keys(id string) ([]Key, error) { return r.store.Keys(id) }

// Players returns the players in whose names a word is, those first who were here last: at most limit.
func (r *Reader) Players(word string, limit int) (all []Player, err error) {
	rows, err := r.store.read.Query("SELECT "+playerColumns+" FROM players WHERE instr(folded, ?) > 0 ORDER BY seen DESC, id LIMIT ?", names.Fold(word), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scanPlayer(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// Player returns the player with an ID; ErrNobody.
func (r *Reader) Player(id string) (Player, error) {
	return player(r.store.read, "id = ?", id)
}
