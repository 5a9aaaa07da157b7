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

	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

var _ Store = (*DB)(nil)

// now is a Monday.
var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func opened(t testing.TB, path string) *DB {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func enter(t testing.TB, s *DB, key string) Player {
	t.Helper()
	p, err := s.SignIn(key, 100, now)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func name(t testing.TB, text string) names.Name {
	t.Helper()
	n, err := names.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var table = progress.Table{Set: "Shipped", Hash: "00c0ffee00c0ffee", First: 1, FirstName: "One", Mode: "campaign", Difficulty: "medium", Drops: 15, Rules: engine.Rules}

// game returns the n-th game of a player.
func game(player string, n, score int, ended time.Time) Game {
	return Game{
		Player: player, State: uint64(n) * 0x9e3779b97f4a7c15, Recording: fmt.Appendf(nil, "game %d", n),
		Score: progress.Score{Table: table, Ended: ended, Outcome: progress.OutcomeOver, Score: score, Last: 3, Ticks: 4800, Seed: uint64(n)},
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
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := enter(t, s, "aaaa"), enter(t, s, "bbbb")
	if !ann.New || ann.Chosen || ann.Name.IsZero() || ann.Name == bob.Name {
		t.Errorf("new: %+v, %+v", ann, bob)
	}
	if err := s.Rename(ann.ID, name(t, "Ann"), true); err != nil {
		t.Fatal(err)
	}
	for _, alike := range []string{"ann", "ANN", "a-nn", "änn", "αηη"} {
		if err := s.Rename(bob.ID, name(t, alike), true); !errors.Is(err, ErrNameTaken) {
			t.Errorf("%s beside Ann: %v", alike, err)
		}
	}
	if err := s.Rename(ann.ID, name(t, "ANN"), true); err != nil {
		t.Errorf("her own name: %v", err)
	}
	if p, err := s.PlayerByName(name(t, "änn")); err != nil || p.ID != ann.ID || !p.Chosen {
		t.Errorf("found %+v, %v", p, err)
	}
	if _, err := s.PlayerByName(name(t, "carl")); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("carl: %v", err)
	}
	if err := s.Rename(ann.ID, name(t, "änn"), false); err != nil {
		t.Error(err)
	}
	if p, err := s.PlayerByName(name(t, "Ann")); err != nil || p.Chosen {
		t.Errorf("a name that was given is %+v, %v", p, err)
	}
	if err := s.Rename(ann.ID, name(t, "ANN"), true); err != nil {
		t.Error(err)
	}
	if err := s.Rename("cccc", name(t, "carl"), true); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("a name for nobody: %v", err)
	}
	if err := s.SetHidden(ann.ID, true); err != nil {
		t.Error(err)
	}
	if p := enter(t, s, "aaaa"); p.New || !p.Hidden || p.Name.String() != "ANN" {
		t.Errorf("again: %+v", p)
	}
	if _, err := s.SignIn("cccc", 2, now); !errors.Is(err, ErrTooManyPlayers) {
		t.Errorf("the third of two: %v", err)
	}
	if _, err := s.SignIn("aaaa", 2, now); err != nil {
		t.Errorf("one of two: %v", err)
	}
}

func TestASecondKey(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, code := enter(t, s, "aaaa"), NewCode()
	until := now.Add(CodeLifetime)
	if err := s.SaveCode(ann.ID, code, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("bbbb", NewCode(), now); !errors.Is(err, ErrWrongCode) {
		t.Errorf("a wrong code: %v", err)
	}
	if _, _, err := s.Claim("bbbb", code, until.Add(time.Second)); !errors.Is(err, ErrWrongCode) {
		t.Errorf("too late: %v", err)
	}

	enter(t, s, "bbbb") // who has played nothing
	p, gone, err := s.Claim("bbbb", code, now)
	if err != nil || p.ID != ann.ID || gone != "bbbb" {
		t.Errorf("claimed: %+v, gone %q, %v", p, gone, err)
	}
	if p := enter(t, s, "bbbb"); p.ID != ann.ID {
		t.Errorf("the second key is %+v", p)
	}
	if _, _, err := s.Claim("cccc", code, now); !errors.Is(err, ErrWrongCode) {
		t.Errorf("the same code again: %v", err)
	}

	carl := enter(t, s, "cccc")
	add(t, s, game(carl.ID, 1, 100, now))
	next := NewCode()
	if err := s.SaveCode(ann.ID, next, until); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim("cccc", next, now); !errors.Is(err, ErrKeyHasPlayed) {
		t.Errorf("a key that has played: %v", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if p := enter(t, s, "bbbb"); !p.New || p.ID != "bbbb" {
		t.Errorf("a key of nobody is %+v", p)
	}
}

// A player sees their keys, and can take one away: who comes with it is somebody new, whoever came with it first.
func TestKeysOfAPlayer(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	first, second := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
	ann := enter(t, s, first)
	claim := func(key string) error {
		code := NewCode()
		if err := s.SaveCode(ann.ID, code, now.Add(CodeLifetime)); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Claim(key, code, now.Add(time.Minute))
		return err
	}
	if err := s.RemoveKey(ann.ID, first); !errors.Is(err, ErrLastKey) {
		t.Errorf("the only key: %v", err)
	}
	if err := claim(second); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn(second, 100, now.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	all, err := s.Keys(ann.ID)
	if err != nil || len(all) != 2 || all[0].Hash != first || !all[0].Seen.Equal(now) || all[1].Hash != second || !all[1].Seen.Equal(now.AddDate(0, 0, 1)) {
		t.Fatalf("keys %+v, %v", all, err)
	}
	if print := all[0].Fingerprint(); print != "SHA256:oaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaE" || !all[0].HasPrefix(print[:16]) || !all[0].HasPrefix(strings.ToUpper(first[:9])) || all[0].HasPrefix("SHA256:oaGhoaG") || all[0].HasPrefix(second) {
		t.Errorf("the first key is %s", print)
	}
	if p, err := s.PlayerByKey(second); err != nil || p.ID != ann.ID {
		t.Errorf("the second key is %+v, %v", p, err)
	}

	if err := s.RemoveKey("nobody", first); !errors.Is(err, ErrNoKey) {
		t.Errorf("somebody else's key: %v", err)
	}
	if err := s.RemoveKey(ann.ID, first); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first key was the player's ID
		if p := enter(t, s, first); p.ID == ann.ID || p.Name == ann.Name {
			t.Errorf("a key that was taken away is %+v", p)
		}
	}
	if p := enter(t, s, second); p.ID != ann.ID {
		t.Errorf("the other key is %+v", p)
	}
	for i := range MaxKeys {
		err := claim(fmt.Sprint("key ", i))
		if full := i == MaxKeys-1; errors.Is(err, ErrTooManyKeys) != full {
			t.Errorf("key %d: %v", i+2, err)
		}
	}
	if _, err := s.PlayerByKey(fmt.Sprint("key ", MaxKeys-1)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("one too many is somebody's: %v", err)
	}
}

// A database of the first schema gets the times of its keys from those of their players.
func TestKeysOfTheFirstSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	db, err := connect(path, "rwc", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{
		migrations[0], "PRAGMA user_version = 1",
		"INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES ('aaaa', 'Ann', 'ann', 'ann', 86400, 172800)",
		"INSERT INTO keys (key, player) VALUES ('bbbb', 'aaaa')",
	} {
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	s := opened(t, path)
	if all, err := s.Keys("aaaa"); err != nil || len(all) != 1 || all[0].Since.Unix() != 86400 || all[0].Seen.Unix() != 172800 {
		t.Errorf("keys %+v, %v", all, err)
	}
}

func TestBoards(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := enter(t, s, "aaaa"), enter(t, s, "bbbb")
	if p := add(t, s, game(ann.ID, 1, 100, now.AddDate(0, 0, -3))); p.Places != [NumPeriods]int{1, 1, 1} {
		t.Errorf("the first game: %v", p)
	}
	if p := add(t, s, game(bob.ID, 2, 300, now.AddDate(0, 0, -3))); p.Places[AllTime] != 1 {
		t.Errorf("a better one: %v", p)
	}
	if p := add(t, s, game(ann.ID, 3, 200, now)); p.Places != [NumPeriods]int{1, 1, 2} {
		t.Errorf("this week's first: %v", p)
	}
	if p := add(t, s, game(ann.ID, 4, 50, now)); p.Places != [NumPeriods]int{} {
		t.Errorf("not her best: %v", p)
	}
	copied := game(bob.ID, 3, 200, now)
	if _, err := s.Add(copied); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("somebody else's game: %v", err)
	}
	copied.Source = Submitted
	if _, err := s.Add(copied); !errors.Is(err, ErrDuplicate) {
		t.Errorf("somebody else's game, handed in: %v", err)
	}
	race := game(bob.ID, 8, 400, now)
	race.Score.Seed = 3
	if _, err := s.Add(race); !errors.Is(err, ErrKnownSeed) {
		t.Errorf("a race: %v", err)
	}
	if _, err := s.Add(game("cccc", 9, 1, now)); !errors.Is(err, ErrNoPlayer) {
		t.Errorf("nobody's game: %v", err)
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
				t.Errorf("line %d: %+v", i, l)
			}
			got = append(got, fmt.Sprint(l.Player[:2], " ", l.Score))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", Periods[b.Period].Name, text, want)
		}
	}
	if all, err := s.RecentTables(Solo, 10); err != nil || len(all) != 1 || all[0] != table {
		t.Errorf("boards %v, %v", all, err)
	}
	if r, data, err := s.Recording(3); err != nil || string(data) != "game 3" || r.Score != 200 || r.Table != table || r.Player != ann.ID {
		t.Errorf("recording: %+v, %q, %v", r, data, err)
	}
	if _, _, err := s.Recording(77); !errors.Is(err, ErrNoGame) {
		t.Errorf("no recording: %v", err)
	}
	if games, err := s.Games(ann.ID, 2); err != nil || len(games) != 2 || games[0].ID != 4 {
		t.Errorf("games %+v, %v", games, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.Entries(Board{Table: table, Period: AllTime}, now, 10); err != nil || len(lines) != 1 || lines[0].Player != bob.ID {
		t.Errorf("without Ann: %+v, %v", lines, err)
	}
	if _, _, err := s.Recording(3); !errors.Is(err, ErrNoGame) {
		t.Errorf("her recording: %v", err)
	}
}

// A match of two has one row: of the two who played side by side in whichever order, or of who has won. Of one that is deleted the other one
// keeps it, but for a match that they have lost.
func TestBoardsOfMatches(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob, carl := enter(t, s, "aaaa"), enter(t, s, "bbbb"), enter(t, s, "cccc")
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
			text := strings.ReplaceAll(strings.Join([]string{l.Players(), l.Result(), l.Detail()}, " "), ann.Name.String(), "ann")
			text = strings.ReplaceAll(strings.ReplaceAll(text, bob.Name.String(), "bob"), carl.Name.String(), "carl")
			all = append(all, text)
		}
		return strings.Join(all, "; ")
	}

	play("coop", ByPoints, 100, 10, ann.ID, bob.ID)
	play("coop", ByPoints, 300, 10, bob.ID, ann.ID)
	play("coop", Uncounted, 900, 10, bob.ID, ann.ID)
	if p := play("coop", ByPoints, 200, 10, ann.ID, ""); p.Places[AllTime] != 2 {
		t.Errorf("a game with a guest: %+v", p)
	}
	if got, want := read("coop"), "bob & ann 300 level 3; ann & a guest 200 level 3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	play("race", ByTime, 50, 7200, ann.ID, "")
	play("race", ByTime, 90, 7320, ann.ID, "")
	if p := play("race", ByTime, 40, 7100, bob.ID, ""); p.Places[AllTime] != 1 {
		t.Errorf("a faster race: %+v", p)
	}
	if got, want := read("race"), "bob 0:29.58 40 points; ann 0:30.00 50 points"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	if p := play("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 16 || p.Ratings != [2]int{1516, 1484} || p.Places[AllTime] != 1 {
		t.Errorf("the first match: %+v", p)
	}
	if p := play("arkanong", ByRating, 0, 10, bob.ID, ann.ID); p.RatingGain != 17 || p.Places[AllTime] != 1 {
		t.Errorf("the second: %+v", p)
	}
	if got, want := read("arkanong"), "bob 1,501 1–1; ann 1,499 1–1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for range MaxRatedMatches {
		play("arkanong", ByRating, 0, 10, ann.ID, bob.ID)
	}
	if p := play("arkanong", ByRating, 0, 10, ann.ID, bob.ID); p.RatingGain != 0 || p.Ratings != [2]int{} || p.Places[AllTime] != 0 {
		t.Errorf("two who play all day: %+v", p)
	}
	if p := play("arkanong", ByRating, 0, 10, carl.ID, ann.ID); p.RatingGain == 0 {
		t.Errorf("another opponent: %+v", p)
	}

	if all, err := s.RecentTables(Matches, 10); err != nil || len(all) != 3 {
		t.Errorf("boards %v, %v", all, err)
	}
	if _, err := s.Add(game(carl.ID, 7, 1, now)); !errors.Is(err, ErrDuplicate) && !errors.Is(err, ErrKnownSeed) {
		t.Errorf("alone, with the seed of a match: %v", err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if got := read("coop") + read("race") + read("arkanong"); got != "bob & a guest 300 level 3bob 0:29.58 40 pointscarl 1,518 1–0; bob 1,457 1–4" {
		t.Errorf("without Ann: %s", got)
	}
	games, err := s.Games(bob.ID, 100)
	if err != nil || len(games) != 12 {
		t.Errorf("Bob has %d games, %v", len(games), err)
	}
	for _, g := range games {
		if !g.Other.IsZero() || g.Mode == "arkanong" && (g.Measure == ByRating) != (g.Paddle == 0) || strings.Contains(g.Summary(), ann.Name.String()) {
			t.Errorf("%s, at paddle %d: %+v", g.Summary(), g.Paddle, g)
		}
	}
}

// A player who is deleted while they play is no reason to lose the game of the other one: that was played with a guest, or against
// nobody.
func TestAPartnerWhoIsDeleted(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := enter(t, s, "aaaa"), enter(t, s, "bbbb")
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
			t.Errorf("%d: %v", i, err)
		}
		if err != nil {
			continue
		}
		r, _, err := s.Recording(p.ID)
		if p.Places[AllTime] != c.place || p.RatingGain != 0 || !p.PlayerDeleted || err != nil || r.Players() != c.who || r.Paddle != c.paddle {
			t.Errorf("%d: %+v, %+v, %v", i, p, r, err)
		}
	}
}

// A board of ratings shows those of now, of who has won in its time.
func TestRatingsOfNow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := opened(t, path)
	ann, bob, carl := enter(t, s, "aaaa"), enter(t, s, "bbbb"), enter(t, s, "cccc")
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
				t.Errorf("place %d in row %d", l.Place, i+1)
			}
			text += fmt.Sprintf("%s %d by %d; ", l.Player, l.Rating, l.ID)
		}
		return text
	}

	won(ann, bob, now.AddDate(0, 0, -40))
	won(ann, bob, now.AddDate(0, 0, -40))
	won(carl, ann, now.AddDate(0, 0, -1))
	if p := won(bob, ann, now); p.Places != [NumPeriods]int{1, 1, 3} {
		t.Errorf("places %v", p.Places)
	}
	if got, want := read(AllTime), "cccc 1517 by 3; aaaa 1496 by 2; bbbb 1487 by 4; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := read(Today), "bbbb 1487 by 4; "; got != want {
		t.Errorf("today: %s, want %s", got, want)
	}
	if r, _, err := s.Recording(2); err != nil || r.Rating != 1531 {
		t.Errorf("after the second match: %+v, %v", r, err)
	}

	// The same from a database of the schema before.
	want := read(AllTime)
	if _, err := s.writer.Exec(`DROP INDEX games_best_today; DROP INDEX games_best_week; DROP INDEX games_best_ever; DROP INDEX games_best_of;
		ALTER TABLE games DROP COLUMN best; DROP INDEX games_by_table; DROP INDEX ratings_by_rating; ALTER TABLE ratings DROP COLUMN won_at;
		DROP TABLE results; DROP TABLE statistics; DROP TABLE achievements; PRAGMA user_version = 3`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = opened(t, path)
	if got := read(AllTime); got != want {
		t.Errorf("from the schema before: %s, want %s", got, want)
	}
	if got, want := read(Today), "bbbb 1487 by 4; "; got != want {
		t.Errorf("from the schema before, today: %s, want %s", got, want)
	}
}

