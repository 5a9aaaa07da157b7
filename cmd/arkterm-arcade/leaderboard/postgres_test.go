package leaderboard

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var claimRounds = flag.Int("claims", 25, "number of names and codes that two servers claim at the same time")

// If two servers claim a name or a code at the same time, exactly one of them succeeds.
func TestConcurrentClaims(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	servers := [2]*DB{openTestDB(t, path), openTestDB(t, path)}
	disableSync(t, servers[0])
	disableSync(t, servers[1])
	owner := signIn(t, servers[0], "owner")
	var players [2]Player
	for i := range players {
		players[i] = signIn(t, servers[0], fmt.Sprint("player ", i))
	}

	// atSameTime calls claim for both servers, and returns the number of calls without an error. refused is the only
	// accepted error.
	atSameTime := func(claim func(server int) error, refused error) (succeeded int) {
		t.Helper()
		var errs [2]error
		var all sync.WaitGroup
		for i := range servers {
			all.Go(func() { errs[i] = claim(i) })
		}
		all.Wait()
		for _, err := range errs {
			switch {
			case err == nil:
				succeeded++
			case !errors.Is(err, refused):
				t.Error(err)
			}
		}
		return succeeded
	}
	for round := range *claimRounds {
		name := parseName(t, fmt.Sprintf("claim%d", 100_000+round))
		if n := atSameTime(func(i int) error {
			return servers[i].Rename(players[i].ID, name, true)
		}, ErrNameTaken); n != 1 {
			t.Fatalf("round %d: %d players have the name %s, want 1", round, n, name)
		}

		code := NewCode()
		if err := servers[round%2].SaveCode(owner.ID, code, testNow); err != nil {
			t.Fatal(err)
		}
		keys := [2]string{fmt.Sprint("a ", round), fmt.Sprint("b ", round)}
		if n := atSameTime(func(i int) error {
			_, _, err := servers[i].Claim(keys[i], code, testNow)
			return err
		}, ErrWrongCode); n != 1 {
			t.Fatalf("round %d: the code was used %d times, want once", round, n)
		}
		for _, key := range keys { // because an account can have only MaxKeys keys
			if err := servers[0].RemoveKey(owner.ID, key); err != nil && !errors.Is(err, ErrNoKey) {
				t.Fatal(err)
			}
		}
	}
}

// Prune does not delete an empty board to which another server is adding a game.
func TestPruneDuringAdd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	servers := [2]*DB{openTestDB(t, path), openTestDB(t, path)}
	g := testGame(signIn(t, servers[0], "ann").ID, 1, 100, testNow)
	if err := servers[0].inTransaction(func(tx *sql.Tx) error {
		_, err := findOrCreateBoard(tx, &g)
		return err
	}); err != nil {
		t.Fatal(err)
	}

	pruned := make(chan error, 1)
	if err := servers[0].inTransaction(func(tx *sql.Tx) error {
		if err := rankGame(tx, g, new(Placing)); err != nil {
			return err
		}
		go func() {
			_, err := servers[1].Prune(testNow.Add(-time.Hour), 1)
			pruned <- err
		}()
		for running := servers[0].isPostgres; running; {
			if err := servers[0].reader.QueryRow("SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)").
				Scan(&running); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-pruned; err != nil {
		t.Fatal(err)
	}
	board := Board{Table: boardTable(g.Score.Table, g.Measure), Source: g.Source, Period: AllTime}
	if entries, err := servers[0].Entries(board, testNow, 10); err != nil || len(entries) != 1 {
		t.Errorf("Entries() = %v, %v; want the added game", entries, err)
	}
}

// If PostgreSQL does not answer, a read fails after a while.
func TestLimitedConn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		defer client.Close()
		defer server.Close()
		start := time.Now()
		if _, err := (timeoutConn{client}).Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("Read: error %v, want a timeout", err)
		}
		if passed := time.Since(start); passed <= postgresTimeout {
			t.Errorf("Read fails after %v, before a statement does", passed)
		}
	})
}

// translate changes only the constructs that PostgreSQL does not support.
func TestTranslate(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT a FROM t WHERE b = ? AND c > ? LIMIT ?":         "SELECT a FROM t WHERE b = $1 AND c > $2 LIMIT $3",
		"SELECT ?2, ?1, ?12":                                    "SELECT $2, $1, $12",
		"SELECT a FROM t INDEXED BY t_by_a CROSS JOIN u ON a=b": "SELECT a FROM t  JOIN u ON a=b",
		"SELECT instr(a, ?) FROM t":                             "SELECT strpos(a, $1) FROM t",
	} {
		if got := translate(query); got != want {
			t.Errorf("translate(%q) = %q, want %q", query, got, want)
		}
	}
}

// Two operators edit the block list at the same time. No entry is lost, and a server reads the list only after a
// change.
func TestEditBlocklist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	servers := [2]*DB{openTestDB(t, path), openTestDB(t, path)}
	if !servers[0].isPostgres { // only databases that several servers share have a block list
		migration, err := postgresMigrations.ReadFile("postgres/2.sql")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := servers[0].writer.Exec(string(migration)); err != nil {
			t.Fatal(err)
		}
	}
	const entries = 10
	var all sync.WaitGroup
	for _, s := range servers {
		all.Go(func() {
			for range entries {
				err := s.EditBlocklist(func(old []byte) ([]byte, error) { return append(old, "x\n"...), nil })
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	refuse := func([]byte) ([]byte, error) { return nil, ErrNoGame }
	if err := servers[0].EditBlocklist(refuse); !errors.Is(err, ErrNoGame) {
		t.Errorf("EditBlocklist: error %v, want %v", err, ErrNoGame)
	}
	text, version, err := servers[1].Blocklist(0)
	if err != nil || len(text) != 2*2*entries || version != 2*entries {
		t.Errorf("Blocklist(0) = %d bytes, version %d, error %v; want %d entries", len(text), version, err, 2*entries)
	}
	if text, same, err := servers[1].Blocklist(version); text != nil || same != version || err != nil {
		t.Errorf("Blocklist(%d) = %q, version %d, error %v; want nil and the same version", version, text, same, err)
	}
}
