package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
)

// answersOf waits for n results.
func answersOf(w *ScoreWorker, n int) (results []progress.Result) {
	for len(results) < n {
		<-w.Ready()
		results = append(results, w.Take()...)
	}
	return results
}

func TestScoreWorkerAnswersInOrder(t *testing.T) {
	w := NewScoreWorker(NewScoreFile(filepath.Join(t.TempDir(), "scores.jsonl")), "", func() {})
	w.Request(progress.Add{Game: 1, Score: testGame(100)})
	w.Request(progress.Add{Game: 2, Score: testGame(200)})
	w.Request(progress.Rename{Game: 2, ID: 2, Name: " ada\x07 "})
	w.Request(progress.ReadTables{})
	results := answersOf(w, 4)
	first, second, renamed := results[0].(progress.Placed), results[1].(progress.Placed), results[2].(progress.Placed)
	if first.Placing.ID != 1 || second.Placing.Place != 1 || second.Game != 2 || *renamed.Placing.Name != "ada" {
		t.Errorf("results %+v", results)
	}
	read := results[3].(progress.TablesRead)
	if p := read.Pages; len(p) != 1 || len(p[0].Scores) != 2 || p[0].Scores[0].Name != "ada" || read.Stats.Games != 2 {
		t.Errorf("read tables %+v, statistics %+v", p, read.Stats)
	}
}

func TestScoreWorkerFlush(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	w := NewScoreWorker(NewScoreFile(path), "", func() {})
	for range 5 {
		w.Request(progress.Add{Score: testGame(1)})
	}
	w.Flush(time.Minute) // the results are not taken
	if got := readTest(t, path).Statistics(); got.Games != 5 {
		t.Errorf("%d games, want 5", got.Games)
	}
}

func TestScoreWorkerReportsFailures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// The parent is a regular file.
	w := NewScoreWorker(NewScoreFile(filepath.Join(file, "scores.jsonl")), "", func() {})
	w.Request(progress.Add{Score: testGame(1)})
	if results := answersOf(w, 1); results[0].(progress.Failed).Err == nil {
		t.Error("Failed has no error")
	}
}

// A ScoreFile detects when another program changes its file.
func TestScoreFileChangedByOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	s := NewScoreFile(path)
	addGame := func(n, want int) {
		t.Helper()
		if p := add(t, s, n); p.NumScores != want {
			t.Fatalf("the table has %d scores, want %d", p.NumScores, want)
		}
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	addGame(1, 1)
	addGame(2, 2)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	addGame(3, 1)
	write("")
	addGame(4, 1)
	addGame(5, 2)
	add(t, NewScoreFile(path), 6)
	addGame(7, 4)
	write(strings.Repeat("no scores\n", 1000))
	if addGame(8, 1); !strings.Contains(s.Notice(), "renamed") {
		t.Error("no notice reports the damage")
	}
}

// Retry runs a failed request again, and the request counts as unsaved if it fails again.
func TestScoreWorkerRetries(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a regular file
		t.Fatal(err)
	}
	path := filepath.Join(dir, "scores.jsonl")
	w := NewScoreWorker(NewScoreFile(path), "", func() {})
	w.Request(progress.Add{Score: testGame(1)})
	w.Request(progress.Add{Score: testGame(2)})
	w.Request(progress.ReadTables{})
	w.Request(progress.Rename{ID: 1, Name: "Zoe"})
	answersOf(w, 4)
	if n, err := w.Unsaved(); n != 3 || err == nil {
		t.Errorf("%d requests are not saved, %v; want 3 and an error", n, err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.Retry()
		w.Flush(time.Minute)
		if n, _ := w.Unsaved(); n != 0 {
			t.Errorf("%d requests are not saved, want 0", n)
		}
		if got := readTest(t, path).Statistics(); got.Games != 2 {
			t.Errorf("%d games, want 2", got.Games)
		}
	}
}

func TestScoreWorkerRetriesOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w := NewScoreWorker(NewScoreFile(filepath.Join(file, "scores.jsonl")), "", func() {})
	w.Request(progress.Add{Score: testGame(1)})
	for range 3 {
		w.Retry()
		w.Flush(time.Minute)
	}
	if n, err := w.Unsaved(); n != 1 || err == nil || len(w.Take()) != 2 {
		t.Errorf("%d games are not saved, %v; want 1 and an error, after two attempts", n, err)
	}
}

func TestScoreWorkerReportsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	if err := os.WriteFile(path, []byte(strings.Repeat("no scores\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	w := NewScoreWorker(NewScoreFile(path), "", func() {})
	w.Request(progress.Add{Score: testGame(1)})
	w.Request(progress.Add{Score: testGame(2)})
	results := answersOf(w, 3)
	notice, ok := results[0].(progress.Notice)
	if first := results[1].(progress.Placed); !ok || !strings.Contains(notice.Text, "renamed") ||
		first.Placing.NumScores != 1 {
		t.Errorf("the first results are %+v, %+v", results[0], results[1])
	}
	if second := results[2].(progress.Placed); second.Placing.NumScores != 2 {
		t.Errorf("the second game: %+v", second)
	}
}

// All sessions of a process share one file. Each session has its own worker and player.
func TestWorkersShareAScoreFile(t *testing.T) {
	all := NewScoreFile(filepath.Join(t.TempDir(), "scores.jsonl"))
	const players, games = 8, 5
	var workers []*ScoreWorker
	for i := range players {
		workers = append(workers, NewScoreWorker(all, fmt.Sprintf("player %d", i), func() {}))
	}
	for n := range games {
		for _, w := range workers {
			w.Request(progress.Add{Game: n, Score: testGame(100 + n)})
		}
	}
	for i, w := range workers {
		for _, r := range answersOf(w, games) {
			if p, ok := r.(progress.Placed); !ok || *p.Placing.Name != fmt.Sprintf("player %d", i) {
				t.Errorf("player %d has %+v", i, r)
			}
		}
		if !w.Close(time.Minute) {
			t.Error("a worker did not stop")
		}
	}
	if _, stats, err := all.Tables(""); err != nil || stats.Games != players*games {
		t.Errorf("%d games, %v; want %d", stats.Games, err, players*games)
	}
}

// The hint about an earlier version's database is given until there is a score file.
func TestOldScoresHint(t *testing.T) {
	s, path := newTestScores(t)
	if err := Write(filepath.Join(filepath.Dir(path), "scores.db"), nil); err != nil {
		t.Fatal(err)
	}
	w := NewScoreWorker(s, "", func() {})
	w.Request(progress.ReadTables{})
	if n, ok := answersOf(w, 2)[0].(progress.Notice); !ok || n.Text != OldScoresHint {
		t.Errorf("notice %q, want %q", n.Text, OldScoresHint)
	}
	add(t, s, 1)
	s = NewScoreFile(path)
	if _, _, err := s.Tables(""); err != nil || s.Notice() != "" {
		t.Errorf("the hint is repeated, %v", err)
	}
}
