package app

import (
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/cmd/arkterm/settings"
	"arkterm/render/theme"
)

// themeOf returns the themes of a player whose only theme is "mine", with the given text.
func themeOf(text string) settings.Themes {
	return settings.Themes{Dir: "themes", Files: fstest.MapFS{"mine.toml": {Data: []byte(text)}}}
}

// T selects the next theme, in a game and in dialogs. It does not affect the game.
func TestKeyChangesTheTheme(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Themes = themeOf("ball = '#00ff00'\n") })
	p.keys("enter space t p")
	seen := []string{p.s.View.Options().Theme.Name}
	for range len(theme.All) + 1 {
		before := p.s.round.game.Hash()
		p.keys("t")
		if p.s.round.game.Hash() != before {
			t.Error("the theme has changed the game")
		}
		seen = append(seen, p.s.View.Options().Theme.Name)
	}
	p.wantScreen(pausedScreen)
	want := append(append(theme.Names()[1:], "mine"), theme.Names()[:2]...)
	if strings.Join(seen, " ") != strings.Join(want, " ") {
		t.Errorf("T selects the themes %v, want %v", seen, want)
	}
	if text := p.settings(); !strings.Contains(text, `theme = "`+want[len(want)-1]+`"`) {
		t.Errorf("saved settings %q, want theme %s", text, want[len(want)-1])
	}
}

func TestBrokenThemeShowsANoticeAndKeepsTheColors(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Themes = themeOf("ball = 1\n") })
	for range theme.All {
		p.keys("t")
	}
	if got := p.s.View.Options().Theme.Name; got != theme.All[len(theme.All)-1].Name ||
		!strings.Contains(p.s.set.Notice, "mine.toml:1:8") {
		t.Errorf("with a broken theme, the theme is %s and the notice %q", got, p.s.set.Notice)
	}
	p.keys("t")
	if p.s.set.Notice != "" {
		t.Errorf("after another change, the notice is %q, want none", p.s.set.Notice)
	}
}
