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

// A round is the game being played or shown, with everything that a new game replaces.
type round struct {
	game      *engine.Game
	config    engine.Config
	pack      levels.Pack // its levels
	recording *record.Recording
	terms     engine.Terms // the terms chosen by the player

	bot       *bot.Bot // plays instead of the player; nil if there is none
	secondBot *bot.Bot // plays the second paddle; nil if a person does, or without a second paddle
	demo      bool     // the bot's game behind the title

	ghost   *record.Playback // playback of a ghost; nil if there is none
	resumed *record.Playback // plays a saved game up to the saved tick, then nil
	history history
	combos  comboWatch
	marked  int // number of the level last marked in the cast; 0: none

	scored bool // the game counts for the scores, because a person plays it
	tried  bool // the game is the day's try that counts, and is in the diary
	tally  progress.Counts
	table  progress.Table // table for which the game counted when it was started or continued
	best   int            // the player's previous best score in table; 0 if none is known

	levelBest progress.Achievement // the player's best in the level
	saving    saving
}

// won reports whether the game was won.
func (r *round) won() bool { return r.game.Phase == engine.Won }

// practising reports whether this is a daily game that does not count, and without any assists.
func (r *round) practising() bool {
	return r.config.Day != 0 && r.recording.Assisted && r.game.UsedAssists == 0
}

// ranked reports whether the game counts for a score table. A game with a bot as partner or opponent does not.
func (r *round) ranked() bool {
	row := &engine.Modes[r.config.Mode]
	return !row.Unranked && (row.Paddles == 1 || r.recording.Opponent == settings.Human)
}

// twoPeople reports whether two people play.
func (r *round) twoPeople() bool {
	return r.bot == nil && r.secondBot == nil && engine.Modes[r.config.Mode].Paddles > 1
}

// step plays one tick of the game with the people's input; bots choose their own.
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
		_, _ = r.ghost.Next() // a playback that differs does not matter here
	}
	r.history.observe(r.game)
	r.saving.observe(r.game)
	if r.scored {
		r.tally.Observe(r.game.Events)
	}
}

// applyTerms applies the chosen terms to the player's game, and records them.
func (r *round) applyTerms() {
	if r.saving.on && r.terms != r.game.Terms() {
		r.recording.Change(r.terms)
		r.game.Change(r.terms)
	}
}

// ghostGame returns the ghost's game while it is played, otherwise nil.
func (r *round) ghostGame() *engine.Game {
	if r.ghost == nil || r.ghost.Ended() {
		return nil
	}
	return r.ghost.Game
}

// play starts a game at the chosen level.
func (s *Session) play(now time.Duration) error {
	if s.isNewcomer() {
		s.askDifficulty(now)
		return nil
	}
	if s.asksSteering() {
		s.Detour(steeringScreen, now)
		s.Grace(now)
		return nil
	}
	s.saveLeftScore()
	seed := s.set.Seed()
	if err := s.setUp(s.mode, seed); err != nil {
		return err
	}
	s.View.Observe(s.round.game.Events) // show the level's beginning, which the title skips
	s.listen(s.round.game)
	if s.set.Bot {
		s.setBot(seed)
	} else {
		s.startSaving(s.saved.ids+1, now)
	}
	s.round.scored = s.round.bot == nil && s.round.ranked()
	s.countTry()
	s.readBest()
	if s.ghost.matchesLevel(s.first(s.mode)) {
		var err error
		if s.round.ghost, err = s.ghost.Replay.Begin(); err != nil {
			return err
		}
	}
	s.Enter(playingScreen, now)
	return nil
}

