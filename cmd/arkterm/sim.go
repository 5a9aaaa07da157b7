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

// A simResult is the output of the sim command.
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

// A simFlags holds the flags of the commands that simulate a game.
type simFlags struct {
	game          gameFlags
	opponent      string
	ticks         int
	recordPath    string
	through, json bool
}

// add adds the flags to a command.
func (f *simFlags) add(cmd *cobra.Command) {
	f.game.seed.value = 1
	f.opponent, f.ticks = settings.Options[settings.Opponent].Values[0], 600*engine.TicksPerSecond
	f.game.add(cmd)
	f.game.addMode(cmd)
	f.game.addDifficulty(cmd)
	cmd.Flags().Var(choiceFlag{&f.opponent, settings.OpponentNames()}, settings.Options[settings.Opponent].Name,
		"bot at the second paddle; human for no bot")
	completions(cmd, settings.Options[settings.Opponent].Name, settings.OpponentNames())
	cmd.Flags().Var(cli.Number(&f.game.points, 1, engine.MaxWinPoints), settings.Options[settings.Points].Name,
		settings.Options[settings.Points].Help)
	cmd.Flags().Var(cli.Number(&f.ticks, 0, maxTicksFlag), "ticks", "maximum number of ticks")
	cmd.Flags().BoolVar(&f.through, "through", false, "continue with the following levels")
	cmd.Flags().VarP(cli.OutputFile(&f.recordPath), "record", "o",
		"write a recording to `FILE`; - writes it to standard output, and prints the result to standard error")
	_ = cmd.MarkFlagFilename("record", "ark")
	addForce(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON (the default)")
}

// check returns an error if a file would be replaced.
func (f *simFlags) check(cmd *cobra.Command) error {
	return cmp.Or(checkForce(cmd, "record"), checkOverwrite(cmd, "", "record"))
}

// open sets up the game that the flags describe.
func (f *simFlags) open(cmd *cobra.Command) (preparedGame, error) {
	f.game.isSet = cmd.Flags().Changed
	return f.game.open(store.UserFolders())
}

// play plays the game and returns its recording. first controls the first paddle. The bot of --opponent controls the
// second paddle, if there is one. If first is nil, no paddle moves.
func (f *simFlags) play(g *preparedGame, first controller) *record.Recording {
	recording := replay.NewRecording(cli.MadeBy(), g.config, g.pack)
	var controllers []controller
	if first != nil {
		controllers = append(controllers, first)
		if other := app.SecondBot(&g.config, f.opponent); other != nil {
			recording.Opponent = f.opponent
			controllers = append(controllers, other)
		}
	}
	simulate(g.Game, recording, controllers, f.ticks, f.through)
	return recording
}

// print writes the recording to the file of --record, if set, and prints the result as JSON.
func (f *simFlags) print(cmd *cobra.Command, recording *record.Recording, result any) error {
	w := cmd.OutOrStdout()
	if f.recordPath == cli.Stdio {
		w = cmd.ErrOrStderr()
	}
	if f.recordPath != "" {
		record := func(w io.Writer) error { _, err := w.Write(recording.Packed()); return err }
		if err := writeOutput(cmd.OutOrStdout(), f.recordPath, true, record); err != nil {
			return err
		}
	}
	return json.NewEncoder(w).Encode(result)
}

// newSim returns the sim command, which plays one level without a terminal.
func newSim() *cobra.Command {
	var f simFlags
	var bot bool
	var strength, scene string
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
			if err := f.check(cmd); err != nil {
				return err
			}
			if scene != "" {
				return playScene(cmd, scene, f.ticks)
			}

			bot = bot || strength != ""
			if cmd.Flags().Changed("opponent") && !bot {
				return cli.Errorf(cli.ExitUsage, "--opponent has no effect without --bot")
			}
			g, err := f.open(cmd)
			if err != nil {
				return err
			}
			var player controller
			if bot {
				player = newBot(strength, f.game.seed.value)
			}
			recording := f.play(&g, player)
			return f.print(cmd, recording, resultOf(g.Game))
		},
	}

	f.add(cmd)
	cmd.Flags().BoolVar(&bot, "bot", false, "let a bot play")
	cmd.Flags().Var(choiceFlag{&strength, strengthNames()}, "strength", "let a bot of this strength play")
	completions(cmd, "strength", strengthNames())
	addScene(cmd, &scene)
	return cmd
}

// newBot returns a bot of the given strength, or the bot of the title screen if strength is "".
func newBot(strength string, seed uint64) *bot.Bot {
	if s, err := bot.ParseStrength(strength); err == nil {
		return bot.OfStrength(s, seed)
	}
	return bot.New(seed)
}

// strengthNames returns the names of the bot strengths, as flags accept them, the weakest first.
func strengthNames() (names []string) {
	for s := range bot.Strengths {
		names = append(names, bot.Strength(s).String())
	}
	return names
}

// A controller chooses the controls of a paddle.
type controller interface {
	PlayFor(g *engine.Game, k int) engine.Control
}

// simulate plays g and records it until the game is over, the ticks have passed, or a program has lost it. Unless
// through is set, it stops when the first level is cleared. Paddles without a controller stay where they are.
func simulate(g *engine.Game, recording *record.Recording, controllers []controller, ticks int, through bool) {
	for range ticks {
		if g.Phase.Ended() || isCleared(g) && !through {
			break
		}
		in := engine.Input{engine.Idle, engine.Idle}
		for k, s := range controllers {
			in[k] = s.PlayFor(g, k)
			if p, ok := s.(*botProcess); ok && p.Err() != nil {
				recording.Close(g)
				return
			}
		}
		recording.Add(in)
		g.Step(in)
		recording.Checkpoint(g)
	}
	recording.Close(g)
}

// isCleared reports whether the current level is cleared, or the game won.
func isCleared(g *engine.Game) bool { return g.Phase == engine.Clear || g.Phase == engine.Won }

// resultOf returns the result of a game.
func resultOf(g *engine.Game) simResult {
	var points []int
	if g.Mode.Versus() {
		points = g.Match.Points[:]
	}
	return simResult{
		Points:     points,
		Ticks:      g.Tick,
		Level:      g.Level + 1,
		Score:      g.Score,
		Lives:      g.Lives,
		BricksLeft: g.BricksLeft,
		Cleared:    isCleared(g),
		Over:       g.Phase == engine.Over,
		Hash:       engine.HashText(g.Hash()),
	}
}
