package leaderboard

import "database/sql"

// Blocklist returns the text of the block list that several servers share, and its version, which changes with each
// edit. If the version equals known, Blocklist does not read the text, and returns nil.
func (s *DB) Blocklist(known int64) (text []byte, version int64, err error) {
	err = s.reader.QueryRow("SELECT version, CASE WHEN version = ? THEN NULL ELSE content END FROM blocklist", known).
		Scan(&version, &text)
	return text, version, err
}

// EditBlocklist replaces the text of the block list by the result of edit. If edit returns an error, EditBlocklist
// returns this error and changes nothing.
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
