package main

import (
	"fmt"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
)

// A folders is where the player's files are. None of the folders need exist: what is
// not there was not kept, and writing makes it.
type folders struct {
	config string // what the player writes: config.toml, themes
	data   string // what the player collects: levels, replays
	state  string // what the program keeps: settings, saves, scores, crash reports

	home   string   // the player's, where other games keep theirs
	shared []string // folders for data of all programs, for all players
}

// userFolders returns the folders of the XDG base directory specification, or what takes
// their place on this system.
func userFolders() folders {
	return folders{
		config: filepath.Join(xdg.ConfigHome, "arkterm"),
		data:   filepath.Join(xdg.DataHome, "arkterm"),
		state:  filepath.Join(xdg.StateHome, "arkterm"),
		home:   xdg.Home,
		shared: xdg.DataDirs,
	}
}

// configFile is the player's own; it is only ever read.
func (f folders) configFile() string { return filepath.Join(f.config, "config.toml") }

// themes holds a player's own themes, NAME.toml.
func (f folders) themes() string { return filepath.Join(f.config, "themes") }

// settingsFile holds what was chosen in the menu, and what was learned of the keyboard.
func (f folders) settingsFile() string { return filepath.Join(f.state, "settings.toml") }

// scoresFile is the database of all games.
func (f folders) scoresFile() string { return filepath.Join(f.state, "scores.db") }

// newPaths returns the command that says where the files are.
func newPaths() *cobra.Command {
	return &cobra.Command{
		Use:   "paths",
		Short: "Say where the files are",
		Long: `Print where arkterm looks for the player's files and keeps its own. The environment
variables XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME move them.`,
		Example: `  arkterm paths`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f := userFolders()
			w := cmd.OutOrStdout()
			for _, row := range [...][2]string{
				{"config", f.configFile()},
				{"themes", f.themes()},
				{"data", f.data},
				{"replays", f.replays()},
				{"state", f.state},
				{"settings", f.settingsFile()},
				{"scores", f.scoresFile()},
			} {
				if _, err := fmt.Fprintf(w, "%-9s %s\n", row[0], row[1]); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
