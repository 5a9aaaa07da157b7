package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"arkterm/engine/parse"
)

// KnownCommand is the Args function of commands that have subcommands and take no arguments themselves. It returns an
// error that treats an argument as an unknown subcommand.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Errorf(ExitUsage, "unknown command %q for %s%s", args[0], cmd.CommandPath(),
		parse.DidYouMean(args[0], "", commandNames(cmd)))
}

// NoArgs is the Args function of commands that take only flags.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Errorf(ExitUsage, "%s takes no arguments, got %s", cmd.CommandPath(),
			strings.Join(args, " "))
	}
	return nil
}

// AtMostOne returns the Args function of commands that take at most one argument. noun is the name of the argument in
// errors, for example "file".
func AtMostOne(noun string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Errorf(ExitUsage, "%s takes at most one %s, got %d", cmd.CommandPath(), noun, len(args))
		}
		return nil
	}
}

// commandNames returns the names of the subcommands of cmd.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}
