package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/parse"
	"arkterm/levels"
	"arkterm/render/text"
)

// A league lets bots play against each other.
type league struct {
	players  []leaguePlayer
	interval int
	pack     levels.Pack
	own      *levels.Pack // levels of --levels; nil for the shipped levels
	first    int          // index of the first level
	job      bot.Job
	ticks    int           // maximum number of ticks of a game
	folder   string        // for recordings; "" for none
	limit    time.Duration // maximum time of a program's answer
}

// A leaguePlayer is a bot in a league: a built-in bot, or a program.
type leaguePlayer struct {
	name       string
	filePrefix string // start of the names of its recordings
	command    string // "" for a built-in bot
	strength   bot.Strength
	errs       botErrors
}

// newLeague returns the command that lets bots play against each other.
func newLeague() *cobra.Command {
	var asJSON bool
	var path levelsPath
	var bots botsFlag
	var level string
	l := league{
		interval: bot.DefaultInterval, ticks: bot.MaxLevelTicks, limit: maxAnswerTime,
		job: bot.Job{Seeds: 20, Drops: progress.DefaultDrops, Run: parallel},
	}
	difficulty := engine.Difficulties[engine.Medium].Name
	cmd := &cobra.Command{
		Use:   "league --bots BOT,BOT…",
		Short: "Compare several bots",
		Long: `Let several bots play the same levels with the same seeds. BOT is a strength of arkterm sim,
a command for arkterm bot, or NAME=COMMAND. The same bots give the same table on every
machine, if programs depend only on their input.

A round is one game on each level, with the same seed. Columns: points and cleared levels of
a round, lives at the end of a game, and games that the program has lost by a mistake, for
no points. Intervals are Student's 95 % confidence intervals over the rounds. Then, for each
pair, the share of games in which the first bot has more points, with Wilson's 95 %
confidence interval. A tie counts half.

With -o, keep the recordings. Every recording is verified.`,
		Example: `  arkterm league --bots casual,skilled,./mybot --level 1
  arkterm league --bots old=./bot1,new=./bot2 --levels my/ --seeds 50 -o games
  arkterm league --bots skilled,'python3 mybot.py' --level 7 --json`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if l.players, err = leaguePlayers(bots, cmd.ErrOrStderr()); err != nil {
				return err
			}
			if l.pack, err = openPack(store.UserFolders(), path); err != nil {
				return fileError(path, err)
			}
			if path != "" {
				l.own = &l.pack
			}
			last := len(l.pack.Levels)
			if level != "" {
				if l.first, err = findLevel(l.pack, level, path); err != nil {
					return err
				}
				last = l.first + 1
			}
			l.job.Levels = l.pack.Levels[l.first:last]
			l.job.Difficulty, _ = engine.ParseDifficulty(difficulty) // cannot fail, because the flag is a choice
			if err := prepareFolder(l.folder, forced(cmd)); err != nil {
				return err
			}

			table, err := l.play()
			if err != nil {
				return err
			}
			if asJSON {
				return cli.WriteJSON(cmd.OutOrStdout(), table)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), leagueTable(&table))
			return err
		},
	}

	cmd.Flags().Var(&bots, "bots", "strengths and commands, separated by commas")
	path.add(cmd)
	cmd.Flags().Var((*levelFlag)(&level), "level", "play only this `LEVEL`")
	cmd.Flags().Var(cli.Number(&l.job.Seeds, 1, maxRateSeeds), "seeds", "games of each bot on each level")
	cmd.Flags().Var(choiceFlag{&difficulty, settings.DifficultyNames()}, "difficulty", "difficulty of the games")
	share := engine.SetupNamed("drops")
	cmd.Flags().Var(cli.Number(&l.job.Drops, share.Min, share.Max), share.Name, settings.Options[settings.Drops].Help)
	cmd.Flags().Var(cli.Number(&l.ticks, 1, maxTicksFlag), "ticks", "maximum number of ticks of a game")
	addInterval(cmd, &l.interval)
	cmd.Flags().VarP(cli.Folder{Path: &l.folder}, "output", "o", "`DIR` for recordings; created if missing")
	_ = cmd.MarkFlagDirname("output")
	addForce(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	completions(cmd, "bots", strengthNames())
	completions(cmd, "difficulty", settings.DifficultyNames())
	completeLevel(cmd, &path)
	return cmd
}

