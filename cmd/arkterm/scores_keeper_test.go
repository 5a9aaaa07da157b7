package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// answers waits until n things are told.
func answersOf(k *scorekeeper, n int) (told []scoreTold) {
	for len(told) < n {
		<-k.News()
		told = append(told, k.Take()...)
	}
	return told
}

func TestScorekeeperAnswersInOrder(t *testing.T) {
	k := newScorekeeper(filepath.Join(t.TempDir(), "scores.db"), func() {})
	k.Ask(scoreAsk{kind: askAdd, game: 1, add: aGame(100)})
	k.Ask(scoreAsk{kind: askAdd, game: 2, add: aGame(200)})
	k.Ask(scoreAsk{kind: askRename, game: 2, id: 2, name: " ada\x07 "})
	k.Ask(scoreAsk{kind: askRead, hash: "00000000000000aa"})
	told := answersOf(k, 4)
	for i, a := range told {
		if a.err != nil || a.notice != "" {
			t.Errorf("answer %d: notice %q, %v", i, a.notice, a.err)
		}
	}
	if told[0].placed.id != 1 || told[1].placed.place != 1 || told[1].ask.game != 2 || *told[2].placed.name != "ada" {
		t.Errorf("%+v", told)
	}
	if p := told[3].pages; len(p) != 1 || len(p[0].Scores) != 2 || p[0].Scores[0].Name != "ada" || told[3].stats.Games != 2 {
		t.Errorf("read %+v, %+v", p, told[3].stats)
	}
}

func TestScorekeeperFinishesBeforeTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	k := newScorekeeper(path, func() {})
	for range 5 {
		k.Ask(scoreAsk{kind: askAdd, add: aGame(1)})
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
	k := newScorekeeper(filepath.Join(file, "scores.db"), func() {}) // a file is no folder
	k.Ask(scoreAsk{kind: askAdd, add: aGame(1)})
	if told := answersOf(k, 1); told[0].err == nil {
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
	k := newScorekeeper(path, func() {})
	k.Ask(scoreAsk{kind: askAdd, add: aGame(1)})
	k.Ask(scoreAsk{kind: askAdd, add: aGame(2)})
	k.Ask(scoreAsk{kind: askRead})
	answersOf(k, 3)
	if n, err := k.Unkept(); n != 2 || err == nil {
		t.Errorf("%d games are not kept, %v; want 2 and why", n, err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		k.AskAgain()
		k.Flush(time.Minute)
		if n, _ := k.Unkept(); n != 0 {
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
	k := newScorekeeper(filepath.Join(file, "scores.db"), func() {})
	k.Ask(scoreAsk{kind: askAdd, add: aGame(1)})
	for range 3 {
		k.AskAgain()
		k.Flush(time.Minute)
	}
	if n, err := k.Unkept(); n != 1 || err == nil || len(k.Take()) != 2 {
		t.Errorf("%d games are not kept, %v; want 1 and why, after two tries", n, err)
	}
}

func TestScorekeeperPutsADamagedDatabaseAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	k := newScorekeeper(path, func() {})
	k.Ask(scoreAsk{kind: askAdd, add: aGame(1)})
	k.Ask(scoreAsk{kind: askAdd, add: aGame(2)})
	told := answersOf(k, 2)
	if told[0].err != nil || !strings.Contains(told[0].notice, "put aside") || told[0].placed.of != 1 {
		t.Errorf("first %+v", told[0])
	}
	if told[1].err != nil || told[1].notice != "" || told[1].placed.of != 2 {
		t.Errorf("second %+v", told[1])
	}
}

// What is damaged while the game runs is put aside then.
func TestDamageInTheMiddleCostsNoNewScore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.db")
	var s scoreService
	if told := s.do(path, scoreAsk{kind: askAdd, add: aGame(1)}); told.err != nil {
		t.Fatal(told.err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	told := s.do(path, scoreAsk{kind: askAdd, add: aGame(2)})
	if told.err != nil || told.placed.of != 1 || !strings.Contains(told.notice, "put aside") {
		t.Errorf("%+v", told)
	}
}
