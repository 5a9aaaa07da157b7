package main

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/levels"
	"arkterm/levels/lbreakout"
)

// newEdit returns the command that edits a level file.
func newEdit(testHook func(*play)) *cobra.Command {
	f := playFlags{testHook: testHook}
	cmd := &cobra.Command{
		Use:   "edit [FILE]",
		Short: "Make or change levels",
		Long: `Make or change the levels of FILE in the workshop. A FILE that does not exist is created when
you save. Without FILE, a new level begins. F1 lists the keys.`,
		Example: `  arkterm edit my.level`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] == "" {
				return cli.Errorf(cli.ExitUsage, "%s: want at most one file", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(checkExclusive(cmd, "lines", "plain", "narrate"),
				checkExclusive(cmd, "plain", "narrate")); err != nil {
				return err
			}
			open, err := openLevel(cmp.Or(append(args, "")...))
			if err != nil {
				return err
			}
			f.edit = open
			return f.play(tty.Getenv, store.UserFolders())
		},
	}
	f.game.level = "1"
	addOptions(cmd, &f.choices)
	f.addDebugging(cmd)
	return cmd
}

// openLevel opens a level file for the editor. An empty path, and a file that does not exist, give a new document.
func openLevel(path string) (*app.OpenLevel, error) {
	if path == "" {
		return &app.OpenLevel{Doc: levels.NewDocument("untitled" + levels.Suffix)}, nil
	}
	if err := rejectStdin("edit", path); err != nil {
		return nil, err
	}
	data, err := store.ReadAtMost(path, lbreakout.MaxSet+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &app.OpenLevel{File: path, Doc: levels.NewDocument(filepath.Base(path))}, nil
	case err != nil:
		return nil, cli.Errorf(cli.ExitFile, "%w", levels.ReadError(path, err))
	case lbreakout.IsSet(data):
		return nil, cli.Errorf(cli.ExitFile,
			"%s: a level set of another game; convert it with arkterm levels import first", path)
	case len(data) > levels.MaxFile:
		return nil, cli.Errorf(cli.ExitFile, "%s: the file is longer than %d KiB", path, levels.MaxFile>>10)
	}
	text := strings.ToValidUTF8(string(data), "�")
	if text != string(data) {
		return nil, cli.Errorf(cli.ExitFile, "%s: not UTF-8 text", path)
	}
	return &app.OpenLevel{File: path, OnDisk: text, Doc: levels.ParseDocument(path, text)}, nil
}
