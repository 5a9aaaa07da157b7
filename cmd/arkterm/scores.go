package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// A scoresFlags holds the flags of the scores command.
type scoresFlags struct {
	levels    levelsPath
	level     string
	limit     int
	showStats bool
	json      bool
}

// maxScores is the maximum of --limit.
const maxScores = 100_000

// newScores returns the command that prints the scores.
func newScores() *cobra.Command {
	f := scoresFlags{limit: progress.TableSize}
	cmd := &cobra.Command{
		Use:   "scores",
		Short: "Print the best scores",
		Long: `Print the best scores. There is one table for each combination of level set, starting level,
mode, difficulty and drop percentage. Games with assists and games with older rules have
separate tables.`,
		Example: `  arkterm scores
  arkterm scores --level 3 --limit 3
  arkterm scores --stats                   lifetime statistics
  arkterm scores --json | jq '.tables[].scores[0].score'`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !f.json {
				if err := checkExclusive(cmd, "stats", "levels", "level", "limit"); err != nil {
					return err
				}
			}
			in := store.UserFolders()
			if old := store.OldScores(in.ScoresFile()); old != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "arkterm: %s has %s\n", old, store.OldScoresHint)
			}
			return f.print(cmd.OutOrStdout(), in)
		},
	}

	f.levels.add(cmd)
	cmd.Flags().Lookup("levels").Usage = "only scores on these levels"
	cmd.Flags().Var((*levelFlag)(&f.level), "level", "only games that started at this `LEVEL`")
	completeLevel(cmd, &f.levels)
	cmd.Flags().Var(cli.Number(&f.limit, 1, maxScores), "limit", "maximum number of scores per table")
	cmd.Flags().BoolVar(&f.showStats, "stats", false, "print lifetime statistics")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// A scoresResult is the JSON output of the scores command.
type scoresResult struct {
	Tables     []progress.Page      `json:"tables"`
	Statistics *progress.Statistics `json:"statistics,omitempty"`
}

// print prints the scores as JSON, as statistics or as tables.
func (f *scoresFlags) print(w io.Writer, in store.Folders) error {
	result, err := f.read(in)
	switch {
	case err != nil:
		return err
	case f.json:
		return json.NewEncoder(w).Encode(result)
	case f.showStats:
		return printStatistics(w, result.Statistics)
	}
	return printTables(w, result.Tables)
}

// read returns the tables and statistics that the flags select. If the score file does not exist, they are empty.
func (f *scoresFlags) read(in store.Folders) (result scoresResult, err error) {
	pack, err := openPack(in, f.levels)
	if err != nil {
		return result, fileError(f.levels, err)
	}
	hash := ""
	if f.levels != "" {
		hash = engine.HashText(spec.Digest(pack.Levels))
	}

	number, name, err := f.firstLevel(pack)
	if err != nil {
		return result, err
	}

	result.Tables = []progress.Page{}
	if f.showStats {
		result.Statistics = &progress.Statistics{}
	}

	saved, err := store.ReadScores(in.ScoresFile())
	if errors.Is(err, fs.ErrNotExist) {
		return result, nil
	}
	if err != nil {
		return result, cli.Errorf(cli.ExitFile, "%w", err)
	}
	result.Tables = saved.Tables(hash, number, f.limit)
	if f.showStats {
		*result.Statistics = saved.Statistics()
	}
	if name != "" {
		result.Tables = slices.DeleteFunc(result.Tables,
			func(p progress.Page) bool { return p.HasOwnLevels() || !strings.EqualFold(p.FirstLevelName, name) })
	}
	return result, nil
}

// firstLevel returns the number or the name of the level in --level, or 0 and "" without it. A number selects games on
// any levels. A name must be in the pack, but the level may have had another number when the game was played.
func (f *scoresFlags) firstLevel(pack levels.Pack) (number int, name string, err error) {
	if f.level == "" {
		return 0, "", nil
	}
	if n, err := strconv.Atoi(f.level); err == nil {
		if n < 1 {
			return 0, "", cli.Errorf(cli.ExitUsage, "--level %q: want the number of a level, from 1, or its name",
				f.level)
		}
		return n, "", nil
	}
	i, err := findLevel(pack, f.level, f.levels)
	if err != nil {
		return 0, "", err
	}
	return 0, pack.Levels[i].Name, nil
}

// printTables prints each table under a heading.
func printTables(w io.Writer, pages []progress.Page) error {
	var b strings.Builder
	if len(pages) == 0 {
		b.WriteString("no scores yet\n")
	}
	for i, p := range pages {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.SetName)
		if !p.HasOwnLevels() {
			fmt.Fprintf(&b, ", from level %d", p.FirstLevel)
		}
		if p.FirstLevelName != "" && !p.HasOwnLevels() {
			fmt.Fprintf(&b, ", %s", p.FirstLevelName)
		}
		if k := p.Kind(); k != "" {
			fmt.Fprintf(&b, " (%s)", k)
		}
		fmt.Fprintf(&b, "\n%s\n", text.Scores.WideHeading)
		for _, l := range p.Scores {
			b.WriteString(l.Text() + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printStatistics prints the statistics of all games.
func printStatistics(w io.Writer, t *progress.Statistics) error {
	var b strings.Builder
	for _, line := range t.Lines() {
		fmt.Fprintf(&b, "%s\n", line)
	}
	if t.BallsLost > 0 {
		b.WriteString("lost at, left to right\n")
		for _, n := range t.BallsLostAt {
			fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%6d %s", n,
				strings.Repeat("#", progress.BarLength(n, &t.BallsLostAt, 40))), " "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
