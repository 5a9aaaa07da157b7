// Package session is the application without a terminal, a clock or a file: its screens and menus, the
// game that is played, replays, scores. A [Session] is a machine like the engine. Whoever drives it tells it
// the time, as a duration since any origin, and what happens, and shows what it draws:
//
//	s, err := session.New(session.Setup{Pack: levels.Shipped(), Seed: seed}, now)
//	s.Resize(80, 24, now)
//	for {
//		// wait until an event or s.NextFrame(now)
//		s.Advance(now)
//		s.Key(now, event) // or Mouse, Away, Resize, Found, Answer
//		for _, r := range s.Requests(now) { … } // write files, ask the scores, quit
//		show(s.Draw(now))
//	}
//
// It never waits, starts no goroutine, reads no environment and opens no file: what it wants done it asks
// for in [Session.Requests], and what has come of that it is told. Any number of sessions live side by side.
//
// What a player looks at is a screen, a row of the table screens; what a button or a key does is a command,
// a row of the table commands. The game that is played, with all that the next one replaces, is a round.
package session

import (
	"cmp"
	"strings"
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// attractFor is how long the title's bot plays without input. After that the picture
// stands still and costs nothing.
const attractFor = 60 * time.Second

// A Setup is what a session is told at its start. Of its fields Pack and Seed have to be set.
type Setup struct {
	Choices settings.Choices  // of the options
	Auto    settings.Detected // what an option's "auto" means here
	Themes  settings.Themes   // of the player's own
	Pack    levels.Pack
	Day     engine.Day        // whose game the daily mode plays; 0: today's
	Today   func() engine.Day // nil: there is none
	Tried   engine.Day        // the day of the player's last try
	First   int               // index of the level that the title offers
	Seed    func() uint64     // of the next game
	Made    string            // how recordings name the program
	Ghost   *replays.Replay   // to play beside; nil: none
	Shared  *replays.Share    // a game that was shared, to be played; nil: none
	Watch   *replays.Replay   // to be shown, from the tick from on; nil: none
	From    uint64
	FPS     int    // frames a second, at most
	Bot     bool   // the bot plays, the player watches
	Debug   bool   // the overlay shows from the start
	Probe   bool   // the terminal may be asked questions, see answers
	Term    string // the terminal's kind, as TERM says
	Link    bool   // it is at the other end of a link

	TierGuessed bool // the terminal may tell of more colours
	Render      render.Options
	Kept        *replays.Replay // what Continue goes on with; nil: nothing
	KeptID      uint64          // its id, see saves
	Resume      bool            // begin with that
	Notice      string          // for the title: what went wrong before
}

// Apply has the choices count: it sets FPS, and of Render what they speak of.
func (set *Setup) Apply() {
	set.Render = set.Choices.Picture(set.Render, set.Auto, set.Themes)
	set.FPS, _ = set.Choices.FPS(set.Auto)
}

// A Session is one sitting at the game: which screen shows, the game behind it, the
// input that is held.
type Session struct {
	ui
	set         Setup
	round       round
	viewer      *viewer // of the replay that is shown; else nil
	watchedFrom *round  // that has ended, to come back to from its replay; nil: from a replay the program ends
	saved       saved
	ghost       Ghost
	debug       debugger

	demos uint64      // games that the title has shown
	level int         // index of the level that Play begins with
	mode  engine.Mode // of the game that Play begins

	scores       leaderboard
	achievements achievements
	worldMap     worldMap

	requests        []Request // see Requests
	settingsChanged bool      // and are to be written
}

// A ui is what a player looks at and handles, whatever is played.
type ui struct {
	screen         screen
	cameFrom       screen        // what a detour leads back to
	shownAt        time.Duration // when the screen came up
	menu           menu
	choosing       bool          // left and right change the selected button's value
	binding        input.Action  // the next key is for that action
	bindError      string        // why the last one was not
	themeChangedAt time.Duration // when the theme last changed
	digit          int           // of the countdown

	keys           input.State
	appliedChoices settings.Choices // what keys was told
	lastKey        lastKey
	lastInput      time.Duration // when the player last did anything
	buttonsDown    input.Buttons // mouse buttons that are down
	clickedDialog  bool          // the left button went down on a dialog: not Fire before it is let go
	caps           caps.Caps     // what the terminal has told of itself
	capsKnown      bool          // it has, or will not any more

	view     *render.View
	frame    cell.Frame
	schedule schedule
}

// New returns a session that begins with the title, or with the bot's game.
func New(set Setup, now time.Duration) (*Session, error) {
	s := &Session{set: set, level: set.First, mode: set.Choices.Mode()}
	s.ui = ui{appliedChoices: set.Choices, lastInput: now, schedule: schedule{fps: set.FPS}}
	_, s.schedule.fixed = set.Choices.FPS(set.Auto)
	s.keys.Set(set.Choices.Steering())
	s.keys.Learn(set.Choices.Repeat.Delay, set.Choices.Repeat.Period)
	s.debug.on = set.Debug
	s.saved = saved{game: set.Kept, id: set.KeptID, ids: FirstID + 1}
	if s.ghost.Replay = set.Ghost; set.Ghost != nil {
		s.mode = set.Ghost.Recording.Mode
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

// Moving reports whether what is behind the dialog goes on.
func (s *Session) Moving(now time.Duration) bool {
	moves := s.row().moves
	return moves != nil && !s.small() && !s.debug.halted && moves(s, now)
}

// Advance plays the ticks that are due, and goes on to the screen that follows by itself. The loop
// calls it before it passes an event on, so that an event counts from the tick in which it
// came.
func (s *Session) Advance(now time.Duration) {
	if advance := s.row().advance; advance != nil {
		advance(s, now)
	}
	if !s.Moving(now) {
		s.schedule.stop()
		return
	}
	n, gone := s.schedule.ticks(now, s.rate())
	if gone {
		s.Away(now)
	}
	if ticks := s.row().ticks; ticks != nil {
		ticks(s, n)
		return
	}
	for i := range n {
		if !s.tick(s.schedule.clock.At(i, n)) {
			break
		}
	}
}

// NextFrame returns when the next frame is due, if nothing happens before; never when the screen
// stands still.
func (s *Session) NextFrame(now time.Duration) time.Duration {
	if next := s.schedule.nextFrame(now, s.Moving(now)); next != never {
		return next
	}
	if wakes := s.row().wakes; wakes != nil && !s.small() {
		return wakes(s)
	}
	return never
}

// Found takes what the terminal has told of itself.
func (s *Session) Found(f caps.Caps, now time.Duration) {
	s.caps, s.capsKnown = f, true
	if !f.Pixels && f.CellW > 0 {
		s.set.Render.Aspect = f.Aspect
	}
	g, tier, known := caps.GlyphsOfVersion(f.Version)
	if known && s.set.Auto.Glyphs != cell.ASCII {
		s.set.Auto.Glyphs, s.set.Auto.Sure = g, true
	}
	if known && s.set.TierGuessed {
		s.set.Render.Tier = min(tier, s.set.Render.Tier)
	}
	s.applySettings()
	if before := s.row().before; before != nil && before(s) != noScreen {
		s.enter(s.screen, now)
		return
	}
	s.rebuild()
}

// applySettings has the choices count, in the game that runs too.
func (s *Session) applySettings() {
	if s.set.Choices != s.appliedChoices {
		s.appliedChoices = s.set.Choices
		s.keys.Set(s.steering())
	}
	s.set.Apply()
	s.schedule.fps = s.set.FPS
	_, s.schedule.fixed = s.set.Choices.FPS(s.set.Auto)
	s.set.Render.Keys = s.hintKeys()
	s.view.SetOptions(s.set.Render)
}

// Notice shows the player a message, on the dialogs that have room for one.
func (s *Session) Notice(text string) {
	s.set.Notice = text
	s.rebuild()
}

// LastNotice returns the message that was shown last, or "".
func (s *Session) LastNotice() string { return s.set.Notice }

// Ink returns the colours of text and of what is behind everything.
func (s *Session) Ink() (text, back cell.Color) { return s.view.Ink() }

// Rate sets how many frames a second are drawn from now on.
func (s *Session) Rate(fps int) { s.schedule.fps = fps }

// MaxRate returns how many frames a second are wanted, and whether never fewer are.
func (s *Session) MaxRate() (fps int, fixed bool) { return s.set.FPS, s.schedule.fixed }

// Tier returns the colours that the frames are in.
func (s *Session) Tier() cell.Tier { return s.set.Render.Tier }

// Tick returns how far the game is.
func (s *Session) Tick() uint64 { return s.round.game.Tick }

// Figures calls update, which puts what was measured into the debug overlay.
func (s *Session) Figures(update func(d *render.Debug)) { update(&s.debug.figures) }

// Repaint has the frame drawn although nothing in it has changed.
func (s *Session) Repaint() { s.schedule.redraw() }

// Skip puts the frame that is due off: the terminal still reads the last one.
func (s *Session) Skip(now time.Duration) {
	s.schedule.skip(now)
}

// Draw draws the frame that is due and returns it. It belongs to the session, and the next Draw
// overwrites it.
func (s *Session) Draw(now time.Duration) *cell.Frame {
	s.schedule.frame(now)
	if behind := s.row().behind; behind != nil {
		behind(s)
	} else {
		s.view.Ghost(s.round.ghostBeside())
		s.view.Draw(&s.frame, s.round.game)
	}
	if s.small() {
		return &s.frame
	}
	s.drawDebug()
	if over := s.row().over; over != nil {
		over(s)
	} else {
		s.view.Dialog(&s.frame, s.menu.dialog)
	}
	return &s.frame
}

// drawBanner draws what is said over a game that is played.
func (s *Session) drawBanner() {
	if s.round.game.Phase == engine.Clear {
		s.view.Headline(&s.frame, replays.LevelEnd(s.round.game))
	} else if text := s.pointBanner(); text != "" {
		s.view.Banner(&s.frame, text)
	}
}

// ascii reports whether texts keep to ASCII.
func (s *Session) ascii() bool { return s.set.Render.Glyphs == cell.ASCII }

// small reports whether the frame is too small for a game; before the first Resize it is.
func (s *Session) small() bool { return s.frame.W < render.MinW || s.frame.H < render.MinH }

// Recording returns the game so far as text, and what names it.
func (s *Session) Recording() (text []byte, seed, tick uint64) {
	return s.round.recording.Text(), s.round.config.Seed, s.round.game.Tick
}

// shortKeys shortens the names of keys for the HUD, which has 14 columns for key and hint.
var shortKeys = strings.NewReplacer("backspace", "bksp", "page up", "pgup", "page down", "pgdn", "insert", "ins", "delete", "del")

// hintKeys returns the keys that the HUD's hints name.
func (s *Session) hintKeys() render.HintKeys {
	m := s.steering().Keys
	label := func(a input.Action, unbound string) string {
		text := shortKeys.Replace(strings.ToLower(m.Label(a, 1)))
		if s.ascii() {
			text = plainText.Replace(text)
		}
		return cmp.Or(text, unbound)
	}
	k := render.HintKeys{Fire: label(input.Fire, "click"), Warp: cmp.Or(m.Label(input.Warp, 1), "-"), Rewind: label(input.Rewind, "-")}
	if s.round.twoPeople() {
		k.Fire2 = label(input.Fire2, "-")
	}
	return k
}
