package main

import (
	"errors"
	"io/fs"
	"os"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/keeper"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// readConfig reads the player's config.toml. A missing file is no error. The error of a bad file lists all
// that is wrong with it; the file is left alone.
func readConfig(c *settings.Choices, path string) error {
	text, err := store.ReadLimited(path, keeper.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return exit.Errorf(exit.File, "read the configuration: %w", err)
	}
	return c.Read(path, text, settings.ByConfig)
}

// ownThemes returns the player's themes.
func ownThemes(in store.Folders) settings.Themes {
	return settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
}