// A database of a schema without matches has the same boards afterwards.
func TestASchemaWithoutMatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	if err := after(path, migrations[0]+migrations[1]+`
		PRAGMA user_version = 2;
		INSERT INTO players (id, name, folded, skeleton, since, seen) VALUES ('aaaa', 'ann', 'ann', 'ann', 1, 1);
		INSERT INTO games VALUES (5, 'aaaa', 0, 1700000000, 77, 'Shipped', '00c0ffee00c0ffee', 1, 'One', 'campaign', 'medium', 15, 0, `+fmt.Sprint(engine.Rules)+`, 'over', 300, 3, 0, 4800, 9);
		INSERT INTO recordings VALUES (5, x'67616d652035')`); err != nil {
		t.Fatal(err)
	}
	s := opened(t, path)
	add(t, s, game("aaaa", 1, 100, now))
	lines, err := s.Entries(Board{Table: table, Period: AllTime}, now, 9)
	if err != nil || len(lines) != 1 || lines[0].ID != 5 || lines[0].TableRow() != "  1  ann               300   3    0:20  2023-11-14  5" {
		t.Errorf("%q, %v", lines[0].TableRow(), err)
	}
	if r, data, err := s.Recording(5); err != nil || string(data) != "game 5" || r.Source != Solo {
		t.Errorf("%+v, %q, %v", r, data, err)
	}
}

