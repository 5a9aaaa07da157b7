package arcade

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// visitBy starts a visit with a command that shows another player's game, and waits until the screen is drawn.
func (h *testArcade) visitBy(command string) *visitor {
	h.t.Helper()
	v := h.startVisitBy(command)
	time.Sleep(2 * time.Second)
	return v
}

// startVisitBy is like visitBy, without waiting.
func (h *testArcade) startVisitBy(command string) *visitor {
	h.t.Helper()
	v := h.newVisitor("", "vt220")
	if err := v.Start(command); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// Many spectators watch a game. They share one channel, each is sent about as many bytes as the player, and afterwards
// no channel is left.
func TestManySpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		if v := h.visitBy("watch"); !strings.Contains(v.sent(), "no games to watch") {
			t.Error("there is a game to watch before any game has started")
		} else {
			v.client.Close()
		}

		ann := h.visit("")
		ann.play()
		var all []*visitor
		for range 20 {
			all = append(all, h.startVisitBy("watch"))
		}
		time.Sleep(2 * time.Second)
		ann.sent()
		for i, v := range all {
			if text := v.sent(); !strings.Contains(text, "LIVE") || !strings.Contains(text, "watching") {
				t.Fatalf("spectator %d sees no live game: %q", i, text[max(0, len(text)-500):])
			}
		}
		if n := h.hub.Channels(); n != 1 {
			t.Errorf("%d channels for one class of screens", n)
		}

		time.Sleep(5 * time.Second)
		own := len(ann.sent())
		for i, v := range all {
			if n := len(v.sent()); n < own/4 || n > 4*own {
				t.Errorf("spectator %d was sent %d bytes, the player %d", i, n, own)
			}
		}

		all[0].press("\x1b[D") // rewinds, only for this spectator
		if text := all[0].sent(); strings.Contains(text, "LIVE") || text == "" {
			t.Errorf("the spectator who has rewound sees %q", text)
		}
		all[1].press("q")
		if text := all[1].sent(); !strings.Contains(text, "in the menus") {
			t.Errorf("the spectator who has quit is not in the lobby: %q", text)
		}
		for _, v := range all {
			v.client.Close()
		}
		time.Sleep(5 * time.Second)
		if n := h.hub.Channels(); n != 0 {
			t.Errorf("%d channels without subscriptions", n)
		}
		ann.client.Close()
		time.Sleep(5 * time.Second)
	})
}

// If the player's connection breaks, spectators see the end of the game.
func TestSpectatorsSeeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		ann := h.visit("ann")
		ann.play()
		bob := h.visitBy("watch")
		bob.sent()
		ann.client.Close()
		time.Sleep(5 * time.Second)
		if text := bob.sent(); !strings.Contains(text, "#") {
			t.Errorf("the spectator does not see the end: %q", text[max(0, len(text)-500):])
		}
		bob.client.Close()
		time.Sleep(5 * time.Second)
	})
}
