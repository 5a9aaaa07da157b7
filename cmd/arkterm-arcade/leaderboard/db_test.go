package leaderboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

var _ Store = (*DB)(nil)

// now is a Monday.
var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func openTestDB(t testing.TB, path string) *DB {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func signIn(t testing.TB, s *DB, key string) Player {
	t.Helper()
	p, err := s.SignIn(key, 100, now)
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

var table = progress.Table{
	Set: "Shipped", Hash: "00c0ffee00c0ffee", First: 1, FirstName: "One", Mode: "campaign",
	Difficulty: "medium", Drops: 15, Rules: engine.Rules,
}

// game returns the nth game of a player.
func game(player string, n, score int, ended time.Time) Game {
	return Game{
		Player: player, State: uint64(n) * 0x9e3779b97f4a7c15, Recording: fmt.Appendf(nil, "game %d", n),
		Score: progress.Score{
			Table: table, Ended: ended, Outcome: progress.OutcomeOver, Score: score, Last: 3,
			Ticks: 4800, Seed: uint64(n),
		},
	}
}

func add(t testing.TB, s *DB, g Game) Placing {
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
	if !ann.New || ann.Chosen || ann.Name.IsZero() || ann.Name == bob.Name {
		t.Errorf("new players: %+v, %+v", ann, bob)
	}
	if err := s.Rename(ann.ID, parseName(t, "Ann"), true); err != nil {
		t.Fatal(err)
	}
	for _, alike := range []string{"ann", "ANN", "a-nn", "änn", "αηη"} {
		if err := s.Rename(bob.ID, parseName(t, alike), true); !errors.Is(err, ErrNameTaken) {
			t.Errorf("%s, similar to Ann: error %v, want ErrNameTaken", alike, err)
		}
	}
	if err := s.Rename(ann.ID, parseName(t, "ANN"), true); err != nil {
		t.Errorf("the player's own name: %v", err)
	}
	if p, err := s.PlayerByName(parseName(t, "änn")); err != nil || p.ID != ann.ID || !p.Chosen {
		t.Errorf("player änn: %+v, %v", p, err)
	}
	if _, err := s.PlayerByName(parseName(t, "carl")); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("player carl: error %v, want ErrNoPlayer", err)
	}
	if err := s.Rename(ann.ID, parseName(t, "änn"), false); err != nil {
		t.Error(err)
	}
	if p, err := s.PlayerByName(parseName(t, "Ann")); err != nil || p.Chosen {
		t.Errorf("default name: %+v, %v", p, err)
	}
	if err := s.Rename(ann.ID, parseName(t, "ANN"), true); err != nil {
		t.Error(err)
	}
	if err := s.Rename("cccc", parseName(t, "carl"), true); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("rename an unknown player: error %v, want ErrNoPlayer", err)
	}
	if err := s.SetHidden(ann.ID, true); err != nil {
		t.Error(err)
	}
	if p := signIn(t, s, "aaaa"); p.New || !p.Hidden || p.Name.String() != "ANN" {
		t.Errorf("second visit: %+v", p)
	}
	if _, err := s.SignIn("cccc", 2, now); !errors.Is(err, ErrTooManyPlayers) {
		t.Errorf("third player, with a limit of two: error %v, want ErrTooManyPlayers", err)
	}
	if _, err := s.SignIn("aaaa", 2, now); err != nil {
		t.Errorf("known player, with the limit reached: %v", err)
	}
}

