package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
)

func TestOptionsApplyImmediately(t *testing.T) {
	p := newSession(t)
	p.walk("Play, p, Options, right right")
	p.wantScreen(optionsScreen)
	if got := p.s.set.Render.Glyphs.String(); got != settings.Options[settings.Glyphs].Values[2] {
		t.Errorf("the picture is drawn with %s, want %s", got, settings.Options[settings.Glyphs].Values[2])
	}
	if text := p.settings(); !strings.Contains(text, `glyphs = "`+settings.Options[settings.Glyphs].Values[2]+`"`) {
		t.Errorf("saved settings %q, want the new glyphs", text)
	}
	if p.settings() != "" {
		t.Error("the settings are saved twice")
	}
	p.choose("Back")
	p.wantScreen(pausedScreen)
	p.keys("enter")
	p.wantScreen(countdownScreen)
}

func TestOptionsDoNotChangeTheGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.wait(time.Second)
	p.keys("p")
	before := p.s.round.game.Hash()
	p.walk("Options, enter right esc")
	p.wantScreen(pausedScreen)
	if got := p.s.round.game.Hash(); got != before {
		t.Errorf("the hash of the game is %x, was %x", got, before)
	}
}
