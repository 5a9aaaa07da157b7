// Package app provides the application: screens, menus, the current game, replays and scores. It does not access the
// terminal, the clock or files.
//
// A [Session] is a state machine like the engine. The caller passes events and the time to the session, and shows the
// frames that the session draws. The time is a duration since any fixed origin. For example:
//
//	s, err := app.New(app.Setup{Pack: levels.Shipped(), Seed: seed}, now)
//	for {
//		// wait until an event or s.NextFrame(now)
//		s.Advance(now)
//		s.Event(now, event) // a key, the mouse, a new size; also SetCaps, ReceiveResult
//		for _, r := range s.Requests(now) { … } // write files, query scores, quit
//		show(s.Draw(now))
//	}
//
// A session never blocks and starts no goroutine. [Session.Requests] returns operations that the session needs, such as
// writing a file. The caller performs them and passes the results back. Sessions are independent of each other.
//
// Session.screen defines the screens. A round is the current game, with all data that belongs to this game.
package app

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/editor"
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

// attractTime is the time without input after which the demonstration game behind the title stops.
const attractTime = 60 * time.Second

// A Setup contains the arguments of New. The fields Pack and Seed are required.
type Setup struct {
	// Options and player files.
	Choices     settings.Choices  // values of the options
	Auto        settings.Detected // values of options that are "auto"
	Themes      settings.Themes   // the player's themes
	FieldGuide  *FieldGuide       // the player's field guide; nil disables lessons, labels and questions
	NameManaged bool              // the caller manages the player's name, so the session does not ask for it

	// Games.
	Pack       levels.Pack
	FirstLevel int                           // index of the level that the title selects at first
	Challenge  int                           // index of the challenge selected at first
	Shuffle    func(seed uint64) levels.Pack // returns the levels of a shuffled game; nil means shipped levels
	Seed       func() uint64                 // returns the seed of the next game
	Bot        bool                          // a bot plays, and the player watches
	Shared     *replay.Share                 // shared game to play; nil if none
	Program    string                        // name and version of the program, for recordings

	// Daily games.
	Day   engine.Day        // day of the daily game; 0 means today
	Today func() engine.Day // returns the current day; nil without daily games
	Diary progress.Diary    // the player's tries of daily games

	// Replays. MaxCopyBytes returns the maximum total size of the game copies of a replay. These copies make jumps
	// fast. If MaxCopyBytes is nil or returns 0, the default applies.
	Ghost        *replay.Replay // replay to play against; nil if none
	Watch        *replay.Replay // replay to show; nil if none
	WatchFrom    uint64         // tick with which that replay starts
	MaxCopyBytes func() int

	// The level editor. Workshop adds the workshop to the title menu, and allows levels from share codes.
	Edit     *LevelFile // level file to edit instead of showing the title; nil if none
	Workshop bool

	// Saved games.
	SavingDisabled bool           // games in progress are not saved
	Saved          *replay.Replay // saved game for Continue; nil if none
	SavedID        uint64         // ID of that game's save
	SaveEvery      time.Duration  // maximum time between two saves of a game; 0 means SaveInterval
	Resume         bool           // continue the saved game immediately

	// The terminal. If TextDevice is set, Apply computes MenusAsLines and Narrate from the choices.
	Render       render.Options
	FPS          int    // maximum number of frames per second
	TierGuessed  bool   // the color tier is a guess, which the terminal's version may correct
	Term         string // value of TERM
	Remote       bool   // the terminal is reached over a network
	Probe        bool   // queries may be sent to the terminal
	TextDevice   bool   // the terminal also displays lines of text
	MenusAsLines bool   // screens without a game are shown as lines of text, see [ui.TextMode]
	Narrate      bool   // games are narrated and slowed down

	Debug  bool   // the debug overlay is visible from the start
	Notice string // notice on the title, such as an earlier error
}

// Apply updates FPS and Render to the values of the choices. If TextDevice is set, it also updates
// MenusAsLines and Narrate.
func (set *Setup) Apply() {
	if set.TextDevice {
		lines := set.Choices.Get(settings.Lines)
		set.MenusAsLines, set.Narrate = lines != settings.LinesOff, lines == settings.LinesAll
	}
	set.Render = set.Choices.RenderOptions(set.Render, set.Auto, set.Themes)
	set.FPS, _ = set.Choices.FPS(set.Auto)
}

