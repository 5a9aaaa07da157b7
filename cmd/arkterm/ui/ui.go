// Package ui shows an application's screens on a terminal.
//
// A [Screen] describes a screen, mostly by functions, which may be nil. An application provides its screens by ID, and
// a [UI] shows one of them at a time. The UI draws the screen's menu as a dialog. It passes keys, mouse events and
// pasted text to the screen. It also plays the ticks that are due, and schedules frames. For example:
//
//	u := &ui.UI{View: view, Background: drawBackground}
//	u.Add(func(id ui.ID) (ui.Screen, bool) { … })
//	u.Enter("title", now)
//
// On a [Device] that displays lines, a UI can show its screens as lines of text with numbered choices, see [TextMode].
// A [Narrator] describes games in lines of text.
//
// A UI is a state machine. It does not read the clock, block or start goroutines, and it is not safe for concurrent
// use.
package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"arkterm/render/widget"
)

// Never is the time of an event that never happens. It is greater than all other times.
const Never time.Duration = 1<<63 - 1

// An ID identifies a screen.
type ID string

// A Screen describes one screen of the application. All functions may be nil. A screen of buttons and text needs only
// Menu and Back.
type Screen struct {
	ID ID // set by the UI

	// Menu fills in the dialog. It must add the buttons first, because the text may depend on the selected button. The
	// UI calls Menu when the screen appears, after each change of the selection, and in Rebuild.
	Menu func(m *Menu)

	// Keys. The UI passes a key press to InterceptKey, then to the shortcuts in Keys, then to Key, and finally to the
	// menu. InterceptKey and Key return true if they have handled the key. The UI then does not pass the key on. Step
	// handles arrow keys instead of the menu, and Fire handles the keys that press a button. Release handles key
	// releases. The UI passes repeats of a held key only to InterceptKey, Key and Step.
	InterceptKey func(k KeyPress) bool
	Keys         Keys
	Key          func(k KeyPress) bool
	Step         func(dx, dy int)
	Fire         func(now time.Duration)
	Release      func(k KeyPress)

	Mouse func(m MouseMove)                    // handles the mouse instead of the menu
	Paste func(text string, now time.Duration) // receives pasted text, a single line

	// Time. Advance is called before each event and frame. While Moving returns true, frames are drawn continuously,
	// and Ticks is called with the number of ticks to play. NextFrame returns when an additional frame is due.
	// NextAdvance returns when Advance must be called even if no frame is due. Both may return Never.
	Advance     func(now time.Duration)
	Moving      func(now time.Duration) bool
	Ticks       func(n int)
	NextFrame   func(now time.Duration) time.Duration
	NextAdvance func(now time.Duration) time.Duration

	Away    func(now time.Duration) // called when the player leaves the terminal, or the frame becomes too small
	Changed func(now time.Duration) // called by UI.Changed

	// Navigation. Begin is called when the screen appears, End when another screen replaces it, and Leave before the
	// player goes back. Before returns the ID of a screen that must be shown first, or "".
	//
	// Back is the screen that UI.Back shows. If Back is "", UI.Back shows the screen from which the player has opened
	// this one by UI.Detour. Detour is true for such screens.
	//
	// Resume, if not "", replaces this screen when the player returns to it. If KeepsSelection is true, returning
	// selects the button with which the player left.
	Begin          func(now time.Duration)
	End            func(to *Screen, now time.Duration)
	Leave          func(now time.Duration)
	Before         func() ID
	Back           ID
	Resume         ID
	Detour         bool
	KeepsSelection bool

	// The frame. Draw draws the picture. If Draw is nil, UI.Background draws it. DrawOverlay then draws over the
	// picture. Finally, DrawDialog draws the dialog. If DrawDialog is nil, the menu is drawn with the result of View,
	// or with UI.View if View is nil. If the frame is too small, only the picture is drawn.
	//
	// Shared may return a frame that another goroutine has drawn. The UI then shows that frame and calls none of the
	// draw functions.
	Shared      func() cell.Shared
	Draw        func(now time.Duration)
	DrawOverlay func()
	DrawDialog  func(now time.Duration)
	View        func() *render.View

	// Text mode. Words returns the text of a screen without a dialog, and Choose executes choice i. If Typed returns
	// true, the player enters digits as text. Otherwise, a digit selects a choice. Picture is true if the screen has a
	// picture, but no text. Narrator describes the game in this picture, and may be nil.
	Words    func() Words
	Choose   func(i int, now time.Duration)
	Typed    func() bool
	Picture  bool
	Narrator NarratedGame
}

