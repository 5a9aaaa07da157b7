// Package app provides the application: screens, menus, the current game, replays and scores. It accesses no
// terminal, clock or file. A [Session] is a state machine like the engine. Its caller passes in the time, a
// duration since any origin, and events, and shows the frames that it draws:
//
//	s, err := app.New(app.Setup{Pack: levels.Shipped(), Seed: seed}, now)
//	for {
//		// wait until an event or s.NextFrame(now)
//		s.Advance(now)
//		s.Event(now, event) // a key, the mouse, a new size; also Found, ReceiveResult
//		for _, r := range s.Requests(now) { … } // write files, ask the scores, quit
//		show(s.Draw(now))
//	}
//
// It never waits, starts no goroutine, reads no environment and opens no file. [Session.Requests] returns
// the operations that it needs, and its caller passes the results back. Any number of sessions can run side by side.
//
// Each screen is a case of Session.screen. A round is the game being played, with everything that a new game replaces.
package app

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"arkterm/render/text"
)

// attractFor is how long the title's bot plays without input. After that the screen does not change.
const attractFor = 60 * time.Second

// A Setup holds the arguments of New. The fields Pack and Seed are required.
type Setup struct {
	Choices settings.Choices  // values of the options
	Auto    settings.Detected // values of options that are "auto"
	Themes  settings.Themes   // the player's themes
	Pack    levels.Pack
	Day     engine.Day        // day of the daily game; 0: today
	Today   func() engine.Day // nil without daily games
	Diary   progress.Diary    // the player's tries of daily games
	First   int               // index of the level offered on the title
	Seed    func() uint64     // returns the seed of the next game
	Made    string            // the program's name in recordings
	Ghost   *replay.Replay    // to play against; nil: none
	Shared  *replay.Share     // a shared game to play; nil: none
	Book    *FieldGuide       // entries that the player knows; nil without lessons, names and questions
	Watch   *replay.Replay    // to show, from the tick From on; nil: none
	From    uint64
	FPS     int // frames a second, at most
	// the device displays lines of text as well as pictures: then Apply computes the next two from the choices
	Speaks  bool
	Lines   bool   // screens without a game are lines of text, see [ui.Text]
	Narrate bool   // games are narrated, and slower
	Bot     bool   // the bot plays, the player watches
	Debug   bool   // the overlay shows from the start
	Probe   bool   // queries may be sent to the terminal
	Term    string // value of TERM
	Link    bool   // the terminal is behind a network
	Named   bool   // the player has a name that is not the session's affair
	Unsaved bool   // games in progress are not saved

	Challenge int                           // index of the challenge selected at first
	Shuffle   func(seed uint64) levels.Pack // returns the levels of a shuffled game; nil: shipped ones

	TierGuessed bool // the tier is a guess, which the terminal's version may change
	Render      render.Options
	// returns the maximum size of the copies of a replay's game, in bytes; nil or 0: the usual limit
	Copies    func() int
	Saved     *replay.Replay // the saved game for Continue; nil: none
	SavedID   uint64         // its id, see saved
	SaveEvery time.Duration  // maximum time between two saves of a game, which a SIGKILL can lose; 0: SaveInterval
	Resume    bool           // begin with the saved game
	Notice    string         // shown on the title: an earlier error
}

// Apply computes FPS and Render, and of a device that speaks Lines and Narrate, from the choices.
func (set *Setup) Apply() {
	if set.Speaks {
		lines := set.Choices.Get(settings.Lines)
		set.Lines, set.Narrate = lines != settings.LinesOff, lines == settings.LinesAll
	}
	set.Render = set.Choices.Picture(set.Render, set.Auto, set.Themes)
	set.FPS, _ = set.Choices.FPS(set.Auto)
}

// A Session is one player's application: the screen that shows, the game behind it, and the input being
// held.
type Session struct {
	ui.UI
	set         Setup
	round       round
	viewer      *Viewer    // of the replay being shown; otherwise nil
	watched     cell.Frame // its part of the screen
	watchedFrom *round     // the finished round to return to after its replay; nil: the program ends after a replay
	saved       saved
	ghost       Ghost
	// called instead of showing the title, see Show and Race; nil: neither was called
	shownFrom   func(now time.Duration)
	titleButton titleButton
	debug       debugger

	demos     uint64      // number of games shown on the title
	level     int         // index of the level that Play begins with
	challenge int         // the same among the challenges
	mode      engine.Mode // of the game that Play begins

	series         progress.Series // games against the opponent below
	seriesOpponent string

	lessons  lessons
	reading  reading
	newcomer *newcomer // nil: the screen does not show

	scores       leaderboard
	achievements achievements
	worldMap     worldMap

	narrator ui.Narrator
	band     sound.Band
	hush     bool // sounds must stop, see Notes
	sharing  sharing
	tryLines string // the day's try, if it has ended: its result, and the command that plays the same game

	soundShown uint64 // the tick until which soundNotice shows
	unmuted    string // the value of the option before the sound was turned off; "": it was not

	binding        input.Action  // the action that the next key is bound to
	bindError      string        // why the last key could not be bound
	themeChangedAt time.Duration // when the theme last changed
	digit          int           // of the countdown
	appliedChoices uint64        // hash of the choices last applied to Keys
	caps           settings.Caps // the terminal's capabilities
	capsKnown      bool          // caps is final
	sample         sample        // next to the options
	missed         int64         // ticks, see Missed
	earlyDefeats   int           // see countDefeat
	defeats        defeats

	requests        []Request // see Requests
	settingsChanged bool      // and have to be written
	bookChanged     bool      // the same
}

