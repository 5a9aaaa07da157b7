package arcadeui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/input"
)

// enableNarration turns on narration.
func (v *visitor) enableNarration() *lineDevice {
	v.session.ui.Text.GamesNarrated = true
	return v.enableTextMode()
}

// startNarratedMatch starts a match between ann and bob. If both is set, it is narrated to both, otherwise only to ann.
func startNarratedMatch(t *testing.T, k lobby.MatchKind, both bool) (ann, bob *visitor, lines [2]*lineDevice) {
	h := newTestLobby()
	ann, bob = connect(t, h, "ann"), connect(t, h, "bob")
	lines[0], lines[1] = ann.enableNarration(), new(lineDevice)
	if both {
		lines[1] = bob.enableNarration()
	}
	ann.enterLobby()
	ann.session.choice.Kind = k
	ann.choose("invite")
	bob.now = max(ann.now, bob.now)
	ann.now = bob.now
	p, _ := ann.session.setup.Member.Party()
	bob.session.Join(p.Code, bob.now)
	advanceTogether(10*time.Millisecond, ann, bob)
	return ann, bob, lines
}

// A match is narrated to its players at a quarter of the speed, which the other players see. Two players who only hear
// the lines return the balls.
func TestMatchIsNarrated(t *testing.T) {
	ann, bob, lines := startNarratedMatch(t, lobby.Arkanong, true)
	advanceTogether(lobby.Countdown, ann, bob)
	for _, line := range []string{"Arkanong with bob", "3", "2", "1"} {
		if !slices.Contains(lines[0].output, line) {
			t.Errorf("ann hears %q, want %q", lines[0].output, line)
		}
	}
	if !lines[0].linesOn {
		t.Error("the match is displayed as frames")
	}
	game := ann.session.game.own.playback
	tick := game.Game.Tick
	advanceTogether(time.Second, ann, bob)
	if n := game.Game.Tick - tick; n < 50 || n > 70 {
		t.Errorf("the match simulates %d ticks in a second, want about 60", n)
	}

	bob.session.ui.Key(bob.now, keystrokes["esc"])
	bob.choose("Well played!")
	bob.checkScreen(matchScreen)
	ann.now = bob.now
	advanceTogether(time.Second, ann, bob)
	if !slices.Contains(lines[0].output, "bob: Well played!") {
		t.Errorf("ann hears %q, want bob's message", lines[0].output)
	}

	// Both react to each line after a second.
	ballTo := regexp.MustCompile(`all to ([1-9]),`)
	for range 120 {
		for k, v := range []*visitor{ann, bob} {
			for _, line := range lines[k].output {
				if m := ballTo.FindStringSubmatch(line); m != nil {
					v.session.ui.Key(v.now, input.Char(rune(m[1][0])))
				} else if strings.Contains(line, "Space ") {
					v.session.ui.Key(v.now, input.Char(' '))
				}
			}
			lines[k].output = nil
		}
		advanceTogether(time.Second, ann, bob)
	}
	if n := game.Game.Match.Returns; n[0] < 3 || n[1] < 3 {
		t.Errorf("the players return %v balls, want at least 3 each", n)
	}

	for k, v := range []*visitor{ann, bob} {
		lines[k].output = nil
		v.session.ui.Key(v.now, input.Char('1'))
		advanceTogether(2*time.Second, ann, bob)
		v.session.ui.Key(v.now, keystrokes["tab"])
		if all := strings.Join(lines[k].output, " "); !strings.Contains(all, "Paddle at 1, far left.") ||
			!strings.Contains(all, " : ") {
			t.Errorf("Tab describes the field as %q, want the paddle at the left wall and the points", all)
		}
	}
}

