package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/levels/lbreakout"
)

// newShare returns the command that prints a share code.
func newShare() *cobra.Command {
	var game gameFlags
	var c settings.Choices
	var player string
	score := 0
	cmd := &cobra.Command{
		Use:   "share [FILE]",
		Short: "Print a share code for a level or a game",
		Long: `Print a share code, which is one line of text, for the levels in FILE, or for the game of a
recording with its score to beat. Others paste it into the game or run arkterm play --code.
Without FILE, the flags describe a new game. The code contains levels that are not shipped with
arkterm.`,
		Example: `  arkterm share my.level
  arkterm share game.ark
  arkterm share --level 3 --seed 42 --score 12000 --player Ann
  arkterm share --level 3 --difficulty hard`,
		Args: cli.AtMostOne("file"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			in := store.UserFolders()
			var s *replay.Share
			if len(args) == 1 {
				for _, flag := range []string{"level", "seed", "difficulty", "drops", "score"} {
					if cmd.Flags().Changed(flag) {
						return cli.Errorf(cli.ExitUsage, "--%s is for a new game, without a file", flag)
					}
				}
				s, err = shareFile(in, args[0], game.levels)
			} else {
				s, err = shareGame(in, &game, &c, score)
			}
			if err != nil {
				return err
			}

			if player != "" {
				if !s.HasGame {
					return cli.Errorf(cli.ExitUsage, "--player is for a game, but %s contains levels",
						store.InputName(args[0]))
				}
				s.Player = replay.NameForShare(player)
			}

			code, err := s.Code()
			if err != nil {
				return cli.Errorf(cli.ExitFile, "%w", err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), s.Label()+code)
			return err
		},
	}

	game.add(cmd)
	for _, i := range []int{settings.Difficulty, settings.Drops} {
		o := &settings.Options[i]
		cmd.Flags().Var(settings.Flag{Option: o, Value: &c.Values[i][settings.ByFlag]}, o.Name, o.Help)
		completeOption(cmd, i)
	}
	cmd.Flags().Var(cli.Number(&score, 1, math.MaxInt32), "score", "score to beat")
	cmd.Flags().Var(playerFlag{&player}, "player", "player who set the score")
	return cmd
}

// shareGame returns the game described by the flags.
func shareGame(in store.Folders, f *gameFlags, c *settings.Choices, score int) (*replay.Share, error) {
	g, err := f.open(in)
	if err != nil {
		return nil, err
	}
	s := &replay.Share{
		HasGame: true, Rules: engine.Rules, Score: score,
		Setup: engine.Setup{
			Seed: f.seed.next(), First: g.Level, Difficulty: c.Difficulty(),
			Drops: c.Number(settings.Drops),
		},
	}
	s.AddLevels(g.pack)
	return s, nil
}

// shareFile returns the levels of a file or a folder, or the game of a recording.
func shareFile(in store.Folders, path string, own levelsPath) (*replay.Share, error) {
	name := store.InputName(path)
	data, err := in.ReadRecording(path)
	if err == nil && record.IsRecording(data) || store.IsReplayName(path) {
		if err != nil {
			return nil, cli.Errorf(cli.ExitFile, "%w", err)
		}
		return shareReplay(in, name, data, own)
	}
	if own != "" {
		return nil, cli.Errorf(cli.ExitUsage, "--levels is for a recording or a new game, but %s contains levels",
			name)
	}
	var pack levels.Pack
	if store.IsStdin(path) && err == nil { // it can be read only once
		pack, err = lbreakout.Read(name, data)
	} else {
		pack, err = in.ReadPack(path)
	}
	if err != nil {
		return nil, fileError(levelsPath(path), err)
	}
	s := &replay.Share{}
	s.AddLevels(pack)
	return s, nil
}

// shareReplay returns the game of a recording. The path is for messages.
func shareReplay(in store.Folders, path string, data []byte, own levelsPath) (*replay.Share, error) {
	f, err := replayOf(in, path, data, own)
	if err != nil {
		return nil, err
	}
	return f.Share()
}

// applyCode sets the flags of the play command from the share code.
func (f *playFlags) applyCode() error {
	s, err := replay.ParseCode(f.code)
	if err != nil {
		return cli.Errorf(cli.ExitUsage, "--code: %w", err)
	}
	f.shared = s
	if s.HasGame {
		f.game.seed = seedFlag{s.Seed, true}
		f.choices.Values[settings.Difficulty][settings.ByFlag] = engine.Difficulties[s.Difficulty.OrMedium()].Name
		f.choices.Values[settings.Drops][settings.ByFlag] = strconv.Itoa(s.Drops)
		f.choices.Values[settings.Mode][settings.ByFlag] = s.Mode.String()
		f.game.day = s.Day
		if s.Storm != 0 {
			f.choices.Values[settings.Storm][settings.ByFlag] = strconv.Itoa(s.Storm)
		}
	}
	return nil
}
