package store

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/store/schema"
	"arkterm/engine"
)

// aTime is a time for tests.
var aTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// aGame returns a game with this score, to be saved.
func aGame(points int) scores.Score {
	return scores.Score{
		Table: scores.Table{Set: "arkterm", Hash: "00000000000000aa", First: 1, FirstName: "Honeycomb", Mode: "campaign", Difficulty: "medium", Drops: scores.UsualDrops, Rules: 1},
		Ended: aTime, Outcome: scores.OutcomeOver, Score: points,
		Last: 2, Ticks: 2400, Combo: 5, Seed: 1<<64 - 1,
		Counts: scores.Counts{Walls: 1, Paddle: 2, Hits: 3, Balls: 4, Bricks: 5, Combos: 6, Cleared: 7, Lost: 3, LostAt: [scores.LostBins]int{0: 1, 15: 2}},
	}
}

// openTest opens the database at path, which must not be damaged.
func openTest(t *testing.T, path string) *ScoreDB {
	t.Helper()
	s, notice, err := OpenScores(path, aTime)
	if err != nil || notice != "" {
		t.Fatalf("open: notice %q, %v", notice, err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func newTestScores(t *testing.T) (*ScoreDB, string) {
	path := filepath.Join(t.TempDir(), "state", "odd?name#100%", "scores.db")
	return openTest(t, path), path
}

// add saves games with these scores and returns the placing of the last one.
func add(t *testing.T, s *ScoreDB, points ...int) (p scores.Placing) {
	t.Helper()
	for _, n := range points {
		var err error
		if p, err = s.Add("", aGame(n)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestScoresArePlaced(t *testing.T) {
	s, _ := newTestScores(t)
	for _, c := range []struct {
		points, place, of int
		best              bool
	}{
		{300, 1, 1, true}, {100, 2, 2, false}, {500, 1, 3, true}, {300, 3, 4, false}, {500, 2, 5, false}, {0, 6, 6, false},
	} {
		if p := add(t, s, c.points); p.Place != c.place || p.Of != c.of || p.Best != c.best {
			t.Errorf("%d points: place %d of %d, best %v; want %d of %d, %v", c.points, p.Place, p.Of, p.Best, c.place, c.of, c.best)
		}
	}
	for what, change := range map[string]func(*scores.Score){
		"an assisted game":         func(g *scores.Score) { g.Assisted = true },
		"a game with more drops":   func(g *scores.Score) { g.Drops = 40 },
		"a game without any drops": func(g *scores.Score) { g.Drops = 0 },
		"a game by other rules":    func(g *scores.Score) { g.Rules++ },
	} {
		other := aGame(1)
		change(&other)
		if p, err := s.Add("", other); err != nil || p.Place != 1 || p.Of != 1 {
			t.Errorf("%s is in place %d of %d, %v; want a table of its own", what, p.Place, p.Of, err)
		}
		if best, err := s.Best("", other.Table); err != nil || best != 1 {
			t.Errorf("the best score of %s is %d, %v; want its own", what, best, err)
		}
	}
}

func TestPersonalBestsAreByName(t *testing.T) {
	s, _ := newTestScores(t)
	first := add(t, s, 500)
	if first.Name != nil {
		t.Errorf("the first game has the name %q, want none asked for", *first.Name)
	}
	if p, err := s.Rename("", first.ID, "ada"); err != nil || !p.Best {
		t.Errorf("renamed: %+v, %v", p, err)
	}
	p := add(t, s, 400)
	if p.Name == nil || *p.Name != "ada" || p.Best {
		t.Errorf("the next game: name %v, best %v; want ada's, and not", p.Name, p.Best)
	}
	if p, err := s.Rename("", p.ID, "bob"); err != nil || !p.Best || p.Place != 2 {
		t.Errorf("bob's only game: %+v, %v; want his best, place 2", p, err)
	}
}

// Two players on one machine have a name each.
func TestPlayersHaveNamesOfTheirOwn(t *testing.T) {
	s, _ := newTestScores(t)
	name := func(player string, points int) string {
		t.Helper()
		p, err := s.Add(player, aGame(points))
		if err != nil {
			t.Fatal(err)
		}
		if p.Name == nil {
			return "?"
		}
		return *p.Name
	}
	if got := name("", 100); got != "?" {
		t.Errorf("who has not said who it is has the name %q", got)
	}
	if got := name("Bob", 200); got != "Bob" {
		t.Errorf("Bob's scores get the name %q", got)
	}
	p, err := s.Add("", aGame(300))
	if err == nil {
		_, err = s.Rename("", p.ID, "ada")
	}
	if err != nil {
		t.Fatal(err)
	}
	if a, b := name("", 400), name("Bob", 500); a != "ada" || b != "Bob" {
		t.Errorf("then the names are %q and %q, want ada and Bob", a, b)
	}
	p, err = s.Add("Bob", aGame(600))
	if err == nil {
		_, err = s.Rename("Bob", p.ID, "bobby")
	}
	if err != nil {
		t.Fatal(err)
	}
	if a, b := name("", 700), name("Bob", 800); a != "ada" || b != "bobby" {
		t.Errorf("at last the names are %q and %q, want ada and bobby", a, b)
	}
}

func TestTablesReadBack(t *testing.T) {
	s, path := newTestScores(t)
	p := add(t, s, 100, 300, 200)
	if _, err := s.Rename("", p.ID, "ada"); err != nil {
		t.Fatal(err)
	}
	later := aGame(50)
	later.First, later.FirstName = 3, "Three\x1b[2J"
	if _, err := s.Add("", later); err != nil {
		t.Fatal(err)
	}
	r, err := ReadScores(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	pages, err := r.Tables("", 0, 2)
	if err != nil || len(pages) != 2 {
		t.Fatalf("%d tables, %v; want 2", len(pages), err)
	}
	if got := pages[0].Scores; len(got) != 2 || got[0].Score != 300 || got[1].Name != "ada" || !got[1].Best || got[0].Place != 1 {
		t.Errorf("the first table: %+v", got)
	}
	if l := pages[0].Scores[0]; l.Seed != "18446744073709551615" || l.Ended != "2026-01-02T03:04:05Z" {
		t.Errorf("seed %s, ended %s", l.Seed, l.Ended)
	}
	if name := pages[1].FirstName; name != "Three[2J" {
		t.Errorf("the name of a level came back as %q", name)
	}
	for hash, want := range map[string]int{"00000000000000aa": 2, "00000000000000ab": 0} {
		if pages, err := r.Tables(hash, 0, 1); err != nil || len(pages) != want {
			t.Errorf("%d tables of %s, %v; want %d", len(pages), hash, err, want)
		}
	}
	if pages, err := r.Tables("", 3, 10); err != nil || len(pages) != 1 || pages[0].First != 3 {
		t.Errorf("from level 3: %+v, %v", pages, err)
	}
}

func TestStatisticsAddUp(t *testing.T) {
	s, _ := newTestScores(t)
	add(t, s, 100, 0, 300)
	got, err := s.Statistics()
	want := scores.Statistics{Games: 3, Ticks: 7200, Points: 400, Combo: 5, Counts: scores.Counts{
		Walls: 3, Paddle: 6, Hits: 9, Balls: 12, Bricks: 15, Combos: 18, Cleared: 21, Lost: 9, LostAt: [scores.LostBins]int{0: 3, 15: 6},
	}}
	if err != nil || got != want {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
}

func TestReplaysOfTheTablesAreKept(t *testing.T) {
	s, _ := newTestScores(t)
	for i := range 20 {
		g := aGame(100 + i)
		g.Replay = string(rune('a'+i)) + ".ark"
		if _, err := s.Add("", g); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := savedReplays(s)
	if err != nil || len(kept) != scores.Top || kept["j.ark"] || !kept["k.ark"] || !kept["t.ark"] {
		t.Errorf("kept %v, %v; want the ten best, k to t", kept, err)
	}
}

func TestTwoWritersAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	const each = 25
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			s, _, err := OpenScores(path, aTime) // both also create the database
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for i := range each {
				if _, err := s.Add("", aGame(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 2*each {
		t.Errorf("%d games, %v; want %d", got.Games, err, 2*each)
	}
}

func TestOldSchemaIsBroughtUpToDate(t *testing.T) {
	for file, before := range map[string]scores.Counts{
		"v1.sql": {},
		"v2.sql": {Bricks: 600, Lost: 3, LostAt: [scores.LostBins]int{0: 1, 15: 2}},
		"v3.sql": {Bricks: 600, Lost: 3, LostAt: [scores.LostBins]int{0: 1, 15: 2}},
	} {
		path := filepath.Join(t.TempDir(), "scores.db")
		text, err := os.ReadFile(filepath.Join("testdata", "scores", file))
		if err != nil {
			t.Fatal(err)
		}
		execAll(t, path, string(text))
		s := openTest(t, path)
		if v, err := scoreSchema.Version(s.db); err != nil || v != len(scoreSteps) {
			t.Errorf("%s: schema %d, %v", file, v, err)
		}
		if p := add(t, s, 5000); p.Place != 2 || p.Of != 3 || p.Name == nil || *p.Name != "ada" {
			t.Errorf("%s: placed %+v", file, p)
		}
		got, err := s.Statistics()
		if err != nil || got.Games != 4 || got.Won != 1 || got.Cleared != 2+12+7 || got.Bricks != before.Bricks+5 || got.LostAt[15] != before.LostAt[15]+2 {
			t.Errorf("%s: %+v, %v", file, got, err)
		}
		pages, err := s.Tables("", 0, 10)
		if err != nil || len(pages) != 2 || !pages[1].Assisted || pages[0].Drops != scores.UsualDrops || pages[0].Scores[2].Seed != "18446744073709551615" {
			t.Errorf("%s: %+v, %v", file, pages, err)
		}
	}
}

// What was achieved before achievements knew their rules keeps its stars, and nothing else.
func TestOldAchievementsKeepTheirStars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	execAll(t, path, strings.Join(scoreSteps[:5], "")+"PRAGMA user_version = 5; INSERT INTO feats VALUES ('07', 'A', 'hard', 5, 99, 1000)")
	s := openTest(t, path)
	want := scores.Achievement{LevelKey: scores.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}, Stars: 5}
	if all, err := s.Achievements(); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("%+v, %v; want %+v", all, err, want)
	}
}

// execAll runs statements in the database at path, bypassing all checks.
func execAll(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestNewerAndForeignDatabasesAreLeftAlone(t *testing.T) {
	for _, c := range []struct {
		statements string
		want       error
	}{
		{"PRAGMA application_id = 1634888564; PRAGMA user_version = 99; CREATE TABLE games (x)", schema.ErrNewer},
		{"CREATE TABLE recipes (x)", scoreSchema.Foreign},
		{"PRAGMA user_version = 1; CREATE TABLE games (x)", scoreSchema.Foreign},
	} {
		path := filepath.Join(t.TempDir(), "scores.db")
		execAll(t, path, c.statements)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, notice, err := OpenScores(path, aTime); !errors.Is(err, c.want) || notice != "" {
			t.Errorf("%s: notice %q, error %v, want %v", c.statements, notice, err, c.want)
		}
		if _, err := ReadScores(path); !errors.Is(err, c.want) {
			t.Errorf("%s: read: %v, want %v", c.statements, err, c.want)
		}
		if after, err := os.ReadFile(path); err != nil || !slices.Equal(before, after) {
			t.Errorf("%s: the file was changed, %v", c.statements, err)
		}
	}
}

func TestDamagedDatabaseIsPutAside(t *testing.T) {
	for what, damage := range map[string]func([]byte) []byte{
		"text":      func([]byte) []byte { return []byte(strings.Repeat("no database\n", 1000)) },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"overwrote": func(b []byte) []byte { return append(b[:200:200], make([]byte, len(b)-200)...) },
	} {
		s, path := newTestScores(t)
		add(t, s, 1, 2, 3)
		s.Close()
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := damage(slices.Clone(good))
		if err := errors.Join(os.WriteFile(path, bad, 0o600), os.WriteFile(path+"-journal", []byte("left over"), 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadScores(path); !damaged(err) {
			t.Errorf("%s: read: %v, want an error that tells of damage", what, err)
		}
		s, notice, err := OpenScores(path, aTime)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		aside := path + ".bad-20260102-030405"
		if got, err := os.ReadFile(aside); err != nil || !slices.Equal(got, bad) || !strings.Contains(notice, aside) {
			t.Errorf("%s: put aside %v, notice %q, %v", what, slices.Equal(got, bad), notice, err)
		}
		if p := add(t, s, 7); p.Of != 1 {
			t.Errorf("%s: %d scores in the new database, want 1", what, p.Of)
		}
		s.Close()
	}
}

// If several processes find the damage, only one may put the file aside: the others would put aside the
// first one's new database.
func TestDamageIsFoundByManyPutAsideByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			s, _, err := OpenScores(path, aTime.Add(time.Duration(i)*time.Minute))
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.Add("", aGame(1)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 4 {
		t.Errorf("%d games, %v; want 4", got.Games, err)
	}
	if bad, _ := filepath.Glob(path + ".bad-*"); len(bad) != 1 {
		t.Errorf("put aside: %v, want one", bad)
	}
}

func TestFullDiskIsAnErrorAndHarmsNothing(t *testing.T) {
	s, _ := newTestScores(t)
	add(t, s, 1)
	var pages int
	if err := s.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = " + strconv.Itoa(pages)); err != nil {
		t.Fatal(err)
	}
	kept, failed := 1, false
	for i := range 1000 {
		if _, err := s.Add("", aGame(i)); err != nil {
			failed = strings.Contains(err.Error(), "full")
			break
		}
		kept++
	}
	if !failed {
		t.Fatal("the disk was never full")
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if p := add(t, s, 1); p.ID != int64(kept)+1 {
		t.Errorf("then row %d, want %d", p.ID, kept+1)
	}
	sound(t, s)
}

// sound fails if SQLite finds anything wrong with the database.
func sound(t *testing.T, s *ScoreDB) {
	t.Helper()
	var said string
	if err := s.db.QueryRow("PRAGMA integrity_check").Scan(&said); err != nil || said != "ok" {
		t.Errorf("integrity_check: %s, %v", said, err)
	}
}

func TestReadingMakesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if _, err := ReadScores(filepath.Join(dir, "scores.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want not to exist", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("reading has made the folder")
	}
	s, path := newTestScores(t)
	add(t, s, 1)
	s.Close()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("beside the database at rest: %v, %v", entries, err)
	}
}

func TestAchievementsGetBetterOnly(t *testing.T) {
	s, _ := newTestScores(t)
	key := scores.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}
	for _, f := range []scores.Achievement{
		{LevelKey: key},
		{LevelKey: key, Stars: engine.StarCleared | engine.StarTime, Ticks: 500, Points: 900},
		{LevelKey: key, Stars: engine.StarCleared | engine.StarClean, Ticks: 600, Points: 1000},
		{LevelKey: key},
		{LevelKey: scores.LevelKey{Board: 7, Name: "A", Difficulty: engine.Kids}, Stars: engine.StarCleared, Ticks: 3, Points: 4},
	} {
		if err := s.SaveAchievement(f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.Exec("INSERT INTO feats VALUES ('?', 'B', 'hard', 1, 1, 1, 0), ('0f', 'B', 'unheard-of', 1, 1, 1, 0), ('0f', 'C', 'hard', 255, -1, 1, ?)", engine.Rules); err != nil {
		t.Fatal(err)
	}
	all, err := s.Achievements()
	want := scores.Achievement{LevelKey: key, Stars: engine.StarCleared | engine.StarTime | engine.StarClean, Ticks: 500, Points: 1000}
	if err != nil || len(all) != 2 || all[0] != want {
		t.Errorf("%+v, %v; want %+v, and what makes no sense left out", all, err, want)
	}
}

// Of what was achieved by other rules the stars alone count: by these a time or points may not be possible.
func TestAchievementsByOtherRulesAreStars(t *testing.T) {
	s, _ := newTestScores(t)
	old := scores.Achievement{LevelKey: scores.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}, Stars: engine.StarCleared | engine.StarClean, Ticks: 3, Points: 9000}
	if err := s.SaveAchievement(old); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("UPDATE feats SET rules = ?", engine.Rules-1); err != nil {
		t.Fatal(err)
	}

	want := scores.Achievement{LevelKey: old.LevelKey, Stars: old.Stars}
	if all, err := s.Achievements(); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("read as %+v, %v; want %+v", all, err, want)
	}
	now := scores.Achievement{LevelKey: old.LevelKey, Stars: engine.StarTime, Ticks: 500, Points: 100}
	if err := s.SaveAchievement(now); err != nil {
		t.Fatal(err)
	}
	want = scores.Achievement{LevelKey: old.LevelKey, Stars: old.Stars | now.Stars, Ticks: now.Ticks, Points: now.Points}
	if all, err := s.Achievements(); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("then it is %+v, %v; want %+v", all, err, want)
	}
}