// What nobody asks for any more goes: old games on no board, and players who have not come for long.
func TestWhatIsOldGoes(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	old := now.AddDate(0, 0, -30)
	ann, err := s.SignIn("aaaa", 9, old)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn("bbbb", 9, old); err != nil {
		t.Fatal(err)
	}
	add(t, s, game(ann.ID, 1, 100, old))
	add(t, s, game(ann.ID, 2, 90, old)) // not her best
	add(t, s, game(ann.ID, 3, 80, now)) // of today
	carl := enter(t, s, "cccc")
	add(t, s, game(carl.ID, 4, 50, old)) // second of one
	if n, err := s.Prune(now.AddDate(0, 0, -7), 1); err != nil || n != 2 {
		t.Errorf("%d games are gone, %v", n, err)
	}
	for id, there := range map[int64]bool{1: true, 2: false, 3: true, 4: false} {
		if _, _, err := s.Recording(id); (err == nil) != there {
			t.Errorf("game %d: %v", id, err)
		}
	}
	gone, err := s.DeleteInactive(now.AddDate(0, 0, -29), now.AddDate(-1, 0, 0))
	if err != nil || len(gone) != 1 || gone[0] != "bbbb" {
		t.Errorf("%v are gone, %v", gone, err)
	}
	if has, err := s.HasPlayer("bbbb"); has || err != nil {
		t.Error("who is gone is there", err)
	}
}

