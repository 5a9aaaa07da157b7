package main

import (
	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/exitcode"
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
	root.PersistentPreRunE = checkFiles
	root.AddCommand(newPlay(trial), newContinue(trial), newSim(), newLevels(), newFrame(), newReplay(), newVerify(), newShare(), newScores(), newSubmit(), newConfig(), newPaths(), newDoctor())
	root.AddCommand(newMoved("serve"), newMoved("arcade"))
	cli.Init(root)
	return root
}

// newMoved returns a hidden command that names the program that has it now.
func newMoved(name string) *cobra.Command {
	hint := name + " is a command of arkterm-arcade, the program of the arcade server: see arkterm-arcade --help"
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
