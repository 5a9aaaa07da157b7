package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// chosen returns the choices of a config.toml and a settings.toml.
func chosen(t *testing.T, config, settings string) (c settings.Choices, notice string, err error) {
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
	if err = readConfig(&c, in.ConfigFile()); err == nil {
		notice = readSettings(&c, in.SettingsFile(), time.Unix(0, 0))
	}
	return c, notice, err
}

func TestBadSettingsArePutAside(t *testing.T) {
	for _, text := range []string{"glyphs = ", "glyphs = 'none'", "other = 1", "\x00"} {
		c, notice, err := chosen(t, "fps = 30\n", text)
		if err != nil || !strings.Contains(notice, "settings.toml.bad-19700101-000000") {
			t.Errorf("%q: %q, %v", text, notice, err)
		}
		if c.Number(settings.FPS) != 30 || c.Get(settings.Glyphs) != "auto" {
			t.Errorf("%q: the configuration is lost", text)
		}
	}
}

func TestConfigurationThatIsNoFile(t *testing.T) {
	in := store.Folders{Config: t.TempDir()}
	if err := os.Mkdir(filepath.Join(in.Config, "config.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	var c settings.Choices
	if err := readConfig(&c, in.ConfigFile()); err == nil || exit.CodeOf(err) != exit.File {
		t.Errorf("a folder is read: %v", err)
	}
}

func TestOptionsAreChosenWithThreeKeys(t *testing.T) {
	p := sit(t)
	p.keys("enter p right enter enter right right enter")
	p.on(optionsScreen)
	if got := p.s.set.render.Glyphs.String(); got != settings.Options[settings.Glyphs].Values[2] {
		t.Errorf("draws with %s, want %s", got, settings.Options[settings.Glyphs].Values[2])
	}
	if text := p.settings(); !strings.Contains(text, `glyphs = "`+settings.Options[settings.Glyphs].Values[2]+`"`) {
		t.Errorf("keeps %q", text)
	}
	if p.settings() != "" {
		t.Error("keeps it twice")
	}
	p.keys("left enter")
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
	p.keys("right enter enter right esc esc")
	p.on(pausedScreen)
	if got := p.s.round.game.Hash(); got != before {
		t.Errorf("the game is %x, was %x", got, before)
	}
}
