package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// newRoot returns the whole command line. trial, if not nil, is called with each play before it begins;
// tests use it to cause crashes.
func newRoot(trial func(*play)) *cobra.Command {
	root := newPlay(trial)
	root.Use = "arkterm"
	root.Aliases = nil
	root.Short = "A brick-and-paddle game with hexagons, in the terminal"
	root.Long = root.Short + "."
	root.Example = `  arkterm                                  play
  arkterm --level 3                        begin at the third level
  arkterm --levels my.level                play your own
  arkterm --bot                            watch the bot
  arkterm replay game.ark                  watch a recording
  arkterm sim --bot --level 2 --seed 7     play without a terminal, print the result
  ssh -t host arkterm                      play over a link`
	root.Args = knownCommand
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = checkFiles
	root.SetUsageFunc(printUsage)
	root.SetHelpFunc(printHelp)
	root.AddCommand(newPlay(trial), newContinue(trial), newSim(), newLevels(), newFrame(), newReplay(), newVerify(), newShare(), newScores(), newSubmit(), newServe(), newArcade(), newConfig(), newPaths(), newDoctor(), newVersion())
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	initCompletion(root)
	addVersionFlag(root)
	return root
}

// addVersionFlag makes --version do what the command version does. cobra's own flag takes a template.
func addVersionFlag(root *cobra.Command) {
	asked, play := false, root.RunE
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for arkterm")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !asked {
			return play(cmd, args)
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), versionText())
		return err
	}
}

// newHelp returns the help command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Example: "  arkterm help levels check",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			of, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) == 0 {
				names = commandNames(of)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if err := knownCommand(of, rest); err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// helpError returns an error if --help is given with an unknown command. cobra prints the help of the last
// known command instead.
func helpError(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasAvailableSubCommands() || !slices.Contains(rest, "--help") && !slices.Contains(rest, "-h") {
		return nil
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil { // which cobra reports
		return nil
	}
	given := cmd.Flags().Args()
	if len(given) > 0 && slices.Contains(commandNames(cmd), given[0]) { // behind --help
		return nil
	}
	return knownCommand(cmd, given)
}

// The help is printed here rather than by templates: text/template finds methods by their names, so with it the linker has
// to keep every method of every type, a fifth of the program.

// printHelp prints the help of a command: description, examples, then details.
func printHelp(cmd *cobra.Command, _ []string) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", strings.TrimSpace(about), usage(cmd))
}

// printUsage prints what is below the description.
func printUsage(cmd *cobra.Command) error {
	_, err := fmt.Fprint(cmd.OutOrStderr(), usage(cmd))
	return err
}

func usage(cmd *cobra.Command) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	b.WriteString("Usage:")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "\n  %s", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s COMMAND\n\nCommands:", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "\n  %-*s %s", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	if cmd.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\n\nFlags:\n%s", strings.TrimRightFunc(cmd.LocalFlags().FlagUsages(), unicode.IsSpace))
	}
	return b.String() + "\n"
}
