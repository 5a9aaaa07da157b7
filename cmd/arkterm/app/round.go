package app

import (
	"cmp"
	"fmt"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
)

// A round is the game that is played or shown, with all data that belongs to this game. A new game replaces the round.
type round struct {
	game      *engine.Game
	config    engine.Config
	pack      levels.Pack // pack of the game's levels
	recording *record.Recording
	terms     engine.Terms // terms chosen by the player; applied before the next tick

	bot       *bot.Bot // plays instead of the player; nil if there is none
	secondBot *bot.Bot // plays the second paddle; nil if a person plays it, or if there is none
	demo      bool     // the game is the bot's game behind the title
	testing   bool     // the game is a test of a level in the editor

	ghost          *record.Playback // playback of a ghost; nil if there is none
	resumePlayback *record.Playback // playback of a saved game until its last tick; otherwise nil
	history        history
	combos         comboWatch
	markedLevel    int // number of the level last marked in the asciinema recording; 0 if none

	savesScore bool // the game's score will be saved, because a person plays it
	isDailyTry bool // the game is the day's try, and the diary contains it
	counts     progress.Counts
	table      progress.Table // score table of the game when it was started or continued
	tableBest  int            // the player's best score in table before this game; 0 if unknown

	levelBest progress.Achievement // the player's best result in the current level
	saving    saveState
}

// won reports whether the game was won.
func (r *round) won() bool { return r.game.Phase == engine.Won }

// practising reports whether the game is a daily game that counts only as practice, and in which no assist was used.
func (r *round) practising() bool {
	return r.config.Day != 0 && r.recording.Assisted && r.game.UsedAssists == 0
}

// ranked reports whether a score table can list the game. Tables do not list games in which a bot is the partner or
// opponent.
func (r *round) ranked() bool {
	row := &engine.Modes[r.config.Mode]
	return !row.Unranked && (row.Paddles == 1 || r.recording.Opponent == settings.Human)
}

// twoPeople reports whether two people play.
func (r *round) twoPeople() bool {
	return r.bot == nil && r.secondBot == nil && engine.Modes[r.config.Mode].Paddles > 1
}

// step plays one tick of the game and records the tick. in contains the inputs of the people. For paddles that bots
// control, step uses the inputs of the bots.
func (r *round) step(in engine.Input) {
	if r.bot != nil {
		in[0] = r.bot.Play(r.game)
	}
	if r.secondBot != nil {
		in[1] = r.secondBot.PlayFor(r.game, 1)
	}
	r.recording.Add(in)
	r.game.Step(in)
	r.recording.Checkpoint(r.game)
	if r.ghost != nil {
		_, _ = r.ghost.Next() // a ghost that differs from its recording is harmless
	}
	r.history.observe(r.game)
	r.saving.observe(r.game)
	if r.savesScore {
		r.counts.Observe(r.game.Events)
	}
}

// applyTerms applies the chosen terms to the player's game, and records them.
func (r *round) applyTerms() {
	if r.saving.active && r.terms != r.game.Terms() {
		r.recording.Change(r.terms)
		r.game.Change(r.terms)
	}
}

// ghostGame returns the ghost's game, or nil if there is none or it has ended.
func (r *round) ghostGame() *engine.Game {
	if r.ghost == nil || r.ghost.Ended() {
		return nil
	}
	return r.ghost.Game
}

// play starts a game in the chosen mode at the chosen level. If the player must first answer the question about the
// difficulty or the steering, play shows this question instead.
func (s *Session) play(now time.Duration) error {
	if s.isNewcomer() {
		s.askDifficulty(now)
		return nil
	}
	if s.asksSteering() {
		s.Detour(steeringScreen, now)
		s.IgnoreInputBriefly(now)
		return nil
	}
	s.saveLeftScore()
	seed := s.set.Seed()
	if s.other != nil && s.other.share != nil {
		seed = s.other.setup.Seed
	}
	if err := s.setUp(s.mode, seed); err != nil {
		return err
	}
	s.View.Observe(s.round.game.Events) // show the level's beginning
	s.updateSoundAndNarration(s.round.game)
	if s.set.Bot {
		s.setBot(seed)
	} else {
		s.startSaving(s.saved.lastID+1, now)
		s.round.saving.disabled = s.other != nil
	}
	s.round.savesScore = s.round.bot == nil && s.round.ranked()
	s.markPractice()
	s.readBest()
	if s.ghost.matchesLevel(s.firstLevel(s.mode)) {
		var err error
		if s.round.ghost, err = s.ghost.Replay.Begin(); err != nil {
			return err
		}
	}
	s.Enter(playingScreen, now)
	return nil
}

