package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// A levelsFlags holds the flags of the levels command.
type levelsFlags struct {
	path       levelsPath
	difficulty string
	showSets   bool
	json       bool
}

// newLevels returns the command that lists levels, with its subcommands.
func newLevels() *cobra.Command {
	f := levelsFlags{difficulty: settings.Options[settings.Difficulty].Values[0]}
	cmd := &cobra.Command{
		Use:   "levels",
		Short: "List, check, rate, import or generate levels",
		Long: `List the levels of the game by world and second route, with their pars, your stars at a
difficulty, and your best time and points.

With --sets, list the level sets of LBreakout2 and LBreakoutHD on this machine. --levels
accepts their names. They are in ~/.lgames/lbreakout2-levels, ~/.lbreakouthd/levels, and
games/lbreakout2/levels and games/lbreakouthd/levels in the folders of XDG_DATA_DIRS.`,
		Example: `  arkterm levels                           the shipped levels
  arkterm levels --difficulty hard         with your stars at hard
  arkterm levels --levels my/              the levels of a folder
  arkterm levels --levels Abc              the levels of a set
  arkterm levels --sets                    level sets of other games
  arkterm levels check my.level my/
  arkterm levels rate my/                  estimate their difficulty`,
		Args: cli.KnownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkExclusive(cmd, "sets", "levels", "difficulty"); err != nil {
				return err
			}
			return f.list(cmd.OutOrStdout(), store.UserFolders())
		},
	}
	f.path.add(cmd)
	cmd.Flags().Var(choiceFlag{&f.difficulty, settings.DifficultyNames()}, "difficulty",
		"difficulty for the stars and par scores")
	completions(cmd, "difficulty", settings.DifficultyNames())
	cmd.Flags().BoolVar(&f.showSets, "sets", false, "list the level sets of LBreakout on this machine")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.AddCommand(newLevelsCheck(), newLevelsRate(), newLevelsImport(), newLevelsMake())
	return cmd
}

// list prints the levels, or the sets.
func (f *levelsFlags) list(w io.Writer, in store.Folders) error {
	if f.showSets {
		return listSets(w, in.SetFolders(), f.json)
	}
	pack, err := openPack(in, f.path)
	if err != nil {
		return fileError(f.path, err)
	}
	difficulty, _ := engine.ParseDifficulty(f.difficulty) // cannot fail, because the flag accepts only valid names
	all, err := listLevels(in, pack, difficulty)
	if err != nil {
		return err
	}
	if f.json {
		return cli.WriteJSON(w, all)
	}
	return printLevels(w, all, f.path != "")
}

// A listedLevel is a level in the JSON output. Times are in seconds, and zeros are omitted.
type listedLevel struct {
	Number    int     `json:"number"`
	Name      string  `json:"name"`
	Author    string  `json:"author,omitempty"`
	World     string  `json:"world,omitempty"`
	ParTime   float64 `json:"par_time"`
	ParScore  int     `json:"par_score,omitempty"`
	Stars     int     `json:"stars"`
	OpenStars int     `json:"open_stars"` // maximum of Stars
	BestTime  float64 `json:"best_time,omitempty"`
	BestScore int     `json:"best_score,omitempty"`
}

// listLevels returns the levels of a pack with the player's achievements at a difficulty.
func listLevels(in store.Folders, pack levels.Pack, difficulty engine.Difficulty) ([]listedLevel, error) {
	best, err := readAchievements(in)
	if err != nil {
		return nil, err
	}
	seconds := func(ticks int) float64 { return float64(ticks) / engine.TicksPerSecond }
	all := make([]listedLevel, len(pack.Levels))
	for i := range pack.Levels {
		one := pack.Levels[i : i+1]
		g, err := engine.New(engine.Config{Setup: engine.Setup{Difficulty: difficulty}, Levels: one})
		if err != nil {
			return nil, cli.Errorf(cli.ExitFile, "set up level %d: %w", pack.Number(i), err)
		}
		key := progress.LevelKeyOf(one)
		key.Difficulty = difficulty
		got := best[key]
		all[i] = listedLevel{
			Number: pack.Number(i), Name: one[0].Name, Author: one[0].Author, World: one[0].World,
			ParTime: seconds(g.Tally.Par), ParScore: g.Tally.ParScore,
			Stars: (got.Stars & g.AvailableStars()).Count(), OpenStars: g.AvailableStars().Count(),
			BestTime: seconds(got.Ticks), BestScore: got.Points,
		}
	}
	return all, nil
}