func TestClaim(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, code := signIn(t, s, "aaaa"), NewCode()
	until := now.Add(CodeLifetime)
	if err := s.SaveCode(ann.ID, code, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("bbbb", NewCode(), now); !errors.Is(err, ErrWrongCode) {
		t.Errorf("wrong code: error %v, want ErrWrongCode", err)
	}
	if _, _, err := s.Claim("bbbb", code, until.Add(time.Second)); !errors.Is(err, ErrWrongCode) {
		t.Errorf("expired code: error %v, want ErrWrongCode", err)
	}

	signIn(t, s, "bbbb") // a player without games
	p, gone, err := s.Claim("bbbb", code, now)
	if err != nil || p.ID != ann.ID || gone != "bbbb" {
		t.Errorf("claimed by %+v, removed player %q, %v", p, gone, err)
	}
	if p := signIn(t, s, "bbbb"); p.ID != ann.ID {
		t.Errorf("player of the second key: %+v", p)
	}
	if _, _, err := s.Claim("cccc", code, now); !errors.Is(err, ErrWrongCode) {
		t.Errorf("used code: error %v, want ErrWrongCode", err)
	}

	carl := signIn(t, s, "cccc")
	add(t, s, game(carl.ID, 1, 100, now))
	next := NewCode()
	if err := s.SaveCode(ann.ID, next, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("cccc", next, now); !errors.Is(err, ErrKeyHasPlayed) {
		t.Errorf("key with finished games: error %v, want ErrKeyHasPlayed", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if p := signIn(t, s, "bbbb"); !p.New || p.ID != "bbbb" {
		t.Errorf("player of a key whose player was deleted: %+v", p)
	}
}

// A player can list and remove keys. A removed key belongs to a new player, even if it was the player's first key.
func TestKeys(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	first, second := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
	ann := signIn(t, s, first)
	claim := func(key string) error {
		code := NewCode()
		if err := s.SaveCode(ann.ID, code, now.Add(CodeLifetime)); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Claim(key, code, now.Add(time.Minute))
		return err
	}
	if err := s.RemoveKey(ann.ID, first); !errors.Is(err, ErrLastKey) {
		t.Errorf("remove the only key: error %v, want ErrLastKey", err)
	}
	if err := claim(second); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn(second, 100, now.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	all, err := s.Keys(ann.ID)
	if err != nil || len(all) != 2 || all[0].Hash != first || !all[0].Seen.Equal(now) || all[1].Hash != second ||
		!all[1].Seen.Equal(now.AddDate(0, 0, 1)) {
		t.Fatalf("keys %+v, %v", all, err)
	}
	if print := all[0].Fingerprint(); print != "SHA256:oaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaE" ||
		!all[0].HasPrefix(print[:16]) || !all[0].HasPrefix(strings.ToUpper(first[:9])) ||
		all[0].HasPrefix("SHA256:oaGhoaG") || all[0].HasPrefix(second) {
		t.Errorf("fingerprint of the first key: %s", print)
	}
	if p, err := s.PlayerByKey(second); err != nil || p.ID != ann.ID {
		t.Errorf("player of the second key: %+v, %v", p, err)
	}

	if err := s.RemoveKey("nobody", first); !errors.Is(err, ErrNoKey) {
		t.Errorf("remove another player's key: error %v, want ErrNoKey", err)
	}
	if err := s.RemoveKey(ann.ID, first); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first key was the player's ID
		if p := signIn(t, s, first); p.ID == ann.ID || p.Name == ann.Name {
			t.Errorf("player of the removed key: %+v", p)
		}
	}
	if p := signIn(t, s, second); p.ID != ann.ID {
		t.Errorf("player of the remaining key: %+v", p)
	}
	for i := range MaxKeys {
		err := claim(fmt.Sprint("key ", i))
		if full := i == MaxKeys-1; errors.Is(err, ErrTooManyKeys) != full {
			t.Errorf("claim of key %d: %v", i+2, err)
		}
	}
	if _, err := s.PlayerByKey(fmt.Sprint("key ", MaxKeys-1)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("player of a key beyond the limit: error %v, want ErrNoPlayer", err)
	}
}

// When a database of the first schema is migrated, its keys get the times of their players.
func TestMigrationOfKeys(t *testing.T) {
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
	if all, err := s.Keys("aaaa"); err != nil || len(all) != 1 || all[0].Since.Unix() != 86400 ||
		all[0].Seen.Unix() != 172800 {
		t.Errorf("keys %+v, %v", all, err)
	}
}

func TestBoards(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "aaaa"), signIn(t, s, "bbbb")
	if p := add(t, s, game(ann.ID, 1, 100, now.AddDate(0, 0, -3))); p.Places != [NumPeriods]int{1, 1, 1} {
		t.Errorf("first game: %v", p)
	}
	if p := add(t, s, game(bob.ID, 2, 300, now.AddDate(0, 0, -3))); p.Places[AllTime] != 1 {
		t.Errorf("better game of another player: %v", p)
	}
	if p := add(t, s, game(ann.ID, 3, 200, now)); p.Places != [NumPeriods]int{1, 1, 2} {
		t.Errorf("first game of this week: %v", p)
	}
	if p := add(t, s, game(ann.ID, 4, 50, now)); p.Places != [NumPeriods]int{} {
		t.Errorf("not the player's best game: %v", p)
	}
	copied := game(bob.ID, 3, 200, now)
	if _, err := s.Add(copied); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("copy of another player's game: error %v, want ErrKnownSeed", err)
	}
	copied.Source = Submitted
	if _, err := s.Add(copied); !errors.Is(err, ErrDuplicate) {
		t.Errorf("submitted copy of another player's game: error %v, want ErrDuplicate", err)
	}
	race := game(bob.ID, 8, 400, now)
	race.Score.Seed = 3
	if _, err := s.Add(race); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("another game with the same seed: error %v, want ErrKnownSeed", err)
	}
	if _, err := s.Add(game("cccc", 9, 1, now)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("game of an unknown player: error %v, want ErrNoPlayer", err)
	}
	submitted := game(bob.ID, 5, 999, now)
	submitted.Source = Submitted
	add(t, s, submitted)

	for b, want := range map[Board]string{
		{Table: table, Period: AllTime}:                       "bb 300, aa 200",
		{Table: table, Period: Week}:                          "aa 200",
		{Table: table, Period: Today}:                         "aa 200",
		{Table: table, Period: Today, Source: Submitted}:      "bb 999",
		{Table: progress.Table{Mode: "zen"}, Period: AllTime}: "",
	} {
		lines, err := s.Entries(b, now, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, l := range lines {
			if l.Place != i+1 || l.Name.IsZero() {
				t.Errorf("entry %d: %+v", i, l)
			}
			got = append(got, fmt.Sprint(l.Player[:2], " ", l.Score))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", Periods[b.Period].Name, text, want)
		}
	}
	if all, err := s.RecentTables(Solo, 10); err != nil || len(all) != 1 || all[0] != table {
		t.Errorf("recent tables %v, %v", all, err)
	}
	if r, data, err := s.Recording(3); err != nil || string(data) != "game 3" || r.Score != 200 || r.Table != table ||
		r.Player != ann.ID {
		t.Errorf("recording: %+v, %q, %v", r, data, err)
	}
	if _, _, err := s.Recording(77); !errors.Is(err, ErrNoGame) {
		t.Errorf("unknown game: error %v, want ErrNoGame", err)
	}
	if games, err := s.Games(ann.ID, 2); err != nil || len(games) != 2 || games[0].ID != 4 {
		t.Errorf("games %+v, %v", games, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.Entries(Board{Table: table, Period: AllTime}, now, 10); err != nil || len(lines) != 1 ||
		lines[0].Player != bob.ID {
		t.Errorf("entries after Ann was deleted: %+v, %v", lines, err)
	}
	if _, _, err := s.Recording(3); !errors.Is(err, ErrNoGame) {
		t.Errorf("recording of a deleted player: error %v, want ErrNoGame", err)
	}
}

// A match of two has one row: for the two partners in any order, or for the winner. If a player is deleted, the other
// one keeps the game, but a lost match is no longer ranked.
func TestMatches(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob, carl := signIn(t, s, "aaaa"), signIn(t, s, "bbbb"), signIn(t, s, "cccc")
	n := 0
	play := func(mode string, by Measure, score int, ticks uint64, player, other string) Placing {
		n++
		g := game(player, n, score, now)
		g.Source, g.Measure, g.Other, g.SharedSeed = Matches, by, other, true
		g.Score.Mode, g.Score.Ticks, g.Score.Seed = mode, ticks, 7
		g.Guest = by == ByPoints && other == ""
		return add(t, s, g)
	}
	read := func(mode string) string {
		at := Board{Table: table, Source: Matches, Period: AllTime}
		at.Mode = mode
		lines, err := s.Entries(at, now, 10)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, l := range lines {
			text := strings.ReplaceAll(strings.Join([]string{l.Players(), l.Result(), l.Detail()}, " "),
				ann.Name.String(), "ann")
			text = strings.ReplaceAll(strings.ReplaceAll(text, bob.Name.String(), "bob"), carl.Name.String(), "carl")
			all = append(all, text)
		}
		return strings.Join(all, "; ")
	}

	play("coop", ByPoints, 100, 10, ann.ID, bob.ID)
	play("coop", ByPoints, 300, 10, bob.ID, ann.ID)
	play("coop", Uncounted, 900, 10, bob.ID, ann.ID)
	if p := play("coop", ByPoints, 200, 10, ann.ID, ""); p.Places[AllTime] != 2 {
		t.Errorf("game with a guest: %+v", p)
	}
	if got, want := read("coop"), "bob & ann 300 level 3; ann & a guest 200 level 3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	play("race", ByTime, 50, 7200, ann.ID, "")
	play("race", ByTime, 90, 7320, ann.ID, "")
	if p := play("race", ByTime, 40, 7100, bob.ID, ""); p.Places[AllTime] != 1 {
		t.Errorf("faster race: %+v", p)
	}
	if got, want := read("race"), "bob 0:29.58 40 points; ann 0:30.00 50 points"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	if p := play("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 16 || p.Ratings != [2]int{1516, 1484} ||
		p.Places[AllTime] != 1 {
		t.Errorf("first match: %+v", p)
	}
	if p := play("arkanong", ByRating, 0, 10, bob.ID, ann.ID); p.RatingGain != 17 || p.Places[AllTime] != 1 {
		t.Errorf("second match: %+v", p)
	}
	if got, want := read("arkanong"), "bob 1,501 1–1; ann 1,499 1–1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for range MaxRatedMatches {
		play("arkanong", ByRating, 0, 10, ann.ID, bob.ID)
	}
	if p := play("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 0 || p.Ratings != [2]int{} ||
		p.Places[AllTime] != 0 {
		t.Errorf("match beyond the daily limit: %+v", p)
	}
	if p := play("arkanong", ByRating, 0, 10, carl.ID, ann.ID); p.RatingGain == 0 {
		t.Errorf("match against another opponent: %+v", p)
	}

	if all, err := s.RecentTables(Matches, 10); err != nil || len(all) != 3 {
		t.Errorf("recent tables %v, %v", all, err)
	}
	if _, err := s.Add(game(carl.ID, 7, 1, now)); !errors.Is(err, ErrDuplicate) && !errors.Is(err, ErrKnownSeed) {
		t.Errorf("solo game with the seed of a match: %v", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if got := read("coop") + read("race") +
		read("arkanong"); got != "bob & a guest 300 level 3bob 0:29.58 40 pointscarl 1,518 1–0; bob 1,457 1–4" {
		t.Errorf("entries after Ann was deleted: %s", got)
	}
	games, err := s.Games(bob.ID, 100)
	if err != nil || len(games) != 12 {
		t.Errorf("Bob has %d games, %v; want 12", len(games), err)
	}
	for _, g := range games {
		if !g.Other.IsZero() || g.Mode == "arkanong" && (g.Measure == ByRating) != (g.Paddle == 0) ||
			strings.Contains(g.Summary(), ann.Name.String()) {
			t.Errorf("%s, at paddle %d: %+v", g.Summary(), g.Paddle, g)
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
		who           string
		err           error
	}{
		{ByPoints, ann.ID, bob.ID, 0, 1, ann.Name.String() + " & a guest", nil},
		{ByPoints, bob.ID, ann.ID, 1, 1, ann.Name.String() + " & a guest", nil},
		{ByRating, ann.ID, bob.ID, 0, 0, ann.Name.String(), nil},
		{ByRating, bob.ID, ann.ID, 1, 0, ann.Name.String(), nil},
	} {
		g := game(c.player, i, 100, now)
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, c.by, c.other, true, fmt.Sprint(i)
		p, err := s.Add(g)
		if !errors.Is(err, c.err) {
			t.Errorf("case %d: %v", i, err)
		}
		if err != nil {
			continue
		}
		r, _, err := s.Recording(p.ID)
		if p.Places[AllTime] != c.place || p.RatingGain != 0 || !p.PlayerDeleted || err != nil ||
			r.Players() != c.who || r.Paddle != c.paddle {
			t.Errorf("case %d: placing %+v, game %+v, %v", i, p, r, err)
		}
	}
}

// A leaderboard of ratings shows the current ratings of players who have won a match in the period.
func TestRatingBoards(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := openTestDB(t, path)
	ann, bob, carl := signIn(t, s, "aaaa"), signIn(t, s, "bbbb"), signIn(t, s, "cccc")
	at := Board{Table: table, Source: Matches}
	at.Mode = "arkanong"
	n := 0
	won := func(winner, loser Player, ended time.Time) Placing {
		n++
		g := game(winner.ID, n, 0, ended)
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, ByRating, loser.ID, true, at.Mode
		return add(t, s, g)
	}
	read := func(p Period) (text string) {
		at.Period = p
		lines, err := s.Entries(at, now, 10)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range lines {
			if l.Place != i+1 {
				t.Errorf("entry has place %d in row %d", l.Place, i+1)
			}
			text += fmt.Sprintf("%s %d by %d; ", l.Player, l.Rating, l.ID)
		}
		return text
	}

	won(ann, bob, now.AddDate(0, 0, -40))
	won(ann, bob, now.AddDate(0, 0, -40))
	won(carl, ann, now.AddDate(0, 0, -1))
	if p := won(bob, ann, now); p.Places != [NumPeriods]int{1, 1, 3} {
		t.Errorf("places of the last match: %v", p.Places)
	}
	if got, want := read(AllTime), "cccc 1517 by 3; aaaa 1496 by 2; bbbb 1487 by 4; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := read(Today), "bbbb 1487 by 4; "; got != want {
		t.Errorf("today: %s, want %s", got, want)
	}
	if r, _, err := s.Recording(2); err != nil || r.Rating != 1531 {
		t.Errorf("second match: %+v, %v", r, err)
	}

	// A database that is migrated from an earlier schema has the same entries.
	want := read(AllTime)
	if _, err := s.writer.Exec(`
		DROP INDEX games_best_today; DROP INDEX games_best_week; DROP INDEX games_best_ever; DROP INDEX games_best_of;
		ALTER TABLE games DROP COLUMN best; DROP INDEX games_by_table;
		DROP INDEX ratings_by_rating; ALTER TABLE ratings DROP COLUMN won_at;
		DROP TABLE results; DROP TABLE statistics; DROP TABLE achievements; PRAGMA user_version = 3`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openTestDB(t, path)
	if got := read(AllTime); got != want {
		t.Errorf("after migration: %s, want %s", got, want)
	}
	if got, want := read(Today), "bbbb 1487 by 4; "; got != want {
		t.Errorf("after migration, today: %s, want %s", got, want)
	}
}

// Migration from a schema without matches does not change the leaderboards.
func TestMigrationFromSchemaWithoutMatches(t *testing.T) {
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
	add(t, s, game("aaaa", 1, 100, now))
	lines, err := s.Entries(Board{Table: table, Period: AllTime}, now, 9)
	if err != nil || len(lines) != 1 || lines[0].ID != 5 ||
		lines[0].TableRow() != "  1  ann               300   3    0:20  2023-11-14  5" {
		t.Errorf("entry %q, error %v", lines[0].TableRow(), err)
	}
	if r, data, err := s.Recording(5); err != nil || string(data) != "game 5" || r.Source != Solo {
		t.Errorf("game %+v, recording %q, error %v", r, data, err)
	}
}

// Prune removes old games that are not ranked, and DeleteInactive removes players without recent visits.
func TestPruneAndDeleteInactive(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	old := now.AddDate(0, 0, -30)
	ann, err := s.SignIn("aaaa", 9, old)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn("bbbb", 9, old); err != nil {
		t.Fatal(err)
	}
	add(t, s, game(ann.ID, 1, 100, old))
	add(t, s, game(ann.ID, 2, 90, old)) // not the player's best game
	add(t, s, game(ann.ID, 3, 80, now)) // played today
	carl := signIn(t, s, "cccc")
	add(t, s, game(carl.ID, 4, 50, old)) // second place of a limit of one
	if n, err := s.Prune(now.AddDate(0, 0, -7), 1); err != nil || n != 2 {
		t.Errorf("Prune has removed %d games, %v; want 2", n, err)
	}
	for id, there := range map[int64]bool{1: true, 2: false, 3: true, 4: false} {
		if _, _, err := s.Recording(id); (err == nil) != there {
			t.Errorf("game %d: %v", id, err)
		}
	}
	gone, err := s.DeleteInactive(now.AddDate(0, 0, -29), now.AddDate(-1, 0, 0))
	if err != nil || len(gone) != 1 || gone[0] != "bbbb" {
		t.Errorf("DeleteInactive has removed %v, %v", gone, err)
	}
	if has, err := s.HasPlayer("bbbb"); has || err != nil {
		t.Error("the removed player still exists", err)
	}
}

// On a full disk, Add fails without losing earlier games, and reading still works.
func TestFullDisk(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "aaaa")
	if _, err := s.writer.Exec("PRAGMA max_page_count = 40"); err != nil {
		t.Fatal(err)
	}
	n, err := 0, error(nil)
	for err == nil && n < 1000 {
		g := game(ann.ID, n+1, 100+n, now)
		g.Recording = make([]byte, 5000)
		if _, err = s.Add(g); err == nil {
			n++
		}
	}
	if err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatalf("%d games, %v", n, err)
	}
	if lines, err := s.Entries(Board{Table: table, Period: AllTime}, now, 9); err != nil || lines[0].Score != 99+n {
		t.Errorf("entries %v, %v", lines, err)
	}
	if games, err := s.Games(ann.ID, 1000); err != nil || len(games) != n {
		t.Errorf("%d of %d games, %v", len(games), n, err)
	}
	if _, err := s.writer.Exec("PRAGMA max_page_count = 10000"); err != nil {
		t.Fatal(err)
	}
	add(t, s, game(ann.ID, n+1, 1, now))
}

// A backup contains all data and can be opened as a database. Other users cannot read the database or the backup.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := openTestDB(t, filepath.Join(dir, "arcade.db"))
	add(t, s, game(signIn(t, s, "aaaa").ID, 1, 100, now))
	path := filepath.Join(dir, "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"copy.db", "arcade.db", "arcade.db-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("file %v, %v", info, err)
		}
	}
	if _, data, err := openTestDB(t, path).Recording(1); err != nil || string(data) != "game 1" {
		t.Errorf("recording in the backup: %q, %v", data, err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "none", "copy.db")); err == nil {
		t.Error("no error for a backup in a missing folder")
	}
	over, end := context.WithCancel(t.Context())
	end()
	if err := s.Backup(over, filepath.Join(dir, "late.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("backup with a canceled context: error %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "late*")); len(left) > 0 {
		t.Errorf("a canceled backup has left %v", left)
	}
}

// Open refuses a damaged database, and databases of another program or a newer version, and does not change them.
func TestOpenRefusesDatabases(t *testing.T) {
	dir := t.TempDir()
	for file, spoil := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("x"), 8192), 0o600) },
		"foreign": func(path string) error { return createDB(path, "CREATE TABLE other (x)") },
		"newer": func(path string) error {
			return createDB(path, "PRAGMA application_id = 1634888546; PRAGMA user_version = 99; CREATE TABLE t (x)")
		},
	} {
		path := filepath.Join(dir, file)
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		if s, err := Open(path); err == nil {
			s.Close()
			t.Errorf("%s database: no error", file)
		}
		if text, _ := os.ReadFile(path); file == "damaged" && !bytes.Equal(before, text) {
			t.Errorf("%s database: the file was changed", file)
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
	g := game(signIn(t, s, "aaaa").ID, 1, 100, now)
	g.Recording = nil // NULL, which the schema does not allow
	if _, err := s.Add(g); !errors.Is(err, ErrRejected) {
		t.Errorf("error %v, want ErrRejected", err)
	}
	if n := strings.Count(fmt.Sprint(s.Games(g.Player, 10)), "campaign"); n != 0 {
		t.Errorf("%d games are stored", n)
	}
	g.Recording = []byte("game")
	add(t, s, g)
}