// toTitle leaves the game and shows the title with a demonstration game. If returnTo is set, toTitle calls it instead
// of showing the title.
func (s *Session) toTitle(now time.Duration) error {
	s.endOther()
	back := s.returnTo
	s.series, s.returnTo = progress.Series{}, nil
	if back != nil {
		s.ghost.Replay = nil
	} else {
		back = s.EnterFunc(TitleScreen)
	}
	s.deferScore(progress.OutcomeLeft)
	s.leaveGame()
	if err := s.playDemo(); err != nil {
		return err
	}
	s.readAchievements()
	if s.weeklyGoal() == "" {
		s.readWeek()
	}
	back(now)
	return nil
}

// playDemo sets up the next demonstration game of the title. If the chosen mode has two paddles, the demonstration is a
// game in this mode. Otherwise, it is a game on a level made for the title.
func (s *Session) playDemo() error {
	if engine.Modes[s.mode].Paddles > 1 {
		pack, config := s.nextGameConfig(s.mode, 0)
		return s.setUpDemo(pack, config)
	}
	pack := levels.Title()
	return s.setUpDemo(pack, engine.Config{Levels: pack.Levels})
}

// setUpDemo sets up a demonstration game on the given levels, which a bot plays.
func (s *Session) setUpDemo(pack levels.Pack, config engine.Config) error {
	s.numDemos++
	if err := s.setUpLevels(pack, config, s.numDemos); err != nil {
		return err
	}
	s.round.demo = true
	s.setBot(s.numDemos)
	return nil
}

// setUp starts a round with a game in a mode.
func (s *Session) setUp(m engine.Mode, seed uint64) error {
	pack, config := s.nextGameConfig(m, seed)
	return s.setUpLevels(pack, config, seed)
}

// setUpLevels starts a round with a game on the given levels.
func (s *Session) setUpLevels(pack levels.Pack, config engine.Config, seed uint64) error {
	if config.Day == 0 {
		config.Seed = seed
	}
	if config.Mode.Versus() {
		config.First = MatchBoard(seed, pack)
	}
	opponent := s.set.Choices.Get(settings.Opponent)
	if s.ghost.matchesLevel(s.firstLevel(config.Mode)) {
		config = s.ghost.Replay.Recording.Config(s.set.Pack.Levels)
		opponent = cmp.Or(s.ghost.Replay.Recording.Opponent, opponent)
	}
	game, err := engine.New(config)
	if err != nil {
		return fmt.Errorf("set up level %d: %w", config.First+1, err)
	}
	s.round = round{game: game, config: config, pack: pack, recording: replay.NewRecording(s.set.Program, config, pack)}
	s.round.history.observe(game)
	s.lessons.begin()
	s.setOpponent(opponent)
	s.newView()
	s.endSlowMotion()
	return nil
}

// nextGameConfig returns the pack and the configuration of the game that Play would start in mode m. The levels of a
// mode with mixed levels depend on the seed. The configuration contains a seed only for daily games.
func (s *Session) nextGameConfig(m engine.Mode, seed uint64) (levels.Pack, engine.Config) {
	config := engine.Config{Setup: engine.Setup{Mode: m, First: s.firstLevel(m)}}
	if engine.Modes[m].Dated {
		config.Day = s.day()
		config.Seed = config.Day.Seed()
	}
	pack := levels.PackFor(m, config.Day, s.set.Pack)
	if engine.Modes[m].Mixed && s.set.Shuffle != nil {
		pack = s.set.Shuffle(seed)
	}
	s.set.Choices.ApplyToGame(&config)
	s.applyOther(&pack, &config)
	config.Levels = pack.Levels
	return pack, config
}

// firstLevel returns the index of the level with which a game in a mode starts.
func (s *Session) firstLevel(m engine.Mode) int {
	switch row := &engine.Modes[m]; {
	case row.HasChallenges:
		return s.challenge
	case row.OwnLevels, row.FromFirst:
		return 0
	}
	return s.level
}

// setFirstLevel sets the index of the level at which games in the chosen mode start. It does nothing in modes that
// always start at their first level.
func (s *Session) setFirstLevel(level int) {
	switch row := &engine.Modes[s.mode]; {
	case row.HasChallenges:
		s.challenge = level
	case !row.OwnLevels && !row.FromFirst:
		s.level = level
	}
}

