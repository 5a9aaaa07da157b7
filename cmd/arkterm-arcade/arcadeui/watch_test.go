package arcadeui

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/input"
)

// advanceTogether advances the clocks of several visitors by d, in small steps.
func advanceTogether(d time.Duration, all ...*visitor) {
	for end := all[0].now + d; all[0].now < end; {
		for _, v := range all {
			v.wait(5 * time.Millisecond)
		}
	}
}

// startSoloGame starts a solo game and serves.
func (v *visitor) startSoloGame() {
	v.choose("Play")
	v.press("space")
	v.wait(time.Second)
}

// A spectator sees the player's game with a short delay, and is counted.
func TestWatchGame(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	bob.session.watchNamed("ann", bob.now)
	bob.checkScreen(lobbyScreen)
	if text := bob.text(); !strings.Contains(text, "ann has no game to watch") {
		t.Errorf("bob's screen does not explain that ann has no game:%s", text)
	}

	ann.startSoloGame()
	ann.now = max(ann.now, bob.now)
	bob.now = ann.now
	bob.session.watchNamed("A-nn", bob.now)
	bob.checkScreen(watchScreen)
	advanceTogether(3*time.Second, ann, bob)
	text := bob.text()
	for _, want := range []string{"LIVE", "ann · 1 watching", "5 s", "q back"} {
		if !strings.Contains(text, want) {
			t.Errorf("bob's screen does not contain %q:%s", want, text)
		}
	}
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind < 0 || behind > 60 {
		t.Errorf("bob is %d ticks behind ann, want 0 to 60", behind)
	}
	if n := ann.session.published.stream.NumSpectators(); n != 1 {
		t.Errorf("NumSpectators() = %d, want 1", n)
	}

	if text := ann.text(); !strings.Contains(text, "SPECTATORS") {
		t.Errorf("ann's HUD does not show the spectator:%s", text)
	}

	ann.session.app.Advance(ann.now)
	bob.now += time.Second
	bob.session.Advance(bob.now)
	if bob.session.Skip(bob.now); bob.session.ui.NextFrame(bob.now) <= bob.now {
		t.Error("a delayed frame is due immediately, so the run loop would not sleep")
	}

	bob.press("space") // pauses
	tick := bob.watchTick()
	advanceTogether(time.Second, ann, bob)
	if bob.watchTick() != tick {
		t.Error("a watched game continues although the spectator has paused it")
	}
	bob.session.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyEnd})
	advanceTogether(3*time.Second, ann, bob)
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind > 60 {
		t.Errorf("after the key End, bob is %d ticks behind, want at most 60", behind)
	}
	bob.session.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyLeft})
	advanceTogether(5*time.Second, ann, bob)
	bob.session.ui.Key(bob.now, input.Keystroke{Key: tcell.KeyEnd})
	advanceTogether(time.Second, ann, bob)
	number := bob.session.watching.drawnFrame
	advanceTogether(time.Second, ann, bob)
	if n := bob.session.watching.drawnFrame - number; n < 25 || n > 31 {
		t.Errorf("bob's session has drawn %d frames in a second, want about 30", n)
	}
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind > 60 ||
		bob.session.watching.ownViewer != nil {
		t.Errorf("bob is %d ticks behind, or does not watch live:%s", behind, bob.text())
	}
	bob.press("q")
	bob.checkScreen(lobbyScreen)
	if n := ann.session.published.stream.NumSpectators(); n != 0 {
		t.Errorf("after bob has left, NumSpectators() = %d, want 0", n)
	}
}

