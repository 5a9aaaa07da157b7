package leaderboard

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
)

// ErrNewSchema is the error for a database with a newer schema, which this version of the program does not support.
var ErrNewSchema = errors.New("made by a newer arkterm")

// A damageError is a problem that SQLite's integrity check has found.
type damageError struct{ text string }

func (d *damageError) Error() string { return "damaged: " + d.text }

// A schema creates and migrates the tables of a database.
type schema struct {
	ID         int      // application_id, which the first migration sets
	Migrations []string // SQL scripts, each of which changes the schema from one version to the next
	ErrForeign error    // error for a database of another program
}

// A querier is a database or a transaction.
type querier interface {
	QueryRow(query string, args ...any) *sql.Row
	Query(query string, args ...any) (*sql.Rows, error)
}

// forEachRow calls scanRow for each row of a query until it returns an error. scan is the row's Scan method.
func forEachRow(q querier, query string, scanRow func(scan func(...any) error) error, args ...any) error {
	rows, err := q.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scanRow(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collectRows returns the results of scanRow for all rows of a query, or nil and the first error.
func collectRows[T any](q querier, scanRow func(scan func(...any) error) (T, error), query string, args ...any) (
	all []T, _ error,
) {
	err := forEachRow(q, query, func(scan func(...any) error) error {
		value, err := scanRow(scan)
		all = append(all, value)
		return err
	}, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Migrate checks the integrity of a database and executes the missing migrations in one transaction. The error is a
// *damageError, ErrNewSchema, the schema's ErrForeign, or an error of SQLite.
func (s *schema) Migrate(db *sql.DB) error {
	var result string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return &damageError{result}
	}

	version, err := s.Version(db)
	if err != nil || version == len(s.Migrations) {
		return err
	}

	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if version, err = s.Version(tx); err != nil { // another process may have migrated the database
		return err
	}
	for ; version < len(s.Migrations); version++ {
		if _, err := tx.Exec(s.Migrations[version]); err != nil {
			return fmt.Errorf("schema %d: %w", version+1, err)
		}
	}
	if _, err := tx.Exec("PRAGMA user_version = " + strconv.Itoa(version)); err != nil {
		return err
	}
	return tx.Commit()
}

// Version returns the number of executed migrations. The error is ErrNewSchema, the schema's ErrForeign, or an error of
// SQLite.
func (s *schema) Version(q querier) (version int, err error) {
	var id, tables int
	if err := q.QueryRow("SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema) FROM "+
		"pragma_user_version, pragma_application_id").
		Scan(&version, &id, &tables); err != nil {
		return 0, err
	}
	switch {
	case version == 0 && tables == 0:
		return 0, nil
	case id != s.ID:
		return 0, s.ErrForeign
	case version > len(s.Migrations):
		return 0, fmt.Errorf("%w (schema %d, want at most %d)", ErrNewSchema, version, len(s.Migrations))
	}
	return version, nil
}
