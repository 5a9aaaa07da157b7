package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// testTime is the time at which the games of these tests end.
var testTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// testGame returns a game with the given score.
func testGame(points int) progress.Score {
	return progress.Score{
		Table: progress.Table{
			SetName: "arkterm", Hash: "00000000000000aa", FirstLevel: 1, FirstLevelName: "Honeycomb",
			Mode: "campaign", Difficulty: "medium", DropPercent: progress.DefaultDrops, Rules: 1,
		},
		Ended: testTime, Outcome: progress.OutcomeOver, Score: points,
		LastLevel: 2, Ticks: 2400, BestCombo: 5, Seed: 1<<64 - 1,
		Counts: progress.Counts{
			WallHits: 1, PaddleHits: 2, BrickHits: 3, BallHits: 4, BricksBroken: 5, Combos: 6, LevelsCleared: 7,
			BallsLost:   3,
			BallsLostAt: [progress.FloorParts]int{0: 1, 15: 2},
		},
	}
}

func newTestScores(t *testing.T) (*ScoreFile, string) {
	path := filepath.Join(t.TempDir(), "state", "odd?name#100%", "scores.jsonl")
	return NewScoreFile(path), path
}

// readTest reads the score file at path.
func readTest(t *testing.T, path string) *progress.Results {
	t.Helper()
	r, err := ReadScores(path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// add saves games with the given scores and returns the placing of the last one.
func add(t *testing.T, s *ScoreFile, points ...int) (p progress.Placing) {
	t.Helper()
	for _, n := range points {
		var err error
		if p, err = s.Add("", testGame(n)); err != nil {
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
		{300, 1, 1, true},
		{100, 2, 2, false},
		{500, 1, 3, true},
		{300, 3, 4, false},
		{500, 2, 5, false},
		{0, 6, 6, false},
	} {
		if p := add(t, s, c.points); p.Place != c.place || p.NumScores != c.of || p.Best != c.best {
			t.Errorf("%d points: place %d of %d, best %v; want place %d of %d, best %v",
				c.points, p.Place, p.NumScores, p.Best, c.place, c.of, c.best)
		}
	}
	for what, change := range map[string]func(*progress.Score){
		"an assisted game":         func(g *progress.Score) { g.Assisted = true },
		"a game with more drops":   func(g *progress.Score) { g.DropPercent = 40 },
		"a game without any drops": func(g *progress.Score) { g.DropPercent = 0 },
		"a game by other rules":    func(g *progress.Score) { g.Rules++ },
	} {
		other := testGame(1)
		change(&other)
		if p, err := s.Add("", other); err != nil || p.Place != 1 || p.NumScores != 1 {
			t.Errorf("%s has place %d of %d, %v; want its own table", what, p.Place, p.NumScores, err)
		}
		if best, err := s.Best("", other.Table); err != nil || best != 1 {
			t.Errorf("the best score of %s is %d, %v; want 1", what, best, err)
		}
	}
}

func TestPersonalBestsAreByName(t *testing.T) {
	s, _ := newTestScores(t)
	first := add(t, s, 500)
	if first.Name != nil {
		t.Errorf("the first game has the name %q, want no name", *first.Name)
	}
	if p, err := s.Rename("", first.ID, "ada"); err != nil || !p.Best {
		t.Errorf("renamed: %+v, %v", p, err)
	}
	p := add(t, s, 400)
	if p.Name == nil || *p.Name != "ada" || p.Best {
		t.Errorf("the next game: name %v, best %v; want ada, false", p.Name, p.Best)
	}
	if p, err := s.Rename("", p.ID, "bob"); err != nil || !p.Best || p.Place != 2 {
		t.Errorf("bob's only game: %+v, %v; want his best, in place 2", p, err)
	}
}

// Each player on a machine has a separate name.
func TestEachPlayerHasAName(t *testing.T) {
	s, _ := newTestScores(t)
	name := func(player string, points int) string {
		t.Helper()
		p, err := s.Add(player, testGame(points))
		if err != nil {
			t.Fatal(err)
		}
		if p.Name == nil {
			return "?"
		}
		return *p.Name
	}
	if got := name("", 100); got != "?" {
		t.Errorf("a player without a name has the name %q", got)
	}
	if got := name("Bob", 200); got != "Bob" {
		t.Errorf("Bob's scores get the name %q", got)
	}
	p, err := s.Add("", testGame(300))
	if err == nil {
		_, err = s.Rename("", p.ID, "ada")
	}
	if err != nil {
		t.Fatal(err)
	}
	if a, b := name("", 400), name("Bob", 500); a != "ada" || b != "Bob" {
		t.Errorf("after the first change the names are %q and %q, want ada and Bob", a, b)
	}
	p, err = s.Add("Bob", testGame(600))
	if err == nil {
		_, err = s.Rename("Bob", p.ID, "bobby")
	}
	if err != nil {
		t.Fatal(err)
	}
	if a, b := name("", 700), name("Bob", 800); a != "ada" || b != "bobby" {
		t.Errorf("after the second change the names are %q and %q, want ada and bobby", a, b)
	}
}

func TestTables(t *testing.T) {
	s, path := newTestScores(t)
	p := add(t, s, 100, 300, 200)
	if _, err := s.Rename("", p.ID, "ada"); err != nil {
		t.Fatal(err)
	}
	later := testGame(50)
	later.FirstLevel, later.FirstLevelName = 3, "Three\x1b[2J"
	if _, err := s.Add("", later); err != nil {
		t.Fatal(err)
	}
	r := readTest(t, path)
	pages := r.Tables("", 0, 2)
	if len(pages) != 2 {
		t.Fatalf("%d tables, want 2", len(pages))
	}
	got := pages[0].Scores
	if len(got) != 2 || got[0].Score != 300 || got[1].Name != "ada" || !got[1].PersonalBest || got[0].Place != 1 {
		t.Errorf("the first table: %+v", got)
	}
	if l := pages[0].Scores[0]; l.Seed != "18446744073709551615" || l.Ended != "2026-01-02T03:04:05Z" {
		t.Errorf("seed %s, ended %s", l.Seed, l.Ended)
	}
	if name := pages[1].FirstLevelName; name != "Three[2J" {
		t.Errorf("the level name is %q, want it without the escape character", name)
	}
	for hash, want := range map[string]int{"00000000000000aa": 2, "00000000000000ab": 0} {
		if pages := r.Tables(hash, 0, 1); len(pages) != want {
			t.Errorf("%d tables of %s, want %d", len(pages), hash, want)
		}
	}
	if pages := r.Tables("", 3, 10); len(pages) != 1 || pages[0].FirstLevel != 3 {
		t.Errorf("from level 3: %+v", pages)
	}
}

func TestStatisticsAddUp(t *testing.T) {
	s, _ := newTestScores(t)
	add(t, s, 100, 0, 300)
	_, got, err := s.Tables("")
	want := progress.Statistics{Games: 3, Ticks: 7200, Points: 400, BestCombo: 5, Counts: progress.Counts{
		WallHits: 3, PaddleHits: 6, BrickHits: 9, BallHits: 12, BricksBroken: 15, Combos: 18, LevelsCleared: 21,
		BallsLost:   9,
		BallsLostAt: [progress.FloorParts]int{0: 3, 15: 6},
	}}
	if err != nil || got != want {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
}

func TestReplays(t *testing.T) {
	s, path := newTestScores(t)
	for i := range 20 {
		g := testGame(100 + i)
		g.Replay = string(rune('a'+i)) + ".ark"
		if _, err := s.Add("", g); err != nil {
			t.Fatal(err)
		}
	}
	kept := readTest(t, path).Replays()
	if len(kept) != progress.TableSize || kept["j.ark"] || !kept["k.ark"] || !kept["t.ark"] {
		t.Errorf("replays %v, want the ten best, k to t", kept)
	}
}

func TestConcurrentWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	const each = 25
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			s := NewScoreFile(path) // both writers may create the file
			for i := range each {
				if _, err := s.Add("", testGame(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := readTest(t, path).Statistics(); got.Games != 2*each {
		t.Errorf("%d games, want %d", got.Games, 2*each)
	}
	ids := make(map[int64]bool)
	for _, l := range readTest(t, path).Tables("", 0, 3*each)[0].Scores {
		ids[l.ID] = true
	}
	if len(ids) != 2*each-2 { // two games have no points and are not in the table
		t.Errorf("%d different game IDs, want %d", len(ids), 2*each-2)
	}
}

// lineOf returns a line of a score file.
func lineOf(t *testing.T, v any) string {
	t.Helper()
	line, err := encodeLine(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

func TestNewerScoresAreLeftAlone(t *testing.T) {
	s, path := newTestScores(t)
	text := []byte(lineOf(t, scoreHead{firstLine.Format, firstLine.Version + 1}) + "{\n")
	if err := Write(path, text); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Add("", testGame(1)); !errors.Is(err, ErrNewer) || s.Notice() != "" {
		t.Errorf("Add: error %v, want ErrNewer and no notice", err)
	}
	if _, err := ReadScores(path); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), path) {
		t.Errorf("read: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !slices.Equal(after, text) {
		t.Errorf("the file has changed to %q, %v", after, err)
	}
}

// A damaged file is renamed. The new file contains the intact lines.
func TestDamagedScoresAreSetAside(t *testing.T) {
	for what, c := range map[string]struct {
		damage func([]byte) []byte
		line   int // of the damage
		kept   int // number of games that are kept
	}{
		"text":         {func([]byte) []byte { return []byte(strings.Repeat("no scores\n", 1000)) }, 1, 0},
		"no line":      {func([]byte) []byte { return []byte("x") }, 1, 0},
		"a database":   {func([]byte) []byte { return []byte("SQLite format 3\x00\n") }, 1, 0},
		"begins later": {func(b []byte) []byte { return b[10:] }, 1, 3},
		"a flipped bit": {func(b []byte) []byte {
			b[slices.Index(b, '\n')+200] ^= 1
			return b
		}, 2, 2},
		"two first lines": {func(b []byte) []byte { return append(b, lineOf(t, firstLine)...) }, 5, 3},
	} {
		s, path := newTestScores(t)
		add(t, s, 1, 2, 3)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := c.damage(slices.Clone(good))
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err = ReadScores(path)
		if d, ok := errors.AsType[*DamageError](err); !ok || d.Line != c.line || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: read: %v, want damage in line %d", what, err, c.line)
		}
		if p := add(t, s, 7); p.NumScores != c.kept+1 {
			t.Errorf("%s: %d scores in the new file, want %d", what, p.NumScores, c.kept+1)
		}
		notice := s.Notice()
		aside, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "scores.jsonl.bad-*"))
		if len(aside) != 1 || !strings.HasSuffix(notice, aside[0]) {
			t.Fatalf("%s: renamed to %q, notice %q", what, aside, notice)
		}
		if got, err := os.ReadFile(aside[0]); err != nil || !slices.Equal(got, bad) {
			t.Errorf("%s: the renamed file has %q, %v", what, got, err)
		}
		if got := readTest(t, path).Statistics(); got.Games != c.kept+1 || s.Notice() != "" {
			t.Errorf("%s: read again: %d games, want the same", what, got.Games)
		}
	}
}

// If the last line is incomplete, its writer was killed. The next line replaces it.
func TestIncompleteLineIsReplaced(t *testing.T) {
	s, path := newTestScores(t)
	add(t, s, 1, 2)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	record := lineOf(t, s.results.NewGameRecord("", testGame(3)))
	longLine := bytes.TrimSuffix(fmt.Appendf(nil, "%s%s", record, strings.Repeat("x", 2000)), []byte("\n"))
	text := slices.Concat(good, bytes.ReplaceAll(longLine, []byte("\n"), nil))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readTest(t, path).Statistics(); got.Games != 2 {
		t.Errorf("%d games, want 2", got.Games)
	}
	if p := add(t, s, 4); p.NumScores != 3 || p.ID != 3 {
		t.Errorf("the next game: %+v, want the third of 3", p)
	}
	if p := add(t, NewScoreFile(path), 5); p.NumScores != 4 {
		t.Errorf("the game after that: %+v, want 4 scores", p)
	}
}

// An editor may remove the newline at the end of the file.
func TestLastNewlineIsAdded(t *testing.T) {
	s, path := newTestScores(t)
	add(t, s, 1, 2)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.TrimSuffix(good, []byte("\n")), 0o600); err != nil {
		t.Fatal(err)
	}

	if got := readTest(t, path).Statistics(); got.Games != 2 {
		t.Errorf("%d games, want 2", got.Games)
	}
	for range 2 {
		add(t, s, 3)
	}
	if notice := s.Notice(); notice != "" {
		t.Errorf("notice %q, want none", notice)
	}
	if got := readTest(t, path).Statistics(); got.Games != 4 {
		t.Errorf("%d games, want 4", got.Games)
	}
	if text, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(text, good) {
		t.Errorf("the first lines have changed (%v)", err)
	}
}

// If several processes detect the damage, only one renames the file. Otherwise the other processes would rename the new
// file.
func TestDamagedScoresAreSetAsideOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	if err := os.WriteFile(path, []byte(strings.Repeat("no scores\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			if _, err := NewScoreFile(path).Add("", testGame(i+1)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := readTest(t, path).Statistics(); got.Games != 4 {
		t.Errorf("%d games, want 4", got.Games)
	}
	if bad, _ := filepath.Glob(path + ".bad-*"); len(bad) != 1 {
		t.Errorf("renamed files %v, want one", bad)
	}
}

// If a change would exceed the limit, it returns an error, and the file is unchanged.
func TestScoresHaveALimit(t *testing.T) {
	s, path := newTestScores(t)
	add(t, s, 1)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.size = maxScores - 10
	if _, err := s.Add("", testGame(2)); err == nil || !strings.Contains(err.Error(), "more than 268435456 bytes") {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !slices.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
}

func TestReadingCreatesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if _, err := ReadScores(filepath.Join(dir, "scores.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want fs.ErrNotExist", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("reading created the folder")
	}
	s, path := newTestScores(t)
	add(t, s, 1)
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v; want only the score file", entries, err)
	}
}

func TestAchievementsOnlyImprove(t *testing.T) {
	s, _ := newTestScores(t)
	key := progress.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}
	for _, f := range []progress.Achievement{
		{LevelKey: key},
		{LevelKey: key, Stars: engine.StarCleared | engine.StarTime, Ticks: 500, Points: 900},
		{LevelKey: key, Stars: engine.StarCleared | engine.StarClean, Ticks: 600, Points: 1000},
		{LevelKey: key},
		{
			LevelKey: progress.LevelKey{Board: 7, Name: "A", Difficulty: engine.Kids},
			Stars:    engine.StarCleared, Ticks: 3, Points: 4,
		},
	} {
		if err := s.SaveAchievement("", f); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range []progress.AchievedRecord{
		{Board: "?", Name: "B", Difficulty: "hard", Stars: 1},
		{Board: "0f", Name: "B", Difficulty: "unheard-of", Stars: 1},
		{Board: "0f", Name: "C", Difficulty: "hard", Stars: 255, Ticks: -1, Points: 1, Rules: engine.Rules},
	} {
		if err := s.save(progress.Record{Achievement: &a}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.Achievements("")
	want := progress.Achievement{
		LevelKey: key, Stars: engine.StarCleared | engine.StarTime | engine.StarClean, Ticks: 500, Points: 1000,
	}
	if err != nil || len(all) != 2 || !slices.Contains(all, want) {
		t.Errorf("achievements %+v, %v; want two with %+v, without the invalid ones", all, err, want)
	}
}

// Achievements under other rules only keep their stars, because their times and points may be impossible now.
func TestAchievementsUnderOtherRules(t *testing.T) {
	s, _ := newTestScores(t)
	old := progress.Achievement{
		LevelKey: progress.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard},
		Stars:    engine.StarCleared | engine.StarClean, Ticks: 3, Points: 9000,
	}
	c := progress.RecordOf(old)
	c.Achievement.Rules--
	if err := s.save(c); err != nil {
		t.Fatal(err)
	}

	want := progress.Achievement{LevelKey: old.LevelKey, Stars: old.Stars}
	if all, err := s.Achievements(""); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("read as %+v, %v; want %+v", all, err, want)
	}
	now := progress.Achievement{LevelKey: old.LevelKey, Stars: engine.StarTime, Ticks: 500, Points: 100}
	if err := s.SaveAchievement("", now); err != nil {
		t.Fatal(err)
	}
	want.Stars, want.Ticks, want.Points = old.Stars|now.Stars, now.Ticks, now.Points
	if all, err := s.Achievements(""); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("after a new achievement: %+v, %v; want %+v", all, err, want)
	}
}

// Imported scores follow the saved ones. They do not change the player's current name, and each game is imported only
// once.
func TestScoresAreImported(t *testing.T) {
	var old progress.Results
	old.Apply(old.NewGameRecord("", testGame(500)))
	old.Apply(progress.Record{Name: &progress.NameChange{ID: 1, Name: "ada"}})
	old.Apply(old.NewGameRecord("", testGame(300)))
	old.Apply(progress.RecordOf(progress.Achievement{LevelKey: progress.LevelKey{Board: 7}, Stars: engine.StarCleared}))

	s, path := newTestScores(t)
	if _, err := s.Rename("", add(t, s, 400).ID, "bob"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{2, 0} { // the second import adds nothing
		if n, err := s.Import(&old); n != want || err != nil {
			t.Fatalf("%d games were imported, %v; want %d", n, err, want)
		}
	}
	r := readTest(t, path)
	var got []string
	for _, l := range r.Tables("", 0, 10)[0].Scores {
		got = append(got, fmt.Sprint(l.ID, l.Name, l.Score))
	}
	if want := []string{"2ada500", "1bob400", "3ada300"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if p := add(t, s, 1); *p.Name != "bob" || p.ID != 4 || len(r.Achievements()) != 1 {
		t.Errorf("the next game: %+v by %s, %d achievements", p, *p.Name, len(r.Achievements()))
	}
}
