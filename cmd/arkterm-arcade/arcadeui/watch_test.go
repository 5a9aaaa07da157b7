package arcadeui

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/input"
)

// together advances the clocks of several visitors in small steps.
func together(d time.Duration, all ...*visitor) {
	for end := all[0].now + d; all[0].now < end; {
		for _, v := range all {
			v.wait(5 * time.Millisecond)
		}
	}
}

// plays starts a game of a visitor and serves.
func (v *visitor) plays() {
	v.choose("Play")
	v.press("space")
	v.wait(time.Second)
}

// A spectator sees the player's game with a short delay, and is counted.
func TestAGameIsWatched(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	bob.s.watchNamed("ann", bob.now)
	bob.on(lobbyScreen)
	if text := bob.text(); !strings.Contains(text, "ann has no game to watch") {
		t.Errorf("without a game:%s", text)
	}

	ann.plays()
	ann.now = max(ann.now, bob.now)
	bob.now = ann.now
	bob.s.watchNamed("A-nn", bob.now)
	bob.on(watchScreen)
	together(3*time.Second, ann, bob)
	text := bob.text()
	for _, want := range []string{"LIVE", "ann · 1 watching", "5 s", "q back"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:%s", want, text)
		}
	}
	if behind := int(ann.s.app.Game().Tick) - int(bob.watchTick()); behind < 0 || behind > 60 {
		t.Errorf("%d ticks behind", behind)
	}
	if n := ann.s.shown.feed.Spectators(); n != 1 {
		t.Errorf("%d watch", n)
	}

	if text := ann.text(); !strings.Contains(text, "SPECTATORS") {
		t.Errorf("ann's HUD does not show the spectator:%s", text)
	}

	ann.s.app.Advance(ann.now)
	bob.now += time.Second
	bob.s.Advance(bob.now)
	if bob.s.Skip(bob.now); bob.s.ui.NextFrame(bob.now) <= bob.now {
		t.Error("a delayed frame is due immediately, so the run loop would not sleep")
	}

	bob.press("space") // pauses
	tick := bob.watchTick()
	together(time.Second, ann, bob)
	if bob.watchTick() != tick {
		t.Error("a paused game continues")
	}
	bob.s.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyEnd})
	together(3*time.Second, ann, bob)
	if behind := int(ann.s.app.Game().Tick) - int(bob.watchTick()); behind > 60 {
		t.Errorf("back to the live game: %d ticks behind", behind)
	}
	bob.s.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyLeft})
	together(5*time.Second, ann, bob)
	bob.s.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyEnd})
	together(time.Second, ann, bob)
	number := bob.s.watching.drawn
	together(time.Second, ann, bob)
	if n := bob.s.watching.drawn - number; n < 25 || n > 31 {
		t.Errorf("%d frames were drawn in a second", n)
	}
	if behind := int(ann.s.app.Game().Tick) - int(bob.watchTick()); behind > 60 || bob.s.watching.own != nil {
		t.Errorf("live after a while: %d ticks behind:%s", behind, bob.text())
	}
	bob.press("q")
	bob.on(lobbyScreen)
	if n := ann.s.shown.feed.Spectators(); n != 0 {
		t.Errorf("%d watch after bob has left", n)
	}
}

// When a player starts another game, the spectators see that game.
func TestTheNextGameFollows(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.plays()
	bob.now = ann.now
	bob.s.watchNamed("ann", bob.now)
	together(time.Second, ann, bob)
	first := bob.s.watching.player.Stream
	ann.s.unpublish() // as if the game had ended
	together(2*time.Second, ann, bob)
	if bob.s.watching.player.Stream == first {
		t.Errorf("still the first game:%s", bob.text())
	}
	ann.s.Close()
	ann.s.set.Person.Leave(0)
	for range 400 {
		bob.wait(10 * time.Millisecond)
	}
	bob.on(watchMenuScreen)
	if text := bob.text(); !bob.s.watching.over() || !strings.Contains(text, "The game is over") {
		t.Errorf("the game of a player who has left continues:%s", text)
	}
	bob.press("enter left")
	bob.wait(time.Second)
	bob.on(watchScreen)
	if bob.s.watching.own == nil {
		t.Errorf("the game cannot be rewound:%s", bob.text())
	}
}

