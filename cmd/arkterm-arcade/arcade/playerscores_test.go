package arcade

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// At a player's next visit, the scores of earlier versions in the player's folder are imported into the database. Files
// that are not score databases are renamed.
func TestImportOldScores(t *testing.T) {
	text, err := os.ReadFile("../leaderboard/testdata/oldscores/v6.sql")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	folder := func(name string) store.Folders {
		return store.Folders{State: filepath.Join(dir, "players", playerID(name))}
	}
	oldPath := func(name string) string { return filepath.Join(folder(name).State, "scores.db") }
	for _, name := range []string{"ann", "bob"} {
		if err := os.MkdirAll(folder(name).State, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", oldPath("ann"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(string(text))
	if err := errors.Join(err, db.Close(), os.WriteFile(oldPath("bob"), []byte(strings.Repeat("no database\n", 100)),
		0o600)); err != nil {
		t.Fatal(err)
	}

	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		for range 2 {
			for _, name := range []string{"ann", "bob"} {
				v := h.visit(name)
				time.Sleep(time.Second)
				v.client.Close()
				time.Sleep(time.Second)
			}
		}
		for name, want := range map[string]int{"ann": 3, "bob": 0} {
			_, stats, err := h.store.Scores(playerID(name))
			if err != nil || stats.Games != want {
				t.Errorf("Scores of %s: %d games, error %v; want %d", name, stats.Games, err, want)
			}
			if _, err := os.Stat(oldPath(name)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("Stat of %s's old file: error %v, want ErrNotExist", name, err)
			}
		}
		if renamed, _ := filepath.Glob(oldPath("bob") + ".bad-*"); len(renamed) != 1 {
			t.Errorf("the unreadable file was renamed to %q, want one name", renamed)
		}
		if all, err := h.store.Achievements(playerID("ann")); err != nil || len(all) != 2 {
			t.Errorf("Achievements of ann = %+v, %v; want 2", all, err)
		}
	})
}

// An abandoned game counts for the player's personal scores and is not on a leaderboard.
func TestAbandonedGame(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(10 * time.Second)
		ann.press("r")
		time.Sleep(time.Second)
		ann.press("r") // confirms
		time.Sleep(time.Second)
		_, stats, err := h.store.Scores(playerID("ann"))
		if err != nil || stats.Games != 1 {
			t.Errorf("Scores of ann: %d games, error %v; want 1", stats.Games, err)
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("the leaderboards are %q, want empty ones", text)
		}
	})
}

// When the networks of a player have stored too much, finished games count only for the player's personal scores, their
// recordings are not stored, and visitors with new keys are guests.
func TestStoredGamesAreLimitedByCustomer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		limiter := connlimit.New(connlimit.Defaults, func() float64 { return 1 })
		customer, _ := limiter.Admit(time.Now(), netip.MustParseAddr("198.51.100.7"), nil)
		identify := func(name string) *user {
			return h.identify(&sshd.Conn{
				Key: playerID(name), Admission: customer, Network: netip.MustParsePrefix("198.51.100.7/32"),
			})
		}
		scores := h.storeFor(identify("ann"), func(string) {}, make(chan struct{}))
		rec := replay.NewRecording("test", engine.Config{}, h.pack)
		add := func() (progress.Placing, error) {
			rec.Seed++
			rec.End = &engine.Result{Hash: rec.Seed, Score: 100}
			return scores.Add("", progress.Score{Score: 100, Seed: rec.Seed, Recording: rec})
		}

		if p, err := add(); err != nil || p.BoardPlaces == errTooManyStored.Error() {
			t.Errorf("Add = %+v, %v; want a place", p, err)
		}
		for customer.ChargeStorage(time.Now(), 100_000) {
		}
		if p, err := add(); err != nil || p.BoardPlaces != errTooManyStored.Error() {
			t.Errorf("Add after too many stored bytes = %+v, %v; want %q", p, err, errTooManyStored)
		}
		games, err := h.store.Games(playerID("ann"), 10)
		_, stats, err2 := h.store.Scores(playerID("ann"))
		if err := errors.Join(err, err2); err != nil || len(games) != 1 || stats.Games != 2 {
			t.Errorf("%d games are on the leaderboards and %d in the personal scores, error %v; want 1 and 2",
				len(games),
				stats.Games, err)
		}
		if !identify("bob").isGuest() || identify("ann").isGuest() {
			t.Error("a visitor with a new key is not a guest, or a known player is a guest")
		}
		time.Sleep(24 * time.Hour)
		if identify("bob").isGuest() {
			t.Error("a day later, a visitor with a new key is a guest")
		}
	})
}
