package leaderboard

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"
)

// playerColumns lists the columns that scanPlayer scans.
const playerColumns = "id, name, chosen, hidden, games, since, seen"

// queryPlayer returns the player that matches a condition, or ErrNoPlayer.
func queryPlayer(q querier, where string, args ...any) (p Player, err error) {
	p, err = scanPlayer(q.QueryRow("SELECT "+playerColumns+" FROM players WHERE "+where, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoPlayer
	}
	return p, err
}

// scanPlayer scans a row of playerColumns.
func scanPlayer(scan func(...any) error) (p Player, err error) {
	var name string
	var since, seen int64
	err = scan(&p.ID, &name, &p.NameChosen, &p.Hidden, &p.Games, &since, &seen)
	p.Name, p.FirstVisit, p.LastVisit = StoredName(name), time.Unix(since, 0), time.Unix(seen, 0)
	return p, err
}

// keyCondition is the SQL condition for the player with a key.
const keyCondition = "id = (SELECT player FROM keys WHERE key = ?)"

// SignIn returns the player with a key. See [Store]. It saves the time of the visit at most once per hour. It ignores
// errors of saving the time, so that players can sign in while the disk is full.
func (s *DB) SignIn(key string, maxPlayers int, now time.Time) (p Player, err error) {
	p, err = queryPlayer(s.reader, keyCondition, key)
	if err == nil {
		s.saveVisit(p.ID, key, now)
	} else if errors.Is(err, ErrNoPlayer) {
		err = s.inTransaction(func(tx *sql.Tx) error {
			p, err = queryPlayer(tx, keyCondition, key) // another visit may have created the player in the meantime
			if errors.Is(err, ErrNoPlayer) {
				p, err = s.createPlayer(tx, key, maxPlayers, now)
			}
			return err
		})
	}
	return p, err
}

// saveVisit saves the time of a visit with a key, unless one was saved within the last hour.
func (s *DB) saveVisit(id, key string, now time.Time) {
	var last int64
	if err := s.reader.QueryRow("SELECT seen FROM keys WHERE key = ?", key).Scan(&last); err != nil ||
		now.Sub(time.Unix(last, 0)) <= time.Hour {
		return
	}
	_ = s.inTransaction(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE keys SET seen = ?1 WHERE key = ?2 AND seen < ?1", now.Unix(), key)
		if err == nil {
			_, err = tx.Exec("UPDATE players SET seen = ?1 WHERE id = ?2 AND seen < ?1", now.Unix(), id)
		}
		return err
	})
}

