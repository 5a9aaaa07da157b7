package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/levels"
)

// openPack reads the levels at path, or the levels of the campaign and its routes if path is empty.
func openPack(in store.Folders, path levelsPath) (levels.Pack, error) {
	if path == "" {
		return levels.WithRoutes(), nil
	}
	pack, err := in.ReadPack(string(path))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w%s", err, parse.DidYouMean(string(path), "", levelSetNames(in)))
	}
	return pack, err
}

// levelSetNames returns the names of the level sets on this machine.
func levelSetNames(in store.Folders) (names []string) {
	for _, dir := range in.SetFolders() {
		names = append(names, store.SetsIn(dir)...)
	}
	return names
}

// A levelsPath is a flag that takes a level file, a folder or a level set. "" means the shipped levels.
type levelsPath string

func (p *levelsPath) String() string { return string(*p) }
func (p *levelsPath) Type() string   { return "PATH" }

// Set rejects an empty path, which is the value of a shell variable that is not set.
func (p *levelsPath) Set(path string) error {
	if path == "" {
		return errors.New("want a level file or a folder of level files")
	}
	*p = levelsPath(path)
	return nil
}

// add adds the flag to a command.
func (p *levelsPath) add(cmd *cobra.Command) {
	cmd.Flags().Var(p, "levels",
		"level file, folder or zip file of level files, or level set of another game")
	_ = cmd.RegisterFlagCompletionFunc("levels", completeLevels)
}

// A levelFlag is a flag that takes the number or the name of a level.
type levelFlag string

func (l *levelFlag) String() string { return string(*l) }
func (l *levelFlag) Type() string   { return "string" }

// Set rejects an empty name, which is the value of a shell variable that is not set.
func (l *levelFlag) Set(name string) error {
	if strings.TrimSpace(name) == "" {
		return errors.New("want the number or the name of a level")
	}
	*l = levelFlag(name)
	return nil
}

// A gameFlags holds the flags that choose a game, common to the commands that play.
type gameFlags struct {
	levels     levelsPath
	level      string
	seed       seedFlag
	mode       string // "" means the default; not used by play, whose mode is an option
	points     int    // points that win a match; 0 means the default
	storm      int    // balls of a storm; 0 means the default
	difficulty string // difficulty; "" means the default
	drops      int
	day        engine.Day // of a daily game; 0 means today

	isSet func(flag string) bool // reports whether a flag is on the command line; nil if no flag is set
}

// addDifficulty adds the flags for difficulty and drops to a command that does not have the flags of addOptions.
func (f *gameFlags) addDifficulty(cmd *cobra.Command) {
	f.difficulty = settings.Options[settings.Difficulty].Values[0]
	cmd.Flags().Var(choiceFlag{&f.difficulty, settings.DifficultyNames()}, settings.Options[settings.Difficulty].Name,
		"difficulty of the game")
	completions(cmd, settings.Options[settings.Difficulty].Name, settings.DifficultyNames())
	drops := engine.SetupNamed("drops")
	cmd.Flags().Var(cli.Number(&f.drops, drops.Min, drops.Max), drops.Name, settings.Options[settings.Drops].Help)
}

// addMode adds the flags for the mode to a command that does not have the flags of addOptions.
func (f *gameFlags) addMode(cmd *cobra.Command) {
	f.mode = settings.ModeNames()[0]
	cmd.Flags().Var(choiceFlag{&f.mode, settings.ModeNames()}, settings.Options[settings.Mode].Name,
		settings.Options[settings.Mode].Help)
	completions(cmd, settings.Options[settings.Mode].Name, settings.ModeNames())
	cmd.Flags().Var(cli.Number(&f.storm, 1, engine.MaxStorm), settings.Options[settings.Storm].Name,
		settings.Options[settings.Storm].Help)
	f.addDay(cmd)
}

// addDay adds the flag for the day of a daily game.
func (f *gameFlags) addDay(cmd *cobra.Command) {
	cmd.Flags().Var(dayFlag{&f.day}, "day", "day of a daily game, such as 2026-11-22, instead of today")
}

func (f *gameFlags) add(cmd *cobra.Command) {
	f.level = "1"
	cmd.Flags().Var((*levelFlag)(&f.level), "level", "first `LEVEL`, by number or name")
	cmd.Flags().Var(&f.seed, "seed", "seed of the random number generator")
	f.levels.add(cmd)
	completeLevel(cmd, &f.levels)
}

// A preparedGame is a game that was set up from flags and has not begun.
type preparedGame struct {
	pack   levels.Pack
	config engine.Config
	*engine.Game
}