// A Session is the application for one player: the current screen, the current game, and the state of its input.
type Session struct {
	ui.UI
	set           Setup
	round         round
	viewer        *Viewer    // viewer of the replay being shown; otherwise nil
	replayFrame   cell.Frame // picture of the replay, without the line of controls
	reviewedRound *round     // round to return to after its replay; nil if the replay was not opened from a round
	saved         savedGame
	ghost         Ghost
	returnTo      func(now time.Duration) // called instead of showing the title, see WatchReplay and Race; or nil
	titleButton   titleButton
	pasted        pastedState
	gallery       gallery
	surprise      surpriseState
	other         *otherGame     // the game on other levels; nil if there is none
	titleChoice   titleChoice    // choices that endOther restores
	editor        *editor.Editor // nil before EditLevel
	debug         debugger

	numDemos  uint64      // number of games shown on the title
	level     int         // index of the level with which Play starts
	challenge int         // index of the selected challenge
	mode      engine.Mode // mode of the game that Play starts

	series         progress.Series // matches against seriesOpponent
	seriesOpponent string

	lessons            lessons
	guideState         guideState
	difficultyQuestion *difficultyQuestion // nil unless its screen is shown

	scores       leaderboard
	achievements achievements
	worldMap     worldMap

	narrator      ui.Narrator
	band          sound.Band
	hush          bool // sounds must stop, see Notes
	sharing       shareState
	dailyFarewell string // result of the day's try, and the command that plays the same game; "" before its end

	soundNoticeUntil uint64 // tick until which soundNotice returns a notice
	volumeBeforeMute string // value of Sound before mute turned the sound off; "" if mute has not been used

	bindingAction  input.Action  // action to which the next key will be bound
	bindError      string        // error of binding the last key; "" if none
	themeChangedAt time.Duration // when the theme last changed
	countdownDigit int           // current digit of the countdown
	appliedChoices uint64        // hash of the choices last applied to Keys
	caps           settings.Caps // the terminal's capabilities
	capsKnown      bool          // caps is final
	sample         sample        // sample next to the options, the card of a daily game or the ending
	missedTicks    int64         // see MissedTicks
	earlyDefeats   int           // see countDefeat
	defeats        defeats

	requests        []Request // see Requests
	settingsChanged bool      // the settings have to be written
	guideChanged    bool      // the field guide has to be written
}

// New returns a session. The session shows the title, or the screen that set requests: a replay, a game that a bot
// plays, the editor or a saved game. New returns an error if the levels are invalid or the replay cannot be played.
func New(set Setup, now time.Duration) (*Session, error) {
	if set.SaveEvery == 0 {
		set.SaveEvery = SaveInterval
	}
	s := &Session{set: set, level: set.FirstLevel, challenge: set.Challenge, mode: set.Choices.Mode()}
	s.UI = ui.UI{
		Background: s.drawGame, Speed: s.speedPercent, Released: s.saveKeyTiming,
		Resized: []func(){s.releaseSamples},
		Glyphs:  set.Render.Glyphs,
		Text:    ui.TextMode{MenusAsLines: set.MenusAsLines, GamesNarrated: set.Narrate},
	}
	s.Add(s.screen)
	s.Touch(now)
	s.appliedChoices = hashOf(set.Choices)
	s.applyRate()
	s.lessons = newLessons(&set)
	s.Keys.SetOptions(set.Choices.InputOptions(set.Auto))
	s.Keys.SetKeyTiming(set.Choices.Repeat.Delay, set.Choices.Repeat.Period)
	s.debug.on = set.Debug
	s.narrator.Enabled = set.Narrate
	s.applySound()
	s.set.Render.Look = s.unlockedLook()
	s.saved = savedGame{game: set.Saved, id: set.SavedID, lastID: FirstID + 1}
	if s.ghost.Replay = set.Ghost; set.Ghost != nil {
		s.mode = set.Ghost.Recording.Mode
		s.setFirstLevel(s.ghost.Level())
	}
	if set.Watch != nil {
		return s, s.showReplay(set.Watch, set.WatchFrom, now)
	}
	if set.Bot {
		return s, s.play(now)
	}
	if err := s.toTitle(now); err != nil {
		return nil, err
	}
	if set.Edit != nil {
		s.EditLevel(*set.Edit, now)
	}
	if set.Resume {
		s.resume(now)
	}
	return s, nil
}

// MissedTicks returns the total number of ticks that were skipped in the player's games because Advance was called more
// than 0.1 s late. It does not include demonstrations and replays. It also does not include gaps of more than
// [input.MaxGap], which pause the game.
func (s *Session) MissedTicks() int64 { return s.missedTicks }

