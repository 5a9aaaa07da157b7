package leaderboard

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
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
