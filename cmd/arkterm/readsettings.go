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

// maxConfig is the most bytes of a file of settings.
const maxConfig = 256 << 10

// readConfig takes over what the player's config.toml says. There need not be one; one with
// errors is an error with all of them, and nothing is done about the file.
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

// readSettings takes over what was chosen in the menu before. A file that is not
// what the program writes is set aside and a notice says so; play begins without it.
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

// ownThemes returns the player's own themes.
func ownThemes(in store.Folders) settings.Themes {
	return settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
}
