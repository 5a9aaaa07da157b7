package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"arkterm/engine"
)

// maxTicksFlag is the most that --ticks takes: four hours.
const maxTicksFlag = 4 * 3600 * engine.TicksPerSecond

// A simResult is what sim prints.
type simResult struct {
	Ticks      uint64 `json:"ticks"` // played
	Level      int    `json:"level"` // from 1
	Score      int    `json:"score"`
	Lives      int    `json:"lives"`
	BricksLeft int    `json:"bricks_left"` // breakable ones
	Cleared    bool   `json:"cleared"`
	Over       bool   `json:"over"`
	Hash       string `json:"hash"` // of the game's state, 16 hexadecimal digits
}

// newSim returns the command that plays one level without a terminal.
func newSim() *cobra.Command {
	var game gameFlags
	var bot, through, asJSON bool
	var file string
	ticks := 600 * engine.TicksPerSecond
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Play one level without a terminal and print the result",
		Long: `Play one level without a terminal, until it is cleared, the game is over, or the
ticks (1/240 s) have passed, and print one JSON object. The same flags give the same
game, and so the same hash, on every machine. With --through, the levels after it are
played as well.`,
		Example: `  arkterm sim --bot --level 2 --seed 7
  arkterm sim --bot --level honeycomb --seed 7 --ticks 2400
  arkterm sim --bot --level 2 --seed 7 | jq .hash
  arkterm sim --bot --through --record game.ark`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := game.open()
			if err != nil {
				return err
			}
			tape := newTape(g.config, g.pack)
			simulate(g.Game, tape, player(bot, game.seed.value), ticks, through)
			if file != "" {
				if err := writeAtomic(file, tape.Packed()); err != nil {
					return err
				}
			}
			return printResult(cmd.OutOrStdout(), g.Game)
		},
	}
	game.seed.value = 1
	game.add(cmd)
	game.addMode(cmd)
	cmd.Flags().BoolVar(&bot, "bot", false, "the bot plays; else nobody does")
	cmd.Flags().Var(number{&ticks, 0, maxTicksFlag}, "ticks", "play no longer than this")
	cmd.Flags().BoolVar(&through, "through", false, "play on with the levels that follow")
	cmd.Flags().StringVar(&file, "record", "", "write a recording to this `file`")
	_ = cmd.MarkFlagFilename("record", "ark")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, which it does anyway")
	return cmd
}

// player returns what decides the inputs of a game that nobody sits at.
func player(bot bool, seed uint64) func(*engine.Game) engine.Control {
	if bot {
		return engine.NewBot(seed).Play
	}
	return func(*engine.Game) engine.Control { return engine.Idle }
}

// simulate plays g and records it until its level is cleared (unless it is to go on through
// all levels), it is over, or the ticks have passed.
func simulate(g *engine.Game, tape *engine.Recording, play func(*engine.Game) engine.Control, ticks int, through bool) {
	for range ticks {
		if g.Phase.Ended() || cleared(g) && !through {
			break
		}
		in := engine.Input{play(g), engine.Idle}
		tape.Add(in)
		g.Step(in)
		tape.Mark(g)
	}
	tape.Close(g)
}

// cleared reports whether the level that the game was set up with is done.
func cleared(g *engine.Game) bool { return g.Phase == engine.Clear || g.Phase == engine.Won }

func printResult(w io.Writer, g *engine.Game) error {
	return json.NewEncoder(w).Encode(simResult{
		Ticks:      g.Tick,
		Level:      g.Level + 1,
		Score:      g.Score,
		Lives:      g.Lives,
		BricksLeft: g.Left,
		Cleared:    cleared(g),
		Over:       g.Phase == engine.Over,
		Hash:       fmt.Sprintf("%016x", g.Hash()),
	})
}
