package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/scores"
)

// answersOf waits for n results.
func answersOf(k *ScoreWorker, n int) (told []scores.Result) {
	for len(told) < n {
		<-k.Done()
		told = append(told, k.Take()...)
	}
	return told
}

func TestScoreWorkerAnswersInOrder(t *testing.T) {
	k := NewScoreWorker(NewScores(filepath.Join(t.TempDir(), "scores.db")), "", func() {})
	k.Request(scores.Add{Game: 1, Score: aGame(100)})
	k.Request(scores.Add{Game: 2, Score: aGame(200)})
	k.Request(scores.Rename{Game: 2, ID: 2, Name: " ada\x07 "})
	k.Request(scores.ReadTables{})
	told := answersOf(k, 4)
	first, second, renamed := told[0].(scores.Placed), told[1].(scores.Placed), told[2].(scores.Placed)
	if first.Placed.ID != 1 || second.Placed.Place != 1 || second.Game != 2 || *renamed.Placed.Name != "ada" {
		t.Errorf("%+v", told)
	}
	read := told[3].(scores.TablesRead)
	if p := read.Pages; len(p) != 1 || len(p[0].Scores) != 2 || p[0].Scores[0].Name != "ada" || read.Stats.Games != 2 {
		t.Errorf("read %+v, %+v", p, read.Stats)
	}
}

func TestScoreWorkerFinishesBeforeTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	k := NewScoreWorker(NewScores(path), "", func() {})
	for range 5 {
		k.Request(scores.Add{Score: aGame(1)})
	}
	k.Flush(time.Minute) // nobody takes the results
	if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 5 {
		t.Errorf("%d games, %v", got.Games, err)
	}
}

func TestScoreWorkerSaysWhatWasNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(NewScores(filepath.Join(file, "scores.db")), "", func() {}) // a file in place of a folder
	k.Request(scores.Add{Score: aGame(1)})
	if told := answersOf(k, 1); told[0].(scores.Failed).Err == nil {
		t.Error("no error")
	}
}

// A brief database is open for as long as there are requests.
func TestABriefDatabaseIsClosed(t *testing.T) {
	s := NewScores(filepath.Join(t.TempDir(), "scores.db"))
	s.Brief = true
	k := NewScoreWorker(s, "", func() {})
	for n := 1; n <= 2; n++ {
		k.Request(scores.Add{Score: aGame(1)})
		k.Request(scores.ReadTables{})
		if told := answersOf(k, 2); told[1].(scores.TablesRead).Stats.Games != n {
			t.Errorf("%+v, want %d games", told[1], n)
		}
		if k.Flush(time.Minute); s.db != nil {
			t.Error("the database is open")
		}
	}
}

// Whatever happens to a brief database between two requests is noticed by the next one.
func TestABriefDatabaseThatIsAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	s := NewScores(path)
	add := func(n, want int) (notice string) {
		t.Helper()
		told, notice := s.Do("", scores.Add{Score: aGame(n)})
		if placed, ok := told.(scores.Placed); !ok || placed.Placed.Of != want {
			t.Fatalf("%+v, want the one of %d", told, want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return notice
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add(1, 1)
	add(2, 2)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	add(3, 1)
	write("")
	add(4, 1)
	add(5, 2)
	write(strings.Repeat("no database\n", 1000))
	if notice := add(6, 1); !strings.Contains(notice, "put aside") {
		t.Errorf("damaged: %q", notice)
	}
}

// A request that failed is tried once more, and counted if it fails again.
func TestScoreWorkerTriesAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file in place of a folder
		t.Fatal(err)
	}
	path := filepath.Join(dir, "scores.db")
	k := NewScoreWorker(NewScores(path), "", func() {})
	k.Request(scores.Add{Score: aGame(1)})
	k.Request(scores.Add{Score: aGame(2)})
	k.Request(scores.ReadTables{})
	answersOf(k, 3)
	if n, err := k.Unsaved(); n != 2 || err == nil {
		t.Errorf("%d games are not kept, %v; want 2 and why", n, err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		k.Retry()
		k.Flush(time.Minute)
		if n, _ := k.Unsaved(); n != 0 {
			t.Errorf("%d games are not kept", n)
		}
		if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 2 {
			t.Errorf("%d games, %v; want both, once", got.Games, err)
		}
	}
}

func TestScoreWorkerTriesTwiceAtMost(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(NewScores(filepath.Join(file, "scores.db")), "", func() {})
	k.Request(scores.Add{Score: aGame(1)})
	for range 3 {
		k.Retry()
		k.Flush(time.Minute)
	}
	if n, err := k.Unsaved(); n != 1 || err == nil || len(k.Take()) != 2 {
		t.Errorf("%d games are not kept, %v; want 1 and why, after two tries", n, err)
	}
}

func TestScoreWorkerPutsADamagedDatabaseAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(NewScores(path), "", func() {})
	k.Request(scores.Add{Score: aGame(1)})
	k.Request(scores.Add{Score: aGame(2)})
	told := answersOf(k, 3)
	notice, ok := told[0].(scores.Notice)
	if first := told[1].(scores.Placed); !ok || !strings.Contains(notice.Text, "put aside") || first.Placed.Of != 1 {
		t.Errorf("first %+v, %+v", told[0], told[1])
	}
	if second := told[2].(scores.Placed); second.Placed.Of != 2 {
		t.Errorf("second %+v", second)
	}
}

// A database damaged during the game is put aside.
func TestDamageInTheMiddleCostsNoNewScore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	s := NewScores(path)
	if told, _ := s.Do("", scores.Add{Score: aGame(1)}); told.(scores.Placed).Placed.ID != 1 {
		t.Fatal(told)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	told, notice := s.Do("", scores.Add{Score: aGame(2)})
	if told.(scores.Placed).Placed.Of != 1 || !strings.Contains(notice, "put aside") {
		t.Errorf("%+v, %s", told, notice)
	}
}

// Many sessions of a process share one database, each with its own worker and player.
func TestManyWorkersShareTheScores(t *testing.T) {
	all := NewScores(filepath.Join(t.TempDir(), "scores.db"))
	defer all.Close()
	const players, games = 8, 5
	var workers []*ScoreWorker
	for i := range players {
		workers = append(workers, NewScoreWorker(all, fmt.Sprintf("player %d", i), func() {}))
	}
	for n := range games {
		for _, w := range workers {
			w.Request(scores.Add{Game: n, Score: aGame(100 + n)})
		}
	}
	for i, w := range workers {
		for _, r := range answersOf(w, games) {
			if p, ok := r.(scores.Placed); !ok || *p.Placed.Name != fmt.Sprintf("player %d", i) {
				t.Errorf("player %d has %+v", i, r)
			}
		}
		if !w.Close(time.Minute) {
			t.Error("a worker does not end")
		}
	}
	result, _ := all.Do("", scores.ReadTables{})
	if read, ok := result.(scores.TablesRead); !ok || read.Stats.Games != players*games {
		t.Errorf("%+v", result)
	}
}

// Close does not wait for a hanging disk.
func TestScoresInUseStayOpen(t *testing.T) {
	s := NewScores(filepath.Join(t.TempDir(), "scores.db"))
	s.Do("", scores.ReadTables{})
	s.mu.Lock() // as during a request
	if err := s.Close(); !errors.Is(err, errBusyScores) {
		t.Errorf("closed in the middle of a request: %v", err)
	}
	s.mu.Unlock()
	if err := s.Close(); err != nil || s.db != nil {
		t.Errorf("not closed after it: %v", err)
	}
}
