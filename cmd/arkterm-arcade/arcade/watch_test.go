package arcade

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// visitByCommand starts a visit with a command that opens a screen, and waits until the screen is drawn.
func (h *testArcade) visitByCommand(command string) *visitor {
	h.t.Helper()
	v := h.startVisitByCommand(command)
	time.Sleep(2 * time.Second)
	return v
}

// startVisitByCommand is like visitByCommand, but does not wait.
func (h *testArcade) startVisitByCommand(command string) *visitor {
	h.t.Helper()
	v := h.newVisitor("", "vt220")
	if err := v.Start(command); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// Many spectators of a game share one channel, and each receives about as many bytes as the player. When they have
// left, the channel is closed.
func TestManySpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		if v := h.visitByCommand("watch"); !strings.Contains(v.takeOutput(), "no games to watch") {
			t.Error("before any game has started, the command watch shows no message that there are no games")
		} else {
			v.client.Close()
		}

		ann := h.visit("")
		ann.startGame()
		var all []*visitor
		for range 20 {
			all = append(all, h.startVisitByCommand("watch"))
		}
		time.Sleep(2 * time.Second)
		ann.takeOutput()
		for i, v := range all {
			if text := v.takeOutput(); !strings.Contains(text, "LIVE") || !strings.Contains(text, "watching") {
				t.Fatalf("spectator %d has received %q, want a live game", i, text[max(0, len(text)-500):])
			}
		}
		if n := h.hub.NumChannels(); n != 1 {
			t.Errorf("NumChannels() = %d for spectators with equal screens, want 1", n)
		}

		time.Sleep(5 * time.Second)
		own := len(ann.takeOutput())
		for i, v := range all {
			if n := len(v.takeOutput()); n < own/4 || n > 4*own {
				t.Errorf("spectator %d has received %d bytes, and the player %d; want similar numbers", i, n, own)
			}
		}

		all[0].press("\x1b[D") // rewinds, only for this spectator
		if text := all[0].takeOutput(); strings.Contains(text, "LIVE") || text == "" {
			t.Errorf("the spectator who has rewound has received %q, want an earlier frame", text)
		}
		all[1].press("q")
		if text := all[1].takeOutput(); !strings.Contains(text, "in the menus") {
			t.Errorf("the spectator who has quit has received %q, want the lobby", text)
		}
		for _, v := range all {
			v.client.Close()
		}
		time.Sleep(5 * time.Second)
		if n := h.hub.NumChannels(); n != 0 {
			t.Errorf("without spectators, NumChannels() = %d, want 0", n)
		}
		ann.client.Close()
		time.Sleep(5 * time.Second)
	})
}

// If the player's connection breaks, spectators see the end of the game.
func TestSpectatorsSeeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		ann := h.visit("ann")
		ann.startGame()
		bob := h.visitByCommand("watch")
		bob.takeOutput()
		ann.client.Close()
		time.Sleep(5 * time.Second)
		if text := bob.takeOutput(); !strings.Contains(text, "#") {
			t.Errorf("after the player's disconnection, the spectator has received %q, want the end of the game",
				text[max(0, len(text)-500):])
		}
		bob.client.Close()
		time.Sleep(5 * time.Second)
	})
}
