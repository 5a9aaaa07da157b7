package main

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

// A startup is what a session is told at its start.
type startup struct {
	choices settings.Choices  // of the options
	auto    settings.Detected // what an option's "auto" means here
	themes  settings.Themes   // of the player's own
	pack    levels.Pack
	day     engine.Day        // whose game the daily mode plays; 0: today's
	today   func() engine.Day // nil: there is none
	tried   engine.Day        // the day of the player's last try
	first   int               // index of the level that the title offers
	seed    func() uint64     // of the next game
	made    string            // how recordings name the program
	ghost   *replays.Replay   // to play beside; nil: none
	shared  *replays.Share    // what somebody has shared, to be played; nil: nothing
	watch   *replays.Replay   // to be shown, from the tick from on; nil: none
	from    uint64
	fps     int    // frames a second, at most
	fixed   bool   // neither fewer
	bot     bool   // the bot plays, the player watches
	debug   bool   // the overlay shows from the start
	probe   bool   // the terminal may be asked questions, see answers
	term    string // the terminal's kind, as TERM says
	link    bool   // it is at the other end of a link
	ascii   bool   // texts keep to ASCII

	tierGuessed bool // the terminal may tell of more colours
	render      render.Options
	kept        *replays.Replay // what Continue goes on with; nil: nothing
	keptID      uint64          // its id, see saves
	resume      bool            // begin with that
	notice      string          // for the title: what went wrong before
}

// apply has the choices count.
func (set *startup) apply() {
	set.render = set.choices.Picture(set.render, set.auto, set.themes)
	set.ascii = set.render.Glyphs == cell.ASCII
	set.fps, set.fixed = set.choices.FPS(set.auto)
}

// A session is one sitting at the game: which screen shows, the game behind it, the
// input that is held. It is a machine like the engine: the loop tells it the time, as a
// duration since any origin, and what happens in the terminal, and shows what it draws.
// It knows no terminal and no clock, so that tests play it with times of their own.
type session struct {
	ui
	set    startup
	round  round
	viewer *viewer // of the replay that is shown; else nil
	saved  saved
	ghost  ghost
	debug  debugger

	demos uint64      // games that the title has shown
	level int         // index of the level that Play begins with
	mode  engine.Mode // of the game that Play begins

	scores       leaderboard
	achievements achievements
	worldMap     worldMap

	requests        []request // see Requests
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

// newSession returns a session that begins with the title, or with the bot's game.
func newSession(set startup, now time.Duration) (*session, error) {
	s := &session{set: set, level: set.first, mode: set.choices.Mode()}
	s.ui = ui{appliedChoices: set.choices, lastInput: now, schedule: schedule{fps: set.fps}}
	s.keys.Set(set.choices.Steering())
	s.keys.Learn(set.choices.Repeat.Delay, set.choices.Repeat.Period)
	s.debug.on = set.debug
	s.saved = saved{game: set.kept, id: set.keptID, ids: savedID + 1}
	if s.ghost.replay = set.ghost; set.ghost != nil {
		s.mode = set.ghost.Recording.Mode
	}
	if set.watch != nil {
		return s, s.showReplay(set.watch, set.from, now)
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
func (s *session) NextFrame(now time.Duration) time.Duration {
	if next := s.schedule.nextFrame(now, s.Moving(now)); next != never {
		return next
	}
	if wakes := s.row().wakes; wakes != nil && !s.small() {
		return wakes(s)
	}
	return never
}

// Found takes what the terminal has told of itself.
func (s *session) Found(f caps.Caps, now time.Duration) {
	s.caps, s.capsKnown = f, true
	if !f.Pixels && f.CellW > 0 {
		s.set.render.Aspect = f.Aspect
	}
	g, tier, known := caps.GlyphsOfVersion(f.Version)
	if known && s.set.auto.Glyphs != cell.ASCII {
		s.set.auto.Glyphs, s.set.auto.Sure = g, true
	}
	if known && s.set.tierGuessed {
		s.set.render.Tier = min(tier, s.set.render.Tier)
	}
	s.applySettings()
	if before := s.row().before; before != nil && before(s) != noScreen {
		s.enter(s.screen, now)
		return
	}
	s.rebuild()
}

// applySettings has the choices count, in the game that runs too.
func (s *session) applySettings() {
	if s.set.choices != s.appliedChoices {
		s.appliedChoices = s.set.choices
		s.keys.Set(s.steering())
	}
	s.set.apply()
	s.schedule.fps = s.set.fps
	s.set.render.Keys = s.hintKeys()
	s.view.SetOptions(s.set.render)
}

// Notice shows the player a message, on the dialogs that have room for one.
func (s *session) Notice(text string) {
	s.set.notice = text
	s.rebuild()
}

// LastNotice returns the message that was shown last, or "".
func (s *session) LastNotice() string { return s.set.notice }

// Ink returns the colours of text and of what is behind everything.
func (s *session) Ink() (text, back cell.Color) { return s.view.Ink() }

// Rate sets how many frames a second are drawn from now on. MaxRate returns how many are wanted, and
// whether never fewer are.
func (s *session) Rate(fps int)                   { s.schedule.fps = fps }
func (s *session) MaxRate() (fps int, fixed bool) { return s.set.fps, s.set.fixed }

// Tier returns the colours that the frames are in, and Tick how far the game is.
func (s *session) Tier() cell.Tier { return s.set.render.Tier }
func (s *session) Tick() uint64    { return s.round.game.Tick }

// Figures has what was measured put into the debug overlay.
func (s *session) Figures(update func(d *render.Debug)) { update(&s.debug.figures) }

// Repaint has the frame drawn although nothing in it has changed.
func (s *session) Repaint() { s.schedule.redraw() }

// Skip puts the frame that is due off: the terminal still reads the last one.
func (s *session) Skip(now time.Duration) {
	s.schedule.skip(now)
}

// Draw draws the frame that is due and returns it. It belongs to the session, and the next Draw
// overwrites it.
func (s *session) Draw(now time.Duration) *cell.Frame {
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
func (s *session) drawBanner() {
	if s.round.game.Phase == engine.Clear {
		s.view.Headline(&s.frame, replays.LevelEnd(s.round.game))
	} else if text := s.pointBanner(); text != "" {
		s.view.Banner(&s.frame, text)
	}
}

// small reports whether the frame is too small for a game; before the first Resize it is.
func (s *session) small() bool { return s.frame.W < render.MinW || s.frame.H < render.MinH }

// Recording returns the game so far as text, and what names it.
func (s *session) Recording() (text []byte, seed, tick uint64) {
	return s.round.recording.Text(), s.round.config.Seed, s.round.game.Tick
}

// shortKeys shortens the names of keys for the HUD, which has 14 columns for key and hint.
var shortKeys = strings.NewReplacer("backspace", "bksp", "page up", "pgup", "page down", "pgdn", "insert", "ins", "delete", "del")

// hintKeys returns the keys that the HUD's hints name.
func (s *session) hintKeys() render.HintKeys {
	m := s.steering().Keys
	label := func(a input.Action, unbound string) string {
		text := shortKeys.Replace(strings.ToLower(m.Label(a, 1)))
		if s.set.ascii {
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
