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
func answersOf(k *ScoreWorker, n int) (told []progress.Result) {
	for len(told) < n {
		<-k.Done()
		told = append(told, k.Take()...)
	}
	return told
}

func TestScoreWorkerAnswersInOrder(t *testing.T) {
	k := NewScoreWorker(NewScoreFile(filepath.Join(t.TempDir(), "scores.jsonl")), "", func() {})
	k.Request(progress.Add{Game: 1, Score: aGame(100)})
	k.Request(progress.Add{Game: 2, Score: aGame(200)})
	k.Request(progress.Rename{Game: 2, ID: 2, Name: " ada\x07 "})
	k.Request(progress.ReadTables{})
	told := answersOf(k, 4)
	first, second, renamed := told[0].(progress.Placed), told[1].(progress.Placed), told[2].(progress.Placed)
	if first.Placed.ID != 1 || second.Placed.Place != 1 || second.Game != 2 || *renamed.Placed.Name != "ada" {
		t.Errorf("%+v", told)
	}
	read := told[3].(progress.TablesRead)
	if p := read.Pages; len(p) != 1 || len(p[0].Scores) != 2 || p[0].Scores[0].Name != "ada" || read.Stats.Games != 2 {
		t.Errorf("read %+v, %+v", p, read.Stats)
	}
}

func TestScoreWorkerFlush(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	k := NewScoreWorker(NewScoreFile(path), "", func() {})
	for range 5 {
		k.Request(progress.Add{Score: aGame(1)})
	}
	k.Flush(time.Minute) // the results are not taken
	if got := readTest(t, path).Statistics(); got.Games != 5 {
		t.Errorf("%d games", got.Games)
	}
}

func TestScoreWorkerReportsFailures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// The parent is a regular file.
	k := NewScoreWorker(NewScoreFile(filepath.Join(file, "scores.jsonl")), "", func() {})
	k.Request(progress.Add{Score: aGame(1)})
	if told := answersOf(k, 1); told[0].(progress.Failed).Err == nil {
		t.Error("no error")
	}
}

// Changes of the file by other programs are detected.
func TestScoreFileChangedByOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	s := NewScoreFile(path)
	adds := func(n, want int) {
		t.Helper()
		if p := add(t, s, n); p.Of != want {
			t.Fatalf("%+v, want %d scores", p, want)
		}
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	adds(1, 1)
	adds(2, 2)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	adds(3, 1)
	write("")
	adds(4, 1)
	adds(5, 2)
	add(t, NewScoreFile(path), 6)
	adds(7, 4)
	write(strings.Repeat("no scores\n", 1000))
	if adds(8, 1); !strings.Contains(s.Notice(), "renamed") {
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
	k := NewScoreWorker(NewScoreFile(path), "", func() {})
	k.Request(progress.Add{Score: aGame(1)})
	k.Request(progress.Add{Score: aGame(2)})
	k.Request(progress.ReadTables{})
	answersOf(k, 3)
	if n, err := k.Unsaved(); n != 2 || err == nil {
		t.Errorf("%d games are not saved, %v; want 2 and an error", n, err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		k.Retry()
		k.Flush(time.Minute)
		if n, _ := k.Unsaved(); n != 0 {
			t.Errorf("%d games are not saved, want 0", n)
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
	k := NewScoreWorker(NewScoreFile(filepath.Join(file, "scores.jsonl")), "", func() {})
	k.Request(progress.Add{Score: aGame(1)})
	for range 3 {
		k.Retry()
		k.Flush(time.Minute)
	}
	if n, err := k.Unsaved(); n != 1 || err == nil || len(k.Take()) != 2 {
		t.Errorf("%d games are not saved, %v; want 1 and an error, after two attempts", n, err)
	}
}

func TestScoreWorkerReportsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	if err := os.WriteFile(path, []byte(strings.Repeat("no scores\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(NewScoreFile(path), "", func() {})
	k.Request(progress.Add{Score: aGame(1)})
	k.Request(progress.Add{Score: aGame(2)})
	told := answersOf(k, 3)
	notice, ok := told[0].(progress.Notice)
	if first := told[1].(progress.Placed); !ok || !strings.Contains(notice.Text, "renamed") || first.Placed.Of != 1 {
		t.Errorf("first %+v, %+v", told[0], told[1])
	}
	if second := told[2].(progress.Placed); second.Placed.Of != 2 {
		t.Errorf("second %+v", second)
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
			w.Request(progress.Add{Game: n, Score: aGame(100 + n)})
		}
	}
	for i, w := range workers {
		for _, r := range answersOf(w, games) {
			if p, ok := r.(progress.Placed); !ok || *p.Placed.Name != fmt.Sprintf("player %d", i) {
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
	k := NewScoreWorker(s, "", func() {})
	k.Request(progress.ReadTables{})
	if n, ok := answersOf(k, 2)[0].(progress.Notice); !ok || n.Text != OldScoresHint {
		t.Errorf("notice %q, want %q", n.Text, OldScoresHint)
	}
	add(t, s, 1)
	s = NewScoreFile(path)
	if _, _, err := s.Tables(""); err != nil || s.Notice() != "" {
		t.Errorf("the hint is repeated, %v", err)
	}
}