// A UI shows one screen at a time. Set the exported fields that you need before the first call of Enter.
type UI struct {
	View       *render.View // draws pictures and dialogs
	Background func()       // draws the default picture behind a dialog
	Speed      func() int   // returns the speed of ticks in percent; nil means 100
	Released   func()       // called by ReleaseKeys; may be nil
	Resized    []func()     // called after the frame's size has changed
	Glyphs     cell.Glyphs  // glyph set; with ASCII, other characters in texts are replaced
	Narrow     bool         // the terminal shows characters of ambiguous width in two columns

	Menu     Menu
	Frame    cell.Frame
	Keys     input.State
	Schedule Schedule
	Text     TextMode

	figures  widget.Debug // see Figures
	fps      int          // see SetRate
	fpsFixed bool

	screens      []func(id ID) (Screen, bool)
	screen       Screen
	detourFrom   ID            // screen to which a sequence of detours returns
	openedBy     map[ID]string // by screen: the name of the button that last opened another screen
	shownAt      time.Duration // when the screen appeared
	ignoredUntil time.Duration // before this time, input is ignored, see IgnoreInputBriefly
	message      string        // see ShowMessage
	cue          sound.Cue     // last cue
	hasCue       bool          // TakeCue has not returned cue yet

	lastKey       lastKey
	lastInput     time.Duration
	buttonsDown   tcell.ButtonMask // mouse buttons that are down
	pressedBefore bool             // the left button was pressed before the screen appeared, so it has no effect
	events        input.Dispatcher
	cols, rows    int // size of the terminal
}

// Add adds a function that returns screens by ID. The functions are called in the order in which they were added, until
// the screen is found.
func (u *UI) Add(screens func(id ID) (Screen, bool)) { u.screens = append(u.screens, screens) }

// find returns the screen with an ID. It panics if there is none.
func (u *UI) find(id ID) (s Screen) {
	for _, screens := range u.screens {
		if s, ok := screens(id); ok {
			s.ID = id
			return s
		}
	}
	panic("ui: unknown screen " + string(id))
}

// ID returns the ID of the current screen.
func (u *UI) ID() ID { return u.screen.ID }

// ShownAt returns when the current screen appeared.
func (u *UI) ShownAt() time.Duration { return u.shownAt }

// LastInput returns the time of the last input.
func (u *UI) LastInput() time.Duration { return u.lastInput }

// Touch sets the time of the last input to now.
func (u *UI) Touch(now time.Duration) { u.lastInput = now }

// Enter shows a screen and releases held keys. If the function Before of the screen returns an ID, Enter shows the
// screen with this ID instead.
func (u *UI) Enter(to ID, now time.Duration) {
	next := u.find(to)
	if next.Before != nil {
		if first := next.Before(); first != "" {
			u.ShowUnrequested(first, now)
			return
		}
	}
	if next.Detour || next.Back == u.screen.ID {
		if u.openedBy == nil {
			u.openedBy = map[ID]string{}
		}
		u.openedBy[u.screen.ID] = u.Menu.Current().name()
	}
	if end := u.screen.End; end != nil {
		end(&next, now)
	}
	u.screen, u.shownAt, u.ignoredUntil, u.message = next, now, 0, ""
	u.Schedule.reset()
	u.ReleaseKeys()
	if begin := u.screen.Begin; begin != nil {
		if begin(now); u.screen.ID != to {
			return
		}
	}
	u.Menu = Menu{}
	u.build(0)
	if first := u.Menu.InitialButton; first > 0 {
		u.build(first)
	}
}

// graceTime is the time for which a screen ignores input if the player has not requested the screen. If input arrives
// in this time, the screen ignores input for at least quietTime more. The reason is that a key that is held or pressed
// repeatedly is meant for the previous screen.
const (
	graceTime = 800 * time.Millisecond
	quietTime = 400 * time.Millisecond
)

// ShowUnrequested shows a screen that the player has not requested. The screen ignores input at first, see
// IgnoreInputBriefly.
//
//go:noinline // would be copied into many callers
func (u *UI) ShowUnrequested(to ID, now time.Duration) {
	u.Enter(to, now)
	u.IgnoreInputBriefly(now)
}

// IgnoreInputBriefly makes the current screen ignore input for graceTime. Input that arrives in this time extends it.
func (u *UI) IgnoreInputBriefly(now time.Duration) { u.ignoredUntil = now + graceTime }

// ignores reports whether input at now must be ignored. If so, it extends the time in which input is ignored.
func (u *UI) ignores(now time.Duration) bool {
	if now >= u.ignoredUntil {
		return false
	}
	u.ignoredUntil = max(u.ignoredUntil, now+quietTime)
	return true
}

