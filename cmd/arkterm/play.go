package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/audio"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
)

// A playFlags holds the flags of the play command.
type playFlags struct {
	game         gameFlags
	choices      settings.Choices
	player       string // the player's name, if given
	bot          bool
	noProbe      bool // send no queries
	debug        bool
	cast         string         // file for a cast, if not ""
	force        bool           // replace an existing file
	code         string         // share code, if not ""
	shared       *replay.Share  // the decoded code, or nil
	ghost        string         // recording to race against, if not ""
	replay       *replay.Replay // recording to watch; nil means play
	replayFrom   uint64         // first tick of replay to show
	resume       bool           // continue the saved game
	continueFile string         // continue the recording in this file
	editing      bool           // edit the level file at editPath, or a new one if that is ""
	editPath     string
	testHook     func(*playSession) // called with the session before it starts; nil except in tests
}

// newPlay returns the play command, which plays in the terminal. It is also the root command.
func newPlay(testHook func(*playSession)) *cobra.Command {
	f := playFlags{testHook: testHook}
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play (the default command)",
		Example: `  arkterm play
  arkterm play --level 3 --seed 42         a reproducible game
  arkterm play --levels my/ --color 256
  arkterm play --ghost game.ark            race against a recording
  arkterm play --cast game.cast            record the session
  arkterm play --code YWsC…                play a share code
  arkterm play --mode endless
  arkterm play --assist aim,slow --speed 80
  arkterm play --bot                       watch the bot`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmp.Or(checkExclusive(cmd, "ghost", "level", "seed", "bot", "mode", "day", "balls", "points",
				"opponent"),
				checkExclusive(cmd, "code", "ghost", "mode", "day", "balls", "level", "levels", "seed", "difficulty",
					"drops"),
				checkExclusive(cmd, "bot", "player"), checkForce(cmd, "cast"),
				checkExclusive(cmd, "lines", "plain", "narrate"), checkExclusive(cmd, "plain", "narrate")); err != nil {
				return err
			}

			if !cmd.Flags().Changed("code") && f.ghost == "" { // both set the mode
				f.game.isSet = cmd.Flags().Changed
			}

			if cmd.Flags().Changed("code") {
				if err := f.applyCode(); err != nil {
					return err
				}
			}
			f.force = forced(cmd)
			return f.play(tty.Getenv, store.UserFolders())
		},
	}

	f.game.add(cmd)
	f.game.addDay(cmd)
	addOptions(cmd, &f.choices)
	cmd.Flags().BoolVar(&f.bot, "bot", false, "watch the bot play")
	cmd.Flags().Var(cli.InputFile(&f.ghost), "ghost", "race against the recording in this `FILE`")
	_ = cmd.MarkFlagFilename("ghost", "ark")
	cmd.Flags().StringVar(&f.code, "code", "", "play a share `CODE` from arkterm share")
	cmd.Flags().Var(cli.OutputFile(&f.cast), "cast", "record the session to a new asciinema `FILE`")
	_ = cmd.MarkFlagFilename("cast", replay.CastSuffix[1:])
	addForce(cmd)
	f.addPlayer(cmd)
	f.addDebugging(cmd)
	return cmd
}

// addPlayer adds the flag for the player's name.
func (f *playFlags) addPlayer(cmd *cobra.Command) {
	cmd.Flags().Var(playerFlag{&f.player}, "player", "player name for the scores")
}

// addDebugging adds the flags for debugging.
func (f *playFlags) addDebugging(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.noProbe, "no-probe", false, "send no queries to the terminal")
	cmd.Flags().BoolVar(&f.debug, "debug", false, "show the debug overlay (F12)")
}