// The menu over a game lists the keys. The game continues behind it.
func TestTheMenuOverAGame(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.plays()
	cat.plays()
	now := max(ann.now, cat.now)
	ann.now, bob.now, cat.now = now, now, now
	bob.s.watchNamed("ann", bob.now)
	together(time.Second, ann, bob, cat)
	bob.press("?")
	bob.on(watchMenuScreen)
	tick := bob.watchTick()
	together(time.Second, ann, bob, cat)
	if text := bob.text(); bob.watchTick() < tick+200 || !strings.Contains(text, "back to live") ||
		!strings.Contains(text, "Watch cat") {
		t.Errorf("%d ticks later:%s", bob.watchTick()-tick, text)
	}
	ann.s.set.Person.Rename("anne")
	bob.press("esc")
	bob.on(watchScreen)
	if text := bob.text(); !strings.Contains(text, "anne · 1 watching") {
		t.Errorf("after the menu, and with another name:%s", text)
	}

	bob.s.ui.Mouse(bob.now, input.MouseReport{Buttons: tcell.ButtonSecondary})
	bob.on(watchMenuScreen)
	bob.press("right enter")
	bob.on(watchScreen)
	if name := bob.s.watching.player.Name; name != "cat" || ann.s.shown.feed.Spectators() != 0 {
		t.Errorf("bob watches %s, and %d ann", name, ann.s.shown.feed.Spectators())
	}
	together(time.Second, ann, bob, cat)
	bob.press("? left enter")
	bob.on(lobbyScreen)
	if n := cat.s.shown.feed.Spectators(); n != 0 {
		t.Errorf("%d watch cat after the lobby", n)
	}
}

// The hints below a watched game can be clicked.
func TestHintsOfAGameByMouse(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.plays()
	cat.plays()
	now := max(ann.now, cat.now)
	ann.now, bob.now, cat.now = now, now, now
	bob.s.watchNamed("ann", bob.now)
	together(3*time.Second, ann, bob, cat)
	bob.click("←→ 5 s", 0)
	together(time.Second, ann, bob, cat)
	if behind := int(ann.s.app.Game().Tick) - int(bob.watchTick()); behind < 300 {
		t.Errorf("%d ticks behind", behind)
	}
	bob.click("end live", 5)
	together(time.Second, ann, bob, cat)
	if behind := int(ann.s.app.Game().Tick) - int(bob.watchTick()); behind > 60 {
		t.Errorf("after the return to the live game: %d ticks behind", behind)
	}
	bob.click("tab next game", 5)
	if name := bob.s.watching.player.Name; name != "cat" {
		t.Errorf("the next game is %s's", name)
	}
	together(time.Second, ann, bob, cat)
	bob.click("q back", 2)
	bob.on(lobbyScreen)
}

// A match cannot be watched if one of its players hides games. It shows the names of both players.
func TestHiddenMatches(t *testing.T) {
	h, ann, bob := meet(t, lobby.Coop)
	dan := connect(t, h, "dan")
	dan.now = ann.now
	dan.s.watchNamed("bob", dan.now)
	dan.on(watchScreen)
	together(time.Second, ann, bob, dan)
	if text := dan.text(); !strings.Contains(text, "ann and bob · 1 watching") {
		t.Errorf("no names:%s", text)
	}
	bob.s.set.Person.SetHidden(true)
	together(time.Second, ann, bob, dan)
	dan.on(watchMenuScreen)
	if text := dan.text(); !strings.Contains(text, "has hidden this game") {
		t.Errorf("hidden:%s", text)
	}
	dan.wait(time.Second)
	dan.press("enter")
	dan.on(lobbyScreen)
	if all := dan.s.set.Person.Watchable(); len(all) > 0 {
		t.Errorf("%s can be watched", all[0].Name)
	}
	bob.s.set.Person.SetHidden(false)
	if all := dan.s.set.Person.Watchable(); len(all) != 2 {
		t.Errorf("%d can be watched", len(all))
	}
}

// Tab switches from a match to another game, for both players of the match.
func TestTabSwitchesToAnotherGame(t *testing.T) {
	h, bob, cat := meet(t, lobby.Arkanong)
	ann, dan := connect(t, h, "aaron"), connect(t, h, "dan")
	ann.plays()
	now := max(ann.now, bob.now)
	ann.now, bob.now, cat.now, dan.now = now, now, now, now
	together(lobby.Countdown+time.Second, bob, cat, ann)
	dan.now = bob.now
	for _, name := range []string{"ann", "bob"} {
		dan.s.watchNamed(name, dan.now)
		dan.on(watchScreen)
		dan.wait(100 * time.Millisecond)
		if text := dan.text(); !strings.Contains(text, "ANN") || !strings.Contains(text, "BOB") {
			t.Errorf("no names:%s", text)
		}
		dan.s.ui.Key(dan.now, input.Keystroke{Key: tcell.KeyTab})
		if got := dan.s.watching.player.Name; got != "aaron" {
			t.Errorf("the game after %s's belongs to %s", name, got)
		}
	}
}

// watchTick returns the tick of the game that is watched.
func (v *visitor) watchTick() uint64 {
	if w := v.s.watching.own; w != nil {
		return w.Game().Tick
	}
	tick, _ := v.s.watching.live.Tick()
	return tick
}