// New returns a session that begins on the title, or with the replay or the bot's game in set.
func New(set Setup, now time.Duration) (*Session, error) {
	if set.SaveEvery == 0 {
		set.SaveEvery = SaveInterval
	}
	s := &Session{set: set, level: set.First, challenge: set.Challenge, mode: set.Choices.Mode()}
	s.UI = ui.UI{
		Background: s.drawGame, Speed: s.rate, Released: s.learn, Narrator: s, Resized: []func(){s.releaseSamples},
		Glyphs: set.Render.Glyphs,
		Text:   ui.Text{Menus: set.Lines, Games: set.Narrate},
	}
	s.Add(s.screen)
	s.Touch(now)
	s.appliedChoices = hashOf(set.Choices)
	s.applyRate()
	s.lessons = newLessons(&set)
	s.Keys.SetOptions(set.Choices.InputOptions(set.Auto))
	s.Keys.SetKeyTiming(set.Choices.Repeat.Delay, set.Choices.Repeat.Period)
	s.debug.on = set.Debug
	s.narrator.On = set.Narrate
	s.applySound()
	s.set.Render.Look = s.lookOf()
	s.saved = saved{game: set.Saved, id: set.SavedID, ids: FirstID + 1}
	if s.ghost.Replay = set.Ghost; set.Ghost != nil {
		s.mode = set.Ghost.Recording.Mode
		s.beginAt(s.ghost.Level())
	}
	if set.Watch != nil {
		return s, s.showReplay(set.Watch, set.From, now)
	}
	if set.Bot {
		return s, s.play(now)
	}
	if err := s.toTitle(now); err != nil {
		return nil, err
	}
	if set.Resume {
		s.resume(now)
	}
	return s, nil
}

// Missed returns how many ticks of the player's games were left out because Advance was called more than 0.1 s late. It
// counts neither demos and replays nor calls after more than [input.MaxGap], which pause the game.
func (s *Session) Missed() int64 { return s.missed }

// Found takes the terminal's capabilities.
func (s *Session) Found(f settings.Caps, now time.Duration) {
	s.caps, s.capsKnown = f, true
	if !f.Pixels && f.CellW > 0 {
		s.set.Render.Aspect = f.Aspect
	}
	if known := s.set.Auto.Update(f); known.Sure && s.set.TierGuessed {
		s.set.Render.Tier = min(known.Tier, s.set.Render.Tier)
	}
	s.applySettings()
	if s.ID() == TitleScreen && s.questionBefore() != "" {
		s.Enter(TitleScreen, now)
		return
	}
	if s.ID() == glyphsScreen && !s.mustAskGlyphs() { // a late reply has answered the question
		s.Enter(TitleScreen, now)
		return
	}
	s.Rebuild()
}

// hashSeed is the seed of the hashes that hashOf returns.
var hashSeed = maphash.MakeSeed()

// hashOf returns a hash of choices. They are 3 KB, too many to be kept twice for each of many players.
func hashOf(c settings.Choices) uint64 { return maphash.Comparable(hashSeed, c) }

// applySettings applies the choices, also to the game being played.
func (s *Session) applySettings() {
	if h := hashOf(s.set.Choices); h != s.appliedChoices {
		s.appliedChoices = h
		s.Keys.SetOptions(s.steering())
	}
	s.set.Apply()
	s.set.Render.Look = s.lookOf()
	s.narrator.On = s.set.Narrate
	s.Text.Menus, s.Text.Games, s.Glyphs = s.set.Lines, s.set.Narrate, s.set.Render.Glyphs
	s.applyRate()
	s.Narrow = s.caps.Wide() && s.set.Render.Glyphs == cell.ASCII
	s.set.Render.Keys = s.hintKeys()
	s.View.SetOptions(s.set.Render)
	s.lessons.given = lesson{} // the keys may be others
	s.applySound()
	s.sample.apply(s.set.Render)
	s.reading.sample.apply(s.set.Render)
	if s.newcomer != nil {
		s.newcomer.apply(s.set.Render)
	}
}

// applyRate applies the frame rate.
func (s *Session) applyRate() {
	_, fixed := s.set.Choices.FPS(s.set.Auto)
	s.SetRate(s.set.FPS, fixed)
}

