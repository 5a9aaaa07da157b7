package main

import (
	"errors"
	"io/fs"
	"os"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// readConfig reads the player's config.toml. A missing file is not an error. The error of an invalid file lists all
// errors in it.
func readConfig(c *settings.Choices, path string) error {
	text, err := readConfigText(path)
	if err != nil {
		return err
	}
	return c.Read(path, text, settings.ByConfig)
}

// readConfigText returns the text of a configuration, or nil if there is no such file.
func readConfigText(path string) ([]byte, error) {
	text, err := store.ReadLimited(path, store.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "read the configuration: %w", err)
	}
	return text, nil
}

// userThemes returns the player's themes.
func userThemes(in store.Folders) settings.Themes {
	return settings.Themes{Dir: in.Themes(), Files: os.DirFS(in.Themes())}
}
