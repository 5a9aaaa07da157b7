package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/text"
)

// maxRateSeeds is the maximum of --seeds.
const maxRateSeeds = 1000

// newLevelsRate returns the command that lets bots rate levels.
func newLevelsRate() *cobra.Command {
	var asJSON, write, pace, reach, versus bool
	var level string
	seeds, drops := 3, progress.DefaultDrops
	difficulty := engine.Difficulties[engine.Medium].Name
	cmd := &cobra.Command{
		Use:   "rate [PATH]",
		Short: "Estimate the difficulty of levels with bots",
		Long: `Let bots of six strengths play each level, once per seed, with the balls at the start of a
game. PATH is a level file, a folder or a zip file. Without PATH, the bots play the shipped
levels. A game lasts at most ten minutes of play. The same flags give the same figures on
every machine.

Columns: the share of games that each bot clears, from the weakest to the strongest; the
median playing time of the best bot; the share of seeds with which the skilled bot has a
higher score than the casual bot; and the difficulty, which is the mean percentage of balls
that the bots lose. A bot that does not clear the level loses all of its balls. So every bot
clears a level of difficulty 0, and no bot clears a level of difficulty 100. The exit code
is 3 if there is such a level. The line of a world has the means of its levels.

With --pace, print where the time of a game goes: gaps of more than 4 or 8 seconds in which
no ball hits a brick; the last fifth and the last three bricks of a level; and the longest
flat flight, which is within 12° of horizontal. Also print the share of seeds with more
points than the casual bot. Each level has a line with the casual bot's gaps and last
bricks, the longest flat flight of all bots, and the skilled bot's time and points. A table
has the figures of all strengths.

With --reach, the bots play the levels as a campaign until they lose their balls. Print the
levels that they reach.

With --versus, pairs of bots play matches on the boards of Arkanong. Print the share of the
time without a breakable brick.

With --write-pars, replace the pars in the level files. The par time is 1.25 times the median
time of the two best bots. The par score is 0.8 times the median of their points, including
the time bonus at this par.`,
		Example: `  arkterm levels rate
  arkterm levels rate my.level --seeds 10
  arkterm levels rate --json | jq -r '[.difficulty, .name] | @tsv' | sort -n
  arkterm levels rate --pace --seeds 10
  arkterm levels rate --reach --seeds 21 --difficulty easy
  arkterm levels rate --versus --seeds 30
  arkterm levels rate my/ --write-pars`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] == "" {
				return cli.Errorf(cli.ExitUsage, "%s: want one file or folder", cmd.CommandPath())
			}
			if err := checkExclusive(cmd, "write-pars", "level", "pace", "reach", "versus"); err != nil {
				return err
			}
			if err := checkExclusive(cmd, "versus", "level", "pace", "reach"); err != nil {
				return err
			}
			if versus && len(args) > 0 {
				return cli.Errorf(cli.ExitUsage, "--versus does not take a PATH: the bots play the Arkanong boards")
			}
			return checkExclusive(cmd, "reach", "pace", "level")
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			in := store.UserFolders()
			var path levelsPath
			if len(args) == 1 {
				path = levelsPath(args[0])
			}

			if write && store.IsStdin(string(path)) {
				return cli.Errorf(cli.ExitUsage, "--write-pars: standard input cannot be changed; name a file")
			}
			if write && path == "" {
				return cli.Errorf(cli.ExitUsage,
					"--write-pars: want a file or a folder; the shipped levels are part of the program")
			}
			if write && store.IsSetFile(in.FindSet(string(path))) {
				return cli.Errorf(cli.ExitUsage,
					"--write-pars: a level set of another game has no pars; convert it with arkterm levels import "+
						"first")
			}

			if write && store.IsZipFile(string(path)) {
				return cli.Errorf(cli.ExitUsage, "--write-pars: a zip file cannot be changed; unpack it first")
			}

			pack, err := openPack(in, path)
			if err != nil {
				return fileError(path, err)
			}
			first, last := 0, len(pack.Levels)
			if level != "" {
				if first, err = findLevel(pack, level, path); err != nil {
					return err
				}
				last = first + 1
			}

			number := func(i int) int { return pack.Number(first + i) }

			d, err := engine.ParseDifficulty(difficulty)
			if err != nil {
				return cli.Errorf(cli.ExitUsage, "--difficulty: %w", err)
			}

			job := bot.Job{Levels: pack.Levels[first:last], Seeds: seeds, Difficulty: d, Drops: drops, Run: parallel}
			switch {
			case pace:
				return printPace(cmd.OutOrStdout(), &job, number, asJSON)
			case versus:
				job.Levels = levels.Arkanong().Levels
				return printVersus(cmd.OutOrStdout(), &job, asJSON)
			case reach:
				if path == "" {
					job.Levels = levels.Shipped().Levels
				}
				return printReach(cmd.OutOrStdout(), &job, asJSON)
			}

			ratings, err := withProgress(&job, job.Games(), job.Rate)
			if err != nil {
				return cli.Errorf(cli.ExitFile, "%w", err)
			}
			for i := range ratings {
				ratings[i].Level = number(i)
			}

			if err := printRatings(cmd.OutOrStdout(), ratings, asJSON); err != nil {
				return err
			}
			if write {
				if err := writePars(string(path), pack, ratings); err != nil {
					return err
				}
			}
			return unclearedError(ratings)
		},
	}

	cmd.Flags().Var(cli.Number(&seeds, 1, maxRateSeeds), "seeds", "games of each bot on each level")
	cmd.Flags().Var((*levelFlag)(&level), "level", "rate only this `LEVEL`")
	cmd.Flags().Var(choiceFlag{&difficulty, settings.DifficultyNames()}, "difficulty", "difficulty of the games")
	share := engine.SetupNamed("drops")
	cmd.Flags().Var(cli.Number(&drops, share.Min, share.Max), share.Name, settings.Options[settings.Drops].Help)
	cmd.Flags().BoolVar(&pace, "pace", false, "print the time without hits, and the time for the last bricks")
	cmd.Flags().BoolVar(&reach, "reach", false, "play a campaign, and print how far the bots get")
	cmd.Flags().BoolVar(&versus, "versus", false,
		"play Arkanong matches, and print the share of time without breakable bricks")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object per level; with --reach per strength, "+
		"with --versus per pair")
	cmd.Flags().BoolVar(&write, "write-pars", false, "write par times and par scores into the files")
	completions(cmd, "difficulty", settings.DifficultyNames())
	completeLevel(cmd, nil)
	return cmd
}