// createPlayer creates a player with an unused default name for a new key.
func (s *DB) createPlayer(tx *sql.Tx, key string, maxPlayers int, now time.Time) (p Player, err error) {
	if maxPlayers != Unlimited {
		// In PostgreSQL, this read conflicts with every other transaction that creates a player.
		if count, err := countPlayers(tx); err != nil {
			return p, err
		} else if count >= maxPlayers {
			return p, ErrTooManyPlayers
		}
	}
	id, err := newID(tx, key)
	if err != nil {
		return p, err
	}
	for attempt, free := 0, false; !free; attempt++ {
		p = Player{ID: id, Name: DefaultName(key, attempt), FirstVisit: now, LastVisit: now, New: true}
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

// newID returns an unused ID for the player of a new key. Usually, it is the hash of the key. If a player who has
// removed the key still has that ID, newID returns a hash of that ID instead.
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

// assignKey assigns a key to a player.
func assignKey(tx *sql.Tx, key, id string, now time.Time) error {
	_, err := tx.Exec(`INSERT INTO keys (key, player, since, seen) VALUES (?1, ?2, ?3, ?3) ON CONFLICT (key)
		DO UPDATE SET player = excluded.player, since = excluded.since, seen = excluded.seen`, key, id, now.Unix())
	return err
}

// isNameFree reports whether no player except the one with the given ID has the name or a similar one.
func isNameFree(q querier, n Name, id string) (free bool, err error) {
	err = q.QueryRow("SELECT count(*) = 0 FROM players WHERE (folded = ? OR skeleton = ?) AND id != ?", n.Folded(),
		n.Skeleton(), id).Scan(&free)
	return free, err
}

// isReserved reports whether a name is reserved.
func (s *DB) isReserved(n Name) bool { return s.IsReserved != nil && s.IsReserved(n) }

// Rename changes a player's name. See [Store].
func (s *DB) Rename(id string, n Name, chosen bool) error {
	if s.isReserved(n) {
		return ErrNameReserved
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

// requireChange returns ErrNoPlayer if a statement has not changed any row.
func requireChange(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNoPlayer)
	}
	return nil
}

// SetHidden sets whether a player's games are hidden. See [Store].
func (s *DB) SetHidden(id string, hidden bool) error {
	return requireChange(s.writer.Exec("UPDATE players SET hidden = ? WHERE id = ?", hidden, id))
}

// PlayerByName returns the player with a name. See [Store].
func (s *DB) PlayerByName(n Name) (Player, error) {
	p, err := queryPlayer(s.reader, "folded = ?", n.Folded())
	if errors.Is(err, ErrNoPlayer) {
		p, err = queryPlayer(s.reader, "skeleton = ?", n.Skeleton())
	}
	return p, err
}

// PlayerByKey returns the player with a key. See [Store].
func (s *DB) PlayerByKey(key string) (Player, error) { return queryPlayer(s.reader, keyCondition, key) }

// Keys returns a player's keys. See [Store].
func (s *DB) Keys(id string) ([]Key, error) {
	return collectRows(s.reader, func(scan func(...any) error) (k Key, err error) {
		var since, seen int64
		err = scan(&k.Hash, &since, &seen)
		k.Added, k.LastUsed = time.Unix(since, 0), time.Unix(seen, 0)
		return k, err
	}, "SELECT key, since, seen FROM keys WHERE player = ? ORDER BY since, key", id)
}

// RemoveKey removes a key from a player. See [Store].
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

// countKeys returns the number of a player's keys.
func countKeys(tx *sql.Tx, id string) (count int, err error) {
	err = tx.QueryRow("SELECT count(*) FROM keys WHERE player = ?", id).Scan(&count)
	return count, err
}

// NumPlayers returns the number of players. See [Store].
func (s *DB) NumPlayers() (players int, err error) { return countPlayers(s.reader) }

func countPlayers(q querier) (players int, err error) {
	err = q.QueryRow("SELECT count(*) FROM players").Scan(&players)
	return players, err
}

// HasPlayer reports whether a player exists. See [Store].
func (s *DB) HasPlayer(id string) (has bool, err error) {
	err = s.reader.QueryRow("SELECT count(*) > 0 FROM players WHERE id = ?", id).Scan(&has)
	return has, err
}

// SaveCode stores a code. See [Store].
func (s *DB) SaveCode(id string, code Code, until time.Time) error {
	_, err := s.writer.Exec(`INSERT INTO links (code, player, until) VALUES (?, ?, ?) ON CONFLICT (player)
		DO UPDATE SET code = excluded.code, until = excluded.until`, code.Hash(), id, until.Unix())
	return err
}

// Claim adds a key to the player who created a code. See [Store].
func (s *DB) Claim(key string, code Code, now time.Time) (p Player, removed string, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		removed = ""
		p, err = queryPlayer(tx, "id = (SELECT player FROM links WHERE code = ? AND until >= ?)", code.Hash(),
			now.Unix())
		if errors.Is(err, ErrNoPlayer) {
			return ErrWrongCode
		}
		if err != nil {
			return err
		}

		// Delete the key's previous player, unless that player has finished games.
		before, err := queryPlayer(tx, keyCondition, key)
		switch {
		case errors.Is(err, ErrNoPlayer):
		case err != nil:
			return err
		case before.ID == p.ID: // already linked
		case before.Games > 0:
			return ErrKeyInUse
		default:
			if err := deleteMergedPlayer(tx, before.ID, key); err != nil {
				return err
			}
			removed = before.ID
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
		removed = ""
	}
	return p, removed, err
}

// deleteMergedPlayer deletes a player whose only key will be linked to another player. It fails with ErrKeyInUse if
// the player has other keys.
func deleteMergedPlayer(tx *sql.Tx, id, key string) error {
	var others int
	if err := tx.QueryRow("SELECT count(*) FROM keys WHERE player = ? AND key != ?", id,
		key).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return ErrKeyInUse
	}
	return deletePlayer(tx, id)
}

// Delete removes a player. See [Store].
func (s *DB) Delete(id string) error {
	return s.inTransaction(func(tx *sql.Tx) error { return deletePlayer(tx, id) })
}

// scanText scans a row with one text column.
func scanText(scan func(...any) error) (text string, err error) {
	err = scan(&text)
	return text, err
}

// deletePlayer deletes a player and the player's data. Games with another player become the other player's games, as if
// the deleted player had been a guest. Rated matches that the other player has lost are no longer ranked. Ratings do
// not change.
func deletePlayer(tx *sql.Tx, id string) error {
	const shared = "(player = ?1 AND other IS NOT NULL OR other = ?1)"
	if _, err := tx.Exec("DELETE FROM standings WHERE game IN (SELECT id FROM games WHERE "+shared+")",
		id); err != nil {
		return err
	}
	changed, err := collectRows(tx, scanBoardTeam, `
		UPDATE games SET (player, other, team, paddle, measure, merit, board) = (
			SELECT stays, NULL, CASE WHEN measure = ?2 THEN stays || '+guest' ELSE stays END,
				CASE WHEN won THEN paddle ELSE 1 - paddle END, CASE WHEN lost THEN ?4 ELSE measure END,
				CASE WHEN lost THEN 0 ELSE merit END, CASE WHEN lost THEN NULL ELSE board END
			FROM (SELECT CASE WHEN player = ?1 THEN other ELSE player END AS stays, player != ?1 AS won,
				measure = ?3 AND player = ?1 AS lost) AS roles)
		WHERE `+shared+" RETURNING board, team", id, ByPoints, ByRating, StoredOnly)
	if err != nil {
		return err
	}
	reranked := make(map[boardTeam]bool)
	for _, s := range changed {
		if !reranked[s] {
			if err := rerank(tx, s); err != nil {
				return err
			}
			reranked[s] = true
		}
	}
	return requireChange(tx.Exec("DELETE FROM players WHERE id = ?", id))
}

// DeleteInactive deletes players without recent visits. See [Store].
func (s *DB) DeleteInactive(withoutGames, withGames time.Time) (ids []string, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		ids, err = collectRows(tx, scanText,
			"SELECT id FROM players WHERE games = 0 AND seen < ? OR games > 0 AND seen < ?", withoutGames.Unix(),
			withGames.Unix())
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
