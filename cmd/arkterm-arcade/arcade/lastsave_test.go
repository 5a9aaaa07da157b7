package arcade

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// When a connection is cut, the server saves the current state of the game, not the state of the last periodic save.
func TestCutConnectionSavesGame(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(2*SaveInterval - 2*time.Second)
		ann.client.Close()
		time.Sleep(5 * time.Second)

		saves, err := store.OpenSaveSlot(store.Folders{State: filepath.Join(dir, playerFolder("ann"))}, app.FirstID)
		if err != nil {
			t.Fatal(err)
		}
		defer saves.Close()
		saved, err := saves.Load(time.Now())
		if err != nil || saved == nil {
			t.Fatalf("Load of the saved game = %v, %v; want a game", saved, err)
		}
		const want = 15 * engine.TicksPerSecond
		if got := saved.Recording.Ticks(); got < want {
			t.Errorf("the saved game has %d ticks, want at least %d", got, want)
		}
	})
}
