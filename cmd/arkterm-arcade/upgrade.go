package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm/cli"
)

// newUpgrade returns the command that replaces a running server.
func newUpgrade() *cobra.Command {
	var state stateFlag
	cmd := &cobra.Command{
		Use:   "upgrade",
		Short: "Replace a running server without ending games",
		Long: `Start this program as a new server that replaces the running one. The new server gets the
same command line and environment, reads the configuration again, and serves new visitors. The
old server ends when its visitors have left, at the latest after an hour. If the new server does
not start, the old one continues.`,
		Example: "  arkterm-arcade upgrade --state /var/lib/arkterm-arcade",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := os.Executable()
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			answer, err := arcade.RequestUpgrade(filepath.Join(state.folder().dir, arcade.ControlFile), path)
			if err != nil {
				return cli.Errorf(cli.ExitFailure, "%w", err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), answer)
			return err
		},
	}
	state.add(cmd)
	return cmd
}

// startProcess starts a program with the arguments and standard streams of this process, additional files and an
// environment.
func startProcess(path string, files []*os.File, env []string) (*os.Process, error) {
	return os.StartProcess(path, os.Args, &os.ProcAttr{
		Env: env, Files: append([]*os.File{os.Stdin, os.Stdout, os.Stderr}, files...),
	})
}
