package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
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
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpTemplate(helpTemplate)
	root.AddCommand(newPlay(trial), newContinue(trial), newSim(), newLevels(), newFrame(), newReplay(), newVerify(), newShare(), newScores(), newConfig(), newPaths(), newDoctor(), newVersion())
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	initCompletion(root)
	root.Version = version()
	root.SetVersionTemplate(versionText())
	return root
}

// initCompletion adds cobra's command for shell completion. cobra's own accepts any word and shows no
// examples.
func initCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	c.Args = knownCommand
	c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	c.Example = "  source <(arkterm completion bash)"
	for _, shell := range c.Commands() {
		switch shell.Name() {
		case "fish":
			shell.Example = "  arkterm completion fish | source"
		case "powershell":
			shell.Example = "  arkterm completion powershell | Out-String | Invoke-Expression"
		default:
			shell.Example = "  source <(arkterm completion " + shell.Name() + ")"
		}
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
			of.InitDefaultVersionFlag()
			return of.Help()
		},
	}
}

// commandNames returns the names of the commands below cmd.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// Templates of the help of every command: description, examples, then details.
const (
	helpTemplate = `{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{.UsageString}}`

	usageTemplate = `{{if .HasExample}}Examples:
{{.Example}}

{{end}}Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
`
)

// knownCommand is the Args of commands that have subcommands and take no arguments themselves. An argument
// was meant to be a subcommand.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return exit.Errorf(exit.Usage, "no command %q in %s%s", args[0], cmd.CommandPath(), words.DidYouMean(args[0], "", commandNames(cmd)))
}

// noArgs is the Args of commands that take only flags.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Errorf(exit.Usage, "%s takes no arguments, got %s", cmd.CommandPath(), strings.Join(args, " "))
	}
	return nil
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Example: `  arkterm version
  arkterm version --json | jq .rules`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if asJSON {
				return json.NewEncoder(w).Encode(map[string]any{
					"version": version(), "rules": engine.Rules,
					"go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
				})
			}
			_, err := fmt.Fprint(w, versionText())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the version of the rules")
	return cmd
}

// versionText returns the output of version and --version.
func versionText() string {
	return fmt.Sprintf("arkterm %s (%s %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version returns the module's version. For a build from a checkout it returns "devel", with the commit if
// the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel " + s.Value[:12]
		}
	}
	return "devel"
}

// madeBy returns the name of this program in recordings.
func madeBy() string { return "arkterm " + version() }
