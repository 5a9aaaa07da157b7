package main

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"unicode"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/levels"
)

// newShare returns the command that prints a level or a game as one line.
func newShare() *cobra.Command {
	var game gameFlags
	var c choices
	var player string
	score := 0
	cmd := &cobra.Command{
		Use:   "share [FILE]",
		Short: "Print a level of yours, or a game to beat, as one line",
		Long: `Print a line of text that somebody else plays with arkterm play --code: the levels in
a file or a folder, or the game of a recording from its beginning, with the score to beat. Without
a file it is a new game with a level and a seed. Levels of one's own travel along.`,
		Example: `  arkterm share my.level
  arkterm share game.ark
  arkterm share --level 3 --seed 42 --score 12000 --player Ann
  arkterm share --level 3 --difficulty hard`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return exit.Errorf(exit.Usage, "%s takes one file, got %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			in := userFolders()
			var s *share
			if len(args) == 1 {
				for _, flag := range []string{"level", "seed", "difficulty", "drops", "score"} {
					if cmd.Flags().Changed(flag) {
						return exit.Errorf(exit.Usage, "--%s is for a game without a file", flag)
					}
				}
				s, err = shareFile(in, args[0], game.levels)
			} else {
				s, err = shareGame(in, &game, &c, score)
			}
			if err != nil {
				return err
			}
			if player != "" && s.game {
				s.player = nameForShare(player)
			}
			code, err := s.code()
			if err != nil {
				return exit.Errorf(exit.File, "%w", err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), s.label()+code)
			return err
		},
	}
	game.add(cmd)
	for _, i := range []int{optDifficulty, optDrops} {
		o := &options[i]
		cmd.Flags().Var(optionFlag{o, &c.set[i][byFlag]}, o.name, o.help)
		completions(cmd, o.name, o.values)
	}
	cmd.Flags().Var(number{&score, 1, math.MaxInt32}, "score", "the points to beat")
	cmd.Flags().StringVar(&player, "player", "", "the `name` of who has them")
	return cmd
}

// shareGame returns the game that the flags describe.
func shareGame(in store.Folders, f *gameFlags, c *choices, score int) (*share, error) {
	g, err := f.open(in)
	if err != nil {
		return nil, err
	}
	s := &share{game: true, rules: engine.Rules, seed: f.seed.next(), first: g.Level, difficulty: c.get(optDifficulty), drops: c.number(optDrops), score: score}
	s.takeLevels(g.pack)
	return s, nil
}

// shareFile returns the levels of a file or a folder, or the game of a recording.
func shareFile(in store.Folders, path string, own levelsPath) (*share, error) {
	if data, err := in.ReadRecording(path); err == nil && bytes.HasPrefix(data, []byte("arkterm ark ")) ||
		bytes.HasPrefix(data, []byte("arkterm recording ")) || store.IsReplayName(path) {
		return shareFilm(in, path, own)
	}
	pack, err := in.ReadPack(path)
	if err != nil {
		return nil, fileError(levelsPath(path), err)
	}
	s := &share{difficulty: engine.Difficulties[engine.Medium].Name}
	s.takeLevels(pack)
	return s, nil
}

// shareFilm returns the game that a recording is of.
func shareFilm(in store.Folders, path string, own levelsPath) (*share, error) {
	f, err := openFilm(in, path, own)
	if err != nil {
		return nil, err
	}
	r := f.rec
	switch {
	case r.Start != nil:
		return nil, exit.Errorf(exit.File, "%s: begins in the middle of a game, which others cannot", path)
	case r.Rules != engine.Rules:
		return nil, exit.Errorf(exit.File, "%s: a game by rules %d, and these are rules %d", path, r.Rules, engine.Rules)
	case engine.Modes[r.Mode].Paddles > 1:
		return nil, exit.Errorf(exit.File, "%s: a game of the mode %s, which a code cannot say", path, r.Mode)
	case r.Lives != 0:
		return nil, exit.Errorf(exit.File, "%s: begins with %d balls, which no game of others does", path, r.Lives)
	}
	d := r.Difficulty
	if d == engine.Usual {
		d = engine.Medium
	}
	s := &share{game: true, rules: r.Rules, mode: r.Mode, day: r.Day, storm: r.Storm, seed: r.Seed, first: r.First, difficulty: engine.Difficulties[d].Name, drops: r.Drops, player: nameForShare(r.Player)}
	if r.End != nil && !r.Assisted && !r.Changed() { // else it is none that others could have
		s.score = r.End.Score
	}
	s.takeLevels(f.pack)
	if len(s.files) == 0 && s.digest != engine.Digest(levelsOf(r.Mode, r.Day, levels.Shipped()).Levels) {
		return nil, exit.Errorf(exit.File, "%s: is on some of the shipped levels only, which a code cannot say", path)
	}
	return s, nil
}

// takeLevels takes the levels of a pack along.
func (s *share) takeLevels(pack levels.Pack) {
	s.files = nil
	for i, f := range pack.Sources {
		f.Name = nameForShare(filepath.Base(f.Name))
		if f.Name == "" {
			f.Name = strconv.Itoa(i+1) + ".level"
		}
		s.files = append(s.files, f)
	}
	if len(s.files) == 0 {
		s.digest = engine.Digest(pack.Levels)
		return
	}
	s.pack = nameForShare(pack.Name)
}

// nameForShare returns what a share can hold of a name.
func nameForShare(s string) string {
	var out []rune
	for _, r := range s {
		if unicode.IsPrint(r) && r != '\uFFFD' && len(out) < maxSharedFew {
			out = append(out, r)
		}
	}
	return string(out)
}

// takeCode has the flags of play say what a code does.
func (f *playFlags) takeCode() error {
	s, err := parseCode(f.code)
	if err != nil {
		return exit.Errorf(exit.Usage, "--code: %w", err)
	}
	f.shared = s
	if s.game {
		f.game.seed = seedFlag{s.seed, true}
		f.choices.set[optDifficulty][byFlag] = s.difficulty
		f.choices.set[optDrops][byFlag] = strconv.Itoa(s.drops)
		f.choices.set[optMode][byFlag] = s.mode.String()
		f.game.day = s.day
		if s.storm != 0 {
			f.choices.set[optStorm][byFlag] = strconv.Itoa(s.storm)
		}
	}
	return nil
}
