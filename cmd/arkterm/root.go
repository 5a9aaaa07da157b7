package main

import "github.com/spf13/cobra"

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
	root.AddCommand(newPlay(trial), newContinue(trial), newSim(), newLevels(), newFrame(), newReplay(), newVerify(), newShare(), newScores(), newServe(), newConfig(), newPaths(), newDoctor(), newVersion())
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	initCompletion(root)
	offerFilesOnlyWhereTheyBelong(root)
	root.Version = version()
	root.SetVersionTemplate(versionText())
	return root
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