// Detour shows a screen from which Back returns to the current screen. If the current screen is itself a detour, Back
// returns to the screen before all detours. A screen with a field Back returns to the screen that the field names
// instead.
//
//go:noinline // would be copied into many callers
func (u *UI) Detour(to ID, now time.Duration) {
	if !u.screen.Detour {
		u.detourFrom = u.screen.ID
	}
	u.Enter(to, now)
}

// Back leaves the current screen. It shows the screen named by Screen.Back. If that is "", Back shows the screen before
// the detours.
func (u *UI) Back(now time.Duration) {
	u.SetCue(sound.CueBack)
	to := u.screen.Back
	if to == "" {
		to = u.detourFrom
	}
	if leave := u.screen.Leave; leave != nil {
		leave(now)
	}
	if resume := u.find(to).Resume; resume != "" {
		to = resume
	}
	u.Enter(to, now)
	if i := u.Menu.index(u.openedBy[u.screen.ID]); u.screen.KeepsSelection && i >= 0 {
		u.build(i)
	}
}

// SetCue sets the sound cue that the next call of TakeCue returns.
func (u *UI) SetCue(c sound.Cue) { u.cue, u.hasCue = c, true }

// TakeCue returns the sound cue set since the last call. ok is false if there is none. If an input causes several cues,
// TakeCue returns only the last one.
func (u *UI) TakeCue() (c sound.Cue, ok bool) {
	ok, u.hasCue = u.hasCue, false
	return u.cue, ok
}

// EnterFunc returns a function that enters a screen, for a button or a shortcut.
//
//go:noinline // would be copied into many callers
func (u *UI) EnterFunc(id ID) func(now time.Duration) {
	return func(now time.Duration) { u.Enter(id, now) }
}

// DetourFunc returns a function that shows a screen as a detour, for a button or a shortcut.
//
//go:noinline // would be copied into many callers
func (u *UI) DetourFunc(id ID) func(now time.Duration) {
	return func(now time.Duration) { u.Detour(id, now) }
}

// Changed must be called when the data that the current screen shows has changed. It calls Screen.Changed and rebuilds
// the menu.
func (u *UI) Changed(now time.Duration) {
	if changed := u.screen.Changed; changed != nil {
		changed(now)
	}
	u.Rebuild()
}

// Moving reports whether the screen needs frames continuously, even without input.
func (u *UI) Moving(now time.Duration) bool {
	moves := u.screen.Moving
	return moves != nil && !u.TooSmall() && moves(now)
}

// Advance calls Screen.Advance and plays the ticks that are due at now. Call it before each event, so that the event
// takes effect in the tick at its time.
func (u *UI) Advance(now time.Duration) {
	if advance := u.screen.Advance; advance != nil {
		advance(now)
	}
	if !u.Moving(now) {
		u.Schedule.Stop()
		return
	}
	rate := 100
	if u.Speed != nil {
		rate = u.Speed()
	}
	n, gap := u.Schedule.ticks(now, rate)
	if gap {
		u.Away(now)
	}
	if ticks := u.screen.Ticks; ticks != nil {
		u.figures.Ticks += n
		ticks(n)
	}
}

// Next returns the times at which the caller must draw a frame and call Advance, if no event happens before. tick is
// set only if Advance must be called although no frame is due. Both times may be Never.
func (u *UI) Next(now time.Duration) (frame, tick time.Duration) {
	tick = Never
	if due := u.screen.NextAdvance; due != nil {
		tick = due(now)
	}
	return u.NextFrame(now), tick
}

// NextFrame returns when the next frame is due if no event happens before, or Never.
func (u *UI) NextFrame(now time.Duration) time.Duration {
	u.Schedule.FPS = u.figures.TargetFPS
	next := u.Schedule.nextFrame(now, u.Moving(now))
	if due := u.screen.NextFrame; due != nil && !u.TooSmall() {
		next = min(next, due(now))
	}
	if u.Menu.Disabled { // the buttons are drawn dimmed until ignoredUntil
		next = min(next, max(now, u.ignoredUntil))
	}
	return next
}

// Repaint schedules a frame even if nothing has changed. In text mode, the whole screen is printed again if the player
// was away.
func (u *UI) Repaint() {
	u.Text.repaint()
	u.Schedule.Redraw()
}

// Skip postpones the frame that is due. The caller uses it while the terminal is still receiving the last frame.
func (u *UI) Skip(now time.Duration) {
	u.Schedule.skip(now)
	u.Menu.Disabled = false // Draw sets it again
}

// Draw draws the frame that is due and returns it. The frame is valid until the next Draw. When the caller no longer
// needs the frame, it may call Frame.ReturnCells.
func (u *UI) Draw(now time.Duration) *cell.Frame {
	w, lines := u.switchMode(now)
	u.draw(now)
	if lines {
		u.announce(w)
	}
	return &u.Frame
}

