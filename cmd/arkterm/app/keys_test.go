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

// labels returns the keys of an action in the settings.
func labels(c *settings.Choices, a input.Action) string {
	m := c.Keymap()
	return m.Label(a, input.MaxKeys)
}

// keyRowOf selects the row of an action in the dialog with the keys.
func (p *sitting) keyRowOf(a input.Action) {
	p.Helper()
	p.on(keysScreen)
	p.moveTo(a.Description())
}

func TestKeysAreChangedInTheMenu(t *testing.T) {
	p := sit(t)
	p.keys("enter p")
	p.click("Options")
	p.click("Keys")
	p.keyRowOf(input.Left)
	p.keys("enter z")
	if row := p.s.Menu.Buttons[p.s.Menu.Selected]; !strings.Contains(row, "← A H Z") {
		t.Errorf("the row is %q", row)
	}
	if text := p.settings(); !strings.Contains(text, "[keys]\nleft = [\"Left\", \"a\", \"h\", \"z\"]\n") {
		t.Errorf("saved\n%s", text)
	}
	p.keys("enter h") // the action has this key, so it loses it
	p.keys("enter d") // taken from right
	if l, r := labels(&p.s.set.Choices, input.Left), labels(&p.s.set.Choices, input.Right); l != "←  A  Z  D" ||
		r != "→  L" {
		t.Errorf("left %q, right %q", l, r)
	}
	p.keys("enter esc") // no key is assigned, and the dialog stays
	p.keyRowOf(input.Menu)
	p.keys("esc")
	p.on(optionsScreen)
	p.keys("esc")
	p.on(pausedScreen)
	if text := strings.Join(p.s.Menu.Lines, "\n"); !strings.Contains(text, "← →  A L ") {
		t.Errorf("the pause shows\n%s", text)
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
	p := sit(t)
	p.click("Options")
	p.click("Keys")
	p.keyRowOf(input.Fire)
	p.keys("enter space enter enter") // the second key of two
	if got := labels(&p.s.set.Choices, input.Fire); got != "ENTER" && got != "enter" {
		t.Errorf("fire has %q", got)
	}
	if !strings.Contains(p.s.Menu.Footer, "no key is left for fire") {
		t.Errorf("the footer is %q", p.s.Menu.Footer)
	}
	p.click("Reset to the key map")
	if got := labels(&p.s.set.Choices, input.Fire); got != "space  enter" {
		t.Errorf("fire has %q", got)
	}
	p.event(func() { p.s.Key(p.now, input.Keystroke{Rune: 'x', Mods: tcell.ModCtrl}) })
	p.keyRowOf(input.Help)
	p.keys("enter")
	p.event(func() { p.s.Key(p.now, input.Keystroke{Rune: 'x', Mods: tcell.ModCtrl}) })
	if !strings.Contains(p.s.Menu.Footer, text.Keys.NoCtrl) {
		t.Errorf("the footer is %q", p.s.Menu.Footer)
	}
}

func TestKeysCardFitsEverySize(t *testing.T) {
	for _, c := range [][2]int{{render.MinW, render.MinH}, {60, 20}, {80, 24}, {120, 40}} {
		p := sit(t)
		p.resize(c[0], c[1])
		p.click("Options")
		p.click("Keys")
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
	p := sit(t, func(set *Setup) {
		set.Choices.Set[settings.Keymap][settings.ByConfig] = "two"
		set.Choices.Set[settings.Steer][settings.ByConfig] = "toggle"
	})
	text := strings.Join(p.s.allKeys(), "\n")
	for _, want := range []string{"A D ", "again: stop", "← →", "player 2", "↑  enter"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// With key releases, a tap ends when the key is released. A loss of focus releases all keys.
func TestHeldKeysEnd(t *testing.T) {
	p := sit(t)
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
	if way := x - p.s.round.game.Capsule(0).X; way < 0.6 || way > 1 {
		t.Errorf("30 ms move the paddle %.2f units", way)
	}
	left(input.Press)
	p.wait(100 * time.Millisecond)
	p.away()
	p.on(pausedScreen)
	p.wait(time.Second)
	p.keys("enter")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	x = p.s.round.game.Capsule(0).X
	p.wait(time.Second)
	if p.s.round.game.Capsule(0).X != x || p.s.round.game.Phase == engine.Lost {
		t.Error("the paddle moves after the focus was lost")
	}
}

// If the terminal reports releases, the first key that is held steers exactly, also after a start by mouse.
func TestFirstHoldIsExact(t *testing.T) {
	p := sit(t)
	p.s.Releases()
	p.click("Play")
	p.on(playingScreen)
	p.wait(time.Second)
	x := p.s.round.game.Capsule(0).X
	p.event(func() { p.s.Key(p.now, input.Keystroke{Key: tcell.KeyLeft}) })
	p.wait(300 * time.Millisecond) // without a repeat
	if way := x - p.s.round.game.Capsule(0).X; way < 15 {
		t.Errorf("300 ms move the paddle %.1f units", way)
	}
}

// Hints in the HUD name the keys of the current key map.
func TestHintsNameTheKeysOfTheKeyMap(t *testing.T) {
	own := func(set *Setup) {
		if err := set.Choices.Read("config.toml", []byte("[keys]\nfire = [\"f\"]\nrewind = [\"z\"]\n"),
			settings.ByConfig); err != nil {
			t.Fatal(err)
		}
		set.Choices.Set[settings.Mode][settings.ByFlag] = "practice"
	}
	for _, c := range []struct {
		change         func(*Setup)
		serve, playing string
		fire           string
	}{
		{
			func(set *Setup) { set.Choices.Set[settings.Mode][settings.ByFlag] = "practice" }, "space: serve",
			"bksp: rewind", "space",
		},
		{own, "F: serve", "Z: rewind", "f"},
	} {
		p := sit(t, c.change)
		p.keys("enter")
		p.wait(time.Second)
		if picture := p.s.Frame.String(); !strings.Contains(picture, c.serve) {
			t.Errorf("no %q in\n%s", c.serve, picture)
		}
		p.keys(c.fire)
		p.wait(time.Second / 2)
		if picture := p.s.Frame.String(); !strings.Contains(picture, c.playing) {
			t.Errorf("no %q in\n%s", c.playing, picture)
		}
	}
}
