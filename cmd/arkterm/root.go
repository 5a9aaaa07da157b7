package main

import (
	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
)

// newRoot returns the root command. If testHook is not nil, it is called with each play before it starts. Tests use it
// to cause crashes.
func newRoot(testHook func(*play)) *cobra.Command {
	root := newPlay(testHook)
	root.Use = "arkterm"
	root.Aliases = nil
	root.Short = "A brick-breaker for the terminal, with hexagonal bricks"
	root.Long = root.Short + "."
	root.Example = `  arkterm                                  play
  arkterm --level 3                        start at level 3
  arkterm --bot                            watch the bot
  arkterm replay game.ark                  watch a recording
  ssh -t host arkterm                      play over SSH`
	root.PersistentPreRunE = checkFiles
	root.AddCommand(newPlay(testHook), newContinue(testHook), newSim(), newLevels(), newFrame(), newReplay(),
		newVerify(),
		newShare(), newScores(), newSubmit(), newConfig(), newPaths(), newDoctor())
	root.AddCommand(newMovedCommand("serve"), newMovedCommand("arcade"))
	cli.Init(root, flagGroups...)
	return root
}

// newMovedCommand returns a hidden command whose error says that arkterm-arcade has this command.
func newMovedCommand(name string) *cobra.Command {
	hint := name + " is now a command of the program arkterm-arcade (see arkterm-arcade --help)"
	return &cobra.Command{
		Use:                name,
		Long:               hint,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return exitcode.Errorf(exitcode.Usage, "%s", hint)
		},
	}
}
