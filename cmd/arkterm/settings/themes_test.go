package settings

import (
	"strings"
	"testing"
	"testing/fstest"

	"arkterm/cmd/arkterm/cli"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// oneTheme returns the themes of a player with a single theme named "mine".
func oneTheme(text string) Themes {
	return Themes{Dir: "themes", Files: fstest.MapFS{"mine.toml": {Data: []byte(text)}}}
}

func TestThemeFile(t *testing.T) {
	s := oneTheme(
		"base = 'paper'\nball = '#Ff0001'\nhues = ['#000001', '#000002', '#000003', '#000004', '#000005', " +
			"'#000006', '#000007', '#000008']\n")
	got, err := s.Find("mine")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := theme.Find("paper")
	want.Name, want.Ball = "mine", 0xff0001
	for i := range want.Hues {
		want.Hues[i] = cell.Color(i + 1)
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if n := s.Names(); len(n) != 1 || n[0] != "mine" {
		t.Errorf("Names() = %q, want mine", n)
	}
	if got, _ := oneTheme("back = '#123456'\n").Find("mine"); got.WorldLight || got.Back != 0x123456 {
		t.Errorf("the background of the theme depends on the world: %+v", got)
	}
	if got, _ := oneTheme("").Find("mine"); got.Ball != theme.All[0].Ball {
		t.Errorf("the theme of an empty file differs from the first built-in theme: %+v", got)
	}
}

func TestThemeFileErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"bal = '#ffffff'\n", "mine.toml:1:7: bal: unknown theme color; did you mean ball?"},
		{"\nball = 'white'\n", `mine.toml:2:8: ball: want a color such as "#ffcc00", not "white"`},
		{"ball = 3\n", "mine.toml:1:8: ball: want a color"},
		{"ball = ['#000000', '#000000']\n", "ball: want one color"},
		{"hues = ['#000000']\n", "hues: want a list of 8 colors"},
		{"base = 'arcde'\n", "mine.toml:1:8: base: unknown theme"},
		{"ball = \n", "mine.toml:1:"},
		{"name = '#000000'\n", "unknown theme color"},
		{"- = '#000000'\n", "unknown theme color"},
	} {
		_, err := oneTheme(c.text).Find("mine")
		if err == nil || cli.ExitCodeOf(err) != cli.ExitFile || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the theme %q results in the error %v, want %s", c.text, err, c.want)
		}
	}
}

func TestMissingTheme(t *testing.T) {
	s := oneTheme("")
	for _, name := range []string{"arcad", "min", "../mine", "", "a/b", strings.Repeat("x", 99)} {
		if _, err := s.Find(name); err == nil || cli.ExitCodeOf(err) != cli.ExitUsage {
			t.Errorf("Find(%q) fails with %v, want a usage error", name, err)
		}
	}
	_, err := s.Find("min")
	if !strings.Contains(err.Error(), "did you mean mine?") {
		t.Errorf("Find(min) fails with %v, want a suggestion", err)
	}
	if _, err := (Themes{}).Find("mine"); err == nil {
		t.Error("Find(mine) succeeds without a folder")
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
		auto := Detect(func(name string) string {
			if name == "REDUCED_MOTION" {
				return c.env
			}
			return ""
		})
		var choices Choices
		choices.Values[Effects][ByConfig] = c.chosen
		if got := choices.RenderOptions(render.Options{}, auto, Themes{}).Effects; got != c.want {
			t.Errorf("REDUCED_MOTION=%q, effects = %q: %v, want %v", c.env, c.chosen, got, c.want)
		}
	}
}