// A botsFlag is a flag that takes bots, separated by commas. It can be repeated.
type botsFlag []string

func (f *botsFlag) String() string { return strings.Join(*f, ",") }
func (f *botsFlag) Type() string   { return "BOTS" }

// Set adds bots.
func (f *botsFlag) Set(bots string) error {
	*f = append(*f, strings.Split(bots, ",")...)
	return nil
}

// leaguePlayers returns the bots of the flag --bots. The errors of programs are written to w.
func leaguePlayers(bots []string, w io.Writer) ([]leaguePlayer, error) {
	if len(bots) == 0 {
		return nil, cli.Errorf(cli.ExitUsage, "league: want --bots BOT,BOT…")
	}
	var players []leaguePlayer
	files, mu := map[string]bool{}, new(sync.Mutex)
	for _, b := range bots {
		p := leaguePlayer{name: b}
		if s, err := bot.ParseStrength(b); err == nil {
			p.name, p.strength = s.String(), s
		} else {
			name, command, ok := strings.Cut(b, "=")
			if !ok || !isBotName(name) {
				name, command = botName(b), b
			}
			if strings.TrimSpace(command) == "" {
				return nil, cli.Errorf(cli.ExitUsage, "--bots %q: want a strength, a command or NAME=COMMAND", b)
			}
			if _, err := exec.LookPath(command); err != nil && isBotName(command) {
				return nil, cli.Errorf(cli.ExitUsage, "--bots: unknown strength or program %.40q%s", command,
					parse.DidYouMean(command, "", strengthNames()))
			}
			p.name, p.command = name, command
		}
		if p.filePrefix = strings.Map(fileRune, p.name); files[p.filePrefix] {
			return nil, cli.Errorf(cli.ExitUsage, "--bots: two bots have the name %s; use NAME=COMMAND", p.name)
		}
		files[p.filePrefix] = true
		p.errs = botErrors{name: p.name, w: w, mu: mu}
		players = append(players, p)
	}
	return players, nil
}

// isBotName reports whether a text before an equals sign is the name of a bot, and not part of a command.
func isBotName(s string) bool { return s != "" && strings.Map(fileRune, s) == s }

// fileRune returns r if it is allowed in the name of a recording, and otherwise a hyphen.
func fileRune(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '.' {
		return r
	}
	return '-'
}

