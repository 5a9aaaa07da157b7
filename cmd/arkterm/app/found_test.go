package app

import (
	"strings"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/render/cell"
)

func TestDetectedGlyphsAreUsed(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Probe, set.Auto.Glyphs = true, cell.Quadrant })
	p.s.SetCaps(settings.Caps{Answered: true, Version: "contour 0.5.1"}, p.now)
	if p.s.set.Render.Glyphs != cell.Sextant {
		t.Errorf("the glyphs are %v, want sextants", p.s.set.Render.Glyphs)
	}
	if s := p.s.Draw(p.now).String(); strings.Contains(s, "contour") {
		t.Errorf("the title shows the doctor's advice\n%s", s)
	}
	p.show()
	q := newSession(t, func(set *Setup) { set.Probe, set.Auto.Glyphs = true, cell.ASCII })
	q.s.SetCaps(settings.Caps{Answered: true, Version: "contour 0.5.1"}, p.now)
	if q.s.set.Render.Glyphs != cell.ASCII {
		t.Error("the glyphs are not ASCII although the locale supports only ASCII")
	}
}

// SSH does not transfer COLORTERM, but the terminal reports its name.
func TestTerminalNameSelectsColors(t *testing.T) {
	for _, c := range []struct {
		version string
		guessed bool
		want    cell.Tier
	}{
		{"iTerm2 3.5.0", true, cell.Truecolor},
		{"iTerm2 3.5.0", false, cell.Colors256},
		{"tmux 3.4", true, cell.Colors256},
		{"", true, cell.Colors256},
	} {
		p := newSession(t, func(set *Setup) { set.TierGuessed, set.Render.Tier = c.guessed, cell.Colors256 })
		p.s.SetCaps(settings.Caps{Answered: true, Version: c.version}, p.now)
		if got := p.s.View.Options().Tier; got != c.want {
			t.Errorf("version %q, tier guessed %v: tier %v, want %v", c.version, c.guessed, got, c.want)
		}
	}
}