// A full disk refuses games, and takes nothing back; boards and names can be read meanwhile.
func TestAFullDisk(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := enter(t, s, "aaaa")
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
		t.Errorf("the board: %v, %v", lines, err)
	}
	if games, err := s.Games(ann.ID, 1000); err != nil || len(games) != n {
		t.Errorf("%d games of %d, %v", len(games), n, err)
	}
	if _, err := s.writer.Exec("PRAGMA max_page_count = 10000"); err != nil {
		t.Fatal(err)
	}
	add(t, s, game(ann.ID, n+1, 1, now))
}

// A backup is a database with all that is there, and opens as one. Others can read neither of them.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, filepath.Join(dir, "arcade.db"))
	add(t, s, game(enter(t, s, "aaaa").ID, 1, 100, now))
	path := filepath.Join(dir, "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"copy.db", "arcade.db", "arcade.db-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	}
	if _, data, err := opened(t, path).Recording(1); err != nil || string(data) != "game 1" {
		t.Errorf("%q, %v", data, err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "none", "copy.db")); err == nil {
		t.Error("a backup in no folder")
	}
	over, end := context.WithCancel(t.Context())
	end()
	if err := s.Backup(over, filepath.Join(dir, "late.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("a backup that nobody waits for: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "late*")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
}

