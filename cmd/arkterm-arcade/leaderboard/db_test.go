package leaderboard

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

var _ Store = (*DB)(nil)

// testNow is the current time in tests, on a Monday.
var testNow = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// postgresURL is the URL of an empty PostgreSQL database. See .ci/test-cluster.
var postgresURL = flag.String("postgres", "", "test with the PostgreSQL database at this `URL` instead of SQLite")

// openTestDB opens the database at path. With the flag -postgres, it opens a schema in PostgreSQL that is named after
// the path.
func openTestDB(t testing.TB, path string) *DB {
	t.Helper()
	open := Open
	if *postgresURL != "" {
		open = openTestSchema
	}
	s, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// openTestSchema opens a schema in PostgreSQL, and creates it if it does not exist. Its name is a hash of name.
func openTestSchema(name string) (*DB, error) {
	schema := fmt.Sprintf("test_%x", crc32.ChecksumIEEE([]byte(name)))
	db, err := sql.Open("pgx", *postgresURL)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if _, err := db.Exec("CREATE SCHEMA IF NOT EXISTS " + schema); err != nil {
		return nil, err
	}
	return OpenPostgres(*postgresURL + "&search_path=" + schema)
}

// disableSync lets SQLite commit without waiting for the disk.
func disableSync(t testing.TB, s *DB) {
	t.Helper()
	if s.isPostgres {
		return
	}
	if _, err := s.writer.Exec("PRAGMA synchronous = OFF"); err != nil {
		t.Fatal(err)
	}
}

func signIn(t testing.TB, s *DB, key string) Player {
	t.Helper()
	p, err := s.SignIn(key, 100, testNow)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parseName(t testing.TB, text string) Name {
	t.Helper()
	n, err := ParseName(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var testTable = progress.Table{
	SetName: "Shipped", Hash: "00c0ffee00c0ffee", FirstLevel: 1, FirstLevelName: "One", Mode: "campaign",
	Difficulty: "medium", DropPercent: 15, Rules: engine.Rules,
}

// testGame returns a game of a player. Games with different numbers n are different.
func testGame(player string, n, score int, ended time.Time) Game {
	return Game{
		Player: player, State: uint64(n) * 0x9e3779b97f4a7c15, Recording: fmt.Appendf(nil, "game %d", n),
		Score: progress.Score{
			Table: testTable, Ended: ended, Outcome: progress.OutcomeOver, Score: score, LastLevel: 3,
			Ticks: 4800, Seed: uint64(n),
		},
	}
}

func addGame(t testing.TB, s *DB, g Game) Placing {
	t.Helper()
	p, err := s.Add(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlayers(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "aaaa"), signIn(t, s, "bbbb")
	if !ann.New || ann.NameChosen || ann.Name.IsZero() || ann.Name == bob.Name {
		t.Errorf("SignIn of two new players = %+v, %+v; want different default names", ann, bob)
	}

	if err := s.Rename(ann.ID, parseName(t, "Ann"), true); err != nil {
		t.Fatal(err)
	}
	for _, similar := range []string{"ann", "ANN", "a-nn", "änn", "αηη"} {
		if err := s.Rename(bob.ID, parseName(t, similar), true); !errors.Is(err, ErrNameTaken) {
			t.Errorf("Rename to %s, similar to Ann: error %v, want ErrNameTaken", similar, err)
		}
	}
	if err := s.Rename(ann.ID, parseName(t, "ANN"), true); err != nil {
		t.Errorf("Rename to another spelling of the player's own name: %v", err)
	}
	if p, err := s.PlayerByName(parseName(t, "änn")); err != nil || p.ID != ann.ID || !p.NameChosen {
		t.Errorf("PlayerByName(änn) = %+v, %v; want Ann, with a chosen name", p, err)
	}
	if _, err := s.PlayerByName(parseName(t, "carl")); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("PlayerByName(carl): error %v, want ErrNoPlayer", err)
	}
	if err := s.Rename(ann.ID, parseName(t, "änn"), false); err != nil {
		t.Errorf("Rename to a default name: %v", err)
	}
	if p, err := s.PlayerByName(parseName(t, "Ann")); err != nil || p.NameChosen {
		t.Errorf("PlayerByName(Ann) = %+v, %v; want Ann, with a default name", p, err)
	}
	if err := s.Rename(ann.ID, parseName(t, "ANN"), true); err != nil {
		t.Errorf("Rename to a chosen name: %v", err)
	}
	if err := s.Rename("cccc", parseName(t, "carl"), true); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("Rename of an unknown player: error %v, want ErrNoPlayer", err)
	}

	if err := s.SetHidden(ann.ID, true); err != nil {
		t.Errorf("SetHidden: %v", err)
	}
	if p := signIn(t, s, "aaaa"); p.New || !p.Hidden || p.Name.String() != "ANN" {
		t.Errorf("SignIn for a second visit = %+v, want ANN, hidden and not new", p)
	}

	if _, err := s.SignIn("cccc", 2, testNow); !errors.Is(err, ErrTooManyPlayers) {
		t.Errorf("SignIn of a third player, with a limit of two: error %v, want ErrTooManyPlayers", err)
	}
	if _, err := s.SignIn("aaaa", 2, testNow); err != nil {
		t.Errorf("SignIn of a known player, with the limit reached: %v", err)
	}
	if p, err := s.SignIn("cccc", Unlimited, testNow); err != nil || !p.New {
		t.Errorf("SignIn of a third player without a limit = %+v, %v; want a new player", p, err)
	}
}

func TestClaim(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, code := signIn(t, s, "aaaa"), NewCode()
	until := testNow.Add(CodeLifetime)
	if err := s.SaveCode(ann.ID, code, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("bbbb", NewCode(), testNow); !errors.Is(err, ErrWrongCode) {
		t.Errorf("Claim with a wrong code: error %v, want ErrWrongCode", err)
	}
	if _, _, err := s.Claim("bbbb", code, until.Add(time.Second)); !errors.Is(err, ErrWrongCode) {
		t.Errorf("Claim with an expired code: error %v, want ErrWrongCode", err)
	}

	signIn(t, s, "bbbb") // a player without games
	p, removed, err := s.Claim("bbbb", code, testNow)
	if err != nil || p.ID != ann.ID || removed != "bbbb" {
		t.Errorf("Claim(bbbb) = %+v, %q, %v; want Ann, and bbbb as the removed player", p, removed, err)
	}
	if p := signIn(t, s, "bbbb"); p.ID != ann.ID {
		t.Errorf("SignIn with the second key = %+v, want Ann", p)
	}
	if _, _, err := s.Claim("cccc", code, testNow); !errors.Is(err, ErrWrongCode) {
		t.Errorf("Claim with a used code: error %v, want ErrWrongCode", err)
	}

	carl := signIn(t, s, "cccc")
	addGame(t, s, testGame(carl.ID, 1, 100, testNow))
	next := NewCode()
	if err := s.SaveCode(ann.ID, next, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("cccc", next, testNow); !errors.Is(err, ErrKeyInUse) {
		t.Errorf("Claim of a key with finished games: error %v, want ErrKeyInUse", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if p := signIn(t, s, "bbbb"); !p.New || p.ID != "bbbb" {
		t.Errorf("SignIn with a key whose player was deleted = %+v, want a new player", p)
	}
}

// A player can list and remove keys. A removed key creates a new player, even if its hash is the ID of the old one.
func TestKeys(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	first, second := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
	ann := signIn(t, s, first)
	claim := func(key string) error {
		code := NewCode()
		if err := s.SaveCode(ann.ID, code, testNow.Add(CodeLifetime)); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Claim(key, code, testNow.Add(time.Minute))
		return err
	}
	if err := s.RemoveKey(ann.ID, first); !errors.Is(err, ErrLastKey) {
		t.Errorf("RemoveKey of the only key: error %v, want ErrLastKey", err)
	}
	if err := claim(second); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn(second, 100, testNow.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	all, err := s.Keys(ann.ID)
	if err != nil || len(all) != 2 || all[0].Hash != first || !all[0].LastUsed.Equal(testNow) ||
		all[1].Hash != second ||
		!all[1].LastUsed.Equal(testNow.AddDate(0, 0, 1)) {
		t.Fatalf("Keys() = %+v, %v; want both keys with their last visits", all, err)
	}
	if fingerprint := all[0].Fingerprint(); fingerprint != "SHA256:oaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaE" ||
		!all[0].HasPrefix(fingerprint[:16]) || !all[0].HasPrefix(strings.ToUpper(first[:9])) ||
		all[0].HasPrefix("SHA256:oaGhoaG") || all[0].HasPrefix(second) {
		t.Errorf("Fingerprint() = %s, want the fingerprint of OpenSSH, and a matching HasPrefix", fingerprint)
	}
	if p, err := s.PlayerByKey(second); err != nil || p.ID != ann.ID {
		t.Errorf("PlayerByKey of the second key = %+v, %v; want Ann", p, err)
	}

	if err := s.RemoveKey("nobody", first); !errors.Is(err, ErrNoKey) {
		t.Errorf("RemoveKey of another player's key: error %v, want ErrNoKey", err)
	}
	if err := s.RemoveKey(ann.ID, first); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first key was the player's ID
		if p := signIn(t, s, first); p.ID == ann.ID || p.Name == ann.Name {
			t.Errorf("SignIn with the removed key = %+v, want a new player", p)
		}
	}
	if p := signIn(t, s, second); p.ID != ann.ID {
		t.Errorf("SignIn with the remaining key = %+v, want Ann", p)
	}
	for i := range MaxKeys {
		err := claim(fmt.Sprint("key ", i))
		if full := i == MaxKeys-1; errors.Is(err, ErrTooManyKeys) != full {
			t.Errorf("Claim of key %d: error %v; want ErrTooManyKeys: %v", i+2, err, full)
		}
	}
	if _, err := s.PlayerByKey(fmt.Sprint("key ", MaxKeys-1)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("PlayerByKey of a key beyond the limit: error %v, want ErrNoPlayer", err)
	}
}

// When a database of the first schema is migrated, each key gets the times of its player's first and last visit.
func TestSQLiteMigrationOfKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	db, err := connect(path, "rwc", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{
		migrations[0], "PRAGMA user_version = 1",
		"INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES ('aaaa', 'Ann', 'ann', 'ann', " +
			"86400, 172800)",
		"INSERT INTO keys (key, player) VALUES ('bbbb', 'aaaa')",
	} {
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	s := openTestDB(t, path)
	if all, err := s.Keys("aaaa"); err != nil || len(all) != 1 || all[0].Added.Unix() != 86400 ||
		all[0].LastUsed.Unix() != 172800 {
		t.Errorf("Keys() = %+v, %v; want one with the times of the player", all, err)
	}
}

func TestBoards(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "aaaa"), signIn(t, s, "bbbb")
	if p := addGame(t, s, testGame(ann.ID, 1, 100, testNow.AddDate(0, 0, -3))); p.Places != [NumPeriods]int{1, 1, 1} {
		t.Errorf("Add of the first game = %v, want first places", p)
	}
	if p := addGame(t, s, testGame(bob.ID, 2, 300, testNow.AddDate(0, 0, -3))); p.Places[AllTime] != 1 {
		t.Errorf("Add of a better game of another player = %v, want place 1", p)
	}
	if p := addGame(t, s, testGame(ann.ID, 3, 200, testNow)); p.Places != [NumPeriods]int{1, 1, 2} {
		t.Errorf("Add of the first game of this week = %v, want places 1, 1, 2", p)
	}
	if p := addGame(t, s, testGame(ann.ID, 4, 50, testNow)); p.Places != [NumPeriods]int{} {
		t.Errorf("Add of a game that is not the player's best = %v, want no places", p)
	}

	// Games with a known state or seed, and games of unknown players, are refused.
	copied := testGame(bob.ID, 3, 200, testNow)
	if _, err := s.Add(copied); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("Add of a copy of another player's game: error %v, want ErrKnownSeed", err)
	}
	copied.Source = Submitted
	if _, err := s.Add(copied); !errors.Is(err, ErrDuplicate) {
		t.Errorf("Add of a submitted copy of another player's game: error %v, want ErrDuplicate", err)
	}
	sameSeed := testGame(bob.ID, 8, 400, testNow)
	sameSeed.Score.Seed = 3
	if _, err := s.Add(sameSeed); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("Add of another game with the same seed: error %v, want ErrKnownSeed", err)
	}
	if _, err := s.Add(testGame("cccc", 9, 1, testNow)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("Add of a game of an unknown player: error %v, want ErrNoPlayer", err)
	}

	submitted := testGame(bob.ID, 5, 999, testNow)
	submitted.Source = Submitted
	addGame(t, s, submitted)

	for b, want := range map[Board]string{
		{Table: testTable, Period: AllTime}:                   "bb 300, aa 200",
		{Table: testTable, Period: Week}:                      "aa 200",
		{Table: testTable, Period: Today}:                     "aa 200",
		{Table: testTable, Period: Today, Source: Submitted}:  "bb 999",
		{Table: progress.Table{Mode: "zen"}, Period: AllTime}: "",
	} {
		entries, err := s.Entries(b, testNow, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, l := range entries {
			if l.Place != i+1 || l.Name.IsZero() {
				t.Errorf("entry %d is %+v, want place %d and a name", i, l, i+1)
			}
			got = append(got, fmt.Sprint(l.Player[:2], " ", l.Score))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("Entries of %s, %s = %s, want %s", b.Source, b.Period, text, want)
		}
	}
	if all, err := s.Tables(Solo, 10); err != nil || len(all) != 1 || all[0] != testTable {
		t.Errorf("Tables() = %v, %v; want the table of the games", all, err)
	}
	if r, data, err := s.Recording(3); err != nil || string(data) != "game 3" || r.Score != 200 ||
		r.Table != testTable ||
		r.Player != ann.ID {
		t.Errorf("Recording(3) = %+v, %q, %v; want Ann's second game", r, data, err)
	}
	if _, _, err := s.Recording(77); !errors.Is(err, ErrNoGame) {
		t.Errorf("Recording of an unknown game: error %v, want ErrNoGame", err)
	}
	if games, err := s.Games(ann.ID, 2); err != nil || len(games) != 2 || games[0].ID != 4 {
		t.Errorf("Games() = %+v, %v; want 2, the most recent first", games, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if entries, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 10); err != nil ||
		len(entries) != 1 ||
		entries[0].Player != bob.ID {
		t.Errorf("after Ann was deleted: Entries() = %+v, %v; want Bob's game", entries, err)
	}
	if _, _, err := s.Recording(3); !errors.Is(err, ErrNoGame) {
		t.Errorf("Recording of a deleted player: error %v, want ErrNoGame", err)
	}
}

// A match of two has one row: for the two partners in any order, or for the winner. If a player is deleted, the other
// one keeps the game, but a lost match is no longer ranked.
func TestMatches(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob, carl := signIn(t, s, "aaaa"), signIn(t, s, "bbbb"), signIn(t, s, "cccc")
	n := 0
	addMatch := func(mode string, by Measure, score int, ticks uint64, player, other string) Placing {
		n++
		g := testGame(player, n, score, testNow)
		g.Source, g.Measure, g.Other, g.SharedSeed = Matches, by, other, true
		g.Score.Mode, g.Score.Ticks, g.Score.Seed = mode, ticks, 7
		g.WithGuest = by == ByPoints && other == ""
		return addGame(t, s, g)
	}
	entriesOf := func(mode string) string {
		board := Board{Table: testTable, Source: Matches, Period: AllTime}
		board.Mode = mode
		entries, err := s.Entries(board, testNow, 10)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, l := range entries {
			text := strings.ReplaceAll(strings.Join([]string{l.Players(), l.Result(), l.Detail()}, " "),
				ann.Name.String(), "ann")
			text = strings.ReplaceAll(strings.ReplaceAll(text, bob.Name.String(), "bob"), carl.Name.String(), "carl")
			all = append(all, text)
		}
		return strings.Join(all, "; ")
	}

	addMatch("coop", ByPoints, 100, 10, ann.ID, bob.ID)
	addMatch("coop", ByPoints, 300, 10, bob.ID, ann.ID)
	addMatch("coop", StoredOnly, 900, 10, bob.ID, ann.ID)
	if p := addMatch("coop", ByPoints, 200, 10, ann.ID, ""); p.Places[AllTime] != 2 {
		t.Errorf("Add of a game with a guest = %+v, want place 2", p)
	}
	if got, want := entriesOf("coop"), "bob & ann 300 level 3; ann & a guest 200 level 3"; got != want {
		t.Errorf("entries of the mode coop are %s, want %s", got, want)
	}

	addMatch("race", ByTime, 50, 7200, ann.ID, "")
	addMatch("race", ByTime, 90, 7320, ann.ID, "")
	if p := addMatch("race", ByTime, 40, 7100, bob.ID, ""); p.Places[AllTime] != 1 {
		t.Errorf("Add of a faster race = %+v, want place 1", p)
	}
	if got, want := entriesOf("race"), "bob 0:29.58 40 points; ann 0:30.00 50 points"; got != want {
		t.Errorf("entries of the mode race are %s, want %s", got, want)
	}

	if p := addMatch("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 16 ||
		p.Ratings != [2]int{1516, 1484} ||
		p.Places[AllTime] != 1 {
		t.Errorf("Add of the first match = %+v, want a gain of 16 and place 1", p)
	}
	if p := addMatch("arkanong", ByRating, 0, 10, bob.ID, ann.ID); p.RatingGain != 17 || p.Places[AllTime] != 1 {
		t.Errorf("Add of the second match = %+v, want a gain of 17 and place 1", p)
	}
	if got, want := entriesOf("arkanong"), "bob 1,501 1–1; ann 1,499 1–1"; got != want {
		t.Errorf("entries of the mode arkanong are %s, want %s", got, want)
	}
	for range MaxRatedMatches {
		addMatch("arkanong", ByRating, 0, 10, ann.ID, bob.ID)
	}
	if p := addMatch("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 0 || p.Ratings != [2]int{} ||
		p.Places[AllTime] != 0 {
		t.Errorf("Add of a match beyond the daily limit = %+v, want no places", p)
	}
	if p := addMatch("arkanong", ByRating, 0, 10, carl.ID, ann.ID); p.RatingGain == 0 {
		t.Errorf("Add of a match against another opponent = %+v, want a gain", p)
	}

	if all, err := s.Tables(Matches, 10); err != nil || len(all) != 3 {
		t.Errorf("Tables(Matches) = %v, %v; want 3", all, err)
	}
	if _, err := s.Add(testGame(carl.ID, 7, 1, testNow)); !errors.Is(err, ErrDuplicate) &&
		!errors.Is(err, ErrKnownSeed) {
		t.Errorf("Add of a solo game with the seed of a match: error %v, want ErrDuplicate or ErrKnownSeed", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]string{
		"coop": "bob & a guest 300 level 3", "race": "bob 0:29.58 40 points",
		"arkanong": "carl 1,518 1–0; bob 1,457 1–4",
	} {
		if got := entriesOf(mode); got != want {
			t.Errorf("after Ann was deleted, the entries of the mode %s are %s, want %s", mode, got, want)
		}
	}
	games, err := s.Games(bob.ID, 100)
	if err != nil || len(games) != 12 {
		t.Errorf("Games(bob) returns %d games, %v; want 12", len(games), err)
	}
	for _, g := range games {
		if !g.Other.IsZero() || g.Mode == "arkanong" && (g.Measure == ByRating) != (g.Paddle == 0) ||
			strings.Contains(g.Summary(), ann.Name.String()) {
			t.Errorf("Bob's game %+v, with paddle %d, has the summary %q, want no trace of Ann", g, g.Paddle,
				g.Summary())
		}
	}
}

// If a player is deleted during a game, the other player keeps it, as a game with a guest or without an opponent.
func TestPartnerDeletedDuringGame(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "aaaa"), signIn(t, s, "bbbb")
	if err := s.Delete(bob.ID); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		by            Measure
		player, other string
		paddle, place int
		players       string // result of Players
		err           error
	}{
		{ByPoints, ann.ID, bob.ID, 0, 1, ann.Name.String() + " & a guest", nil},
		{ByPoints, bob.ID, ann.ID, 1, 1, ann.Name.String() + " & a guest", nil},
		{ByRating, ann.ID, bob.ID, 0, 0, ann.Name.String(), nil},
		{ByRating, bob.ID, ann.ID, 1, 0, ann.Name.String(), nil},
	} {
		g := testGame(c.player, i, 100, testNow)
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, c.by, c.other, true, fmt.Sprint(i)
		p, err := s.Add(g)
		if !errors.Is(err, c.err) {
			t.Errorf("case %d: Add: error %v, want %v", i, err, c.err)
		}
		if err != nil {
			continue
		}
		r, _, err := s.Recording(p.ID)
		if p.Places[AllTime] != c.place || p.RatingGain != 0 || !p.PlayerDeleted || err != nil ||
			r.Players() != c.players || r.Paddle != c.paddle {
			t.Errorf("case %d: Add = %+v, Recording = %+v, %v; want %s with paddle %d, place %d", i, p, r, err,
				c.players,
				c.paddle, c.place)
		}
	}
}

// ratingEntries returns a text with the entries of the rating leaderboard of a period.
func ratingEntries(t *testing.T, s *DB, p Period) (text string) {
	t.Helper()
	board := Board{Table: testTable, Source: Matches, Period: p}
	board.Mode = "arkanong"
	entries, err := s.Entries(board, testNow, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range entries {
		if l.Place != i+1 {
			t.Errorf("the entry in row %d has place %d, want %d", i+1, l.Place, i+1)
		}
		text += fmt.Sprintf("%s %d by %d; ", l.Player, l.Rating, l.ID)
	}
	return text
}

// addRatedMatches adds four rated matches of three players, and returns the placing of the last one.
func addRatedMatches(t *testing.T, s *DB) (last Placing) {
	t.Helper()
	ann, bob, carl := signIn(t, s, "aaaa"), signIn(t, s, "bbbb"), signIn(t, s, "cccc")
	for n, m := range []struct {
		winner, loser Player
		days          int // days since the match
	}{{ann, bob, 40}, {ann, bob, 40}, {carl, ann, 1}, {bob, ann, 0}} {
		g := testGame(m.winner.ID, n+1, 0, testNow.AddDate(0, 0, -m.days))
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, ByRating, m.loser.ID, true, "arkanong"
		last = addGame(t, s, g)
	}
	return last
}

// A leaderboard of ratings shows the current ratings of players who have won a match in the period.
func TestRatingBoards(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	if p := addRatedMatches(t, s); p.Places != [NumPeriods]int{1, 1, 3} {
		t.Errorf("Add of the last match: places %v, want 1, 1, 3", p.Places)
	}
	if got, want := ratingEntries(t, s, AllTime), "cccc 1517 by 3; aaaa 1496 by 2; bbbb 1487 by 4; "; got != want {
		t.Errorf("entries of all time are %s, want %s", got, want)
	}
	if got, want := ratingEntries(t, s, Today), "bbbb 1487 by 4; "; got != want {
		t.Errorf("entries of today are %s, want %s", got, want)
	}
	if r, _, err := s.Recording(2); err != nil || r.Rating != 1531 {
		t.Errorf("Recording(2) = %+v, %v; want rating 1531", r, err)
	}
}

// A database that is migrated from a schema without rating leaderboards has the same entries.
func TestSQLiteMigrationOfRatingBoards(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := openTestDB(t, path)
	addRatedMatches(t, s)
	allTime, today := ratingEntries(t, s, AllTime), ratingEntries(t, s, Today)
	s.Close()
	older := filepath.Join(t.TempDir(), "older.db")
	if err := createDB(older, migrations[0]+migrations[1]+migrations[2]+"ATTACH '"+path+`' AS newer;
		INSERT INTO players SELECT * FROM newer.players;
		INSERT INTO keys SELECT * FROM newer.keys;
		INSERT INTO games SELECT id, player, source, ended, state, set_name, set_hash, first, first_name, mode,
			difficulty, drops, assisted, rules, outcome, score, last, combo, ticks, seed, other, team, paddle, measure,
			merit FROM newer.games;
		INSERT INTO ratings SELECT player, mode, difficulty, rating, won, lost FROM newer.ratings;
		DETACH newer; PRAGMA user_version = 3`); err != nil {
		t.Fatal(err)
	}
	s = openTestDB(t, older)
	if got := ratingEntries(t, s, AllTime); got != allTime {
		t.Errorf("after migration, all-time entries are %s, want %s", got, allTime)
	}
	if got := ratingEntries(t, s, Today); got != today {
		t.Errorf("after migration, today's entries are %s, want %s", got, today)
	}
}

// Migration from a schema without matches does not change the leaderboards.
func TestSQLiteMigrationFromSchemaWithoutMatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	if err := createDB(path, migrations[0]+migrations[1]+`
		PRAGMA user_version = 2;
		INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES ('aaaa', 'ann', 'ann', 'ann', 1, 1);
		INSERT INTO games VALUES (5, 'aaaa', 0, 1700000000, 77, 'Shipped', '00c0ffee00c0ffee', 1, 'One', 'campaign',
			'medium', 15, 0, `+fmt.Sprint(engine.Rules)+`, 'over', 300, 3, 0, 4800, 9);
		INSERT INTO recordings VALUES (5, x'67616d652035')`); err != nil {
		t.Fatal(err)
	}
	s := openTestDB(t, path)
	addGame(t, s, testGame("aaaa", 1, 100, testNow))
	entries, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 9)
	if err != nil || len(entries) != 1 || entries[0].ID != 5 ||
		entries[0].TableRow() != "  1  ann               300   3    0:20  2023-11-14  5" {
		t.Errorf("after migration: Entries() = %+v, %v; want the old game first", entries, err)
	}
	if r, data, err := s.Recording(5); err != nil || string(data) != "game 5" || r.Source != Solo {
		t.Errorf("after migration: Recording(5) = %+v, %q, %v; want the old solo game with its recording", r, data, err)
	}
}

// Migration from a schema with a leaderboard for each combination of settings keeps the best games of the default
// settings, and moves all others to one leaderboard.
func TestSQLiteMigrationFromSchemaWithoutStandings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	games := ""
	for n, values := range []string{
		"'aaaa', 1, 'campaign', 'medium', 15, 0, 300", "'aaaa', 1, 'campaign', 'medium', 15, 0, 400",
		"'bbbb', 1, 'campaign', 'medium', 15, 0, 350", "'aaaa', 2, 'campaign', 'medium', 15, 0, 700",
		"'aaaa', 1, 'campaign', 'medium', 16, 0, 800", "'bbbb', 1, 'storm 40', 'easy', 15, 1, 900",
		"'bbbb', 1, 'campaign', 'hard', 15, 0, 0",
	} {
		games += fmt.Sprintf(`
			INSERT INTO games (player, first, mode, difficulty, drops, assisted, merit, score, id, team, source, ended,
				state, set_name, set_hash, first_name, rules, outcome, last, combo, ticks, seed)
			SELECT column1, column2, column3, column4, column5, column6, column7, column7, %d, column1,
				0, 1700000000, %[1]d, 'Shipped', '00c0ffee00c0ffee', 'One', %d, 'over', 3, 0, 4800, %[1]d
			FROM (VALUES (%[3]s));
			`, n+1, engine.Rules, values)
	}
	if err := createDB(path, strings.Join(migrations[:7], ";")+`PRAGMA user_version = 7;
		INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES ('aaaa', 'ann', 'ann', 'ann', 1, 1),
			('bbbb', 'bob', 'bob', 'bob', 1, 1);
		`+games); err != nil {
		t.Fatal(err)
	}
	s := openTestDB(t, path)
	all, err := s.Tables(Solo, 10)
	if err != nil || len(all) != 2 {
		t.Fatalf("after migration: Tables() = %v, %v; want 2", all, err)
	}
	for title, want := range map[string]string{
		"Campaign, medium": "  1  ann               400   3    0:20  2023-11-14  2\n" +
			"  2  bob               350   3    0:20  2023-11-14  3\n",
		"Other settings": "  1  bob               900   3    0:20  2023-11-14  6\n" +
			"  2  ann               800   3    0:20  2023-11-14  5\n",
	} {
		got := ""
		for _, table := range all {
			if TableTitle(table, Solo) == title {
				entries, err := s.Entries(Board{Table: table, Period: AllTime}, testNow, 9)
				if err != nil {
					t.Fatal(err)
				}
				for i := range entries {
					got += entries[i].TableRow() + "\n"
				}
			}
		}
		if got != want {
			t.Errorf("after migration, the leaderboard %s is\n%swant\n%s", title, got, want)
		}
	}
}

// Prune empties the write-ahead log, which can contain the data of removed players.
func TestSQLitePruneEmptiesLog(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "aaaa")
	addGame(t, s, testGame(ann.ID, 1, 100, testNow))
	if _, err := s.Prune(testNow, 1); err != nil {
		t.Fatal(err)
	}
	if wal, err := os.ReadFile(s.path + "-wal"); err != nil || len(wal) != 0 {
		t.Errorf("after Prune, the write-ahead log has %d bytes, error %v; want 0", len(wal), err)
	}
}

// Prune removes old games that are not ranked, and DeleteInactive removes players without recent visits.
func TestPruneAndDeleteInactive(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	old := testNow.AddDate(0, 0, -30)
	ann, err := s.SignIn("aaaa", 9, old)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn("bbbb", 9, old); err != nil {
		t.Fatal(err)
	}
	addGame(t, s, testGame(ann.ID, 1, 100, old))
	addGame(t, s, testGame(ann.ID, 2, 90, old))     // not the player's best game
	addGame(t, s, testGame(ann.ID, 3, 80, testNow)) // the game ended today
	carl := signIn(t, s, "cccc")
	addGame(t, s, testGame(carl.ID, 4, 50, old)) // on second place, but Prune keeps only the best game
	if n, err := s.Prune(testNow.AddDate(0, 0, -7), 1); err != nil || n != 2 {
		t.Errorf("Prune() = %d, %v; want 2", n, err)
	}
	for id, kept := range map[int64]bool{1: true, 2: false, 3: true, 4: false} {
		if _, _, err := s.Recording(id); (err == nil) != kept {
			t.Errorf("Recording(%d): error %v; want the game to be kept: %v", id, err, kept)
		}
	}
	removed, err := s.DeleteInactive(testNow.AddDate(0, 0, -29), testNow.AddDate(-1, 0, 0))
	if err != nil || len(removed) != 1 || removed[0] != "bbbb" {
		t.Errorf("DeleteInactive() = %v, %v; want bbbb", removed, err)
	}
	if has, err := s.HasPlayer("bbbb"); has || err != nil {
		t.Errorf("HasPlayer of the removed player = %v, %v; want false", has, err)
	}
}

// On a full disk, Add fails without losing earlier games, and reading still works.
func TestSQLiteFullDisk(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "aaaa")
	if _, err := s.writer.Exec("PRAGMA max_page_count = 40"); err != nil {
		t.Fatal(err)
	}
	n, err := 0, error(nil)
	for err == nil && n < 1000 {
		g := testGame(ann.ID, n+1, 100+n, testNow)
		g.Recording = make([]byte, 5000)
		if _, err = s.Add(g); err == nil {
			n++
		}
	}
	if err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatalf("after %d games, Add: error %v, want one about a full disk", n, err)
	}
	if entries, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 9); err != nil ||
		entries[0].Score != 99+n {
		t.Errorf("on a full disk: Entries() = %v, %v; want the best game first", entries, err)
	}
	if games, err := s.Games(ann.ID, 1000); err != nil || len(games) != n {
		t.Errorf("on a full disk: Games() returns %d games, %v; want %d", len(games), err, n)
	}
	if _, err := s.writer.Exec("PRAGMA max_page_count = 10000"); err != nil {
		t.Fatal(err)
	}
	addGame(t, s, testGame(ann.ID, n+1, 1, testNow))
}

// A backup contains all data and can be opened as a database. Other users cannot read the database or the backup.
func TestSQLiteBackup(t *testing.T) {
	dir := t.TempDir()
	s := openTestDB(t, filepath.Join(dir, "arcade.db"))
	addGame(t, s, testGame(signIn(t, s, "aaaa").ID, 1, 100, testNow))
	path := filepath.Join(dir, "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"copy.db", "arcade.db", "arcade.db-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("Stat(%s) = %v, %v; want mode 0600", name, info, err)
		}
	}
	if _, data, err := openTestDB(t, path).Recording(1); err != nil || string(data) != "game 1" {
		t.Errorf("Recording(1) of the backup = %q, %v; want game 1", data, err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "none", "copy.db")); err == nil {
		t.Error("Backup to a missing folder: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(ctx, filepath.Join(dir, "late.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("Backup with a canceled context: error %v, want context.Canceled", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "late*")); len(left) > 0 {
		t.Errorf("a canceled backup has left the files %v, want none", left)
	}
}

// Open refuses a damaged database, and databases of another program or a newer version, and does not change them.
func TestOpenRefusesOtherSQLiteDatabases(t *testing.T) {
	dir := t.TempDir()
	for file, create := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("x"), 8192), 0o600) },
		"foreign": func(path string) error { return createDB(path, "CREATE TABLE other (x)") },
		"newer": func(path string) error {
			return createDB(path, "PRAGMA application_id = 1634888546; PRAGMA user_version = 99; CREATE TABLE t (x)")
		},
	} {
		path := filepath.Join(dir, file)
		if err := create(path); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		if s, err := Open(path); err == nil {
			s.Close()
			t.Errorf("Open of a %s database: no error", file)
		}
		if text, _ := os.ReadFile(path); file == "damaged" && !bytes.Equal(before, text) {
			t.Errorf("Open of a %s database has changed the file", file)
		}
	}
}

// createDB creates a database by executing a statement.
func createDB(path, statement string) error {
	db, err := connect(path, "rwc", "", 1)
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

// A game that violates a constraint of the database is rejected completely.
func TestRejectedGame(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	g := testGame(signIn(t, s, "aaaa").ID, 1, 100, testNow)
	g.Recording = nil // NULL, which the schema does not allow
	if _, err := s.Add(g); !errors.Is(err, ErrRejected) {
		t.Errorf("Add of a game without a recording: error %v, want ErrRejected", err)
	}
	if n := strings.Count(fmt.Sprint(s.Games(g.Player, 10)), "campaign"); n != 0 {
		t.Errorf("after the rejection, %d games are stored, want 0", n)
	}
	g.Recording = []byte("game")
	addGame(t, s, g)
}