// When a player starts another game, the spectators see that game.
func TestWatchNextGame(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	ann.startSoloGame()
	bob.now = ann.now
	bob.session.watchNamed("ann", bob.now)
	advanceTogether(time.Second, ann, bob)
	first := bob.session.watching.player.Stream
	ann.session.unpublish() // as if the game had ended
	advanceTogether(2*time.Second, ann, bob)
	if bob.session.watching.player.Stream == first {
		t.Errorf("after ann has started another game, bob still watches the first game:%s", bob.text())
	}
	ann.session.Close()
	ann.session.setup.Member.Leave(0)
	for range 400 {
		bob.wait(10 * time.Millisecond)
	}
	bob.checkScreen(watchMenuScreen)
	if text := bob.text(); !bob.session.watching.over() || !strings.Contains(text, "The game is over") {
		t.Errorf("after the player has left, the screen does not show that the game is over:%s", text)
	}
	bob.press("enter left")
	bob.wait(time.Second)
	bob.checkScreen(watchScreen)
	if bob.session.watching.ownViewer == nil {
		t.Errorf("after the end of the game, the key left does not rewind it:%s", bob.text())
	}
}

// The menu over a watched game lists the keys. The game continues behind it.
func TestWatchMenu(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.startSoloGame()
	cat.startSoloGame()
	now := max(ann.now, cat.now)
	ann.now, bob.now, cat.now = now, now, now
	bob.session.watchNamed("ann", bob.now)
	advanceTogether(time.Second, ann, bob, cat)
	bob.press("?")
	bob.checkScreen(watchMenuScreen)
	tick := bob.watchTick()
	advanceTogether(time.Second, ann, bob, cat)
	if text := bob.text(); bob.watchTick() < tick+200 || !strings.Contains(text, "back to live") ||
		!strings.Contains(text, "Watch cat") {
		t.Errorf("the game advances %d ticks in a second, want at least 200, or the menu does not list the keys:%s",
			bob.watchTick()-tick,
			text)
	}
	ann.session.setup.Member.Rename("anne")
	bob.press("esc")
	bob.checkScreen(watchScreen)
	if text := bob.text(); !strings.Contains(text, "anne · 1 watching") {
		t.Errorf("after a rename, bob's screen does not show the new name:%s", text)
	}

	bob.session.ui.Mouse(bob.now, input.MouseReport{Buttons: tcell.ButtonSecondary})
	bob.checkScreen(watchMenuScreen)
	bob.press("right enter")
	bob.checkScreen(watchScreen)
	if name := bob.session.watching.player.Name; name != "cat" || ann.session.published.stream.NumSpectators() != 0 {
		t.Errorf("bob watches %s, and ann has %d spectators; want cat and 0", name,
			ann.session.published.stream.NumSpectators())
	}
	advanceTogether(time.Second, ann, bob, cat)
	bob.press("? left enter")
	bob.checkScreen(lobbyScreen)
	if n := cat.session.published.stream.NumSpectators(); n != 0 {
		t.Errorf("after bob has left, cat has %d spectators, want 0", n)
	}
}

// The hints below a watched game can be clicked.
func TestClickHints(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "cat")
	ann.startSoloGame()
	cat.startSoloGame()
	now := max(ann.now, cat.now)
	ann.now, bob.now, cat.now = now, now, now
	bob.session.watchNamed("ann", bob.now)
	advanceTogether(3*time.Second, ann, bob, cat)
	bob.click("←→ 5 s", 0)
	advanceTogether(time.Second, ann, bob, cat)
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind < 300 {
		t.Errorf("after a click on the hint, bob is %d ticks behind, want at least 300", behind)
	}
	bob.click("end live", 5)
	advanceTogether(time.Second, ann, bob, cat)
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind > 60 {
		t.Errorf("after a click on the live hint, bob is %d ticks behind, want at most 60", behind)
	}
	bob.click("tab next game", 5)
	if name := bob.session.watching.player.Name; name != "cat" {
		t.Errorf("bob watches %s, want cat", name)
	}
	advanceTogether(time.Second, ann, bob, cat)
	bob.click("q back", 2)
	bob.checkScreen(lobbyScreen)
}

