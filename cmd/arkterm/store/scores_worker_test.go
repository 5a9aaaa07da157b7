package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/scores"
)

// answers waits until n things are told.
func answersOf(k *ScoreWorker, n int) (told []scores.Result) {
	for len(told) < n {
		<-k.News()
		told = append(told, k.Take()...)
	}
	return told
}

func TestScorekeeperAnswersInOrder(t *testing.T) {
	k := NewScoreWorker(filepath.Join(t.TempDir(), "scores.db"), func() {})
	k.Ask(scores.Add{Game: 1, Score: aGame(100)})
	k.Ask(scores.Add{Game: 2, Score: aGame(200)})
	k.Ask(scores.Rename{Game: 2, ID: 2, Name: " ada\x07 "})
	k.Ask(scores.ReadTables{})
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

func TestScorekeeperFinishesBeforeTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	k := NewScoreWorker(path, func() {})
	for range 5 {
		k.Ask(scores.Add{Score: aGame(1)})
	}
	k.Flush(time.Minute) // nobody takes the answers
	if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 5 {
		t.Errorf("%d games, %v", got.Games, err)
	}
}

func TestScorekeeperSaysWhatWasNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(filepath.Join(file, "scores.db"), func() {}) // a file is no folder
	k.Ask(scores.Add{Score: aGame(1)})
	if told := answersOf(k, 1); told[0].(scores.Failed).Err == nil {
		t.Error("no error")
	}
}

// What could not be kept is tried once more, and counted where that fails too.
func TestScorekeeperTriesAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file is no folder
		t.Fatal(err)
	}
	path := filepath.Join(dir, "scores.db")
	k := NewScoreWorker(path, func() {})
	k.Ask(scores.Add{Score: aGame(1)})
	k.Ask(scores.Add{Score: aGame(2)})
	k.Ask(scores.ReadTables{})
	answersOf(k, 3)
	if n, err := k.Unsaved(); n != 2 || err == nil {
		t.Errorf("%d games are not kept, %v; want 2 and why", n, err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		k.AskAgain()
		k.Flush(time.Minute)
		if n, _ := k.Unsaved(); n != 0 {
			t.Errorf("%d games are not kept", n)
		}
		if got, err := openTest(t, path).Statistics(); err != nil || got.Games != 2 {
			t.Errorf("%d games, %v; want both, once", got.Games, err)
		}
	}
}

func TestScorekeeperTriesTwiceAtMost(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(filepath.Join(file, "scores.db"), func() {})
	k.Ask(scores.Add{Score: aGame(1)})
	for range 3 {
		k.AskAgain()
		k.Flush(time.Minute)
	}
	if n, err := k.Unsaved(); n != 1 || err == nil || len(k.Take()) != 2 {
		t.Errorf("%d games are not kept, %v; want 1 and why, after two tries", n, err)
	}
}

func TestScorekeeperPutsADamagedDatabaseAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	k := NewScoreWorker(path, func() {})
	k.Ask(scores.Add{Score: aGame(1)})
	k.Ask(scores.Add{Score: aGame(2)})
	told := answersOf(k, 3)
	notice, ok := told[0].(scores.Notice)
	if first := told[1].(scores.Placed); !ok || !strings.Contains(notice.Text, "put aside") || first.Placed.Of != 1 {
		t.Errorf("first %+v, %+v", told[0], told[1])
	}
	if second := told[2].(scores.Placed); second.Placed.Of != 2 {
		t.Errorf("second %+v", second)
	}
}

// What is damaged while the game runs is put aside then.
func TestDamageInTheMiddleCostsNoNewScore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	var s Scores
	if told, _ := s.Do(path, scores.Add{Score: aGame(1)}); told.(scores.Placed).Placed.ID != 1 {
		t.Fatal(told)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	told, notice := s.Do(path, scores.Add{Score: aGame(2)})
	if told.(scores.Placed).Placed.Of != 1 || !strings.Contains(notice, "put aside") {
		t.Errorf("%+v, %s", told, notice)
	}
}
