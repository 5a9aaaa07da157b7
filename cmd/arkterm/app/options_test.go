package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
)

func TestOptionsChangeAtOnce(t *testing.T) {
	p := sit(t)
	p.walk("Play, p, Options, right right")
	p.on(optionsScreen)
	if got := p.s.set.Render.Glyphs.String(); got != settings.Options[settings.Glyphs].Values[2] {
		t.Errorf("draws with %s, want %s", got, settings.Options[settings.Glyphs].Values[2])
	}
	if text := p.settings(); !strings.Contains(text, `glyphs = "`+settings.Options[settings.Glyphs].Values[2]+`"`) {
		t.Errorf("keeps %q", text)
	}
	if p.settings() != "" {
		t.Error("keeps it twice")
	}
	p.choose("Back")
	p.on(pausedScreen)
	p.keys("enter")
	p.on(countdownScreen)
}

func TestOptionsLeaveTheGameAlone(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.wait(time.Second)
	p.keys("p")
	before := p.s.round.game.Hash()
	p.walk("Options, enter right esc")
	p.on(pausedScreen)
	if got := p.s.round.game.Hash(); got != before {
		t.Errorf("the game is %x, was %x", got, before)
	}
}
