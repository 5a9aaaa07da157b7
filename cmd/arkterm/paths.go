package main

import (
	"fmt"
	"io"
	"reflect"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
)

// A pathsResult is the JSON output of the paths command.
type pathsResult struct {
	Config   string `json:"config"`
	Themes   string `json:"themes"`
	Data     string `json:"data"`
	Levels   string `json:"levels"`
	Replays  string `json:"replays"`
	State    string `json:"state"`
	Settings string `json:"settings"`
	Scores   string `json:"scores"`
	Book     string `json:"book"`
	Daily    string `json:"daily"`
	Game     string `json:"game"`
	Crashes  string `json:"crashes"`
}

// newPaths returns the paths command, which prints where arkterm stores its files.
func newPaths() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "paths",
		Short: "Print the locations of files",
		Long: `Print the paths of the files that arkterm reads and writes. The environment variables
XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME change them.`,
		Example: `  arkterm paths
  arkterm paths --json | jq -r .replays`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printPaths(cmd.OutOrStdout(), store.UserFolders(), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printPaths prints the paths as JSON, or as lines with the JSON key and the path.
func printPaths(w io.Writer, f store.Folders, asJSON bool) error {
	all := pathsResult{
		Config: f.ConfigFile(), Themes: f.Themes(),
		Data: f.Data, Levels: f.Levels(), Replays: f.Replays(),
		State: f.State, Settings: f.SettingsFile(), Scores: f.ScoresFile(), Book: f.FieldGuideFile(),
		Daily: f.DailyFile(),
		Game:  f.GameFile(), Crashes: f.Crashes(),
	}
	if asJSON {
		return cli.WriteJSON(w, all)
	}
	rows := reflect.ValueOf(all)
	for i := range rows.NumField() {
		if _, err := fmt.Fprintf(w, "%-9s %s\n", rows.Type().Field(i).Tag.Get("json"), rows.Field(i)); err != nil {
			return err
		}
	}
	return nil
}