// prepareFolder creates the folder for recordings. It must be empty, unless force is set.
func prepareFolder(folder string, force bool) error {
	if folder == "" {
		if force {
			return cli.Errorf(cli.ExitUsage, "--force requires --output")
		}
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return cli.Errorf(cli.ExitFailure, "--output: %w", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return cli.Errorf(cli.ExitFailure, "--output: %w", err)
	}
	if len(entries) > 0 && !force {
		return cli.Errorf(cli.ExitUsage, "--output: %s is not empty; --force replaces recordings", folder)
	}
	return nil
}

// play plays all games.
func (l *league) play() (bot.LeagueTable, error) {
	var names []string
	for i := range l.players {
		names = append(names, l.players[i].name)
	}
	games := len(names) * len(l.job.Levels) * l.job.Seeds
	table, err := withProgress(&l.job, games, func() (bot.LeagueTable, error) {
		return l.job.League(names, func(player, level, seed int) (bot.LeagueGame, error) {
			return l.playOne(&l.players[player], l.first+level, uint64(seed+1))
		})
	})
	for i := range table.Failures {
		table.Failures[i].Level += l.first
	}
	return table, err
}

// playOne plays one game, and verifies its recording.
func (l *league) playOne(p *leaguePlayer, level int, seed uint64) (result bot.LeagueGame, err error) {
	config := engine.Config{
		Setup:  engine.Setup{Seed: seed, Difficulty: l.job.Difficulty, Drops: l.job.Drops, First: level},
		Levels: l.pack.Levels,
	}
	g, err := engine.New(config)
	if err != nil {
		return result, cli.Errorf(cli.ExitFile, "set up level %d: %w", level+1, err)
	}

	recording := replay.NewRecording(cli.MadeBy(), config, l.pack)
	recording.Player, _ = text.CheckPlayerName(p.name)
	if p.command == "" {
		simulate(g, recording, []controller{bot.OfStrength(p.strength, seed)}, l.ticks, false)
	} else {
		program, err := startBot(p.command, l.interval, seed, l.limit, &p.errs)
		if err != nil {
			return result, cli.Errorf(cli.ExitFile, "--bots: %s: %w", p.name, err)
		}
		simulate(g, recording, []controller{program}, l.ticks, false)
		program.close(g)
		if err := program.Err(); err != nil {
			result.Failure = err.Error()
		}
	}
	if result.Failure == "" {
		result = bot.LeagueGame{Points: g.Score, Cleared: isCleared(g), Lives: g.Lives}
	}

	name, data := fmt.Sprintf("%s-%d-%d.ark", p.filePrefix, level+1, seed), recording.Packed()
	played, err := replay.Open(name, data, l.own)
	if err == nil {
		_, err = played.Verify()
	}
	if err == nil && l.folder != "" {
		err = store.Write(filepath.Join(l.folder, name), data)
	}
	return result, err
}

// Widths of the columns of leagueTable.
const leagueNameWidth, leaguePointsWidth, leagueClearedWidth, leagueLivesWidth = 20, 22, 16, 13

// leagueTable returns a table with a row for each bot, and a table with a row for each pair.
func leagueTable(t *bot.LeagueTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s%*s%*s%*s%7s\n", leagueNameWidth, "bot", leaguePointsWidth, "points", leagueClearedWidth,
		"cleared", leagueLivesWidth, "lives", "failed")
	for i := range t.Bots {
		r := &t.Bots[i]
		fmt.Fprintf(&b, "%s%*s%*s%*s%7d\n", text.Fit(r.Name, leagueNameWidth),
			leaguePointsWidth, estimateText(r.Points, t.Rounds, 0), leagueClearedWidth,
			estimateText(r.Cleared, t.Rounds, 2), leagueLivesWidth, estimateText(r.Lives, t.Rounds, 1), r.Failed)
	}

	fmt.Fprintf(&b, "\n%-*s %-*s%7s\n", leagueNameWidth, "first", leagueNameWidth, "second", "wins")
	for _, p := range t.Pairs {
		fmt.Fprintf(&b, "%s %s%5.0f %%  %.0f–%.0f %%\n", text.Fit(p.First, leagueNameWidth),
			text.Fit(p.Second, leagueNameWidth), 100*p.Wins, 100*p.Low, 100*p.High)
	}

	shown := map[string]bool{}
	for _, f := range t.Failures {
		if !shown[f.Bot] {
			shown[f.Bot] = true
			fmt.Fprintf(&b, "\n%s lost the game on level %d with seed %d because of an error: %s\n", f.Bot,
				f.Level, f.Seed, f.Error)
		}
	}
	return b.String()
}

// estimateText returns an estimate with a number of decimals. A single round has no interval.
func estimateText(e bot.Estimate, rounds, decimals int) string {
	number := func(x float64) string {
		if decimals == 0 {
			return text.Number(int(x + 0.5))
		}
		return fmt.Sprintf("%.*f", decimals, x)
	}
	if rounds < 2 {
		return number(e.Mean)
	}
	return number(e.Mean) + " ± " + number(e.Margin)
}
