package main

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render/text"
)

// A botResult is the output of the bot command.
type botResult struct {
	simResult
	Decisions int    `json:"decisions"`       // number of valid answers
	Error     string `json:"error,omitempty"` // reason for which the program has lost
}

// newBotCommand returns the command that lets a program play.
func newBotCommand() *cobra.Command {
	var f simFlags
	command, interval := "", bot.DefaultInterval
	cmd := &cobra.Command{
		Use:   "bot --cmd COMMAND",
		Short: "Let your own program play",
		Long: `Start a program and let it play one level, like arkterm sim. The program reads one JSON line
per decision from standard input and writes one JSON line with its answer; docs/bots.md
describes them. If a program exits, hangs, or writes an invalid answer, it loses. Then the
command prints the reason and exits with 3. Programs run with your rights, in a shell.`,
		Example: `  arkterm bot --cmd ./mybot
  arkterm bot --cmd 'python3 mybot.py' --level 7 --seed 3 -o game.ark
  arkterm bot --cmd ./mybot --through --difficulty hard
  arkterm bot --cmd ./mybot --mode arkanong --opponent skilled`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			if command == "" {
				return cli.Errorf(cli.ExitUsage, "%s: want --cmd COMMAND", cmd.CommandPath())
			}
			g, err := f.open(cmd)
			if err != nil {
				return err
			}
			if err := checkBotMode(g.Game); err != nil {
				return err
			}

			errs := &botErrors{name: botName(command), w: cmd.ErrOrStderr(), mu: new(sync.Mutex)}
			p, err := startBot(command, interval, f.game.seed.value, maxAnswerTime, errs)
			if err != nil {
				return cli.Errorf(cli.ExitFile, "--cmd: %w", err)
			}
			recording := f.play(&g, p)
			state := p.close(g.Game)
			recording.Player, _ = text.CheckPlayerName(errs.name)
			result := botResult{simResult: resultOf(g.Game), Decisions: p.Decisions()}
			if p.Err() != nil {
				result.Error = p.Err().Error()
			}
			if err := f.print(cmd, recording, result); err != nil {
				return err
			}
			if p.Err() != nil {
				return cli.Errorf(cli.ExitFile, "%s: %w%s", errs.name, p.Err(), state)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&command, "cmd", "", "`COMMAND` that starts your program")
	f.add(cmd)
	addInterval(cmd, &interval)
	return cmd
}

// addInterval adds the flag for the interval between decisions.
func addInterval(cmd *cobra.Command, interval *int) {
	cmd.Flags().Var(cli.Number(interval, 1, bot.MaxInterval), "interval", "ticks between decisions of a program")
}

// checkBotMode returns an error for modes that programs cannot play.
func checkBotMode(g *engine.Game) error {
	if engine.Modes[g.Mode].Storm {
		return cli.Errorf(cli.ExitUsage, "--mode %s: bot programs cannot play this mode, because it has too many balls",
			g.Mode)
	}
	return nil
}

// botName returns the name of a bot in messages, from the command that starts it. The name is the base name of the last
// argument that has a file extension. If there is none, it is the base name of the program, without .exe.
func botName(command string) string {
	words := strings.Fields(command)
	if len(words) == 0 {
		return command
	}
	name := strings.Trim(words[0], `"'`)
	for _, word := range words[1:] {
		if word = strings.Trim(word, `"'`); filepath.Ext(word) != "" && !strings.HasPrefix(word, "-") {
			name = word
		}
	}
	return strings.TrimSuffix(filepath.Base(name), ".exe")
}