// A visitor can watch the game with the most spectators. If there is none, the lobby shows a message.
func TestWatchMostWatchedGame(t *testing.T) {
	h := newTestLobby()
	ann, bob, dan := connect(t, h, "ann"), connect(t, h, "bob"), connect(t, h, "dan")
	for name, want := range map[string]string{
		MostWatched: "There are no games to watch", "bob": "bob has no game to watch",
	} {
		dan.session.watchNamed(name, dan.now)
		dan.checkScreen(lobbyScreen)
		if screen := dan.text(); !strings.Contains(screen, want) {
			t.Errorf("watchNamed(%q) without games does not show the message %q:%s", name, want, screen)
		}
	}
	ann.startSoloGame()
	bob.startSoloGame()
	dan.now = bob.now
	for _, v := range dan.session.setup.Member.Watchable() {
		leave := v.Stream.AddSpectator()
		dan.session.watchNamed(MostWatched, dan.now)
		dan.checkScreen(watchScreen)
		if got := dan.session.watching.player.Name; got != v.Name {
			t.Errorf("watchNamed(MostWatched) shows the game of %s, want %s", got, v.Name)
		}
		dan.session.ui.Enter(lobbyScreen, dan.now)
		leave()
	}
}

// A match cannot be watched if one of its players hides games. It shows the names of both players.
func TestHiddenMatches(t *testing.T) {
	h, ann, bob := startMatch(t, lobby.Coop)
	dan := connect(t, h, "dan")
	dan.now = ann.now
	dan.session.watchNamed("bob", dan.now)
	dan.checkScreen(watchScreen)
	advanceTogether(time.Second, ann, bob, dan)
	if text := dan.text(); !strings.Contains(text, "ann and bob · 1 watching") {
		t.Errorf("the screen does not contain both names:%s", text)
	}
	bob.session.setup.Member.SetHidden(true)
	advanceTogether(time.Second, ann, bob, dan)
	dan.checkScreen(watchMenuScreen)
	if text := dan.text(); !strings.Contains(text, "has hidden this game") {
		t.Errorf("dan's screen does not explain that the game is hidden:%s", text)
	}
	dan.wait(time.Second)
	dan.press("enter")
	dan.checkScreen(lobbyScreen)
	if all := dan.session.setup.Member.Watchable(); len(all) > 0 {
		t.Errorf("Watchable() contains the hidden game of %s", all[0].Name)
	}
	bob.session.setup.Member.SetHidden(false)
	if all := dan.session.setup.Member.Watchable(); len(all) != 2 {
		t.Errorf("Watchable() returns %d visitors, want 2", len(all))
	}
}

// Tab switches from a match to another game, for both players of the match.
func TestTabSwitchesToAnotherGame(t *testing.T) {
	h, bob, cat := startMatch(t, lobby.Arkanong)
	ann, dan := connect(t, h, "aaron"), connect(t, h, "dan")
	ann.startSoloGame()
	now := max(ann.now, bob.now)
	ann.now, bob.now, cat.now, dan.now = now, now, now, now
	advanceTogether(lobby.Countdown+time.Second, bob, cat, ann)
	dan.now = bob.now
	for _, name := range []string{"ann", "bob"} {
		dan.session.watchNamed(name, dan.now)
		dan.checkScreen(watchScreen)
		dan.wait(100 * time.Millisecond)
		if text := dan.text(); !strings.Contains(text, "ANN") || !strings.Contains(text, "BOB") {
			t.Errorf("the screen does not contain both names:%s", text)
		}
		dan.session.ui.Key(dan.now, input.Keystroke{Key: tcell.KeyTab})
		if got := dan.session.watching.player.Name; got != "aaron" {
			t.Errorf("after %s's game, Tab shows the game of %s, want aaron's", name, got)
		}
	}
}

// watchTick returns the tick of the game that is watched.
func (v *visitor) watchTick() uint64 {
	if w := v.session.watching.ownViewer; w != nil {
		return w.Game().Tick
	}
	tick, _ := v.session.watching.live.Tick()
	return tick
}
