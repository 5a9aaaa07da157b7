package app

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/text"
)

// labels returns the labels of the keys that c binds to an action.
func labels(c *settings.Choices, a input.Action) string {
	m := c.Keymap()
	return m.Label(a, input.MaxKeys)
}

// selectKeyRow selects the row of an action in the key dialog.
func (p *testSession) selectKeyRow(a input.Action) {
	p.Helper()
	p.wantScreen(keysScreen)
	p.moveTo(a.Description())
}

func TestKeysAreChangedInTheMenu(t *testing.T) {
	p := newSession(t)
	p.keys("enter p")
	p.click("Options")
	p.click("Keys")
	p.selectKeyRow(input.Left)
	p.keys("enter z")
	if row := p.s.Menu.Buttons[p.s.Menu.Selected]; !strings.Contains(row, "← A H Z") {
		t.Errorf("the row is %q, want left with the key Z", row)
	}
	if text := p.settings(); !strings.Contains(text, "[keys]\nleft = [\"Left\", \"a\", \"h\", \"z\"]\n") {
		t.Errorf("the key Z is not saved:\n%s", text)
	}
	p.keys("enter h") // unbinds h, which the action already has
	p.keys("enter d") // moves d from right to left
	if l, r := labels(&p.s.set.Choices, input.Left), labels(&p.s.set.Choices, input.Right); l != "←  A  Z  D" ||
		r != "→  L" {
		t.Errorf("left has the keys %q, right %q; want ←  A  Z  D and →  L", l, r)
	}
	p.keys("enter esc") // binds no key and does not close the dialog
	p.selectKeyRow(input.Menu)
	p.keys("esc")
	p.wantScreen(optionsScreen)
	p.keys("esc")
	p.wantScreen(pausedScreen)
	if text := strings.Join(p.s.Menu.Lines, "\n"); !strings.Contains(text, "← →  A L ") {
		t.Errorf("the pause does not show the new keys:\n%s", text)
	}
	p.keys("enter")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	x := p.s.round.game.Capsule(0).X
	p.key("d")
	p.wait(100 * time.Millisecond)
	if p.s.round.game.Capsule(0).X >= x {
		t.Error("d does not move the paddle to the left")
	}
}

func TestRequiredKeysStay(t *testing.T) {
	p := newSession(t)
	p.click("Options")
	p.click("Keys")
	p.selectKeyRow(input.Fire)
	p.keys("enter space enter enter") // tries to unbind both keys
	if got := labels(&p.s.set.Choices, input.Fire); got != "ENTER" && got != "enter" {
		t.Errorf("fire has the keys %q, want enter alone", got)
	}
	if !strings.Contains(p.s.Menu.Footer, "no key is left for fire") {
		t.Errorf("the footer is %q", p.s.Menu.Footer)
	}
	p.click("Reset to the key map")
	if got := labels(&p.s.set.Choices, input.Fire); got != "space  enter" {
		t.Errorf("after the reset, fire has the keys %q, want space and enter", got)
	}
	p.event(func() { p.s.Key(p.now, input.Keystroke{Rune: 'x', Mods: tcell.ModCtrl}) })
	p.selectKeyRow(input.Help)
	p.keys("enter")
	p.event(func() { p.s.Key(p.now, input.Keystroke{Rune: 'x', Mods: tcell.ModCtrl}) })
	if !strings.Contains(p.s.Menu.Footer, text.Keys.NoCtrl) {
		t.Errorf("the footer is %q", p.s.Menu.Footer)
	}
}

func TestKeysCardFitsEverySize(t *testing.T) {
	for _, c := range [][2]int{{render.MinW, render.MinH}, {60, 20}, {80, 24}, {120, 40}} {
		p := newSession(t)
		p.resize(c[0], c[1])
		p.choose("Options", "Keys")
		for range p.s.Menu.Buttons {
			p.keys("down")
			p.wait(time.Second)
			b := p.s.Menu.Buttons[p.s.Menu.Selected]
			if picture := p.s.Frame.String(); !strings.Contains(picture, strings.TrimSpace(b)) {
				t.Fatalf("%dx%d: %q is not in\n%s", c[0], c[1], b, picture)
			}
		}
	}
}

