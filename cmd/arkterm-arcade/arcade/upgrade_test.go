package arcade

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
)

// During an upgrade, both servers use the same folder. A player can play on both of them, and each server saves its own
// game. Guests on both servers have separate folders.
func TestServersShareFolder(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		old := openArcade(t, dir)
		defer old.shutDown()
		ann := old.visit("ann")
		guest := old.visit("")
		ann.startGame()
		guest.startGame()
		time.Sleep(SaveInterval)

		next := openWith(t, Options{Dir: dir, isSuccessor: true}, nil)
		defer next.shutDown()
		again := next.visit("ann")
		if text := again.takeOutput(); strings.Contains(text, "Continue") {
			t.Error("a game in progress on the old server can be continued on the new one")
		}
		again.startGame()
		time.Sleep(SaveInterval)
		for _, v := range []*visitor{ann, again, guest} {
			v.takeOutput()
			v.press("p")
			if !strings.Contains(screenText(v.takeOutput()), "Resume") {
				t.Error("P does not pause a game")
			}
		}
		old.shutDown()
		next.shutDown()
		if saved, _ := filepath.Glob(filepath.Join(dir, playerFolder("ann"), "game*.ark")); len(saved) != 2 {
			t.Errorf("the saved games are %q, want two", saved)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "guests", "*")); len(left) > 0 {
			t.Errorf("the guest folders %q are left, want none", left)
		}
	})
}

// If one server deletes a player or removes a key, the visits on the other server end.
func TestVisitsEndOnBothServers(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann, bob, eve := h.visit("ann"), h.visit("bob"), h.visit("eve")

		annID, bobID := filepath.Base(playerFolder("ann")), filepath.Base(playerFolder("bob"))
		code, secondKey := leaderboard.NewCode(), "another key"
		errs := []error{h.store.Delete(annID), h.store.SaveCode(bobID, code, time.Now().Add(time.Hour))}
		_, _, err := h.store.Claim(secondKey, code, time.Now())
		errs = append(errs, err, h.store.RemoveKey(bobID, bobID), h.endRemovedVisits())
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}

		time.Sleep(5 * time.Second)
		for v, want := range map[*visitor]string{ann: errDeleted.Error(), bob: errKeyRemoved.Error(), eve: ""} {
			_, ended, _ := strings.Cut(v.takeOutput(), "\x1b[?1049l")
			if !strings.Contains(ended, want) || (ended == "") != (want == "") {
				t.Errorf("the visit ends with %q, want %q", ended, want)
			}
		}
		if h.exists(playerFolder("ann")) || !h.exists(playerFolder("bob")) {
			t.Error("the wrong player folders are deleted")
		}
	})
}

// A new server does not change the database of a server that is still running.
func TestSuccessorMigratesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "arcade.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if a, err := New(Options{Dir: dir, isSuccessor: true}); !errors.Is(err, leaderboard.ErrOldSchema) {
		if err == nil {
			a.Close()
		}
		t.Errorf("New with an old database and a running server: error %v, want ErrOldSchema", err)
	}
}

// The memory shares of two servers never exceed the limit, and the old server keeps the memory of its sessions.
func TestMemoryIsShared(t *testing.T) {
	const limit = 800 << 20
	old := &Arcade{Options: Options{MemoryLimit: limit}, memoryUsed: func() int64 { return 0 }}
	next := &Arcade{Options: Options{MemoryLimit: limit}, memoryUsed: func() int64 { return 0 }}
	for _, reserved := range []int64{500 << 20, 300 << 20, 10 << 20} {
		if n := reserved - old.reservedMemory(); !old.reserve(n, 100) {
			t.Fatalf("the server has no room for %d bytes", n)
		}
		next.older.memoryShare.Store(old.yieldMemory())
		if old.sessionMemory() < reserved || old.memoryShare()+next.memoryShare() > limit {
			t.Errorf("with %d bytes reserved, the shares are %d and %d, want at most %d together", reserved,
				old.memoryShare(), next.memoryShare(), limit)
		}
	}
	if next.memoryShare() < limit/2 {
		t.Errorf("the new server gets %d bytes, want most of the memory", next.memoryShare())
	}
}