// play plays in the terminal until the player quits.
func (f *playFlags) play(env settings.Env, in store.Folders) error {
	cli.SetGCPercent(gcPercent)
	if err := cmp.Or(rejectStdin("--levels", string(f.game.levels)), rejectStdin("--ghost", f.ghost),
		rejectStdin("continue", f.continueFile), rejectStdout("--cast", f.cast)); err != nil {
		return err
	}
	if err := readConfig(&f.choices, in.ConfigFile()); err != nil {
		return err
	}
	notice := store.ReadSettings(&f.choices, in.SettingsFile(), time.Now())
	set, err := f.settings(env, in)
	if err != nil {
		return err
	}
	set.Notice = notice
	if f.shared != nil && notice == "" {
		set.Notice = f.shared.ToBeat()
	}
	if n := len(set.Pack.Notes); n > 0 && set.Notice == "" {
		set.Notice = fmt.Sprintf("%s on these levels: arkterm levels check %s", text.NumberOf(n, "note"), f.game.levels)
	}

	set.Diary = store.ReadDiary(in.DailyFile())
	if !f.bot && f.replay == nil {
		set.FieldGuide = store.ReadFieldGuide(in.FieldGuideFile())
	}
	saves, noSave, err := f.openSaved(&set, in)
	if err != nil {
		saves.Close()
		return err
	}
	defer saves.Close()

	var journal *store.LevelJournal
	if f.editing {
		var open app.LevelFile
		if open, journal, err = in.OpenLevel(f.editPath); err != nil {
			return cli.Errorf(cli.ExitFile, "%w", err)
		}
		set.Edit = &open
	}

	set.Themes = userThemes(in)
	themeNotice, err := f.choices.CheckTheme(set.Themes)
	if err != nil {
		return err
	}
	if themeNotice != "" {
		set.Notice = themeNotice
	}
	set.Apply()

	options := playOptions{
		files: in, scores: store.NewScoreFile(in.ScoresFile()), player: f.player, saves: saves,
		noSaveReason: noSave, journal: journal, testHook: f.testHook,
	}
	if !set.Remote {
		options.speaker = func() (audio.Device, error) {
			d, _, err := audio.Open(env)
			return d, err
		}
	}
	if f.cast != "" {
		file, err := createCast(f.cast, f.force)
		if err != nil {
			return err
		}
		defer file.Close()
		options.cast = file
	}

	now := tty.Clock()
	driver, _ := f.choices.ScreenDriver(env)
	term, err := tty.Open(tty.Options{
		Lines: set.MenusAsLines, Tcell: driver == settings.DriverTcell,
		Tier: set.Render.Tier, Term: set.Term, Bleed: set.Auto.Bleeds,
		Queries: set.Probe, UTF8: settings.UTF8Locale(env), Remote: set.Remote, LinkRate: f.choices.Rate(),
		Now: now, Env: env,
	})
	if err != nil {
		if options.cast != nil && !f.force {
			os.Remove(f.cast) // new and empty
		}
		return err
	}
	if options.cast != nil {
		_ = options.cast.Truncate(0) // fails only for devices
	}
	set.Render.Aspect = term.Caps().Aspect
	if tier, ok := term.Tier(); ok && f.choices.TierIsAuto(env) {
		set.Render.Tier, set.TierGuessed = tier, false
	}
	return runPlay(term, now, set, options)
}

