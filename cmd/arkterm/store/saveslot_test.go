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

// testRecording returns a recording of ten ticks.
func testRecording(seed uint64) *record.Recording {
	r := record.New(engine.Config{Setup: engine.Setup{Seed: seed}}, "")
	for range 10 {
		r.Add(engine.Input{engine.Idle, engine.Idle})
	}
	return r
}

func openTestSlot(t *testing.T, dir string) *SaveSlot {
	t.Helper()
	s, err := OpenSaveSlot(Folders{State: dir}, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func mustPut(t *testing.T, s *SaveSlot, id uint64, rec *record.Recording) {
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

// A save waits for its turn, but at most maxTurnWait.
func TestSlotsTakeTurns(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := openTestSlot(t, dir)
		s.Turns = make(chan struct{}, 1)
		s.Turns <- struct{}{}
		put := make(chan time.Time)
		save := func(seed uint64) {
			mustPut(t, s, 3, testRecording(seed))
			put <- time.Now()
		}
		start := time.Now()
		go save(1)
		time.Sleep(maxTurnWait / 2)
		if _, err := os.Stat(s.Path); err == nil {
			t.Error("the save did not wait for its turn")
		}
		if at := <-put; at.Sub(start) != maxTurnWait {
			t.Errorf("the save waited for %v, want %v", at.Sub(start), maxTurnWait)
		}

		go save(2)
		time.Sleep(maxTurnWait / 4)
		<-s.Turns
		if at := <-put; at.Sub(start) != maxTurnWait+maxTurnWait/4 {
			t.Errorf("the save finished after %v", at.Sub(start))
		}
		if len(s.Turns) > 0 {
			t.Error("the save did not release its turn")
		}
		if seedIn(t, s.Path) != 2 {
			t.Error("the file does not have the second game")
		}
	})
}

func TestTwoProcessesUseTwoSlots(t *testing.T) {
	dir := t.TempDir()
	a, b := openTestSlot(t, dir), openTestSlot(t, dir)
	if a.Path == b.Path {
		t.Fatal("both processes use the slot", a.Path)
	}
	mustPut(t, a, 3, testRecording(1))
	mustPut(t, b, 3, testRecording(2))
	if seedIn(t, a.Path) != 1 || seedIn(t, b.Path) != 2 {
		t.Error("the games are in the wrong files")
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(b.Path, later, later); err != nil {
		t.Fatal(err)
	}
	a.Close()
	b.Close()
	c := openTestSlot(t, dir)
	if g, err := c.Load(time.Now()); err != nil || g.Recording.Seed != 2 {
		t.Errorf("loaded %+v (%v), want the game that was saved last", g, err)
	}
	mustPut(t, c, 1, nil)
	c.Close()
	d := openTestSlot(t, dir)
	if g, err := d.Load(time.Now()); err != nil || g.Recording.Seed != 1 {
		t.Errorf("after the end of that game: loaded %+v (%v), want the other game", g, err)
	}
}

func TestSavingAnotherGameKeepsThePrevious(t *testing.T) {
	s := openTestSlot(t, t.TempDir())
	mustPut(t, s, 3, testRecording(1))
	mustPut(t, s, 3, testRecording(1))
	mustPut(t, s, 4, testRecording(2))
	if seedIn(t, s.previousPath) != 1 || seedIn(t, s.Path) != 2 {
		t.Error("the previous game is lost")
	}
	mustPut(t, s, 3, nil) // this game has ended, but its file was already replaced
	if seedIn(t, s.Path) != 2 {
		t.Error("the end of one game removed the file of another")
	}
}

func TestUnusableGamesAreSetAside(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"newer":  {"arkterm recording 2\n", "made by a newer arkterm"},
		"rules":  {"arkterm recording 1\nrules 999\nplay\n", "made by a newer arkterm"},
		"levels": {"arkterm recording 1\nboard 0123456789abcdef Nowhere\nplay\n", "is not a shipped level"},
		"binary": {"\x00\xff", "not a recording"},
	} {
		s := openTestSlot(t, t.TempDir())
		if err := os.WriteFile(s.Path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		g, err := s.Load(time.Unix(0, 0))
		aside := s.Path + ".bad-19700101-000000"
		if g != nil || err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), aside) {
			t.Errorf("%s: %v, want %q and %s", name, err, c.want, aside)
		}
		if text, err := os.ReadFile(aside); err != nil || string(text) != c.text {
			t.Errorf("%s: the renamed file has %q (%v)", name, text, err)
		}
	}
}