// withProgress calls play, which plays a number of games of j. It shows the progress if standard error is a terminal.
func withProgress[T any](j *bot.Job, games int, play func() (T, error)) (T, error) {
	var done atomic.Int64
	j.Done = func() { done.Add(1) }
	return showProgress(func() string {
		n := int(done.Load())
		return fmt.Sprintf("%d of %d games, %d %%", n, games, 100*n/games)
	}, play)
}

// showProgress calls play. If standard error is a terminal, it shows the progress until play returns.
func showProgress[T any](progress func() string, play func() (T, error)) (T, error) {
	w := os.Stderr
	if !term.IsTerminal(int(w.Fd())) {
		return play()
	}
	over := make(chan struct{})
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		tick := time.NewTicker(time.Second / 5)
		defer tick.Stop()
		for {
			select {
			case <-over:
				fmt.Fprint(w, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(w, "\r%s\x1b[K", progress())
			}
		}
	}()
	result, err := play()
	close(over)
	<-shown
	return result, err
}

// printRatings prints the ratings as a table, or as a JSON object per level.
func printRatings(w io.Writer, ratings []bot.Rating, asJSON bool) error {
	if asJSON {
		return printJSON(w, ratings)
	}
	_, err := io.WriteString(w, ratingTable(ratings))
	return err
}