// toTitle shows the title, with a bot's game behind it.
func (s *Session) toTitle(now time.Duration) error {
	back := s.shownFrom
	s.series = progress.Series{}
	if s.shownFrom = nil; back != nil {
		s.ghost.Replay = nil
	} else {
		back = s.To(TitleScreen)
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

// playDemo sets up the next game of the title's bot. If the mode that Play starts has two paddles, the demo has that
// mode. Otherwise it is on the title's own level.
func (s *Session) playDemo() error {
	if engine.Modes[s.mode].Paddles > 1 {
		pack, config := s.ahead(s.mode, 0)
		return s.setUpDemo(pack, config)
	}
	pack := levels.Title()
	return s.setUpDemo(pack, engine.Config{Levels: pack.Levels})
}

// setUpDemo sets up a game that the title's bot plays on the given levels.
func (s *Session) setUpDemo(pack levels.Pack, config engine.Config) error {
	s.demos++
	if err := s.setUpLevels(pack, config, s.demos); err != nil {
		return err
	}
	s.round.demo = true
	s.setBot(s.demos)
	return nil
}

// setUp starts a round with a game of a mode.
func (s *Session) setUp(m engine.Mode, seed uint64) error {
	pack, config := s.ahead(m, seed)
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
	if s.ghost.matchesLevel(s.first(config.Mode)) {
		config = s.ghost.Replay.Recording.Config(s.set.Pack.Levels)
		opponent = cmp.Or(s.ghost.Replay.Recording.Opponent, opponent)
	}
	game, err := engine.New(config)
	if err != nil {
		return fmt.Errorf("set up level %d: %w", config.First+1, err)
	}
	s.round = round{game: game, config: config, pack: pack, recording: replay.NewRecording(s.set.Made, config, pack)}
	s.round.history.observe(game)
	s.lessons.begin()
	s.setOpponent(opponent)
	s.newView()
	s.endSlowMotion()
	return nil
}

// ahead returns the levels and configuration of the game that Play would start with a seed. The configuration has a
// seed only for a daily game.
func (s *Session) ahead(m engine.Mode, seed uint64) (levels.Pack, engine.Config) {
	config := engine.Config{Setup: engine.Setup{Mode: m, First: s.first(m)}}
	if engine.Modes[m].Dated {
		config.Day = s.day()
		config.Seed = config.Day.Seed()
	}
	pack := levels.PackFor(m, config.Day, s.set.Pack)
	if engine.Modes[m].Mixed && s.set.Shuffle != nil {
		pack = s.set.Shuffle(seed)
	}
	config.Levels = pack.Levels
	s.set.Choices.ApplyToGame(&config)
	return pack, config
}

// first returns the index of the level that a game of a mode begins with.
func (s *Session) first(m engine.Mode) int {
	switch row := &engine.Modes[m]; {
	case row.Challenges:
		return s.challenge
	case row.OwnLevels, row.FromFirst:
		return 0
	}
	return s.level
}

// beginAt makes games of the mode begin with a level, if these can be chosen.
func (s *Session) beginAt(level int) {
	switch row := &engine.Modes[s.mode]; {
	case row.Challenges:
		s.challenge = level
	case !row.OwnLevels && !row.FromFirst:
		s.level = level
	}
}

// playLike makes Play begin games with a pack, mode and level.
func (s *Session) playLike(pack levels.Pack, m engine.Mode, level int) {
	s.mode = m
	if !engine.Modes[m].OwnLevels {
		s.set.Pack = pack
	}
	s.beginAt(level)
}

// newView makes a new view of the round's game, without effects of an earlier one.
func (s *Session) newView() {
	s.set.Render.Names, s.set.Render.Players = levels.LevelNames(s.round.pack), s.playerNames()
	s.set.Render.Keys, s.set.Render.Series, s.set.Render.Wins = s.hintKeys(), 0, s.series.AtStart()
	if s.hasSeries() {
		s.set.Render.Series = progress.SeriesWins
	}
	s.View, s.Glyphs = render.NewView(s.set.Render), s.set.Render.Glyphs
	s.narrator.Levels = s.set.Render.Names
	s.band.Reset()
	s.soundShown = 0
}

// playTicks plays the n ticks that are due.
func (s *Session) playTicks(n int) {
	if !s.round.demo {
		s.missed += s.Schedule.Clock.Missed
	}
	for i := range n {
		if !s.tick(s.Schedule.Clock.At(i, n)) {
			return
		}
	}
	s.Schedule.Calm = s.ID() == playingScreen && waits(s.round.game)
}

// runs reports whether the game runs: the debug overlay can halt it.
func (s *Session) runs(time.Duration) bool { return !s.debug.halted }

// tick plays one tick of the game and reports whether there may be another one.
func (s *Session) tick(now time.Duration) bool {
	if s.set.Narrate {
		s.markAssisted() // narration slows the game down and announces landings
	}
	s.round.applyTerms()
	s.round.step(s.input(now))
	game := s.round.game
	if s.Schedule.NeedsPlayed() {
		s.Schedule.Played(ui.TickOfKey{
			Moves: paddleMoves(game), Serves: serves(game), Happens: len(game.Events) > 0,
			Shows: s.View.PaddlesMoved(game),
		})
	}
	s.View.Observe(game.Events)
	s.listen(game)
	s.noteTry()
	s.achieve()
	s.learnFrom(game)
	s.markCombo()
	if s.debug.on {
		s.noteFault()
	}
	if !game.Phase.Ended() {
		return true
	}
	if s.round.demo {
		// It was set up before, so this cannot fail.
		return s.playDemo() == nil
	}
	s.discardSave()
	s.endRound(now)
	return false
}

// input returns the input of the people at the keyboard for the tick at now.
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

// endRound ends a game that is over. It saves the recording unless a bot played.
func (s *Session) endRound(now time.Duration) {
	r := &s.round
	r.recording.Close(r.game)
	if name := s.scores.placed.Name; name != nil {
		r.recording.Player = *name // the player keeps the name of the previous game, as in the scores
	}
	if r.bot == nil {
		s.request(SaveReplay{r.recording})
	}
	how := progress.OutcomeOver
	if r.won() {
		how = progress.OutcomeWon
	}
	s.sharing = sharing{}
	s.saveScore(how)
	s.countGame()
	s.countDefeat()
	if r.tried {
		s.shareTry()
	}
	if r.finishesCampaign() {
		s.ShowUnrequested(endingScreen, now)
		return
	}
	s.ShowUnrequested(endedScreen, now)
}

// A Ghost is a replay that plays at the same time as the player's game, with the same levels and the same seed.
type Ghost struct {
	Replay *replay.Replay // nil if there is none
}

// Level returns the index of the ghost's first level.
func (g *Ghost) Level() int {
	if s := g.Replay.Recording.Start; s != nil {
		return s.Level
	}
	return g.Replay.Recording.First
}

// matchesLevel reports whether the ghost is shown in a game that starts at the level.
func (g *Ghost) matchesLevel(level int) bool { return g.Replay != nil && level == g.Level() }

// A daily game is made from its date, which is set here, as the engine has no calendar. The first game
// of the day is the player's try and counts for the scores; later ones, and games of other days, are
// practice.

// day returns the day of the game that Play begins in the daily mode.
func (s *Session) day() engine.Day {
	if s.set.Day != 0 || s.set.Today == nil {
		return s.set.Day
	}
	return s.set.Today()
}

// countTry makes a new daily game practice if it is for another day, or if the day's try has been used.
func (s *Session) countTry() {
	day := s.round.config.Day
	if day == 0 || s.round.bot != nil {
		return
	}
	_, tried := s.set.Diary.ResultOn(day)
	if s.set.Today == nil || day != s.set.Today() || tried {
		s.round.recording.Assisted, s.round.scored = true, false
	}
}

// noteTry is called after each tick. It uses the day's try at the first serve of a daily game that counts.
func (s *Session) noteTry() {
	r := &s.round
	if r.config.Day != 0 && r.scored && !r.tried && r.game.Phase != engine.Serve {
		r.tried = true
		s.writeTry()
	}
}

// writeTry saves the current result of the day's try in the diary.
func (s *Session) writeTry() {
	r := &s.round
	s.set.Diary.Add(progress.DailyResult{
		Day: r.config.Day, Score: r.game.Score,
		Done: progress.PartsDone(r.game, len(r.pack.Levels)),
	})
	s.request(NoteTry{s.set.Diary.Text()})
}

// shareTry sets tryLines after the day's try has ended.
func (s *Session) shareTry() {
	r := &s.round
	share := replay.Share{
		Setup: r.recording.Setup, Game: true, Rules: engine.Rules,
		Player: replay.NameForShare(r.recording.Player),
	}
	if !r.recording.Assisted && !r.recording.Changed() { // other players cannot reach the score of an assisted game
		share.Score = r.game.Score
	}
	share.AddLevels(r.pack)
	code, err := share.Code()
	s.must(err) // the game of a day is short
	try, _ := s.set.Diary.ResultOn(r.config.Day)
	s.tryLines = s.set.Diary.Line(try) + "\narkterm play --code " + share.Label() + code
}

// showDaily shows the card of a daily game, next to its first board.
func (s *Session) showDaily(now time.Duration) {
	s.mode = engine.Daily
	pack, config := s.ahead(s.mode, 0)
	o := s.set.Render
	o.Names = levels.LevelNames(pack)
	s.sample.begin(config, o)
	s.Detour(dailyScreen, now)
}

// dailyMenu fills in the card of a daily game.
func (s *Session) dailyMenu(c *ui.Menu) {
	c.AddButton(text.Menu.Play, s.playAgain)
	c.AddButton(text.Menu.Back, s.Back)
	day, own := s.day(), engine.Day(0)
	if s.set.Today != nil {
		own = s.set.Today()
	}
	pack := levels.PackFor(engine.Daily, day, s.set.Pack)
	c.Title, c.AtLeft = text.Daily.Title, true
	c.Lines = []string{progress.Date(day), fmt.Sprintf(text.Daily.Levels, pack.Levels[0].Name, len(pack.Levels)-1), ""}
	c.Lines = append(c.Lines, s.set.Diary.Card(day, own, s.ASCII())...)
}

// dailyAccount returns the lines about a daily game for the dialog at its end.
func (s *Session) dailyAccount() []progress.Goal {
	r := &s.round
	lines := []progress.Goal{{Label: text.Daily.Day, Text: r.config.Day.String()}}
	if r.practising() {
		return append(lines, progress.Goal{Label: text.Daily.Practice, Text: text.Daily.OneTry})
	}
	if r.tried {
		lines[0].Text += "  " + progress.Hexagons(progress.PartsDone(r.game, len(r.pack.Levels)), s.ASCII())
		lines = append(lines, progress.Goal{
			Label: text.Daily.Streak,
			Text:  text.Count.Days.Of(s.set.Diary.Streak(r.config.Day)),
		},
			progress.Goal{Label: text.Daily.Share, Text: text.Daily.ShareLine})
	}
	return lines
}
