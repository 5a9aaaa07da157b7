package app

import (
	"strings"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/render/cell"
)

func TestDetectedGlyphsAreUsed(t *testing.T) {
	p := sit(t, func(set *Setup) { set.Probe, set.Auto.Glyphs = true, cell.Quadrant })
	p.s.Found(settings.Caps{Answered: true, Version: "contour 0.5.1"}, p.now)
	if p.s.set.Render.Glyphs != cell.Sextant {
		t.Errorf("glyphs %v", p.s.set.Render.Glyphs)
	}
	if s := p.s.Draw(p.now).String(); strings.Contains(s, "contour") {
		t.Errorf("the title shows the doctor's advice\n%s", s)
	}
	p.show()
	q := sit(t, func(set *Setup) { set.Probe, set.Auto.Glyphs = true, cell.ASCII })
	q.s.Found(settings.Caps{Answered: true, Version: "contour 0.5.1"}, p.now)
	if q.s.set.Render.Glyphs != cell.ASCII {
		t.Error("glyphs that the locale does not support")
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
		p := sit(t, func(set *Setup) { set.TierGuessed, set.Render.Tier = c.guessed, cell.Colors256 })
		p.s.Found(settings.Caps{Answered: true, Version: c.version}, p.now)
		if got := p.s.View.Options().Tier; got != c.want {
			t.Errorf("%q: %v, want %v", c.version, got, c.want)
		}
	}
}