// draw draws the frame.
func (u *UI) draw(now time.Duration) {
	u.Schedule.frame(now)
	u.view().SetBrickInterval(u.figures.BrickInterval)
	u.Menu.Disabled = now < u.ignoredUntil
	f := &u.Frame
	f.Cursor, f.Urgent, f.Shared, f.NoAmbiguousWidth = cell.Cursor{}, f.Urgent[:0], nil, u.Narrow
	if shared := u.screen.Shared; shared != nil {
		if f.Shared = shared(); f.Shared != nil {
			return
		}
	}
	f.BorrowCells()
	if drawPicture := u.screen.Draw; drawPicture != nil {
		drawPicture(now)
	} else {
		u.Background()
	}
	if u.TooSmall() {
		return
	}
	if drawOverlay := u.screen.DrawOverlay; drawOverlay != nil {
		drawOverlay()
	}
	if drawDialog := u.screen.DrawDialog; drawDialog != nil {
		drawDialog(now)
	} else if u.screen.Menu != nil {
		u.view().DrawDialog(f, u.Menu.Dialog)
	}
}

// view returns the view that draws the dialog of the current screen.
func (u *UI) view() *render.View {
	if view := u.screen.View; view != nil {
		return view()
	}
	return u.View
}

// ASCII reports whether texts on the current screen may contain only ASCII characters. Lines of text for screen readers
// may contain other characters.
func (u *UI) ASCII() bool {
	return u.Glyphs == cell.ASCII && (u.screen.Picture || !u.Text.MenusAsLines)
}

// ReplaceNonASCII replaces the characters outside of ASCII in texts. It does nothing if ASCII returns false.
func (u *UI) ReplaceNonASCII(texts ...*string) {
	for _, text := range texts {
		if u.ASCII() {
			*text = widget.Plain(*text)
		}
	}
}

// Resize sets the size of the terminal in cells.
func (u *UI) Resize(cols, rows int, now time.Duration) {
	u.cols, u.rows = cols, rows
	if u.Text.lines {
		cols, rows = lineFrameW, lineFrameH
	}
	u.resize(cols, rows, now)
}

// resize sets the size of the frame in cells.
func (u *UI) resize(w, h int, now time.Duration) {
	u.Frame.SetSize(w, h)
	u.View.Release()
	for _, resized := range u.Resized {
		resized()
	}
	u.Rebuild() // another number of rows may fit
	if u.TooSmall() {
		u.releaseAndNotifyAway(now)
	}
}

// TooSmall reports whether the frame is too small for a game. It returns true before the first Resize.
func (u *UI) TooSmall() bool { return u.Frame.W < render.MinW || u.Frame.H < render.MinH }

// Away must be called when the player has left the terminal, because it has lost the focus or the process was stopped.
func (u *UI) Away(now time.Duration) {
	u.Text.away = true
	u.releaseAndNotifyAway(now)
}

// releaseAndNotifyAway releases held keys and calls Screen.Away.
func (u *UI) releaseAndNotifyAway(now time.Duration) {
	u.ReleaseKeys()
	if away := u.screen.Away; away != nil {
		away(now)
	}
}

// ReleaseKeys releases all held keys. A mouse button that is down has no effect until it is released and pressed again.
func (u *UI) ReleaseKeys() {
	u.Keys.Release()
	if u.Released != nil {
		u.Released()
	}
	u.pressedBefore = u.buttonsDown != 0
}

// SetRate sets the maximum number of frames per second. If fixed is true, the event loop must not lower the frame rate.
func (u *UI) SetRate(fps int, fixed bool) {
	u.fps, u.fpsFixed, u.figures.TargetFPS, u.Schedule.FPS = fps, fixed, fps, fps
}

// FrameOptions returns the values of the last SetRate, and the color tier of the frames.
func (u *UI) FrameOptions() (fps int, fixed bool, tier cell.Tier) {
	return u.fps, u.fpsFixed, u.View.Options().Tier
}

// Figures returns the values that the debug overlay shows. The event loop updates the measurements and the target frame
// rate in them.
func (u *UI) Figures() *widget.Debug { return &u.figures }

// ShowMessage shows a line of text in the dialog until the next key press. "" removes it.
func (u *UI) ShowMessage(text string) {
	u.message = text
	u.Rebuild()
}

// NoOp does nothing. It can be used as a Draw or DrawDialog function that draws nothing.
func NoOp(time.Duration) {}

// AlwaysMoving is a Moving function for screens that always change.
func AlwaysMoving(time.Duration) bool { return true }
