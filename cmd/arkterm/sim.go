package main

import (
	"cmp"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
)

// maxTicksFlag is the largest value of --ticks: four hours.
const maxTicksFlag = 4 * 3600 * engine.TicksPerSecond

// A simResult is the output of sim.
type simResult struct {
	Ticks      uint64 `json:"ticks"` // number of played ticks
	Level      int    `json:"level"` // number of the level, from 1
	Score      int    `json:"score"`
	Lives      int    `json:"lives"`
	BricksLeft int    `json:"bricks_left"` // breakable bricks
	Cleared    bool   `json:"cleared"`
	Over       bool   `json:"over"`
	Points     []int  `json:"points,omitempty"` // points of both players in a match
	Hash       string `json:"hash"`             // hash of the game's state, 16 hexadecimal digits
}

// newSim returns the command that plays one level without a terminal.
func newSim() *cobra.Command {
	var game gameFlags
	var bot, through, asJSON bool
	var file, strength, scene string
	opponent := settings.Options[settings.Opponent].Values[0]
	ticks := 600 * engine.TicksPerSecond
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Simulate a game without a terminal",
		Long: `Play one level without a terminal, until it is cleared, the game is over, or the ticks
(1/240 s) have passed, and print the result as one JSON object. With --through, continue with
the following levels. The same flags give the same game and the same hash on every machine.

With --scene, run a physics scene of the engine instead of a game. --scene list prints the
scenes.`,
		Example: `  arkterm sim --bot --level 2 --seed 7
  arkterm sim --bot --level honeycomb --seed 7 --ticks 2400
  arkterm sim --bot --level 2 --seed 7 | jq .hash
  arkterm sim --bot --through --record game.ark
  arkterm sim --strength master --through --difficulty hard --ticks 3456000
  arkterm sim --bot --mode arkanong --opponent master
  arkterm sim --scene list
  arkterm sim --scene demon --ticks 7200`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmp.Or(checkForce(cmd, "record"), checkOverwrite(cmd, "", "record")); err != nil {
				return err
			}
			if scene != "" {
				return playScene(cmd, scene, ticks)
			}

			bot = bot || strength != ""
			if cmd.Flags().Changed("opponent") && !bot {
				return cli.Errorf(cli.ExitUsage, "--opponent has no effect without --bot")
			}

			game.given = cmd.Flags().Changed
			g, err := game.open(store.UserFolders())
			if err != nil {
				return err
			}

			recording := replay.NewRecording(cli.MadeBy(), g.config, g.pack)
			play := onePlayer(player(bot, strength, game.seed.value))
			if other := app.SecondBot(&g.config, opponent); bot && other != nil {
				recording.Opponent = opponent
				play = twoPlayers(newBot(strength, game.seed.value), other)
			}
			simulate(g.Game, recording, play, ticks, through)

			result := cmd.OutOrStdout()
			if file == cli.Stdio {
				result = cmd.ErrOrStderr()
			}
			if file != "" {
				record := func(w io.Writer) error { _, err := w.Write(recording.Packed()); return err }
				if err := writeOutput(cmd.OutOrStdout(), file, true, record); err != nil {
					return err
				}
			}
			return printResult(result, g.Game)
		},
	}

	game.seed.value = 1
	game.add(cmd)
	game.addMode(cmd)
	game.addDifficulty(cmd)
	cmd.Flags().BoolVar(&bot, "bot", false, "let a bot play")
	cmd.Flags().Var(choiceFlag{&strength, strengthNames()}, "strength", "strength of the bot; implies --bot")
	completions(cmd, "strength", strengthNames())
	cmd.Flags().Var(choiceFlag{&opponent, settings.OpponentNames()}, settings.Options[settings.Opponent].Name,
		"bot at the second paddle; human for no bot")
	completions(cmd, settings.Options[settings.Opponent].Name, settings.OpponentNames())
	cmd.Flags().Var(cli.Number(&game.points, 1, engine.MaxWinPoints), settings.Options[settings.Points].Name,
		settings.Options[settings.Points].Help)
	cmd.Flags().Var(cli.Number(&ticks, 0, maxTicksFlag), "ticks", "maximum number of ticks")
	cmd.Flags().BoolVar(&through, "through", false, "continue with the following levels")
	cmd.Flags().Var(cli.OutputFile(&file), "record",
		"write a recording to this `FILE`; with -, print the result to standard error")
	_ = cmd.MarkFlagFilename("record", "ark")
	addForce(cmd)
	addScene(cmd, &scene)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON (the default)")
	return cmd
}

// player returns the function that chooses the inputs of a game without a human player.
func player(bot bool, strength string, seed uint64) func(*engine.Game) engine.Control {
	if bot {
		return newBot(strength, seed).Play
	}
	return func(*engine.Game) engine.Control { return engine.Idle }
}

// newBot returns a bot of a strength, or the bot of the title screen if it is "".
func newBot(strength string, seed uint64) *bot.Bot {
	if s, err := bot.ParseStrength(strength); err == nil {
		return bot.OfStrength(s, seed)
	}
	return bot.New(seed)
}

// strengthNames returns the names of the bots' strengths for flags, the weakest first.
func strengthNames() (names []string) {
	for s := range bot.Strengths {
		names = append(names, bot.Strength(s).String())
	}
	return names
}

// onePlayer returns a function that chooses the inputs of a game with one player.
func onePlayer(play func(*engine.Game) engine.Control) func(*engine.Game) engine.Input {
	return func(g *engine.Game) engine.Input { return engine.Input{play(g), engine.Idle} }
}

// twoPlayers returns a function that chooses the inputs of a game with two bots.
func twoPlayers(one, two *bot.Bot) func(*engine.Game) engine.Input {
	return func(g *engine.Game) engine.Input { return engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)} }
}

// simulate plays g and records it until the game is over or the ticks have passed. Unless through is set,
// it stops when the first level is cleared.
func simulate(g *engine.Game, recording *record.Recording, play func(*engine.Game) engine.Input, ticks int,
	through bool,
) {
	for range ticks {
		if g.Phase.Ended() || isCleared(g) && !through {
			break
		}
		in := play(g)
		recording.Add(in)
		g.Step(in)
		recording.Checkpoint(g)
	}
	recording.Close(g)
}

// isCleared reports whether the current level is cleared, or the game won.
func isCleared(g *engine.Game) bool { return g.Phase == engine.Clear || g.Phase == engine.Won }

func printResult(w io.Writer, g *engine.Game) error {
	var points []int
	if g.Mode.Versus() {
		points = g.Match.Points[:]
	}
	return json.NewEncoder(w).Encode(simResult{
		Points:     points,
		Ticks:      g.Tick,
		Level:      g.Level + 1,
		Score:      g.Score,
		Lives:      g.Lives,
		BricksLeft: g.BricksLeft,
		Cleared:    isCleared(g),
		Over:       g.Phase == engine.Over,
		Hash:       engine.HashText(g.Hash()),
	})
}