// SetCaps passes the reported capabilities of the terminal to the session.
func (s *Session) SetCaps(f settings.Caps, now time.Duration) {
	s.caps, s.capsKnown = f, true
	if !f.Pixels && f.CellW > 0 {
		s.set.Render.Aspect = f.Aspect
	}
	if known := s.set.Auto.Update(f); known.Recognized && s.set.TierGuessed {
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

// hashOf returns a hash of choices. The session detects changes of the choices with this hash. It does not keep a copy,
// because the choices of a player take 3 KB.
func hashOf(c settings.Choices) uint64 { return maphash.Comparable(hashSeed, c) }

// applySettings applies the choices to the session and to the current game.
func (s *Session) applySettings() {
	if h := hashOf(s.set.Choices); h != s.appliedChoices {
		s.appliedChoices = h
		s.Keys.SetOptions(s.inputOptions())
	}
	s.set.Apply()
	s.set.Render.Look = s.unlockedLook()
	s.narrator.Enabled = s.set.Narrate
	s.Text.MenusAsLines, s.Text.GamesNarrated, s.Glyphs = s.set.MenusAsLines, s.set.Narrate, s.set.Render.Glyphs
	s.applyRate()
	s.Narrow = s.caps.Wide() && s.set.Render.Glyphs == cell.ASCII
	s.set.Render.Keys = s.hintKeys()
	s.View.SetOptions(s.set.Render)
	s.lessons.shown = lesson{} // the keys in its text may have changed
	s.applySound()
	s.sample.apply(s.set.Render)
	s.guideState.sample.apply(s.set.Render)
	if s.editor != nil {
		s.editor.SetRender(s.set.Render)
	}
	if s.difficultyQuestion != nil {
		s.difficultyQuestion.apply(s.set.Render)
	}
}

// applyRate applies the chosen frame rate.
func (s *Session) applyRate() {
	_, fixed := s.set.Choices.FPS(s.set.Auto)
	s.SetRate(s.set.FPS, fixed)
}

// ShowNotice shows a message to the player in all dialogs that have room for it. The message remains until another
// notice replaces it.
//
//go:noinline // would be copied into many callers
func (s *Session) ShowNotice(text string) {
	s.set.Notice = text
	s.Rebuild()
}

// LastNotice returns the last notice, or "".
func (s *Session) LastNotice() string { return s.set.Notice }

// Ink returns the colors of text and background in the current theme.
func (s *Session) Ink() (text, back cell.Color) { return s.View.TextColors() }

// Game returns the game that is played, watched or shown behind the title. The game is valid until the next call of
// another method.
func (s *Session) Game() *engine.Game { return s.round.game }

// Tick returns the current tick of the game.
func (s *Session) Tick() uint64 { return s.round.game.Tick }

// InputSettings returns the player's settings for [input.State.SetOptions] and [input.State.SetKeyTiming]: the input
// options of a single player, and the measured delay and period of key repeats.
func (s *Session) InputSettings() (o input.Options, delay, period time.Duration) {
	return s.set.Choices.InputOptions(s.set.Auto), s.set.Choices.Repeat.Delay, s.set.Choices.Repeat.Period
}

// GameInProgress returns the recording of the player's game in progress, the levels of the game, and the game's ID,
// which is unique in the session. The recording grows with the game. If there is no game in progress, for example on
// the title, id is 0.
func (s *Session) GameInProgress() (r *record.Recording, pack levels.Pack, id uint64) {
	if !s.inGame() {
		return nil, pack, 0
	}
	return s.round.recording, s.round.pack, s.round.saving.id
}

// drawGame draws the game behind a dialog.
func (s *Session) drawGame() {
	if s.round.demo {
		s.View.DrawBackdrop(&s.Frame, s.round.game, s.Menu.Dialog)
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

// releaseSamples frees the memory that the samples need to draw a frame. The samples allocate this memory again when
// they are drawn.
func (s *Session) releaseSamples() {
	s.sample.release()
	s.guideState.sample.release()
	if s.difficultyQuestion != nil {
		for i := range s.difficultyQuestion.samples {
			s.difficultyQuestion.samples[i].release()
		}
	}
}

// waitsForServe reports whether the game waits for a serve and at most the aim and bricks move. A lower frame rate is
// then enough.
func waitsForServe(g *engine.Game) bool {
	return g.Phase == engine.Serve && !paddleMoves(g) && len(g.Drops)+len(g.Bolts) == 0
}

// hasServe reports whether a ball left a paddle in the last tick of g.
func hasServe(g *engine.Game) bool {
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

// drawBanner draws a banner, a notice or a lesson over the game, if there is one to show.
func (s *Session) drawBanner(time.Duration) {
	if s.round.game.Phase == engine.Clear {
		s.View.DrawHeadline(&s.Frame, s.levelEnd())
	} else if text := s.pointBanner(); text != "" {
		s.View.DrawBanner(&s.Frame, text)
	} else if text := s.soundNotice(); text != "" {
		s.View.DrawPrompt(&s.Frame, s.round.game, text, "")
	} else {
		s.drawLesson()
	}
}

// Recording returns the current recording of the game as text, with the game's seed and tick.
func (s *Session) Recording() (text []byte, seed, tick uint64) {
	return s.round.recording.Text(), s.round.config.Seed, s.round.game.Tick
}

// shortKeys abbreviates labels of keys in the HUD, where a label and its hint share 14 columns.
var shortKeys = strings.NewReplacer("backspace", "bksp", "page up", "pgup", "page down", "pgdn", "insert", "ins",
	"delete", "del")

// keyText returns the label of a key for a hint. Names such as Space are in lower case, and letters are in upper case.
func keyText(label string) string {
	if utf8.RuneCountInString(label) == 1 {
		return label
	}
	return strings.ToLower(label)
}

// hintKeys returns the labels of the keys that hints in the HUD name.
func (s *Session) hintKeys() render.HintKeys {
	m := s.inputOptions().Keys
	label := func(a input.Action, unbound string) string {
		key := shortKeys.Replace(keyText(m.Label(a, 1)))
		s.ReplaceNonASCII(&key)
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
