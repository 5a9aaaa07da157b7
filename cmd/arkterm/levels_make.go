package main

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// A makeFlags holds the flags of the levels make command.
type makeFlags struct {
	seed       seedFlag
	difficulty int
	symmetry   string
	count      int
	out        string
}

// maxMade is the maximum number of levels that one command generates.
const maxMade = 100

// newLevelsMake returns the command that generates levels.
func newLevelsMake() *cobra.Command {
	f := makeFlags{difficulty: 5, symmetry: levels.AnyGroup.String(), count: 1, out: "-"}
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Generate levels",
		Long: fmt.Sprintf(`Generate a level and print it as a level file. Bots play it until its difficulty in
arkterm levels rate is %d plus %d times --difficulty, within 5 points. This takes a few
seconds per level. The same flags produce the same levels. Without --seed, the seed is
random. Further levels use the following seeds.

Symmetries: none, mirror (left and right), both (also top and bottom), point (half a turn),
thirds and sixths (of a turn). With any, the seed selects one.`, levels.Request{}.TargetRating(),
			levels.Request{Difficulty: 1}.TargetRating()-levels.Request{}.TargetRating()),
		Example: `  arkterm levels make
  arkterm levels make --seed 7 --difficulty 3 --symmetry sixths -o my.level
  arkterm levels make --seed 1 --count 10 -o ten.level
  arkterm --levels my.level                 play it`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkForce(cmd, "output"); err != nil {
				return err
			}
			if err := checkOverwrite(cmd, "", "output"); err != nil {
				return err
			}
			text, err := f.generate()
			if err != nil {
				return err
			}
			if f.out == "-" {
				_, err := io.WriteString(cmd.OutOrStdout(), text)
				return err
			}
			return store.Write(f.out, []byte(text))
		},
	}
	cmd.Flags().Var(&f.seed, "seed", "seed of the first level")
	cmd.Flags().Var(cli.Number(&f.difficulty, 1, levels.MaxDifficulty), "difficulty",
		"difficulty of the levels, 1 to 10")
	cmd.Flags().Var(choiceFlag{&f.symmetry, levels.GroupNames()}, "symmetry", "symmetry of the drawing")
	cmd.Flags().Var(cli.Number(&f.count, 1, maxMade), "count", "number of levels")
	cmd.Flags().VarP(cli.OutputFile(&f.out), "output", "o", "`FILE` for the levels; - prints them")
	addForce(cmd)
	completions(cmd, "symmetry", levels.GroupNames())
	return cmd
}

// generate generates levels and returns them as the text of a level file.
func (f *makeFlags) generate() (string, error) {
	request := levels.Request{Seed: f.seed.next(), Difficulty: f.difficulty}
	for i, name := range levels.GroupNames() {
		if name == f.symmetry {
			request.Symmetry = levels.Group(i)
		}
	}

	texts := make([]string, f.count)
	failed := make([]error, f.count)
	var percent atomic.Int64 // sum for all levels
	_, err := showProgress(
		func() string { return fmt.Sprintf("%d %%", percent.Load()/int64(f.count)) },
		func() (struct{}, error) {
			parallel(f.count, func(i int) {
				w := request
				w.Seed += uint64(i)
				texts[i], failed[i] = makeLevel(w, &percent)
			})
			return struct{}{}, errors.Join(failed...)
		})
	return levels.Join(texts), err
}

// ticksPerStep is the number of ticks between two updates of the progress.
const ticksPerStep = 10_000

// makeLevel generates a level and returns it as the text of a level file. It adds its progress to percent.
func makeLevel(w levels.Request, percent *atomic.Int64) (string, error) {
	s := bot.NewSearch(w.TargetRating(), w.Level)
	for shown := 0; ; {
		done := s.Step(ticksPerStep)
		percent.Add(int64(s.Progress() - shown))
		shown = s.Progress()
		if done {
			break
		}
	}
	try, speed, rating, err := s.Result()
	if err != nil {
		return "", cli.Errorf(cli.ExitFailure, "generate a level: %w", err)
	}
	return w.Text(try, speed, levels.Par{Seconds: rating.ParTime, Points: rating.ParScore}), nil
}
