package leaderboard

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// createOldScores creates a database of an earlier version in a new folder and returns its path. It executes the SQL
// script in file and the statements in more.
func createOldScores(t *testing.T, file string, more ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "oldscores", file))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "scores.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(text) + strings.Join(more, "")); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadOldScores(t *testing.T) {
	for file, want := range map[string]progress.Counts{
		"v1.sql": {},
		"v2.sql": {BricksBroken: 600, BallsLost: 3, BallsLostAt: [progress.FloorParts]int{0: 1, 15: 2}},
		"v3.sql": {BricksBroken: 600, BallsLost: 3, BallsLostAt: [progress.FloorParts]int{0: 1, 15: 2}},
		"v6.sql": {BricksBroken: 600, BallsLost: 3, BallsLostAt: [progress.FloorParts]int{0: 1, 15: 2}},
	} {
		r, err := ReadOldScores(createOldScores(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		got := r.Statistics()
		if got.Games != 3 || got.GamesWon != 1 || got.LevelsCleared != 2+12 || got.BricksBroken != want.BricksBroken ||
			got.BallsLostAt != want.BallsLostAt {
			t.Errorf("%s: Statistics() = %+v, want 3 games and %+v", file, got, want)
		}
		pages := r.Tables("", 0, 10)
		if len(pages) != 2 || !pages[1].Assisted || pages[0].DropPercent != progress.DefaultDrops ||
			pages[0].Scores[1].Seed != "18446744073709551615" {
			t.Errorf("%s: Tables() = %+v; want 2, and only the second one assisted", file, pages)
		}
		if next := r.NewGameRecord("", progress.Score{}).Game; next.ID != 4 || next.Name == nil || *next.Name != "ada" {
			t.Errorf("%s: Next() = %+v, want ID 4 and the name ada", file, next)
		}
		if l := pages[0].Scores[0]; l.Name != "" || l.Ended != "2026-01-03T03:04:05Z" ||
			pages[0].Scores[1].Replay != "a.ark" {
			t.Errorf("%s: the best game is %+v, want one without a name, from 2026-01-03", file, l)
		}
	}
}

// ReadOldScores reads the stars of achievements, and drops times and points of earlier rules.
func TestReadOldAchievements(t *testing.T) {
	r, err := ReadOldScores(createOldScores(t, "v6.sql"))
	if err != nil {
		t.Fatal(err)
	}
	all := r.Achievements()
	for _, want := range []progress.Achievement{
		{LevelKey: progress.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}, Stars: 5},
		{LevelKey: progress.LevelKey{Board: 8, Name: "B", Difficulty: engine.Easy}, Stars: 1},
	} {
		if !slices.Contains(all, want) {
			t.Errorf("Achievements() does not contain %+v, only %+v", want, all)
		}
	}
}

func TestReadOldScoresRefusesDatabases(t *testing.T) {
	for _, more := range []string{
		"PRAGMA application_id = 1", "PRAGMA user_version = 7", "PRAGMA user_version = 0",
		"PRAGMA user_version = 2",
	} {
		path := createOldScores(t, "v1.sql", more)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadOldScores(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("ReadOldScores after %s: error %v, want one with the path", more, err)
		}
		if after, err := os.ReadFile(path); err != nil || !slices.Equal(before, after) {
			t.Errorf("ReadOldScores after %s has changed the file, or the file cannot be read: %v", more, err)
		}
	}
	if _, err := ReadOldScores(filepath.Join(t.TempDir(), "scores.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadOldScores of a missing file: error %v, want %v", err, fs.ErrNotExist)
	}
}
