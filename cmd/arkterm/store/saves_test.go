package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/engine"
	"arkterm/engine/record"
)

// someGame is a recording of a game of ten ticks.
func someGame(seed uint64) *record.Recording {
	r := record.New(engine.Config{Setup: engine.Setup{Seed: seed}}, "")
	for range 10 {
		r.Add(engine.Input{engine.Idle, engine.Idle})
	}
	return r
}

func openTestSaves(t *testing.T, dir string) *Saves {
	t.Helper()
	s, err := OpenSaves(Folders{State: dir}, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func mustPut(t *testing.T, s *Saves, id uint64, rec *record.Recording) {
	t.Helper()
	if err := s.Put(id, rec); err != nil {
		t.Fatal(err)
	}
}

func seedIn(t *testing.T, path string) uint64 {
	t.Helper()
	g, err := LoadGame(Folders{}, path)
	if err != nil {
		t.Fatal(err)
	}
	return g.Recording.Seed
}

// A game waits until another one is saved, but not for ever.
func TestSavesTakeTurns(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := openTestSaves(t, dir)
		s.Turns = make(chan struct{}, 1)
		s.Turns <- struct{}{}
		put := make(chan time.Time)
		save := func(seed uint64) {
			mustPut(t, s, 3, someGame(seed))
			put <- time.Now()
		}
		begun := time.Now()
		go save(1)
		time.Sleep(maxTurnWait / 2)
		if _, err := os.Stat(s.Path); err == nil {
			t.Error("it does not wait")
		}
		if at := <-put; at.Sub(begun) != maxTurnWait {
			t.Errorf("it waits for %v", at.Sub(begun))
		}

		go save(2)
		time.Sleep(maxTurnWait / 4)
		<-s.Turns
		if at := <-put; at.Sub(begun) != maxTurnWait+maxTurnWait/4 {
			t.Errorf("it is saved after %v", at.Sub(begun))
		}
		if len(s.Turns) > 0 {
			t.Error("it keeps its turn")
		}
		if seedIn(t, s.Path) != 2 {
			t.Error("another game is saved")
		}
	})
}

func TestTwoProcessesKeepTwoGames(t *testing.T) {
	dir := t.TempDir()
	a, b := openTestSaves(t, dir), openTestSaves(t, dir)
	if a.Path == b.Path {
		t.Fatal("both keep their game in", a.Path)
	}
	mustPut(t, a, 3, someGame(1))
	mustPut(t, b, 3, someGame(2))
	if seedIn(t, a.Path) != 1 || seedIn(t, b.Path) != 2 {
		t.Error("one has the other's game")
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(b.Path, later, later); err != nil {
		t.Fatal(err)
	}
	a.Close()
	b.Close()
	c := openTestSaves(t, dir)
	if g, err := c.Load(time.Now()); err != nil || g.Recording.Seed != 2 {
		t.Errorf("the next one continues %+v (%v), want the game that was kept last", g, err)
	}
	mustPut(t, c, 1, nil)
	c.Close()
	d := openTestSaves(t, dir)
	if g, err := d.Load(time.Now()); err != nil || g.Recording.Seed != 1 {
		t.Errorf("after its end %+v (%v), want the other one", g, err)
	}
}

func TestAnotherGameDoesNotDestroyTheOneBefore(t *testing.T) {
	s := openTestSaves(t, t.TempDir())
	mustPut(t, s, 3, someGame(1))
	mustPut(t, s, 3, someGame(1))
	mustPut(t, s, 4, someGame(2))
	if seedIn(t, s.previous) != 1 || seedIn(t, s.Path) != 2 {
		t.Error("the game before is gone")
	}
	mustPut(t, s, 3, nil) // over, but its file is gone
	if seedIn(t, s.Path) != 2 {
		t.Error("the end of a game removes another one")
	}
}

func TestGamesThatCannotGoOnAreSetAside(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"newer":  {"arkterm recording 2\n", "made by a newer arkterm"},
		"rules":  {"arkterm recording 1\nrules 999\nplay\n", "made by a newer arkterm"},
		"levels": {"arkterm recording 1\nboard 0123456789abcdef Nowhere\nplay\n", "none of the shipped"},
		"binary": {"\x00\xff", "not a recording"},
	} {
		s := openTestSaves(t, t.TempDir())
		if err := os.WriteFile(s.Path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		g, err := s.Load(time.Unix(0, 0))
		aside := s.Path + ".bad-19700101-000000"
		if g != nil || err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), aside) {
			t.Errorf("%s: %v, want %q and %s", name, err, c.says, aside)
		}
		if text, err := os.ReadFile(aside); err != nil || string(text) != c.text {
			t.Errorf("%s: set aside was %q (%v)", name, text, err)
		}
	}
}

