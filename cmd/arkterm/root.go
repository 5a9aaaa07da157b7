package main

import (
	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
)

// newRoot returns the root command. If testHook is not nil, each session in the terminal is passed to it before the
// session starts. Tests use it to cause crashes.
func newRoot(testHook func(*playSession)) *cobra.Command {
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
	root.AddCommand(newPlay(testHook), newContinue(testHook), newEdit(testHook))
	for _, c := range commands {
		if c.build != nil {
			root.AddCommand(c.build())
		}
	}
	root.AddCommand(newMovedCommand("serve"), newMovedCommand("arcade"))
	initRoot(root)
	return root
}

// commands are the commands that do not play.
var commands = [...]struct {
	name  string
	build func() *cobra.Command
}{
	{"sim", newSim},
	{"bot", newBotCommand},
	{"league", newLeague},
	{"levels", newLevels},
	{"frame", newFrame},
	{"replay", newReplay},
	{"verify", newVerify},
	{"share", newShare},
	{"scores", newScores},
	{"submit", newSubmit},
	{"config", newConfig},
	{"paths", newPaths},
	{"doctor", newDoctor},
	{"version", nil}, // cli.Init adds it
}

// rootFor returns the root command for arguments. If the first argument is a name in commands, the root command has
// only this command, because all commands together need a quarter of the memory of a short run.
func rootFor(args []string) *cobra.Command {
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name {
			root := &cobra.Command{Use: "arkterm"}
			root.CompletionOptions.DisableDefaultCmd = true
			if c.build != nil {
				root.AddCommand(c.build())
			}
			initRoot(root)
			return root
		}
	}
	return newRoot(nil)
}

func initRoot(root *cobra.Command) {
	root.PersistentPreRunE = checkFiles
	cli.Init(root, flagGroups...)
}

// newMovedCommand returns a hidden command that was moved to arkterm-arcade. It returns an error that names the
// program.
func newMovedCommand(name string) *cobra.Command {
	hint := name + " is now a command of the program arkterm-arcade (see arkterm-arcade --help)"
	return &cobra.Command{
		Use:                name,
		Long:               hint,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return cli.Errorf(cli.ExitUsage, "%s", hint)
		},
	}
}