// setNextGame sets the pack, mode and level of the games that Play starts.
func (s *Session) setNextGame(pack levels.Pack, m engine.Mode, level int) {
	s.mode = m
	if !engine.Modes[m].OwnLevels {
		s.set.Pack = pack
	}
	s.setFirstLevel(level)
}

// newView creates a view of the round's game, without the effects of an earlier game.
func (s *Session) newView() {
	s.set.Render.Names, s.set.Render.Players = levels.LevelNames(s.round.pack), s.playerNames()
	s.set.Render.Keys, s.set.Render.Series, s.set.Render.Wins = s.hintKeys(), 0, s.series.CurrentWins()
	if s.hasSeries() {
		s.set.Render.Series = progress.SeriesWins
	}
	s.View, s.Glyphs = render.NewView(s.set.Render), s.set.Render.Glyphs
	s.narrator.Levels = s.set.Render.Names
	s.band.Reset()
	s.soundNoticeUntil = 0
}

// playTicks plays the n ticks that are due.
func (s *Session) playTicks(n int) {
	if !s.round.demo {
		s.missedTicks += s.Schedule.Clock.Missed
	}
	for i := range n {
		if !s.tick(s.Schedule.Clock.TickTime(i, n)) {
			return
		}
	}
	s.Schedule.Calm = s.ID() == playingScreen && waitsForServe(s.round.game)
}

// gameRuns reports whether the ticks of the game are played. The debug overlay can halt them.
func (s *Session) gameRuns(time.Duration) bool { return !s.debug.halted }

// tick plays one tick of the game, and reports whether the game continues.
func (s *Session) tick(now time.Duration) bool {
	if s.set.Narrate {
		s.markAssisted() // narration slows the game down and announces landings
	}
	s.round.applyTerms()
	s.round.step(s.input(now))
	game := s.round.game
	if s.Schedule.NeedsRecordTick() {
		s.Schedule.RecordTick(ui.KeyTick{
			PaddleMoves: paddleMoves(game), BallServed: hasServe(game), HasEvents: len(game.Events) > 0,
			PaddleChangedColumn: s.View.PaddlesMoved(game),
		})
	}
	s.View.Observe(game.Events)
	s.updateSoundAndNarration(game)
	s.noteTry()
	s.recordProgress()
	s.updateFieldGuide(game)
	s.markCombo()
	if s.debug.on {
		s.checkInvariants()
	}
	if !game.Phase.Ended() {
		return true
	}
	if s.round.demo {
		// The next demo has been set up before, so this cannot fail.
		return s.playDemo() == nil
	}
	s.discardSave()
	s.endRound(now)
	return false
}

// input returns the people's input for the tick at now. If a bot plays, it returns idle inputs.
func (s *Session) input(now time.Duration) engine.Input {
	if s.round.bot != nil {
		return engine.Input{engine.Idle, engine.Idle}
	}
	game := s.round.game
	p := game.Capsule(0)
	x := p.X
	if game.Mirrored(0) {
		x = game.W - x
	}
	s.Keys.SetPaddle(x, p.Half, game.W-p.Half, game.Phase == engine.Serve, game.FireShoves(0))
	return s.Keys.Next(now)
}

// endRound handles the end of a game. It saves the recording and the score, and shows the result. It does not save
// games that a bot has played.
func (s *Session) endRound(now time.Duration) {
	r := &s.round
	if r.testing {
		s.endTest(now)
		return
	}
	r.recording.Close(r.game)
	if name := s.scores.placed.Name; name != nil {
		r.recording.Player = *name // the name entered for an earlier game, as in the scores
	}
	if r.bot == nil {
		s.request(SaveReplay{r.recording})
	}
	outcome := progress.OutcomeOver
	if r.won() {
		outcome = progress.OutcomeWon
	}
	s.sharing = shareState{}
	s.saveScore(outcome)
	s.countMatch()
	s.countDefeat()
	if r.isDailyTry {
		s.shareTry()
	}
	if r.finishesCampaign() {
		s.ShowUnrequested(endingScreen, now)
		return
	}
	s.ShowUnrequested(endedScreen, now)
}

// A Ghost is a replay that runs at the same time as the player's game, on the same levels and with the same seed. The
// paddle and the balls of the replay are drawn in the player's game.
type Ghost struct {
	Replay *replay.Replay // nil if there is none
}

