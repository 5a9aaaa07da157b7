package main

import (
	"cmp"
	"fmt"
	"time"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// never is a time that does not come.
const never time.Duration = 1<<63 - 1

// attractFor is how long the title's bot plays without input. After that the picture
// stands still and costs nothing.
const attractFor = 60 * time.Second

// A settings is what a session is told at its start.
type settings struct {
	choices choices // of the options
	auto    autos   // what an option's "auto" means here
	themes  shelf   // of the player's own
	pack    levels.Pack
	day     engine.Day        // whose game the daily mode plays; 0: today's
	today   func() engine.Day // nil: there is none
	tried   engine.Day        // the day of the player's last try
	first   int               // index of the level that the title offers
	seed    func() uint64     // of the next game
	ghost   *film             // to play beside; nil: none
	shared  *share            // what somebody has shared, to be played; nil: nothing
	watch   *film             // to be shown, from the tick from on; nil: none
	from    uint64
	fps     int      // frames a second, at most
	fixed   bool     // neither fewer
	cast    castFile // to record what is seen; nil: nothing is
	bot     bool     // the bot plays, the player watches
	debug   bool     // the overlay shows from the start
	probe   bool     // the terminal may be asked questions, see answers
	term    string   // the terminal's kind, as TERM says
	link    bool     // it is at the other end of a link
	ascii   bool     // texts keep to ASCII

	tierGuessed bool   // the terminal may tell of more colours
	crash       uint64 // crash in this tick of any game, for tests; 0: never
	how         func() // to crash; nil: by a panic
	render      render.Options
	kept        *savedGame // what Continue goes on with; nil: nothing
	keptID      uint64     // its id, see saves
	resume      bool       // begin with that
	notice      string     // for the title: what went wrong before
}

// A session is one sitting at the game: which screen shows, the game behind it, the
// input that is held. It is a machine like the engine: the loop tells it the time, as a
// duration since any origin, and what happens in the terminal, and shows what it draws.
// It knows no terminal and no clock, so that tests play it with times of their own.
type session struct {
	set settings
	at  screen
	why screen // what helping, confirming and the countdown lead back to

	game    *engine.Game
	config  engine.Config
	terms   engine.Terms // that the player wants the game to go on by
	tape    *record.Recording
	viewer  *viewer // of the film that is shown; else nil
	ghost   ghost
	bot     *bot.Bot    // plays in place of the player; nil: nobody
	demo    bool        // it is the bot's, behind the title
	second  *bot.Bot    // plays the second paddle; nil: a person does, or there is none
	attract uint64      // games that the title has shown
	level   int         // index of the level that Play begins with
	mode    engine.Mode // of the game that Play begins
	played  levels.Pack // what the game is played on
	past    past        // of the game

	found   found // what the terminal has told of itself
	told    bool  // it has, or will not any more
	keys    input.State
	steered choices // what keys was told
	last    lastKey
	button  input.Buttons // mouse buttons that are down
	stale   bool          // the left button went down on a card: not Fire before it is let go

	view     *render.View
	frame    cell.Frame
	menu     menu
	choosing bool          // left and right change the selected button's value
	asked    input.Action  // the next key is for that action
	refused  string        // why the last one was not
	themed   time.Duration // when the theme last changed

	scores scoreboard
	feats  feats
	chart  worldMap
	combos comboWatch
	marked struct { // the level that was named last, see markLevel
		game  *engine.Game
		level int
	}

	clock   clock
	ticking bool          // the clock runs
	heard   time.Duration // when the player last did anything
	began   time.Duration // when the screen came up
	digit   int           // of the countdown

	debug debugger
	keep  keeping

	fps   int           // frames a second
	dirty bool          // what is shown is out of date
	next  time.Duration // when the next frame is due on the grid
	rush  time.Duration // when one is due before that, for a key's sake; else never
	eager int           // how many more are for its sake
	drawn time.Duration // when the last one was

	requests        []request // see Requests
	settingsChanged bool      // and are to be written
}

// newSession returns a session that begins with the title, or with the bot's game.
func newSession(set settings, now time.Duration) (*session, error) {
	s := &session{set: set, fps: set.fps, level: set.first, mode: set.choices.mode(), heard: now, steered: set.choices}
	s.keys.Set(set.choices.steering())
	s.keys.Learn(set.choices.repeat.delay, set.choices.repeat.period)
	s.debug.on = set.debug
	s.keep = keeping{kept: set.kept, keptID: set.keptID, ids: savedID + 1}
	if s.ghost.film = set.ghost; set.ghost != nil {
		s.mode = set.ghost.rec.Mode
	}
	if set.watch != nil {
		return s, s.watchFilm(set.watch, set.from, now)
	}
	if set.bot {
		return s, s.play(now)
	}
	if err := s.toTitle(now); err != nil {
		return nil, err
	}
	if set.resume {
		s.resume(now)
	}
	return s, nil
}

// watchFilm shows a film from so many ticks on.
func (s *session) watchFilm(f *film, from uint64, now time.Duration) (err error) {
	if s.viewer, err = newViewer(f, from); err != nil {
		return err
	}
	if s.set.ascii {
		s.viewer.line.Help = plainLines(s.viewer.line.Help)
	}
	s.game, s.tape, s.demo = s.viewer.reel.Game(), f.rec, false
	s.config = f.rec.Config(f.pack.Levels)
	s.see(f.pack)
	s.enter(watching, now)
	return nil
}

// play begins a game at the chosen level.
func (s *session) play(now time.Duration) error {
	s.leaveScore()
	seed := s.set.seed()
	if err := s.begin(s.mode, seed); err != nil {
		return err
	}
	s.view.Observe(s.game.Events) // the level has begun; behind the title it is there at once
	if s.set.bot {
		s.watchBot(seed)
	} else {
		s.own(s.keep.ids+1, now)
	}
	s.beginScore()
	s.try()
	if s.ghost.haunts(s.level) {
		if err := s.ghost.begin(); err != nil {
			return err
		}
	}
	s.enter(playing, now)
	return nil
}

// toTitle shows the title, with a game of the bot's behind it.
func (s *session) toTitle(now time.Duration) error {
	s.shelveScore(outcomeLeft)
	s.leaveGame()
	if err := s.show(); err != nil {
		return err
	}
	s.enter(title, now)
	return nil
}

// show sets up the next game of the title's bot: of the mode that Play begins, if that has two
// paddles, and else of the campaign.
func (s *session) show() error {
	s.attract++
	m := engine.Campaign
	if engine.Modes[s.mode].Paddles > 1 {
		m = s.mode
	}
	if err := s.begin(m, s.attract); err != nil {
		return err
	}
	s.demo = true
	s.watchBot(s.attract)
	return nil
}

// begin sets up a game of a mode and its recording.
func (s *session) begin(m engine.Mode, seed uint64) error {
	pack, config := s.ahead(m)
	if config.Day == 0 {
		config.Seed = seed
	}
	if m.Faces() {
		config.First = matchBoard(seed, pack)
	}
	opponent := s.set.choices.get(optOpponent)
	if s.ghost.play = nil; s.ghost.haunts(s.level) {
		config = s.ghost.film.rec.Config(s.set.pack.Levels)
		opponent = cmp.Or(s.ghost.film.rec.Opponent, opponent)
	}
	game, err := engine.New(config)
	if err != nil {
		return fmt.Errorf("set up level %d: %w", s.level+1, err)
	}
	s.config, s.game, s.tape = config, game, newTape(config, pack)
	s.bot, s.demo = nil, false
	s.past = past{}
	s.past.observe(game)
	s.seatSecond(opponent)
	s.see(pack)
	s.goOn()
	return nil
}

// ahead returns a game of a mode as Play would begin it, but for its seed.
func (s *session) ahead(m engine.Mode) (levels.Pack, engine.Config) {
	config := engine.Config{Mode: m, First: s.level}
	if m == engine.Daily {
		config.Day = s.day()
		config.Seed = config.Day.Seed()
	}
	pack := levelsOf(m, config.Day, s.set.pack)
	config.Levels = pack.Levels
	if engine.Modes[m].Own {
		config.First = 0
	}
	s.set.choices.game(&config)
	return pack, config
}

// see begins to look at a game on the levels of a pack.
func (s *session) see(pack levels.Pack) {
	s.played = pack
	s.set.render.Names, s.set.render.Players = levelNames(pack), s.playerNames()
	s.set.render.Fire2, s.set.render.WarpKey = s.secondFire(), s.warpKey()
	s.view = render.NewView(s.set.render)
}

// Moving reports whether what is behind the dialog goes on.
func (s *session) Moving(now time.Duration) bool {
	moves := s.row().moves
	return moves != nil && !s.small() && !s.debug.halted && moves(s, now)
}

// Advance plays the ticks that are due, and goes on to the screen that follows by itself. The loop
// calls it before it passes an event on, so that an event counts from the tick in which it
// came.
func (s *session) Advance(now time.Duration) {
	if advance := s.row().advance; advance != nil {
		advance(s, now)
	}
	if !s.Moving(now) {
		s.ticking = false
		return
	}
	if !s.ticking {
		s.ticking = true
		s.clock.Start(now)
		s.next = s.clock.NextFrame(now, s.fps)
		return
	}
	s.clock.Rate(s.rate())
	n, gone := s.clock.Ticks(now)
	if gone {
		s.Away(now)
	}
	if ticks := s.row().ticks; ticks != nil {
		ticks(s, n)
		return
	}
	for i := range n {
		if !s.tick(s.clock.At(i, n)) {
			break
		}
	}
}

// tick plays one tick of the game and reports whether there may be another one.
func (s *session) tick(now time.Duration) bool {
	s.agree()
	in := s.input(now)
	s.tape.Add(in)
	s.game.Step(in)
	s.tape.Mark(s.game)
	s.view.Observe(s.game.Events)
	s.observeScore()
	s.achieve()
	s.markCombo()
	s.ghost.tick()
	s.past.observe(s.game)
	s.keep.observe(s.game)
	if s.debug.on {
		s.check()
	}
	if s.set.crash != 0 && s.game.Tick == s.set.crash {
		if s.set.how != nil {
			s.set.how()
		}
		panic(fmt.Sprintf("tick %d, as asked for by --crash", s.game.Tick))
	}
	if !s.game.Phase.Ended() {
		return true
	}
	if s.demo {
		// It has been set up before, so it can be again.
		return s.show() == nil
	}
	s.endGame()
	s.finish(now)
	return false
}

// finish ends a game that is over. Whoever watched the bot has no use for its recording.
func (s *session) finish(now time.Duration) {
	s.tape.Close(s.game)
	if name := s.scores.placed.name; name != nil {
		s.tape.Player = *name // as the game before was kept; the scores do the same
	}
	if s.bot == nil {
		s.request(keepReplay{s.tape})
	}
	how := outcomeOver
	if s.won() {
		how = outcomeWon
	}
	s.endScore(how)
	s.enter(ended, now)
}

// input returns what is asked for in the tick at now.
func (s *session) input(now time.Duration) engine.Input {
	in := engine.Input{engine.Idle, engine.Idle}
	if s.bot != nil {
		in[0] = s.bot.Play(s.game)
	} else {
		p := &s.game.Paddles[0]
		s.keys.Paddle(p.X, p.Half, s.game.W-p.Half, s.game.Phase == engine.Serve)
		in = s.keys.Next(now)
	}
	if s.second != nil {
		in[1] = s.second.PlayFor(s.game, 1)
	}
	return in
}

// NextFrame returns when the next frame is due, if nothing happens before; never when the screen
// stands still.
func (s *session) NextFrame(now time.Duration) time.Duration {
	switch {
	case s.Moving(now) && !s.ticking:
		return now
	case s.Moving(now):
		return min(s.next, s.rush)
	case s.dirty: // at the draw rate: a storm of events is not a storm of frames
		return max(now, s.drawn+time.Second/time.Duration(s.fps))
	}
	if wakes := s.row().wakes; wakes != nil && !s.small() {
		return wakes(s)
	}
	return never
}

// Found takes what the terminal has told of itself.
func (s *session) Found(f found, now time.Duration) {
	s.found, s.told = f, true
	g, tier, known := glyphsOfVersion(f.Version)
	if known && s.set.auto.glyphs != cell.ASCII {
		s.set.auto.glyphs, s.set.auto.sure = g, true
	}
	if known && s.set.tierGuessed {
		s.set.render.Tier = min(tier, s.set.render.Tier)
	}
	s.apply()
	if before := s.row().before; before != nil && before(s) != noScreen {
		s.enter(s.at, now)
		return
	}
	s.rebuild()
}

// apply has the choices count, in the game that runs too.
func (s *session) apply() {
	if s.set.choices != s.steered {
		s.steered = s.set.choices
		s.keys.Set(s.steering())
	}
	s.set.apply()
	s.fps = s.set.fps
	s.set.render.WarpKey = s.warpKey()
	s.view.SetOptions(s.set.render)
}

// Notice shows the player a message, on the cards that have room for one.
func (s *session) Notice(text string) {
	s.set.notice = text
	s.rebuild()
}

// Rate sets how many frames a second are drawn from now on.
func (s *session) Rate(fps int) { s.fps = fps }

// Repaint has the frame drawn although nothing in it has changed.
func (s *session) Repaint() { s.dirty = true }

// Skip puts the frame that is due off: the terminal still reads the last one.
func (s *session) Skip(now time.Duration) {
	s.drawn = now
	s.dirty, s.rush, s.eager = true, never, 0
	s.next = s.clock.NextFrame(now, s.fps)
}

// Draw draws the frame that is due and returns it. It belongs to the session, and the next Draw
// overwrites it.
func (s *session) Draw(now time.Duration) *cell.Frame {
	s.drawn = now
	s.dirty, s.rush = false, never
	if s.eager > 0 && s.ticking {
		s.eager--
		s.rush = s.clock.Next()
	}
	s.next = s.clock.NextFrame(now, s.fps)
	if behind := s.row().behind; behind != nil {
		behind(s)
	} else {
		s.view.Ghost(s.ghost.beside(s.game))
		s.view.Draw(&s.frame, s.game)
	}
	if s.small() {
		return &s.frame
	}
	s.drawDebug()
	if over := s.row().over; over != nil {
		over(s)
	} else {
		s.view.Card(&s.frame, s.menu.card)
	}
	return &s.frame
}

// drawBanner draws what is said over a game that is played.
func (s *session) drawBanner() {
	if s.game.Phase == engine.Clear {
		s.view.Headline(&s.frame, levelEnd(s.game))
	} else if text := s.pointBanner(); text != "" {
		s.view.Banner(&s.frame, text)
	}
}

// small reports whether the frame is too small for a game; before the first Resize it is.
func (s *session) small() bool { return s.frame.W < render.MinW || s.frame.H < render.MinH }

// Recording returns the game so far as text, and what names it.
func (s *session) Recording() (text []byte, seed, tick uint64) {
	return s.tape.Text(), s.config.Seed, s.game.Tick
}

// warpKey returns the key that leads on to the next level.
func (s *session) warpKey() string { return s.steering().Keys.Label(input.Warp, 1) }

// levelEnd is what stands above what a level has come to.
func levelEnd(g *engine.Game) string {
	if g.Card.Warped {
		return "NEXT LEVEL"
	}
	return "LEVEL CLEAR"
}