// settings returns the setup from the flags, options and environment.
func (f *playFlags) settings(env settings.Env, in store.Folders) (app.Setup, error) {
	if env("TERM") == "dumb" && f.choices.Get(settings.Glyphs) == "auto" &&
		f.choices.Get(settings.Lines) != settings.LinesAll {
		return app.Setup{}, cli.Errorf(cli.ExitTerminal,
			"TERM=dumb: the terminal cannot move its cursor, so nothing can be drawn on it; "+
				"set TERM to the type of your terminal, such as xterm-256color, or try --glyphs ascii, or --narrate")
	}
	if err := checkMode(f.choices.Mode(), f.choices.SourceOf(settings.Mode), f.game.isSet); err != nil {
		return app.Setup{}, err
	}
	challenge, err := f.challenge()
	if err != nil {
		return app.Setup{}, err
	}
	pack, first, err := f.levels(in)
	if err != nil {
		return app.Setup{}, err
	}

	var ghost app.Ghost
	if f.ghost != "" {
		if ghost.Replay, err = openReplay(in, f.ghost, f.game.levels); err != nil {
			return app.Setup{}, err
		}
		if rules := ghost.Replay.Recording.Rules; rules != engine.Rules {
			return app.Setup{}, cli.Errorf(cli.ExitFile, "%s: %w", f.ghost, replay.RulesError(rules))
		}
		pack, first = ghost.Replay.Pack, ghost.Level()
		f.game.seed = seedFlag{ghost.Replay.Recording.Seed, true}
	}

	set := app.Setup{
		Program:    cli.MadeBy(),
		Ghost:      ghost.Replay,
		Shared:     f.shared,
		Watch:      f.replay,
		WatchFrom:  f.replayFrom,
		Choices:    f.choices,
		Auto:       settings.Detect(env),
		Pack:       pack,
		FirstLevel: first,
		Challenge:  challenge,
		Seed:       f.game.seed.next,
		Shuffle:    f.shuffle(in, pack),
		Day:        f.game.day,
		Today:      func() engine.Day { return today(time.Now()) },
		Bot:        f.bot,
		Workshop:   true,
		Debug:      f.debug,
		Probe:      !f.noProbe && settings.CanSendQueries(env),
		Term:       env("TERM"),
		Remote:     settings.OverSSH(env),
		TextDevice: true,

		TierGuessed: f.choices.TierIsGuess(env),

		Render: render.Options{Tier: f.choices.Tier(env), Names: levels.LevelNames(pack)},
	}
	set.Apply()
	return set, nil
}

// levels returns the levels to play, and the index of the first level.
func (f *playFlags) levels(in store.Folders) (levels.Pack, int, error) {
	if f.replay != nil {
		return f.replay.Pack, 0, nil
	}
	if f.shared != nil {
		pack, err := f.shared.Open()
		if err != nil {
			return pack, 0, cli.Errorf(cli.ExitFile, "--code: %w", err)
		}
		if engine.Modes[f.shared.Mode].OwnLevels {
			return levels.Shipped(), 0, nil // the title screen offers other games too
		}
		return pack, f.shared.First, nil
	}
	g, err := f.game.open(in)
	return g.pack, g.config.First, err
}

// challenge returns the index of the challenge named by --level or the share code, or 0 in other modes.
func (f *playFlags) challenge() (int, error) {
	if !engine.Modes[f.choices.Mode()].HasChallenges || f.replay != nil || f.ghost != "" {
		return 0, nil
	}
	if f.shared != nil {
		return f.shared.First, nil
	}
	challenge, err := findChallenge(f.game.level)
	if err != nil {
		return 0, err
	}
	f.game.level = "1"
	return challenge, nil
}

// shuffle returns a function that selects the levels of a shuffled game at random. For the seed of a ghost or of a
// shared game, the function returns the levels of that game. If the texts of all levels in --levels are too long, it
// selects from all sets on this machine.
func (f *playFlags) shuffle(in store.Folders, pack levels.Pack) func(seed uint64) levels.Pack {
	draw := f.game.shuffle(in, pack)
	hasLevels := f.ghost != "" || f.shared != nil && engine.Modes[f.shared.Mode].Mixed && f.shared.HasGame
	if f.shared != nil {
		if own, err := f.shared.Open(); err == nil {
			pack = own
		}
	}
	return func(seed uint64) levels.Pack {
		if hasLevels && seed == f.game.seed.value {
			return pack
		}
		if p := draw(seed); len(p.Levels) > 0 {
			return p
		}
		return in.Shuffle(seed)
	}
}

// next returns the seed of the next game, which is the given seed or a random seed of 32 bits.
func (s *seedFlag) next() uint64 {
	if s.given {
		return s.value
	}
	return uint64(rand.Uint32())
}

// gcPercent is the garbage collector's target percentage during a game. With it, the first frame is drawn before the
// first collection, which takes several milliseconds. A game does not allocate.
const gcPercent = 200