// The help shows the current keys.
func TestHelpShowsTheKeys(t *testing.T) {
	p := newSession(t, func(set *Setup) {
		set.Choices.Values[settings.Keymap][settings.ByConfig] = "two"
		set.Choices.Values[settings.Steer][settings.ByConfig] = "toggle"
	})
	text := strings.Join(p.s.allKeys(), "\n")
	for _, want := range []string{"A D ", "again: stop", "← →", "player 2", "↑  enter"} {
		if !strings.Contains(text, want) {
			t.Errorf("the help does not show %q:\n%s", want, text)
		}
	}
}

// With key releases, a tap ends when the key is released. A loss of focus releases all keys.
func TestHeldKeysEnd(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	left := func(k input.Kind) {
		p.event(func() { p.s.Key(p.now, input.Keystroke{Key: tcell.KeyLeft, Kind: k}) })
	}
	left(input.Press)
	left(input.Release)
	p.wait(time.Second)
	x := p.s.round.game.Capsule(0).X
	left(input.Press)
	p.wait(30 * time.Millisecond)
	left(input.Release)
	p.wait(time.Second)
	if d := x - p.s.round.game.Capsule(0).X; d < 0.6 || d > 1 {
		t.Errorf("a key held for 30 ms moves the paddle %.2f units, want 0.6 to 1", d)
	}
	left(input.Press)
	p.wait(100 * time.Millisecond)
	p.loseFocus()
	p.wantScreen(pausedScreen)
	p.wait(time.Second)
	p.keys("enter")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	x = p.s.round.game.Capsule(0).X
	p.wait(time.Second)
	if p.s.round.game.Capsule(0).X != x || p.s.round.game.Phase == engine.Lost {
		t.Error("the paddle moves after the focus was lost")
	}
}

// If the terminal reports key releases, the first held key moves the paddle without waiting for a repeat, also in a
// game that was started with the mouse.
func TestFirstHeldKeyNeedsNoRepeat(t *testing.T) {
	p := newSession(t)
	p.s.Releases()
	p.click("Play")
	p.wantScreen(playingScreen)
	p.wait(time.Second)
	x := p.s.round.game.Capsule(0).X
	p.event(func() { p.s.Key(p.now, input.Keystroke{Key: tcell.KeyLeft}) })
	p.wait(300 * time.Millisecond) // without a repeat
	if d := x - p.s.round.game.Capsule(0).X; d < 15 {
		t.Errorf("a key held for 300 ms moves the paddle %.1f units, want at least 15", d)
	}
}

// Hints in the HUD name the keys of the current key map.
func TestHintsNameTheKeysOfTheKeyMap(t *testing.T) {
	own := func(set *Setup) {
		if err := set.Choices.Read("config.toml", []byte("[keys]\nfire = [\"f\"]\nrewind = [\"z\"]\n"),
			settings.ByConfig); err != nil {
			t.Fatal(err)
		}
		set.Choices.Values[settings.Mode][settings.ByFlag] = "practice"
	}
	for _, c := range []struct {
		change         func(*Setup)
		serve, playing string
		fire           string
	}{
		{
			func(set *Setup) { set.Choices.Values[settings.Mode][settings.ByFlag] = "practice" }, "space: serve",
			"bksp: rewind", "space",
		},
		{own, "F: serve", "Z: rewind", "f"},
	} {
		p := newSession(t, c.change)
		p.keys("enter")
		p.wait(time.Second)
		if picture := p.s.Frame.String(); !strings.Contains(picture, c.serve) {
			t.Errorf("the HUD does not show %q:\n%s", c.serve, picture)
		}
		p.keys(c.fire)
		p.wait(time.Second / 2)
		if picture := p.s.Frame.String(); !strings.Contains(picture, c.playing) {
			t.Errorf("the HUD does not show %q:\n%s", c.playing, picture)
		}
	}
}
