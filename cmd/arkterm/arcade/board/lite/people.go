package lite

import (
	"database/sql"
	"errors"
	"time"

	"arkterm/cmd/arkterm/arcade/board"
	"arkterm/cmd/arkterm/arcade/names"
	"arkterm/cmd/arkterm/store/schema"
)

const playerColumns = "id, name, chosen, hidden, games, since, seen"

// player reads a player by a condition; board.ErrNobody.
func player(q schema.Querier, where string, args ...any) (p board.Player, err error) {
	var name string
	var since, seen int64
	err = q.QueryRow("SELECT "+playerColumns+" FROM players WHERE "+where, args...).
		Scan(&p.ID, &name, &p.Chosen, &p.Hidden, &p.Games, &since, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		err = board.ErrNobody
	}
	p.Name, p.Since, p.Seen = names.Kept(name), time.Unix(since, 0), time.Unix(seen, 0)
	return p, err
}

// ofKey is the condition of the player with a key.
const ofKey = "id = (SELECT player FROM keys WHERE key = ?)"

// Enter returns the player of a key. See [board.Store]. That somebody has come again is noted once in an hour, and not at all on
// a disk that is full.
func (s *Store) Enter(key string, most int, now time.Time) (p board.Player, err error) {
	p, err = player(s.read, ofKey, key)
	switch {
	case err == nil && now.Sub(p.Seen) > time.Hour:
		_, _ = s.write.Exec("UPDATE players SET seen = max(seen, ?) WHERE id = ?", now.Unix(), p.ID)
	case errors.Is(err, board.ErrNobody):
		err = s.change(func(tx *sql.Tx) error {
			p, err = player(tx, ofKey, key) // from two terminals at once
			if errors.Is(err, board.ErrNobody) {
				p, err = welcome(tx, key, most, now)
			}
			return err
		})
	}
	return p, err
}

// welcome makes the player of a new key, with a name that nobody has.
func welcome(tx *sql.Tx, key string, most int, now time.Time) (p board.Player, err error) {
	var count int
	if err := tx.QueryRow("SELECT count(*) FROM players").Scan(&count); err != nil {
		return p, err
	}
	if count >= most {
		return p, board.ErrCrowded
	}
	for attempt := 0; ; attempt++ {
		p = board.Player{ID: key, Name: names.Offered(key, attempt), Since: now, Seen: now, New: true}
		if free, err := isFree(tx, p.Name, key); err != nil || free {
			if err != nil {
				return p, err
			}
			break
		}
	}
	if _, err := tx.Exec("INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES (?, ?, ?, ?, ?, ?)",
		p.ID, p.Name.String(), p.Name.Folded(), p.Name.Skeleton(), now.Unix(), now.Unix()); err != nil {
		return p, err
	}
	_, err = tx.Exec("INSERT INTO keys (key, player) VALUES (?, ?)", key, p.ID)
	return p, err
}

// isFree reports whether nobody but the player with the id has a name.
func isFree(q schema.Querier, n names.Name, id string) (free bool, err error) {
	err = q.QueryRow("SELECT count(*) = 0 FROM players WHERE (folded = ? OR skeleton = ?) AND id != ?", n.Folded(), n.Skeleton(), id).Scan(&free)
	return free, err
}

// Rename gives a player a name. See [board.Store].
func (s *Store) Rename(id string, n names.Name) error {
	return s.change(func(tx *sql.Tx) error {
		free, err := isFree(tx, n, id)
		if err != nil {
			return err
		}
		if !free {
			return board.ErrTaken
		}
		return one(tx.Exec("UPDATE players SET name = ?, folded = ?, skeleton = ?, chosen = 1 WHERE id = ?",
			n.String(), n.Folded(), n.Skeleton(), id))
	})
}

// one returns board.ErrNobody if a change has changed nothing.
func one(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, board.ErrNobody)
	}
	return nil
}

// Hide says whether a player's games are hidden. See [board.Store].
func (s *Store) Hide(id string, hidden bool) error {
	return one(s.write.Exec("UPDATE players SET hidden = ? WHERE id = ?", hidden, id))
}

// Named returns the player with a name. See [board.Store].
func (s *Store) Named(n names.Name) (board.Player, error) {
	p, err := player(s.read, "folded = ?", n.Folded())
	if errors.Is(err, board.ErrNobody) {
		p, err = player(s.read, "skeleton = ?", n.Skeleton())
	}
	return p, err
}

// Has reports whether there is such a player. See [board.Store].
func (s *Store) Has(id string) (has bool, err error) {
	err = s.read.QueryRow("SELECT count(*) > 0 FROM players WHERE id = ?", id).Scan(&has)
	return has, err
}

// Link makes a code. See [board.Store].
func (s *Store) Link(id string, code board.Code, until time.Time) error {
	_, err := s.write.Exec("INSERT OR REPLACE INTO links (code, player, until) VALUES (?, ?, ?)", code.Hash(), id, until.Unix())
	return err
}

// Claim gives a key to the player who made a code. See [board.Store].
func (s *Store) Claim(key string, code board.Code, now time.Time) (p board.Player, gone string, err error) {
	err = s.change(func(tx *sql.Tx) error {
		p, err = player(tx, "id = (SELECT player FROM links WHERE code = ? AND until >= ?)", code.Hash(), now.Unix())
		if errors.Is(err, board.ErrNobody) {
			return board.ErrCode
		}
		if err != nil {
			return err
		}
		before, err := player(tx, ofKey, key)
		switch {
		case errors.Is(err, board.ErrNobody):
		case err != nil:
			return err
		case before.ID == p.ID: // it is theirs already
		case before.Games > 0:
			return board.ErrPlayed
		default:
			if err := lose(tx, before.ID, key); err != nil {
				return err
			}
			gone = before.ID
		}
		if _, err := tx.Exec("INSERT OR REPLACE INTO keys (key, player) VALUES (?, ?)", key, p.ID); err != nil {
			return err
		}
		_, err = tx.Exec("DELETE FROM links WHERE code = ?", code.Hash())
		return err
	})
	if err != nil {
		gone = ""
	}
	return p, gone, err
}

// lose removes the player with the id, whose only key becomes another one's. One with more keys cannot be removed: it is
// still that of the others.
func lose(tx *sql.Tx, id, key string) error {
	var others int
	if err := tx.QueryRow("SELECT count(*) FROM keys WHERE player = ? AND key != ?", id, key).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return board.ErrPlayed
	}
	_, err := tx.Exec("DELETE FROM players WHERE id = ?", id)
	return err
}

// Delete removes a player. See [board.Store].
func (s *Store) Delete(id string) error {
	return one(s.write.Exec("DELETE FROM players WHERE id = ?", id))
}

// Gone removes players who have not come for long. See [board.Store].
func (s *Store) Gone(unplayed, played time.Time) (ids []string, err error) {
	err = s.change(func(tx *sql.Tx) error {
		rows, err := tx.Query("DELETE FROM players WHERE seen < iif(games = 0, ?, ?) RETURNING id", unplayed.Unix(), played.Unix())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return rows.Err()
	})
	return ids, err
}