// Notice shows the player a message on the dialogs that have room for one.
func (s *Session) Notice(text string) {
	s.set.Notice = text
	s.Rebuild()
}

// LastNotice returns the last notice, or "".
func (s *Session) LastNotice() string { return s.set.Notice }

// Ink returns the colours of the text and of the background.
func (s *Session) Ink() (text, back cell.Color) { return s.View.Ink() }

// Game returns the game that is played, watched, or shown on the title. The next call of another method may replace it.
func (s *Session) Game() *engine.Game { return s.round.game }

// Tick returns the tick that the game is at.
func (s *Session) Tick() uint64 { return s.round.game.Tick }

// Hands returns the input options of a single player and the learned delay and period of key repeat, see
// [input.State.Learn].
func (s *Session) Hands() (o input.Options, delay, period time.Duration) {
	return s.set.Choices.InputOptions(s.set.Auto), s.set.Choices.Repeat.Delay, s.set.Choices.Repeat.Period
}

// Playing returns the recording of the player's game in progress, which grows, its levels, and a number that no other
// game of the session has. The number is 0 without a game, for example on the title.
func (s *Session) Playing() (r *record.Recording, pack levels.Pack, id uint64) {
	if !s.inGame() {
		return nil, pack, 0
	}
	return s.round.recording, s.round.pack, s.round.saving.id
}

// drawGame draws the game behind a dialog.
func (s *Session) drawGame() {
	if s.round.demo {
		s.View.Backdrop(&s.Frame, s.round.game, s.Menu.Dialog)
		return
	}
	s.View.SetGhost(s.round.ghostGame())
	s.View.SetBest(render.Best{
		Score: s.round.bestScore(), Ticks: s.round.levelBest.Ticks,
		Points: s.round.levelBest.Points,
	})
	s.labelNewObjects()
	s.View.Draw(&s.Frame, s.round.game)
}

// releaseSamples frees the memory of views that the screen does not draw now.
func (s *Session) releaseSamples() {
	s.sample.release()
	s.reading.sample.release()
	if s.newcomer != nil {
		for i := range s.newcomer.samples {
			s.newcomer.samples[i].release()
		}
	}
}

// waits reports whether a game only waits for the serve: the aim swings, slowly, and bricks may drift. A key or the
// mouse brings the next frame forward, and from that on a paddle moves.
func waits(g *engine.Game) bool {
	return g.Phase == engine.Serve && !paddleMoves(g) && len(g.Drops)+len(g.Bolts) == 0
}

// serves reports whether a ball left a paddle in the last tick of g.
func serves(g *engine.Game) bool {
	return slices.ContainsFunc(g.Events, func(e engine.Event) bool { return e.Kind == engine.BallServed })
}

// paddleMoves reports whether a paddle of g moves.
func paddleMoves(g *engine.Game) bool {
	for i := range g.Paddles {
		if g.Capsule(i).V != 0 {
			return true
		}
	}
	return false
}

// drawBanner draws the banner over a game being played, if any.
func (s *Session) drawBanner(time.Duration) {
	if s.round.game.Phase == engine.Clear {
		s.View.Headline(&s.Frame, s.levelEnd())
	} else if text := s.pointBanner(); text != "" {
		s.View.Banner(&s.Frame, text)
	} else if text := s.soundNotice(); text != "" {
		s.View.Prompt(&s.Frame, s.round.game, text, "")
	} else {
		s.drawLesson()
	}
}

// Recording returns the text of the current recording of the game, with its seed and tick.
func (s *Session) Recording() (text []byte, seed, tick uint64) {
	return s.round.recording.Text(), s.round.config.Seed, s.round.game.Tick
}

// shortKeys shortens the names of keys for the HUD, which has 14 columns for key and hint.
var shortKeys = strings.NewReplacer("backspace", "bksp", "page up", "pgup", "page down", "pgdn", "insert", "ins",
	"delete", "del")

// keyText returns the label of a key for a hint: names such as Space in lower case, and letters in upper case.
func keyText(label string) string {
	if utf8.RuneCountInString(label) == 1 {
		return label
	}
	return strings.ToLower(label)
}

// hintKeys returns the keys named in the HUD's hints.
func (s *Session) hintKeys() render.HintKeys {
	m := s.steering().Keys
	label := func(a input.Action, unbound string) string {
		key := shortKeys.Replace(keyText(m.Label(a, 1)))
		s.Plain(&key)
		return cmp.Or(key, unbound)
	}
	k := render.HintKeys{
		Fire: label(input.Fire, text.Keys.Click), Warp: cmp.Or(m.Label(input.Warp, 1), "-"),
		Rewind: label(input.Rewind, "-"),
	}
	if s.round.twoPeople() {
		k.Fire2 = label(input.Fire2, "-")
	}
	return k
}
