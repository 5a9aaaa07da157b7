package main

import (
	"fmt"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/store"
)

// userFolders returns the folders of the XDG base directory specification, or this system's counterparts.
func userFolders() store.Folders {
	return store.Folders{
		Config: filepath.Join(xdg.ConfigHome, "arkterm"),
		Data:   filepath.Join(xdg.DataHome, "arkterm"),
		State:  filepath.Join(xdg.StateHome, "arkterm"),
		Home:   xdg.Home,
		Shared: xdg.DataDirs,
	}
}

// newPaths returns the command that prints the paths of the files.
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
				{"config", f.ConfigFile()},
				{"themes", f.Themes()},
				{"data", f.Data},
				{"levels", f.Levels()},
				{"replays", f.Replays()},
				{"state", f.State},
				{"settings", f.SettingsFile()},
				{"scores", f.ScoresFile()},
			} {
				if _, err := fmt.Fprintf(w, "%-9s %s\n", row[0], row[1]); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
