package leaderboard

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"arkterm/cmd/arkterm-arcade/names"
)

const playerColumns = "id, name, chosen, hidden, games, since, seen"

// player reads a player by a condition; ErrNobody.
func queryPlayer(q querier, where string, args ...any) (p Player, err error) {
	p, err = scanPlayer(q.QueryRow("SELECT "+playerColumns+" FROM players WHERE "+where, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoPlayer
	}
	return p, err
}

// scanPlayer reads playerColumns.
func scanPlayer(scan func(...any) error) (p Player, err error) {
	var name string
	var since, seen int64
	err = scan(&p.ID, &name, &p.Chosen, &p.Hidden, &p.Games, &since, &seen)
	p.Name, p.Since, p.Seen = names.Kept(name), time.Unix(since, 0), time.Unix(seen, 0)
	return p, err
}

// ofKey is the condition of the player with a key.
const hasKey = "id = (SELECT player FROM keys WHERE key = ?)"

// Enter returns the player of a key. See [Store]. It saves the time of a visit at most once per hour, and
// not on a full disk.
func (s *DB) SignIn(key string, most int, now time.Time) (p Player, err error) {
	p, err = queryPlayer(s.reader, hasKey, key)
	if err == nil {
		s.noteVisit(p.ID, key, now)
	} else if errors.Is(err, ErrNoPlayer) {
		err = s.inTransaction(func(tx *sql.Tx) error {
			p, err = queryPlayer(tx, hasKey, key) // from two terminals at once
			if errors.Is(err, ErrNoPlayer) {
				p, err = s.createPlayer(tx, key, most, now)
			}
			return err
		})
	}
	return p, err
}

// seen notes that a player has come with a key, if that was not noted in the last hour.
func (s *DB) noteVisit(id, key string, now time.Time) {
	var last int64
	if err := s.reader.QueryRow("SELECT seen FROM keys WHERE key = ?", key).Scan(&last); err != nil || now.Sub(time.Unix(last, 0)) <= time.Hour {
		return
	}
	_ = s.inTransaction(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE keys SET seen = max(seen, ?) WHERE key = ?", now.Unix(), key)
		if err == nil {
			_, err = tx.Exec("UPDATE players SET seen = max(seen, ?) WHERE id = ?", now.Unix(), id)
		}
		return err
	})
}

// welcome makes the player of a new key, with a name that nobody has.
func (s *DB) createPlayer(tx *sql.Tx, key string, most int, now time.Time) (p Player, err error) {
	if count, err := countPlayers(tx); err != nil {
		return p, err
	} else if count >= most {
		return p, ErrTooManyPlayers
	}
	id, err := newID(tx, key)
	if err != nil {
		return p, err
	}
	for attempt, free := 0, false; !free; attempt++ {
		p = Player{ID: id, Name: names.Offered(key, attempt), Since: now, Seen: now, New: true}
		if s.isReserved(p.Name) {
			continue
		}
		if free, err = isNameFree(tx, p.Name, id); err != nil {
			return p, err
		}
	}
	if _, err := tx.Exec("INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES (?, ?, ?, ?, ?, ?)",
		p.ID, p.Name.String(), p.Name.Folded(), p.Name.Skeleton(), now.Unix(), now.Unix()); err != nil {
		return p, err
	}
	return p, assignKey(tx, key, p.ID, now)
}

// newID returns the ID of the player of a new key: the key's own hash, or if somebody has that, who has removed the key, another one.
func newID(tx *sql.Tx, key string) (id string, err error) {
	id = key
	for {
		var taken bool
		if err := tx.QueryRow("SELECT count(*) > 0 FROM players WHERE id = ?", id).Scan(&taken); err != nil || !taken {
			return id, err
		}
		sum := sha256.Sum256([]byte("arkterm player\n" + id))
		id = hex.EncodeToString(sum[:])
	}
}

// give makes a key a player's.
func assignKey(tx *sql.Tx, key, id string, now time.Time) error {
	_, err := tx.Exec("INSERT OR REPLACE INTO keys (key, player, since, seen) VALUES (?, ?, ?, ?)", key, id, now.Unix(), now.Unix())
	return err
}

// isFree reports whether nobody but the player with the id has a name.
func isNameFree(q querier, n names.Name, id string) (free bool, err error) {
	err = q.QueryRow("SELECT count(*) = 0 FROM players WHERE (folded = ? OR skeleton = ?) AND id != ?", n.Folded(), n.Skeleton(), id).Scan(&free)
	return free, err
}

// reserves reports whether no player may have a name.
func (s *DB) isReserved(n names.Name) bool { return s.Reserved != nil && s.Reserved(n) }

// Rename gives a player a name. See [Store].
func (s *DB) Rename(id string, n names.Name, chosen bool) error {
	if s.isReserved(n) {
		return names.ErrReserved
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		free, err := isNameFree(tx, n, id)
		if err != nil {
			return err
		}
		if !free {
			return ErrNameTaken
		}
		return requireChange(tx.Exec("UPDATE players SET name = ?, folded = ?, skeleton = ?, chosen = ? WHERE id = ?",
			n.String(), n.Folded(), n.Skeleton(), chosen, id))
	})
}

// one returns ErrNobody if a change has changed nothing.
func requireChange(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNoPlayer)
	}
	return nil
}

// Hide sets whether a player's games are hidden. See [Store].
func (s *DB) SetHidden(id string, hidden bool) error {
	return requireChange(s.writer.Exec("UPDATE players SET hidden = ? WHERE id = ?", hidden, id))
}