// readAchievements returns the player's achievements. If there is no score file, it returns nil.
func readAchievements(in store.Folders) (map[progress.LevelKey]progress.Achievement, error) {
	saved, err := store.ReadScores(in.ScoresFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%w", err)
	}
	best := make(map[progress.LevelKey]progress.Achievement)
	for _, a := range saved.Achievements() {
		best[a.LevelKey] = a
	}
	return best, nil
}

// printLevels prints one level per line below the name of its world, optionally with its author.
func printLevels(w io.Writer, all []listedLevel, authors bool) error {
	width, world := 0, ""
	for _, l := range all {
		width = max(width, cell.Width(l.Name))
	}
	var b strings.Builder
	for i, l := range all {
		if l.World != world {
			world = l.World
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s\n", world)
		}
		row := fmt.Sprintf("%-3d %s%*s par %5s %8s  %s%s",
			l.Number, l.Name, width-cell.Width(l.Name), "", clockText(l.ParTime), pointsText(l.ParScore),
			strings.Repeat("★", l.Stars), strings.Repeat("☆", l.OpenStars-l.Stars))
		if l.BestTime > 0 {
			row += fmt.Sprintf("  best %5s %8s", clockText(l.BestTime), pointsText(l.BestScore))
		}
		if authors && l.Author != "" {
			row += "  by " + l.Author
		}
		b.WriteString(row + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// clockText returns seconds as minutes and seconds.
func clockText(seconds float64) string {
	return text.PlayTime(uint64(math.Round(seconds * engine.TicksPerSecond)))
}

// pointsText returns a number of points as text, or a dash for 0.
func pointsText(n int) string {
	if n == 0 {
		return "–"
	}
	return text.Number(n)
}

// newLevelsCheck returns the command that checks level files.
func newLevelsCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check PATH…",
		Short: "Check level files, also in folders and zip files",
		Long: `Check level files, also in folders and zip files, and print every error as
file:line:column: message. For a level set of another game, print the differences after an
import.`,
		Example: `  arkterm levels check my.level
  arkterm levels check my/ && echo fine`,
		Args: pathArgs,
		RunE: checkLevels,
	}
}

// pathArgs is the Args function of commands that take files and folders.
func pathArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Errorf(cli.ExitUsage, "%s: want a file or a folder", cmd.CommandPath())
	}
	if slices.Contains(args, "") { // an unset variable in a script
		return cli.Errorf(cli.ExitUsage, "%s: a path is empty", cmd.CommandPath())
	}
	return nil
}

// checkLevels prints the errors in all paths to stderr, and a line to stdout for each path without errors.
func checkLevels(cmd *cobra.Command, paths []string) error {
	in := store.UserFolders()
	found, bad := 0, 0
	for _, path := range paths {
		pack, err := in.ReadPack(path)
		if err == nil {
			for _, note := range pack.Notes {
				fmt.Fprintln(cmd.ErrOrStderr(), note)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, no errors\n", store.InputName(path),
				text.NumberOf(len(pack.Levels), "level"))
			continue
		}
		bad++
		found++
		if all, ok := errors.AsType[levels.Errors](err); ok {
			found += len(all) - 1
		}
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	if bad > 0 {
		return cli.Errorf(cli.ExitFile, "%s in %d of %d files", text.NumberOf(found, "error"), bad, len(paths))
	}
	return nil
}