func TestNoGameWasKept(t *testing.T) {
	if g, err := openTestSaves(t, t.TempDir()).Load(time.Now()); g != nil || err != nil {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestNoPlaceForGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := OpenSaves(Folders{State: file}, 1); err == nil {
		t.Errorf("kept in %s", s.Path)
	}
}

func TestWhatAKilledWriterLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".game.ark.1", ".game.ark.2"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	openTestSaves(t, dir)
	if left, _ := filepath.Glob(filepath.Join(dir, ".game.ark.*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

func TestOnePlayerHasOneLock(t *testing.T) {
	dir := t.TempDir()
	openTestSaves(t, dir)
	if locks, _ := filepath.Glob(filepath.Join(dir, "*.lock")); len(locks) != 1 {
		t.Errorf("there are %q", locks)
	}
}

func TestTooManyGames(t *testing.T) {
	dir := t.TempDir()
	for range maxSlots {
		openTestSaves(t, dir)
	}
	if _, err := OpenSaves(Folders{State: dir}, 1); err == nil {
		t.Error("a tenth one has a place")
	}
}

// A FILE given to arkterm continue is not the saved game.
func TestOnlyTheKeptGameIsSetAside(t *testing.T) {
	s := openTestSaves(t, t.TempDir())
	mustPut(t, s, 3, someGame(1))
	if err := s.Refuse(4, errors.New("a reason"), time.Now()); err == nil || !strings.Contains(err.Error(), "a reason") {
		t.Errorf("the error is %v", err)
	}
	if seedIn(t, s.Path) != 1 {
		t.Error("the kept game is gone")
	}
}

func TestAGameThatSomebodyRemovedIsKeptAgain(t *testing.T) {
	s := openTestSaves(t, t.TempDir())
	mustPut(t, s, 3, someGame(1))
	os.Remove(s.Path)
	mustPut(t, s, 4, someGame(2))
	if seedIn(t, s.Path) != 2 {
		t.Error("not kept")
	}
	os.Remove(s.Path)
	mustPut(t, s, 4, nil)
}

// The end of a game has to outlive a crash of the machine as well: a lost one must not come back.
func TestARemovedGameIsSynced(t *testing.T) {
	s := openTestSaves(t, t.TempDir())
	mustPut(t, s, 1, someGame(1))
	if err := s.Sync(); err != nil || s.dirty {
		t.Fatal(err, s.dirty)
	}
	mustPut(t, s, 1, nil)
	if !s.dirty {
		t.Error("Sync has nothing to do after a game was removed")
	}
}

// A failed save keeps the old file, which may hold the same game or another one. The file of a finished game is removed.
func TestAFailedSaveKeepsTheOldFile(t *testing.T) {
	s := openTestSaves(t, t.TempDir())
	mustPut(t, s, 3, someGame(1))
	dir := filepath.Dir(s.Path)
	block := func() { // a file with the folder's name
		if err := errors.Join(os.Rename(dir, dir+".aside"), os.WriteFile(dir, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	unblock := func() {
		if err := errors.Join(os.Remove(dir), os.Rename(dir+".aside", dir)); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []uint64{4, 3} { // another game, the same game
		block()
		if err := s.Put(id, someGame(2)); err == nil {
			t.Fatal("saved below a file")
		}
		unblock()
		if seed := seedIn(t, s.Path); seed != 1 {
			t.Errorf("game %d: the file has seed %d", id, seed)
		}
	}
	if err := s.Put(3, nil); err != nil || exists(s.Path) {
		t.Errorf("the finished game is still there: %v", err)
	}
}
