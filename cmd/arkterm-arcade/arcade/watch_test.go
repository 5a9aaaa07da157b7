package arcade

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// watches lets somebody in by a command that begins with a game of somebody else's.
func (h *testArcade) watches(command string) *visitor {
	h.t.Helper()
	v := h.beginsToWatch(command)
	time.Sleep(2 * time.Second)
	return v
}

// beginsToWatch is watches without the time that it takes to see something.
func (h *testArcade) beginsToWatch(command string) *visitor {
	h.t.Helper()
	v := h.sitDown("", "vt220")
	if err := v.Start(command); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// Many watch a game that goes on. One encoder is enough for them, each is sent about what the player is, and when all have
// gone nothing of them is left.
func TestManyWatchAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		if v := h.watches("watch"); !strings.Contains(v.sent(), "Nobody plays") {
			t.Error("there is something to watch")
		} else {
			v.client.Close()
		}

		ann := h.come("")
		ann.play()
		var all []*visitor
		for range 20 {
			all = append(all, h.beginsToWatch("watch"))
		}
		time.Sleep(2 * time.Second)
		ann.sent()
		for i, v := range all {
			if text := v.sent(); !strings.Contains(text, "LIVE") || !strings.Contains(text, "watching") {
				t.Fatalf("visitor %d sees no live game: %q", i, text[max(0, len(text)-500):])
			}
		}
		if n := h.hub.Channels(); n != 1 {
			t.Errorf("%d channels for screens of a kind", n)
		}

		time.Sleep(5 * time.Second)
		own := len(ann.sent())
		for i, v := range all {
			if n := len(v.sent()); n < own/4 || n > 4*own {
				t.Errorf("visitor %d was sent %d bytes, the player %d", i, n, own)
			}
		}

		all[0].press("\x1b[D") // goes back, for themselves alone
		if text := all[0].sent(); strings.Contains(text, "LIVE") || text == "" {
			t.Errorf("one who went back sees %q", text)
		}
		all[1].press("q")
		if text := all[1].sent(); !strings.Contains(text, "looks around") {
			t.Errorf("one who left is not in the lobby: %q", text)
		}
		for _, v := range all {
			v.client.Close()
		}
		time.Sleep(5 * time.Second)
		if n := h.hub.Channels(); n != 0 {
			t.Errorf("%d channels that nobody watches", n)
		}
		ann.client.Close()
		time.Sleep(5 * time.Second)
	})
}

// The one who plays is cut off: those who watch see the end, and the next game if there is one.
func TestTheOneWhoPlaysIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		ann := h.come("ann")
		ann.play()
		bob := h.watches("watch")
		bob.sent()
		ann.client.Close()
		time.Sleep(5 * time.Second)
		if text := bob.sent(); !strings.Contains(text, "#") {
			t.Errorf("bob does not see the end: %q", text[max(0, len(text)-500):])
		}
		bob.client.Close()
		time.Sleep(5 * time.Second)
	})
}
