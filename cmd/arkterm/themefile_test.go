package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/exit"
	"arkterm/render"
	"arkterm/render/cell"
)

// shelve returns a shelf of one theme, "mine".
func shelve(t *testing.T, text string) shelf {
	t.Helper()
	s := shelf{t.TempDir()}
	if err := os.WriteFile(filepath.Join(s.dir, "mine.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestThemeFileChangesWhatItNames(t *testing.T) {
	s := shelve(t, "base = 'paper'\nball = '#Ff0001'\nhues = ['#000001', '#000002', '#000003', '#000004', '#000005', '#000006', '#000007', '#000008']\n")
	got, err := s.find("mine")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := render.FindTheme("paper")
	want.Name, want.Ball = "mine", 0xff0001
	for i := range want.Hues {
		want.Hues[i] = cell.Color(i + 1)
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if n := s.names(); len(n) != 1 || n[0] != "mine" {
		t.Errorf("the shelf has %q", n)
	}
	if got, _ := shelve(t, "").find("mine"); got.Ball != render.Themes[0].Ball {
		t.Errorf("an empty file is not the first theme: %+v", got)
	}
}

func TestThemeFileErrorsSayWhere(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"bal = '#ffffff'\n", "mine.toml:1:7: bal: a theme has no such colour; did you mean ball?"},
		{"\nball = 'white'\n", `mine.toml:2:8: ball: want a colour, as "#ffcc00", not "white"`},
		{"ball = 3\n", "mine.toml:1:8: ball: want a colour"},
		{"ball = ['#000000', '#000000']\n", "ball: want one colour"},
		{"hues = ['#000000']\n", "hues: want a list of 8 colours"},
		{"base = 'arcde'\n", "mine.toml:1:8: base: unknown theme"},
		{"ball = \n", "mine.toml:1:"},
		{"name = '#000000'\n", "no such colour"},
		{"- = '#000000'\n", "no such colour"},
	} {
		_, err := shelve(t, c.text).find("mine")
		if err == nil || exit.CodeOf(err) != exit.File || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestThemeThatIsNowhere(t *testing.T) {
	s := shelve(t, "")
	for _, name := range []string{"arcad", "min", "../mine", "", "a/b", strings.Repeat("x", 99)} {
		if _, err := s.find(name); err == nil || exit.CodeOf(err) != exit.Usage {
			t.Errorf("%q: %v", name, err)
		}
	}
	_, err := s.find("min")
	if !strings.Contains(err.Error(), "did you mean mine?") {
		t.Error(err)
	}
	if _, err := (shelf{}).find("mine"); err == nil {
		t.Error("found on no shelf")
	}
}

// TestKeyChangesTheTheme: T goes through all of them, in play and on cards, and the game does
// not notice.
func TestKeyChangesTheTheme(t *testing.T) {
	p := sit(t, func(set *settings) { set.themes = shelve(t, "ball = '#00ff00'\n") })
	p.keys("enter space t p")
	seen := []string{p.s.view.Options().Theme.Name}
	for range len(render.Themes) + 1 {
		before := p.s.round.game.Hash()
		p.keys("t")
		if p.s.round.game.Hash() != before {
			t.Error("the game has noticed")
		}
		seen = append(seen, p.s.view.Options().Theme.Name)
	}
	p.on(paused)
	want := append(append(render.ThemeNames()[1:], "mine"), render.ThemeNames()[:2]...)
	if strings.Join(seen, " ") != strings.Join(want, " ") {
		t.Errorf("the themes were %v, want %v", seen, want)
	}
	if text := p.settings(); !strings.Contains(text, `theme = "`+want[len(want)-1]+`"`) {
		t.Errorf("keeps %q", text)
	}
}

func TestBrokenThemeIsToldAndLeavesTheColours(t *testing.T) {
	p := sit(t, func(set *settings) { set.themes = shelve(t, "ball = 1\n") })
	for range render.Themes {
		p.keys("t")
	}
	if got := p.s.view.Options().Theme.Name; got != render.Themes[len(render.Themes)-1].Name || !strings.Contains(p.s.set.notice, "mine.toml:1:8") {
		t.Errorf("draws in %s, says %q", got, p.s.set.notice)
	}
	p.keys("t")
	if p.s.set.notice != "" {
		t.Errorf("still says %q", p.s.set.notice)
	}
}

func TestReducedMotion(t *testing.T) {
	for _, c := range []struct {
		env, chosen string
		want        render.Effects
	}{
		{"", "", render.FullEffects},
		{"1", "", render.NoEffects},
		{"0", "", render.FullEffects},
		{"1", "some", render.SomeEffects},
		{"", "none", render.NoEffects},
	} {
		var set settings
		set.auto = detect(func(name string) string {
			if name == "REDUCED_MOTION" {
				return c.env
			}
			return ""
		})
		set.choices.set[optEffects][byConfig] = c.chosen
		set.apply()
		if set.render.Effects != c.want {
			t.Errorf("REDUCED_MOTION=%q, effects = %q: %v, want %v", c.env, c.chosen, set.render.Effects, c.want)
		}
	}
}
