package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
)

// newEdit returns the command that edits a level file.
func newEdit(testHook func(*playSession)) *cobra.Command {
	f := playFlags{testHook: testHook}
	cmd := &cobra.Command{
		Use:   "edit [FILE]",
		Short: "Make or change levels",
		Long: `Make or change the levels of FILE in the workshop. If FILE does not exist, saving creates it.
Without FILE, the workshop starts with a new level. F1 lists the keys.`,
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
			if err := rejectStdin("edit", strings.Join(args, "")); err != nil {
				return err
			}
			f.editing, f.editPath = true, cmp.Or(append(args, "")...)
			return f.play(tty.Getenv, store.UserFolders())
		},
	}
	f.game.level = "1"
	addOptions(cmd, &f.choices)
	f.addDebugging(cmd)
	return cmd
}