func TestLoadWithoutSavedGame(t *testing.T) {
	if g, err := openTestSlot(t, t.TempDir()).Load(time.Now()); g != nil || err != nil {
		t.Errorf("loaded %+v, %v; want nothing", g, err)
	}
}

func TestOpenSaveSlotWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := OpenSaveSlot(Folders{State: file}, 1); err == nil {
		t.Errorf("opened %s, want an error", s.Path)
	}
}

func TestTemporaryFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".game.ark.1", ".game.ark.2"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	openTestSlot(t, dir)
	if left, _ := filepath.Glob(filepath.Join(dir, ".game.ark.*")); len(left) > 0 {
		t.Errorf("temporary files remain: %q", left)
	}
}

func TestOpenSaveSlotCreatesOneLock(t *testing.T) {
	dir := t.TempDir()
	openTestSlot(t, dir)
	if locks, _ := filepath.Glob(filepath.Join(dir, "*.lock")); len(locks) != 1 {
		t.Errorf("lock files %q, want one", locks)
	}
}

func TestAllSlotsInUse(t *testing.T) {
	dir := t.TempDir()
	for range maxSlots {
		openTestSlot(t, dir)
	}
	if _, err := OpenSaveSlot(Folders{State: dir}, 1); err == nil {
		t.Error("opened a tenth slot")
	}
}

// Only the saved game is renamed, not a file that was given to arkterm continue.
func TestOnlyTheSavedGameIsSetAside(t *testing.T) {
	s := openTestSlot(t, t.TempDir())
	mustPut(t, s, 3, testRecording(1))
	err := s.Refuse(4, errors.New("a reason"), time.Now())
	if err == nil || !strings.Contains(err.Error(), "a reason") {
		t.Errorf("error %v, want the reason", err)
	}
	if seedIn(t, s.Path) != 1 {
		t.Error("the saved game is lost")
	}
}

func TestRemovedGameIsSavedAgain(t *testing.T) {
	s := openTestSlot(t, t.TempDir())
	mustPut(t, s, 3, testRecording(1))
	os.Remove(s.Path)
	mustPut(t, s, 4, testRecording(2))
	if seedIn(t, s.Path) != 2 {
		t.Error("the game was not saved")
	}
	os.Remove(s.Path)
	mustPut(t, s, 4, nil)
}

// The removal of a finished game must also survive a crash of the machine. Otherwise the game could be continued.
func TestRemovalIsSynced(t *testing.T) {
	s := openTestSlot(t, t.TempDir())
	mustPut(t, s, 1, testRecording(1))
	if err := s.Sync(); err != nil || s.dirty {
		t.Fatal(err, s.dirty)
	}
	mustPut(t, s, 1, nil)
	if !s.dirty {
		t.Error("the folder is not marked for Sync after a game was removed")
	}
}

// A failed save leaves the old file unchanged, whether it holds the same game or another. The file of a finished game
// is removed.
func TestFailedSaveKeepsTheOldFile(t *testing.T) {
	s := openTestSlot(t, t.TempDir())
	mustPut(t, s, 3, testRecording(1))
	dir := filepath.Dir(s.Path)
	block := func() { // replaces the folder by a file
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
		if err := s.Put(id, testRecording(2)); err == nil {
			t.Fatal("saved although the folder is missing")
		}
		unblock()
		if seed := seedIn(t, s.Path); seed != 1 {
			t.Errorf("game %d: the file has seed %d, want 1", id, seed)
		}
	}
	if err := s.Put(3, nil); err != nil || exists(s.Path) {
		t.Errorf("the file of the finished game still exists: %v", err)
	}
}