// A player without narration sees why the match is slow. The narrator reports players who leave or return.
func TestNarrationOfOtherPlayers(t *testing.T) {
	ann, bob, lines := startNarratedMatch(t, lobby.Coop, false)
	advanceTogether(lobby.Countdown+time.Second, ann, bob)
	if text := bob.text(); !strings.Contains(text, "narrated to ann at a quarter of the speed") {
		t.Errorf("bob's screen does not explain the speed:%s", text)
	}
	bob.session.leaveMatch(bob.now)
	advanceTogether(time.Second, ann, bob)
	for _, line := range []string{"Co-op with bob", "your paddle is on the left", "bob, bot playing"} {
		if !slices.Contains(lines[0].output, line) {
			t.Errorf("ann hears %q, want %q", lines[0].output, line)
		}
	}

	// Lines about the time in the menu are dropped.
	ann.press("esc")
	ann.checkScreen(matchMenuScreen)
	ann.wait(20 * time.Second)
	lines[0].output = nil
	ann.press("esc")
	if n := len(lines[0].output); n > 3 {
		t.Errorf("after the menu, ann hears %d lines in one update: %q", n, lines[0].output)
	}
}

// In a race, only the field of the player with narration is slow. Tab also describes the standings.
func TestRaceIsNarrated(t *testing.T) {
	ann, bob, lines := startNarratedMatch(t, lobby.Race, false)
	ann.choose("Start")
	bob.now = ann.now
	advanceTogether(lobby.Countdown+4*time.Second, ann, bob)
	own, other := ann.session.ownStanding().Tick, bob.session.ownStanding().Tick
	if own*3 > other || own*5 < other {
		t.Errorf("ann's field is at tick %d and bob's at tick %d, want a quarter", own, other)
	}
	lines[0].output = nil
	ann.session.ui.Key(ann.now, keystrokes["tab"])
	if all := strings.Join(lines[0].output, " "); !strings.Contains(all, "1 you ") && !strings.Contains(all, "2 you ") {
		t.Errorf("Tab describes the race as %q, want the standings", all)
	}
}

// A watched game is narrated. The keys of the viewer work, and their effects are announced.
func TestWatchedGameIsNarrated(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), connect(t, h, "bob")
	p := bob.enableNarration()
	ann.startSoloGame()
	ann.now = max(ann.now, bob.now)
	bob.now = ann.now
	bob.session.watchNamed("ann", bob.now)
	advanceTogether(time.Second, ann, bob)
	for _, line := range []string{"ann", "? keys"} {
		if !slices.Contains(p.output, line) {
			t.Errorf("bob hears %q, want %q", p.output, line)
		}
	}
	for range 20 { // ann serves and does not move
		ann.session.ui.Key(ann.now, keystrokes["space"])
		advanceTogether(time.Second, ann, bob)
	}
	all := strings.Join(p.output, "\n")
	if !p.linesOn || !strings.Contains(all, "Life lost") || strings.Contains(all, "Space ") ||
		strings.Contains(all, "Keys:") {
		t.Errorf("bob hears %q, want the lost life, and no hints for players", p.output)
	}
	if behind := int(ann.session.app.Game().Tick) - int(bob.watchTick()); behind > 60 {
		t.Errorf("bob is %d ticks behind, want at most 60", behind)
	}

	position := regexp.MustCompile(`^\d+:\d\d`)
	for _, c := range []struct {
		key    input.Keystroke
		behind bool
	}{{keystrokes["left"], true}, {input.Keystroke{Key: tcell.KeyEnd}, false}} {
		p.output = nil
		bob.session.ui.Key(bob.now, c.key)
		advanceTogether(time.Second, ann, bob)
		behind := int(ann.session.app.Game().Tick) - int(bob.watchTick())
		if !slices.ContainsFunc(p.output, position.MatchString) || behind > engine.TicksPerSecond != c.behind {
			t.Errorf("after the key, bob is %d ticks behind and hears %q, want the position", behind, p.output)
		}
	}
	p.output = nil
	bob.session.ui.Key(bob.now, keystrokes["tab"])
	if all := strings.Join(p.output, " "); !strings.Contains(all, "Paddle at ") {
		t.Errorf("Tab describes the game as %q, want the paddle", all)
	}
	bob.press("?")
	bob.checkScreen(watchMenuScreen)
	bob.checkOutput(p, "WATCHING", "1. Keep watching")
}
