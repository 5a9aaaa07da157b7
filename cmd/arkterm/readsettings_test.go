package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// readChoices reads a config.toml and a settings.toml with these texts. An empty text means no file.
func readChoices(t *testing.T, config, settings string) (c settings.Choices, notice string, err error) {
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
		notice = store.ReadSettings(&c, in.SettingsFile(), time.Unix(0, 0))
	}
	return c, notice, err
}

func TestBadSettingsAreRenamed(t *testing.T) {
	for _, text := range []string{"glyphs = ", "glyphs = 'none'", "other = 1", "\x00"} {
		c, notice, err := readChoices(t, "fps = 30\n", text)
		if err != nil || !strings.Contains(notice, "settings.toml.bad-19700101-000000") {
			t.Errorf("settings.toml %q: got notice %q and error %v, want the name of the renamed file", text, notice,
				err)
		}
		if c.Number(settings.FPS) != 30 || c.Get(settings.Glyphs) != "auto" {
			t.Errorf("settings.toml %q: fps is %d and glyphs is %s, want 30 and auto from config.toml and the defaults",
				text,
				c.Number(settings.FPS), c.Get(settings.Glyphs))
		}
	}
}

func TestConfigurationIsAFolder(t *testing.T) {
	in := store.Folders{Config: t.TempDir()}
	if err := os.Mkdir(filepath.Join(in.Config, "config.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	var c settings.Choices
	if err := readConfig(&c, in.ConfigFile()); err == nil || cli.ExitCodeOf(err) != cli.ExitFile {
		t.Errorf("config.toml is a folder: got error %v, want exit code %d", err, cli.ExitFile)
	}
}

// TestAssistsInTheConfiguration checks that config.toml accepts several assists in any order, and rejects unknown ones.
func TestAssistsInTheConfiguration(t *testing.T) {
	c, _, err := readChoices(t, "assist = \"slow,aim\"\nspeed = 80\n", "")
	want := engine.Terms{Difficulty: engine.Medium, Assists: engine.AssistAim | engine.AssistSlow, Speed: 80}
	if err != nil || c.Terms() != want {
		t.Errorf("Terms() = %+v after reading config.toml (%v), want %+v", c.Terms(), err, want)
	}
	_, _, err = readChoices(t, "assist = \"aim,wings\"\n", "")
	if err == nil || !strings.Contains(err.Error(), "config.toml:1:") ||
		!strings.Contains(err.Error(), "aim, wide, slow and lives") {
		t.Errorf("unknown assist: got error %v, want the place and the allowed values", err)
	}
}