// Named returns the player with a name. See [Store].
func (s *DB) PlayerByName(n names.Name) (Player, error) {
	p, err := queryPlayer(s.reader, "folded = ?", n.Folded())
	if errors.Is(err, ErrNoPlayer) {
		p, err = queryPlayer(s.reader, "skeleton = ?", n.Skeleton())
	}
	return p, err
}

// Owner returns the player of a key. See [Store].
func (s *DB) PlayerByKey(key string) (Player, error) { return queryPlayer(s.reader, hasKey, key) }

// Keys returns a player's keys. See [Store].
func (s *DB) Keys(id string) ([]Key, error) {
	return collect(s.reader, func(scan func(...any) error) (k Key, err error) {
		var since, seen int64
		err = scan(&k.Hash, &since, &seen)
		k.Since, k.Seen = time.Unix(since, 0), time.Unix(seen, 0)
		return k, err
	}, "SELECT key, since, seen FROM keys WHERE player = ? ORDER BY since, key", id)
}

// RemoveKey takes a key from a player. See [Store].
func (s *DB) RemoveKey(id, key string) error {
	return s.inTransaction(func(tx *sql.Tx) error {
		err := requireChange(tx.Exec("DELETE FROM keys WHERE player = ? AND key = ?", id, key))
		if errors.Is(err, ErrNoPlayer) {
			return ErrNoKey
		}
		if err != nil {
			return err
		}
		count, err := countKeys(tx, id)
		if err == nil && count == 0 {
			err = ErrLastKey
		}
		return err
	})
}

// keysOf returns how many keys a player has.
func countKeys(tx *sql.Tx, id string) (count int, err error) {
	err = tx.QueryRow("SELECT count(*) FROM keys WHERE player = ?", id).Scan(&count)
	return count, err
}

// Size returns how many players there are. See [Store].
func (s *DB) NumPlayers() (players int, err error) { return countPlayers(s.reader) }

func countPlayers(q querier) (players int, err error) {
	err = q.QueryRow("SELECT count(*) FROM players").Scan(&players)
	return players, err
}

// Has reports whether there is such a player. See [Store].
func (s *DB) HasPlayer(id string) (has bool, err error) {
	err = s.reader.QueryRow("SELECT count(*) > 0 FROM players WHERE id = ?", id).Scan(&has)
	return has, err
}

// Link makes a code. See [Store].
func (s *DB) SaveCode(id string, code Code, until time.Time) error {
	_, err := s.writer.Exec("INSERT OR REPLACE INTO links (code, player, until) VALUES (?, ?, ?)", code.Hash(), id, until.Unix())
	return err
}

// Claim gives a key to the player who made a code. See [Store].
func (s *DB) Claim(key string, code Code, now time.Time) (p Player, gone string, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		p, err = queryPlayer(tx, "id = (SELECT player FROM links WHERE code = ? AND until >= ?)", code.Hash(), now.Unix())
		if errors.Is(err, ErrNoPlayer) {
			return ErrWrongCode
		}
		if err != nil {
			return err
		}
		before, err := queryPlayer(tx, hasKey, key)
		switch {
		case errors.Is(err, ErrNoPlayer):
		case err != nil:
			return err
		case before.ID == p.ID: // it is theirs already
		case before.Games > 0:
			return ErrKeyHasPlayed
		default:
			if err := deleteMerged(tx, before.ID, key); err != nil {
				return err
			}
			gone = before.ID
		}
		if err := assignKey(tx, key, p.ID, now); err != nil {
			return err
		}
		if count, err := countKeys(tx, p.ID); err != nil {
			return err
		} else if count > MaxKeys {
			return ErrTooManyKeys
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
func deleteMerged(tx *sql.Tx, id, key string) error {
	var others int
	if err := tx.QueryRow("SELECT count(*) FROM keys WHERE player = ? AND key != ?", id, key).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return ErrKeyHasPlayed
	}
	return deletePlayer(tx, id)
}

// Delete removes a player. See [Store].
func (s *DB) Delete(id string) error {
	return s.inTransaction(func(tx *sql.Tx) error { return deletePlayer(tx, id) })
}

// scanText reads a row with one text.
func scanText(scan func(...any) error) (text string, err error) {
	err = scan(&text)
	return text, err
}

// remove removes a player with all that is theirs. A game that they have played with somebody else stays as the other one's, as if it had been
// played with a guest: so whoever has lost against them has a game that is on no board, and ratings stay as they are.
func deletePlayer(tx *sql.Tx, id string) error {
	teams, err := collect(tx, scanText, `
		UPDATE games SET (player, other, team, paddle, measure, merit, best) = (
			SELECT stays, NULL, iif(measure = ?2, stays || '+guest', stays), iif(won, paddle, 1 - paddle), iif(lost, ?4, measure), iif(lost, 0, merit), 1
			FROM (SELECT iif(player = ?1, other, player) AS stays, player != ?1 AS won, measure = ?3 AND player = ?1 AS lost))
		WHERE player = ?1 AND other IS NOT NULL OR other = ?1 RETURNING team`, id, ByPoints, ByRating, Uncounted)
	if err != nil {
		return err
	}
	slices.Sort(teams)
	for _, team := range slices.Compact(teams) {
		if err := updateBest(tx, team); err != nil {
			return err
		}
	}
	return requireChange(tx.Exec("DELETE FROM players WHERE id = ?", id))
}

// Gone removes players without recent visits. See [Store].
func (s *DB) DeleteInactive(unplayed, played time.Time) (ids []string, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		ids, err = collect(tx, scanText, "SELECT id FROM players WHERE seen < iif(games = 0, ?, ?)", unplayed.Unix(), played.Unix())
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := deletePlayer(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}
