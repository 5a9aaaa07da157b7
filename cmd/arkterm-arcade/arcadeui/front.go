// Package arcadeui is what a visitor of the arcade sees: a session as on a machine of one's own, and behind a button of its
// title the screens that only an arcade has.
//
//	host.Session = front.New(session, front.Setup{Hall: hall, …}, now)
//
// It stands between a session and its host, as package lines does. While one of its own screens shows, the session inside
// stands still. It is told the time and the events like a session, and like one it never waits.
//
// Each screen is a row of the table screens. One of buttons and text alone has a name, a menu and where Back leads.
package arcadeui

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/match"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// Title is the button on the title of the session inside that leads here.
const Title = "Arcade"

// A Setup holds the arguments of New.
type Setup struct {
	Person  *lobby.Person // who sits here
	Station *spectate.Hub // of the games that are watched
	Bleeds  bool          // the terminal's glyphs reach into the cells beside theirs, as far as is known
	Self    Self          // nil: a guest
	Boards  Boards        // nil: there are none
	Watch   string        // begin with the game of somebody of this name; "": with the title
	Replay  int64         // begin with this game of a board; 0: none
	Client  string        // how a client is called that comes to play: ssh -t HOST
	Levels  int           // that a match can begin with
	Code    string        // of a party to join at once; "": none

	// Finished keeps a game of a match. Whichever of its players sees first that it is over calls it, in their host's goroutine.
	Finished func(m *match.Match, r match.Result)
}

// A Session is a session with the screens of the arcade. What it does not do itself the session inside does.
type Session struct {
	*app.Session
	set Setup

	screen    screen
	ignoredTo time.Duration // keys do not count before: the screen has come up by itself
	menu      menu
	notice    string // shown in dialogs until the next key
	lastInput time.Duration
	now       time.Duration // of the last Advance
	doing     doing         // what the hall was told

	choice lobby.Choice  // what a party is opened for
	keptTo time.Duration // until then the lobby's buttons stay as they are if nobody does anything
	typed  string        // of a code
	wheel  int           // index of the letter on the wheel of the code
	game   *game         // the match being played; nil: none

	bleeds      bool        // the terminal has said that its glyphs reach into the cells beside theirs
	keys        input.State // of this package's screens
	buttonsDown tcell.ButtonMask
	events      input.Dispatcher
	cols, rows  int        // of the device
	frame       cell.Frame // not of the session inside
	frames      frames

	shown    shown // the game that others may watch
	watching watching
	profile  profile
	boards   chosen
	backTo   screen // where the session inside leads when it is left; inside: to the lobby
}

// New returns a session around another one, whose setup has Outside: Title. Nothing of this package shows at first, unless
// the person comes back to a match or joins a party.
func New(inside *app.Session, set Setup, now time.Duration) *Session {
	fps, _ := inside.MaxRate()
	s := &Session{Session: inside, set: set, lastInput: now, frames: frames{fps: fps, rush: never}}
	s.choice.Bots = bot.Able
	s.takeHands()
	if _, ok := set.Person.Party(); ok {
		s.toParty(now)
	} else if set.Code != "" {
		s.Join(set.Code, now)
	} else if set.Watch != "" {
		s.watchNamed(set.Watch, now)
	} else if set.Replay != 0 {
		s.showGame(set.Replay, now)
	}
	set.Person.Listen(s.outside())
	return s
}

// takeHands makes the keys what they are inside.
func (s *Session) takeHands() {
	o, delay, period := s.Session.Hands()
	s.keys.Set(o)
	s.keys.Learn(delay, period)
}

// outside reports whether a screen of this package shows.
func (s *Session) outside() bool { return s.screen != inside }

// Advance plays what is due.
func (s *Session) Advance(now time.Duration) {
	s.now = now
	if !s.outside() {
		s.Session.Advance(now)
		s.publish()
		s.tellHall()
		return
	}
	if advance := s.row().advance; advance != nil {
		advance(s, now)
	}
}

// Changed says that something in the hall has changed. The host calls it whenever the person's channel says so.
func (s *Session) Changed(now time.Duration) {
	if changed := s.row().changed; changed != nil {
		changed(s, now)
	}
	if s.outside() {
		s.rebuild()
	}
}

// doing is what somebody plays by themselves.
type doing struct {
	playing bool
	mode    engine.Mode
	level   int
}

// tellHall tells the hall what is played inside, when that has changed.
func (s *Session) tellHall() {
	now := doing{}
	if _, _, id := s.Session.Playing(); id != 0 {
		g := s.Session.Game()
		now = doing{true, g.Mode, g.Level}
	}
	if now == s.doing {
		return
	}
	s.doing = now
	text := ""
	if now.playing {
		text = fmt.Sprintf("%s, level %d", engine.Modes[now.mode].Title, now.level+1)
	}
	s.set.Person.Plays(text)
}