// printJSON prints each value as an object on a separate line.
func printJSON[T any](w io.Writer, values []T) error {
	lines := json.NewEncoder(w)
	for i := range values {
		if err := lines.Encode(&values[i]); err != nil {
			return err
		}
	}
	return nil
}

// rateNameWidth is the width of the column of level names.
const rateNameWidth = 16

// rateColumns contains the width of each bot's column in the table of ratings.
var rateColumns = [len(bot.Strengths)]int{7, 9, 7, 6, 8, 7}

// ratingTable returns a table with a row for each level, and a row for each world with the means of its levels.
func ratingTable(ratings []bot.Rating) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%3s %-*s", "", rateNameWidth, "level")
	for s := range bot.Strengths {
		fmt.Fprintf(&b, "%*s", rateColumns[s], bot.Strength(s))
	}
	b.WriteString(" time ahead hard\n")
	for i := range ratings {
		r := &ratings[i]
		if r.World != "" && (i == 0 || ratings[i-1].World != r.World) {
			n := 1
			for i+n < len(ratings) && ratings[i+n].World == r.World {
				n++
			}
			rateLine(&b, r.World, "", ratings[i:i+n])
		}
		best := "–"
		if bot := r.Bots[len(r.Bots)-1]; bot.Cleared > 0 {
			best = text.PlayTime(uint64(bot.Seconds*engine.TicksPerSecond + 0.5))
		}
		rateLine(&b, fmt.Sprintf("%3d %s", r.Level, text.Fit(r.Name, rateNameWidth)), best, ratings[i:i+1])
	}
	return b.String()
}

// rateLine writes a row of the table of ratings: a label, a time and the means of the given ratings.
func rateLine(b *strings.Builder, label, best string, ratings []bot.Rating) {
	b.WriteString(text.Pad(label, 4+rateNameWidth))
	n := float64(len(ratings))
	var cleared [len(bot.Strengths)]float64
	ahead, difficulty := 0.0, 0.0
	for i := range ratings {
		for s, bot := range ratings[i].Bots {
			cleared[s] += float64(bot.Cleared) / float64(ratings[i].Games) / n
		}
		ahead += ratings[i].Bots[bot.Skilled].Ahead / n
		difficulty += float64(ratings[i].Difficulty) / n
	}
	for s, share := range cleared {
		fmt.Fprintf(b, "%*s %%", rateColumns[s]-2, percent(share))
	}
	fmt.Fprintf(b, "%5s%4s %%%5s\n", best, percent(ahead), rounded(difficulty))
}

// unclearedError returns an error with the levels that no bot has cleared, or nil.
func unclearedError(ratings []bot.Rating) error {
	var names []string
	for i := range ratings {
		if r := &ratings[i]; r.Cleared == 0 {
			names = append(names, fmt.Sprintf("%d %s", r.Level, r.Name))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return cli.Errorf(cli.ExitFile, "%s that no bot clears: %s", text.NumberOf(len(names), "level"),
		strings.Join(names, ", "))
}

// writePars writes the suggested pars into the level files at path.
func writePars(path string, pack levels.Pack, ratings []bot.Rating) error {
	info, err := os.Stat(path)
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%w", err)
	}
	for _, source := range pack.Sources {
		n := source.CountLevels()
		pars := make([]levels.Par, n)
		for i := range pars {
			pars[i] = levels.Par{Seconds: ratings[i].ParTime, Points: ratings[i].ParScore}
		}
		ratings = ratings[n:]
		file := path
		if info.IsDir() {
			file = filepath.Join(path, source.Name)
		}
		text := levels.WithPars(source, pars)
		if text == source.Text {
			continue
		}
		if now, err := os.ReadFile(file); err != nil || string(now) != source.Text {
			return cli.Errorf(cli.ExitFile, "%s: changed while the bots played; not written", file)
		}
		if err := store.Rewrite(file, text); err != nil {
			return cli.Errorf(cli.ExitFailure, "%w", err)
		}
	}
	return nil
}

// parallel calls play for each game, on all processors.
func parallel(games int, play func(game int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				play(i)
			}
		})
	}
	all.Wait()
}