// Level returns the index of the level at which the replay of the ghost starts.
func (g *Ghost) Level() int {
	if s := g.Replay.Recording.Start; s != nil {
		return s.Level
	}
	return g.Replay.Recording.First
}

// matchesLevel reports whether there is a ghost for games that start at the given level.
func (g *Ghost) matchesLevel(level int) bool { return g.Replay != nil && level == g.Level() }

// The following functions implement daily games. The date determines the levels and the seed. The first game that the
// player plays on a day is called the try, and only the score of the try counts. Later games of the same day, and games
// of other days, are practice.

// day returns the day of the next daily game.
func (s *Session) day() engine.Day {
	if s.set.Day != 0 || s.set.Today == nil {
		return s.set.Day
	}
	return s.set.Today()
}

// markPractice marks a new daily game as practice, unless the game is the first one of today.
func (s *Session) markPractice() {
	day := s.round.config.Day
	if day == 0 || s.round.bot != nil {
		return
	}
	_, tried := s.set.Diary.ResultOn(day)
	if s.set.Today == nil || day != s.set.Today() || tried {
		s.round.recording.Assisted, s.round.savesScore = true, false
	}
}

// noteTry adds the try to the diary when its first ball is served. It is called after each tick.
func (s *Session) noteTry() {
	r := &s.round
	if r.config.Day != 0 && r.savesScore && !r.isDailyTry && r.game.Phase != engine.Serve {
		r.isDailyTry = true
		s.writeTry()
	}
}

// writeTry updates the result of the try in the diary, and requests that the diary be saved.
func (s *Session) writeTry() {
	r := &s.round
	s.set.Diary.Add(progress.DailyResult{
		Day: r.config.Day, Score: r.game.Score,
		PartsDone: progress.PartsDone(r.game, len(r.pack.Levels)),
	})
	s.request(WriteDiary{s.set.Diary.Text()})
}

// shareTry sets dailyFarewell when the try has ended. dailyFarewell describes the try.
func (s *Session) shareTry() {
	r := &s.round
	share := replay.Share{
		Setup: r.recording.Setup, HasGame: true, Rules: engine.Rules,
		Player: replay.NameForShare(r.recording.Player),
	}
	// Other players cannot reach the score of an assisted game.
	if !r.recording.Assisted && !r.recording.ChangesTerms() {
		share.Score = r.game.Score
	}
	share.AddLevels(r.pack)
	code, err := share.Code()
	s.must(err) // a daily game is short enough for a code
	try, _ := s.set.Diary.ResultOn(r.config.Day)
	s.dailyFarewell = s.set.Diary.ShareLine(try) + "\narkterm play --code " + share.Label() + code
}

// showDaily shows the dialog before a daily game, next to a sample of its first level.
func (s *Session) showDaily(now time.Duration) {
	s.mode = engine.Daily
	pack, config := s.nextGameConfig(s.mode, 0)
	o := s.set.Render
	o.Names = levels.LevelNames(pack)
	s.sample.begin(config, o)
	s.Detour(dailyScreen, now)
}

// dailyMenu fills in the dialog before a daily game.
func (s *Session) dailyMenu(c *ui.Menu) {
	c.AddButton(text.Menu.Play, s.playAgain)
	c.AddButton(text.Menu.Back, s.Back)
	day, today := s.day(), engine.Day(0)
	if s.set.Today != nil {
		today = s.set.Today()
	}
	pack := levels.PackFor(engine.Daily, day, s.set.Pack)
	c.Title, c.AtLeft = text.Daily.Title, true
	c.Lines = []string{progress.Date(day), fmt.Sprintf(text.Daily.Levels, pack.Levels[0].Name, len(pack.Levels)-1), ""}
	c.Lines = append(c.Lines, s.set.Diary.Card(day, today, s.ASCII())...)
}

// dailyLines returns the goals that are only shown at the end of a daily game.
func (s *Session) dailyLines() []progress.Goal {
	r := &s.round
	lines := []progress.Goal{{Label: text.Daily.Day, Text: r.config.Day.String()}}
	if r.practising() {
		return append(lines, progress.Goal{Label: text.Daily.Practice, Text: text.Daily.OnlyFirstTry})
	}
	if r.isDailyTry {
		lines[0].Text += "  " + progress.Hexagons(progress.PartsDone(r.game, len(r.pack.Levels)), s.ASCII())
		lines = append(lines, progress.Goal{
			Label: text.Daily.Streak,
			Text:  text.Count.Days.Of(s.set.Diary.Streak(r.config.Day)),
		})
	}
	return lines
}