// open sets up the game that the flags describe.
func (f *gameFlags) open(in store.Folders) (n preparedGame, err error) {
	if f.mode != "" {
		n.config.Mode, _ = engine.ParseMode(f.mode) // cannot fail: the flag is a choice
		if err := checkMode(n.config.Mode, settings.ByFlag, f.isSet); err != nil {
			return n, err
		}
	}

	if n.pack, err = openPack(in, f.levels); err != nil {
		return n, fileError(f.levels, err)
	}

	first := 0
	if !engine.Modes[n.config.Mode].OwnLevels {
		if first, err = findLevel(n.pack, f.level, f.levels); err != nil {
			return n, err
		}
	}
	n.pack, first = n.pack.Campaign(first)

	if f.difficulty != "" && f.difficulty != settings.Options[settings.Difficulty].Values[0] {
		n.config.Difficulty, _ = engine.ParseDifficulty(f.difficulty) // cannot fail: the flag is a choice
	}
	n.config.Drops = f.drops
	if engine.Modes[n.config.Mode].FromFirst {
		first = 0
	}
	if engine.Modes[n.config.Mode].Storm {
		n.config.Storm = f.storm
	}

	switch daily := engine.Modes[n.config.Mode].Dated; {
	case daily && f.day == 0:
		n.config.Day = today(time.Now())
	case daily:
		n.config.Day = f.day
	}

	if n.pack, err = f.packFor(in, n.config.Mode, n.config.Day, n.pack); err != nil {
		return n, err
	}
	if engine.Modes[n.config.Mode].HasChallenges {
		if first, err = findChallenge(f.level); err != nil {
			return n, err
		}
	}
	if n.config.Mode.Versus() {
		first = app.MatchBoard(f.seed.value, n.pack)
		n.config.WinPoints = f.points
	}

	n.config.Seed, n.config.Levels, n.config.First = f.seed.value, n.pack.Levels, first
	if n.config.Day != 0 {
		n.config.Seed = n.config.Day.Seed()
	}
	if n.Game, err = engine.New(n.config); err != nil {
		return n, cli.Errorf(cli.ExitFile, "set up level %d: %w", first+1, err)
	}
	return n, nil
}

// packFor returns the levels of a game in a mode. A shuffled game uses levels of pack if --levels is given, and
// otherwise levels of all sets. Other modes use their own levels or the levels of pack.
func (f *gameFlags) packFor(in store.Folders, m engine.Mode, day engine.Day, pack levels.Pack) (levels.Pack, error) {
	if !engine.Modes[m].Mixed {
		return levels.PackFor(m, day, pack), nil
	}
	shuffled := f.shuffle(in, pack)(f.seed.value)
	if len(shuffled.Levels) == 0 {
		return shuffled, cli.Errorf(cli.ExitFile, "no levels to shuffle in %s", f.levels)
	}
	return shuffled, nil
}

// shuffle returns a function that selects the levels of a shuffled game at random: from pack if --levels is given,
// otherwise from all sets.
func (f *gameFlags) shuffle(in store.Folders, pack levels.Pack) func(seed uint64) levels.Pack {
	if f.levels == "" {
		return in.Shuffle
	}
	chosen := levels.Set{Name: pack.Name, Read: func() ([]levels.Source, error) { return pack.Sources, nil }}
	return func(seed uint64) levels.Pack { return levels.Shuffle(seed, []levels.Set{chosen}) }
}

// findLevel returns the index in pack of the level that --level names. path is the path of the pack. The error for an
// unknown level contains the path.
func findLevel(pack levels.Pack, name string, path levelsPath) (int, error) {
	i, err := pack.Find(name)
	if err != nil {
		list := "arkterm levels"
		if path != "" {
			list += " --levels " + string(path)
		}
		return 0, levelError(err, fmt.Sprintf("%q lists them", list))
	}
	return i, nil
}

// findChallenge returns the index of the challenge that --level names.
func findChallenge(name string) (int, error) {
	i, err := levels.Challenges().Find(name)
	if err != nil {
		return 0, levelError(err, "the menu lists the challenges")
	}
	return i, nil
}

// levelError returns the error for an unknown level, with a hint at a list of the levels.
func levelError(err error, hint string) error {
	separator := "; "
	if strings.HasSuffix(err.Error(), "?") {
		separator = " "
	}
	return cli.Errorf(cli.ExitUsage, "--level: %w%s%s", err, separator, hint)
}

// fileError returns the error for invalid levels at path. Errors in the text are on separate lines, so that editors
// recognize them.
func fileError(path levelsPath, err error) error {
	if all, ok := errors.AsType[levels.Errors](err); ok && (len(all) > 1 || all[0].Line > 0) {
		return cli.Errorf(cli.ExitFile, "errors in the levels in %s:\n%w", store.InputName(string(path)), err)
	}
	return cli.Errorf(cli.ExitFile, "%w", err)
}
