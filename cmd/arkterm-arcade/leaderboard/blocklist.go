package leaderboard

import "database/sql"

// Blocklist returns the text of the block list that several servers share, and its version, which changes with each
// edit. If the version is known, Blocklist does not read the text.
func (s *DB) Blocklist(known int64) (text []byte, version int64, err error) {
	err = s.reader.QueryRow("SELECT version, CASE WHEN version = ? THEN NULL ELSE content END FROM blocklist", known).
		Scan(&version, &text)
	return text, version, err
}

// EditBlocklist replaces the text of the block list by the result of edit, unless it returns an error.
func (s *DB) EditBlocklist(edit func(old []byte) ([]byte, error)) error {
	return s.inTransaction(func(tx *sql.Tx) error {
		var text []byte
		if err := tx.QueryRow("SELECT content FROM blocklist").Scan(&text); err != nil {
			return err
		}
		text, err := edit(text)
		if err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE blocklist SET version = version + 1, content = ?", text)
		return err
	})
}