// Event handles an event of the screen.
func (s *Session) Event(now time.Duration, ev tcell.Event) { s.events.Dispatch(now, ev, s) }

// Key takes a key.
func (s *Session) Key(now time.Duration, ev input.Keystroke) {
	if !s.outside() {
		s.Session.Key(now, ev)
		s.lookOut(now)
		return
	}
	repeat := s.keys.Repeats(now, ev)
	k := keyPress{ev: ev, action: s.keys.Key(now, ev), repeat: repeat, now: now}
	if take := s.row().key; take != nil && !s.small() && take(s, k) {
		s.lastInput = now
		return
	}
	if ev.Kind == input.Release {
		return
	}
	s.lastInput = now
	if !s.small() && now >= s.ignoredTo {
		s.menuKey(k)
	}
}

// Mouse takes the mouse.
func (s *Session) Mouse(now time.Duration, ev input.MouseReport) {
	if !s.outside() {
		s.Session.Mouse(now, ev)
		s.lookOut(now)
		return
	}
	s.lastInput = now
	const clicks = tcell.ButtonPrimary | tcell.ButtonSecondary
	m := mouseMove{MouseReport: ev, down: ev.Buttons & clicks &^ s.buttonsDown, now: now}
	s.buttonsDown = ev.Buttons & clicks
	if take := s.row().mouse; s.small() || now < s.ignoredTo || take != nil && take(s, m) {
		return
	}
	s.menuMouse(m)
}

// Paste takes a text that was pasted. Where nothing is typed it is ignored.
func (s *Session) Paste(now time.Duration, text string) {
	if !s.outside() {
		s.Session.Paste(now, text)
		return
	}
	s.lastInput = now
	if paste := s.row().paste; paste != nil && !s.small() && now >= s.ignoredTo {
		s.notice = ""
		paste(s, text, now)
		s.rebuild()
	}
}

// ignoreTime is how long a screen that comes up by itself ignores keys: they were meant for the one before.
const ignoreTime = 800 * time.Millisecond

// lookOut goes to the lobby when the session inside was left for it.
func (s *Session) lookOut(now time.Duration) {
	if !s.Session.Left() {
		return
	}
	to := max(s.backTo, lobbyScreen)
	s.backTo = inside
	s.enter(to, now)
}

// Releases says that the device reports releases of keys from here on.
func (s *Session) Releases() {
	s.keys.PromiseReleases()
	if s.game != nil {
		s.game.match.Releases(s.game.seat)
	}
	s.Session.Releases()
}

// Away says that nobody is looking.
func (s *Session) Away(now time.Duration) {
	s.keys.Release()
	s.stopSteering(now)
	s.Session.Away(now)
}

// Found sets the device's capabilities.
func (s *Session) Found(c settings.Caps, now time.Duration) {
	s.Session.Found(c, now)
	s.bleeds = c.Bleeds()
	s.optionsChanged()
}

// optionsChanged tells the screen that the options of pictures have changed.
func (s *Session) optionsChanged() {
	if apply := s.row().apply; apply != nil {
		apply(s, s.Session.View().Options())
	}
	s.frames.stale = true
}

// Resize sets the size of the frames in cells.
func (s *Session) Resize(cols, rows int, now time.Duration) {
	s.Session.Resize(cols, rows, now)
	s.cols, s.rows = cols, rows
	s.frame.SetSize(cols, rows)
	if s.game != nil {
		s.game.release()
	}
	if s.watching.own != nil {
		s.watching.own.Release()
	}
	if s.small() { // keys do not count from here on, nor that they are let go
		s.keys.Release()
		s.stopSteering(now)
	}
	if s.outside() {
		s.rebuild()
	}
}

// small reports whether the frame is too small for a dialog or a game.
func (s *Session) small() bool { return s.cols < render.MinW || s.rows < render.MinH }

// LastInput returns when the player did something last.
func (s *Session) LastInput() time.Duration { return max(s.lastInput, s.Session.LastInput()) }

// Draw draws the frame, which belongs to the session.
func (s *Session) Draw(now time.Duration) *cell.Frame {
	if !s.outside() {
		s.Session.View().Watched(s.shown.watched())
		return s.Session.Draw(now)
	}
	s.frames.drew(now)
	s.menu.Waits = now < s.ignoredTo
	s.frame.Cursor, s.frame.First, s.frame.Shared = cell.Cursor{}, s.frame.First[:0], nil
	s.frame.Narrow = s.Session.Narrow()
	if s.screen != watchScreen || s.watching.own != nil {
		s.frame.Open()
	}
	if draw := s.row().draw; draw != nil {
		draw(s, now)
	} else {
		s.drawMenu()
	}
	return &s.frame
}

// drawMenu draws the menu over the game of the session inside.
func (s *Session) drawMenu() {
	view := s.Session.View()
	view.Backdrop(&s.frame, s.Session.Game(), s.menu.Dialog)
	if !s.small() {
		view.Dialog(&s.frame, s.menu.Dialog)
	}
}
