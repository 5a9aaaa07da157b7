package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
)

func TestOptionsTakeWhatTheyOffer(t *testing.T) {
	for i := range options {
		o := &options[i]
		for _, v := range o.values {
			if got, err := o.take(strings.ToUpper(v)); got != v || err != nil {
				t.Errorf("%s: %s is taken as %q, %v", o.name, v, got, err)
			}
			if got := o.after(o.after(v, 1), -1); got != v {
				t.Errorf("%s: one on and one back from %s is %s", o.name, v, got)
			}
		}
		if _, err := o.take("no such name"); err == nil || !strings.Contains(err.Error(), "want "+o.values[0]) {
			t.Errorf("%s: nonsense is answered by %v", o.name, err)
		}
	}
}

func TestNumbersNotInTheMenu(t *testing.T) {
	o := &options[optFPS]
	if got, err := o.take("50"); got != "50" || err != nil {
		t.Errorf("50 is taken as %q, %v", got, err)
	}
	for _, text := range []string{"14", "241", "-60", "6e1", ""} {
		if _, err := o.take(text); err == nil || !strings.Contains(err.Error(), "15 to 240") {
			t.Errorf("%q: %v, want the range", text, err)
		}
	}
	if up, down := o.after("50", 1), o.after("50", -1); up != "60" || down != "20" {
		t.Errorf("about 50 are %s and %s, want 20 and 60", down, up)
	}
}

// chosen returns the choices of a config.toml and a settings.toml.
func chosen(t *testing.T, config, settings string) (c choices, notice string, err error) {
	t.Helper()
	in := store.Folders{Config: t.TempDir(), State: t.TempDir()}
	for path, text := range map[string]string{in.ConfigFile(): config, in.SettingsFile(): settings} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err = c.readConfig(in.ConfigFile()); err == nil {
		notice = c.readSettings(in.SettingsFile(), time.Unix(0, 0))
	}
	return c, notice, err
}

func TestMenuCountsMoreThanTheConfiguration(t *testing.T) {
	c, notice, err := chosen(t, "glyphs = 'half'\nfps = 30\n", "glyphs = 'ascii'\n")
	if err != nil || notice != "" {
		t.Fatal(err, notice)
	}
	if got := c.get(optGlyphs); got != "ascii" || c.from(optGlyphs) != byMenu {
		t.Errorf("glyphs are %s by %v", got, c.from(optGlyphs))
	}
	if got := c.number(optFPS); got != 30 || c.from(optFPS) != byConfig {
		t.Errorf("fps is %d by %v", got, c.from(optFPS))
	}
	if got := c.get(optColor); got != "auto" || c.from(optColor) != byDefault {
		t.Errorf("color is %s by %v", got, c.from(optColor))
	}
}

func TestConfigurationErrorsAreAllTold(t *testing.T) {
	_, _, err := chosen(t, "fsp = 30\nglyphs = 'hafl'\n\ncolor = 16\nfps = 1000\n", "")
	if err == nil || exit.CodeOf(err) != exit.File {
		t.Fatal(err)
	}
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		"config.toml:1:7: fsp: there is no such option; did you mean fps?",
		`config.toml:2:10: glyphs: "hafl": want auto, `,
		`config.toml:5:7: fps: "1000": want auto, or a whole number, 15 to 240`,
	}
	if len(lines) != len(want) {
		t.Fatalf("says\n%v", err)
	}
	for i, w := range want {
		if !strings.Contains(lines[i], w) {
			t.Errorf("line %d is %q, want %q", i, lines[i], w)
		}
	}
}

func TestBadSettingsArePutAside(t *testing.T) {
	for _, text := range []string{"glyphs = ", "glyphs = 'none'", "other = 1", "\x00"} {
		c, notice, err := chosen(t, "fps = 30\n", text)
		if err != nil || !strings.Contains(notice, "settings.toml.bad-19700101-000000") {
			t.Errorf("%q: %q, %v", text, notice, err)
		}
		if c.number(optFPS) != 30 || c.get(optGlyphs) != "auto" {
			t.Errorf("%q: the configuration is lost", text)
		}
	}
}

func TestSettingsAreReadAsWritten(t *testing.T) {
	var c choices
	for i := range options {
		c.put(i, options[i].after(c.get(i), 1))
	}
	d, notice, err := chosen(t, "", string(c.settings()))
	if err != nil || notice != "" || d != c {
		t.Errorf("%v, %q: wrote %v, read %v", err, notice, c, d)
	}
}

func TestConfigurationThatIsNoFile(t *testing.T) {
	in := store.Folders{Config: t.TempDir()}
	if err := os.Mkdir(filepath.Join(in.Config, "config.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	var c choices
	if err := c.readConfig(in.ConfigFile()); err == nil || exit.CodeOf(err) != exit.File {
		t.Errorf("a folder is read: %v", err)
	}
}

func TestOptionsAreChosenWithThreeKeys(t *testing.T) {
	p := sit(t)
	p.keys("enter p right enter enter right right enter")
	p.on(opting)
	if got := p.s.set.render.Glyphs.String(); got != options[optGlyphs].values[2] {
		t.Errorf("draws with %s, want %s", got, options[optGlyphs].values[2])
	}
	if text := p.settings(); !strings.Contains(text, `glyphs = "`+options[optGlyphs].values[2]+`"`) {
		t.Errorf("keeps %q", text)
	}
	if p.settings() != "" {
		t.Error("keeps it twice")
	}
	p.keys("left enter")
	p.on(paused)
	p.keys("enter")
	p.on(countdown)
}

func TestOptionsLeaveTheGameAlone(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.wait(time.Second)
	p.keys("p")
	before := p.s.round.game.Hash()
	p.keys("right enter enter right esc esc")
	p.on(paused)
	if got := p.s.round.game.Hash(); got != before {
		t.Errorf("the game is %x, was %x", got, before)
	}
}
