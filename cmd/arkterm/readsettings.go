package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// maxConfig is the largest size of a settings file, in bytes.
const maxConfig = 256 << 10

// readConfig reads the player's config.toml. A missing file is no error. The error of a bad file lists all
// that is wrong with it; the file is left alone.
func readConfig(c *settings.Choices, path string) error {
	text, err := store.ReadLimited(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return exit.Errorf(exit.File, "read the configuration: %w", err)
	}
	return c.Read(path, text, settings.ByConfig)
}

// readSettings reads the settings chosen in the menu. A bad file is renamed, and the notice says so; the
// game starts without it.
func readSettings(c *settings.Choices, path string, now time.Time) (notice string) {
	text, err := store.ReadLimited(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err == nil {
		before := *c
		if err = c.Read(path, text, settings.ByMenu); err == nil {
			return ""
		}
		*c = before
	}
	aside, moved := store.SetAside(path, now)
	if moved != nil {
		return fmt.Sprintf("settings not read: %v", err)
	}
	return "settings not read, put aside as " + aside
}

// ownThemes returns the player's themes.
func ownThemes(in store.Folders) settings.Themes {
	return settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
}