// A database that is damaged, of another program or of a newer one is refused, and left as it is.
func TestDatabasesThatAreRefused(t *testing.T) {
	dir := t.TempDir()
	for file, spoil := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("x"), 8192), 0o600) },
		"foreign": func(path string) error { return after(path, "CREATE TABLE other (x)") },
		"newer": func(path string) error {
			return after(path, "PRAGMA application_id = 1634888546; PRAGMA user_version = 99; CREATE TABLE t (x)")
		},
	} {
		path := filepath.Join(dir, file)
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		if s, err := Open(path); err == nil {
			s.Close()
			t.Errorf("%s: opened", file)
		}
		if text, _ := os.ReadFile(path); file == "damaged" && !bytes.Equal(before, text) {
			t.Errorf("%s: changed", file)
		}
	}
}

// after makes a database by a statement.
func after(path, statement string) error {
	db, err := connect(path, "rwc", "", 1)
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

// A game that the database cannot hold is refused for good, and nothing of it stays.
func TestAGameThatCannotBeHeld(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	g := game(enter(t, s, "aaaa").ID, 1, 100, now)
	g.Recording = nil // NULL, which a recording is not
	if _, err := s.Add(g); !errors.Is(err, ErrRejected) {
		t.Errorf("%v", err)
	}
	if n := strings.Count(fmt.Sprint(s.Games(g.Player, 10)), "campaign"); n != 0 {
		t.Errorf("%d games", n)
	}
	g.Recording = []byte("game")
	add(t, s, g)
}
