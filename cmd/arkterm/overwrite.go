package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
)

// addForce adds the flag that allows a command to replace existing files.
func addForce(cmd *cobra.Command) {
	cmd.Flags().Bool("force", false, "replace existing files")
}

// forced reports whether --force is given.
func forced(cmd *cobra.Command) bool {
	force, _ := cmd.Flags().GetBool("force") // fails only without addForce
	return force
}

// checkForce returns an error if --force is given without any of the flags that name output files.
func checkForce(cmd *cobra.Command, flags ...string) error {
	if !forced(cmd) || slices.ContainsFunc(flags, cmd.Flags().Changed) {
		return nil
	}
	return cli.Errorf(cli.ExitUsage, "--force requires --%s", strings.Join(flags, " or --"))
}

// checkOverwrite returns an error if one of the flags names an existing regular file, unless --force is given. The
// command itself reports an output file that is also the input, so checkOverwrite accepts it.
func checkOverwrite(cmd *cobra.Command, input string, flags ...string) error {
	for _, name := range flags {
		path := cmd.Flags().Lookup(name).Value.String()
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && path != "-" && !forced(cmd) &&
			!sameFile(path, input) {
			return existsError(name, path)
		}
	}
	return nil
}

// existsError returns the error for a flag whose file exists.
func existsError(flag, path string) error {
	return cli.Errorf(cli.ExitUsage, "--%s: %s exists; --force replaces it", flag, path)
}
