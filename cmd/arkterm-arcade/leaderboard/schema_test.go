package leaderboard

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

var errForeign = errors.New("database of another program")

// firstMigration creates a table with one row.
const firstMigration = "PRAGMA application_id = 77; CREATE TABLE a (x INTEGER NOT NULL) STRICT; " +
	"INSERT INTO a VALUES (1);"

func openSQLite(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=journal_mode(wal)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// Migrations are executed completely or not at all. If one fails, the database is unchanged, and both the old program
// and a corrected one can open it.
func TestSQLiteMigrationsAreAtomic(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	migrate := func(steps ...string) error {
		t.Helper()
		db := openSQLite(t, path)
		defer db.Close()
		return (&schema{ID: 77, Migrations: steps, ErrForeign: errForeign}).Migrate(db)
	}
	readTable := func() (n, tables int) {
		t.Helper()
		db := openSQLite(t, path)
		defer db.Close()
		if err := db.QueryRow("SELECT sum(x), (SELECT count(*) FROM sqlite_schema) FROM a").Scan(&n,
			&tables); err != nil {
			t.Fatal(err)
		}
		return n, tables
	}

	if err := migrate(firstMigration); err != nil {
		t.Fatal(err)
	}
	const second, third = "CREATE TABLE b (y); UPDATE a SET x = 2;", "DROP TABLE b;"
	if err := migrate(firstMigration, second, "INSERT INTO nothing VALUES (1);"); err == nil ||
		!strings.Contains(err.Error(), "schema 3") {
		t.Errorf("Migrate with a failing script: error %v, want one about schema 3", err)
	}
	if n, tables := readTable(); n != 1 || tables != 1 {
		t.Errorf("after a failed migration: sum %d, %d tables; want 1, 1", n, tables)
	}
	if err := migrate(firstMigration); err != nil {
		t.Errorf("after a failed migration, the old program's Migrate returns the error %v", err)
	}
	for range 2 { // the second time, there is nothing to do
		if err := migrate(firstMigration, second, third); err != nil {
			t.Fatal(err)
		}
		if n, tables := readTable(); n != 2 || tables != 1 {
			t.Errorf("after migration: sum %d, %d tables; want 2, 1", n, tables)
		}
	}
	if err := migrate(firstMigration, second); !errors.Is(err, ErrNewSchema) {
		t.Errorf("Migrate of an older program: error %v, want ErrNewSchema", err)
	}
}

// A database of another program is not changed.
func TestForeignSQLiteDatabase(t *testing.T) {
	db := openSQLite(t, filepath.Join(t.TempDir(), "a.db"))
	if _, err := db.Exec("CREATE TABLE notes (text)"); err != nil {
		t.Fatal(err)
	}
	s := &schema{ID: 77, Migrations: []string{firstMigration}, ErrForeign: errForeign}
	if err := s.Migrate(db); !errors.Is(err, errForeign) {
		t.Errorf("Migrate: error %v, want errForeign", err)
	}
	var n int
	if err := db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&n); err != nil || n != 1 {
		t.Errorf("after Migrate, the database of another program has %d tables, %v; want 1", n, err)
	}
}
