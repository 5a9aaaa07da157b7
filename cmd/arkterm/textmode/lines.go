// Package textmode shows a session in lines of text, one below the other: for screen readers, braille, and those who want
// menus without pictures. A menu is its title, what it says, and its choices with numbers; what changes is told, and
// nothing else. Games are narrated, or drawn as always. Without lines, which the player may turn on and off at any time, it
// is the session as it was.
//
//	host.Session = lines.New(session, terminal)
//
// Any key of the session does what it always does. Besides, digits take a choice, and tab says everything once more; in a
// game that is narrated, digits and left and right steer, and tab says where everything is.
package textmode

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/narration"
)

// A Device shows lines, or frames.
type Device interface {
	Say(line string) // shows a line
	Lines(on bool)   // says which of the two comes next
}

// A Session is a session of which lines are shown. It passes on what it does not do itself.
type Session struct {
	*app.Session
	device Device
	drawn  bool // frames are shown
	events input.Dispatcher
	away   bool // the player was away, and has done nothing since

	cols, rows int       // of the device
	told       app.Words // what was said last; no Screen: nothing
	typed      int       // the digits of a number that is being typed
	place      int       // that the paddle was sent to last; 0: none
	begun      bool      // the keys of a game were told
	hinted     bool      // … and those of a menu
}

// New returns a session on a device. It starts with lines if the session has menus as text, otherwise with frames. If d is
// nil, it shows frames only.
func New(s *app.Session, d Device) *Session {
	l := &Session{Session: s, device: d}
	menus, _ := l.Telling()
	l.drawn = !menus
	return l
}

// Telling reports whether menus and games are shown as lines of text.
func (s *Session) Telling() (menus, games bool) {
	if s.device == nil {
		return false, false
	}
	return s.Session.Telling()
}

// The size of the frames behind lines: there is room for all that a dialog may say.
const behindW, behindH = 100, 60

// Resize sets the size of the device.
func (s *Session) Resize(cols, rows int, now time.Duration) {
	s.cols, s.rows = cols, rows
	s.fit(now)
}

// fit gives the session the device's size if frames are shown.
func (s *Session) fit(now time.Duration) {
	if s.drawn {
		s.Session.Resize(s.cols, s.rows, now)
	} else {
		s.Session.Resize(behindW, behindH, now)
	}
}

// Draw draws the frame, says what there is to say, and switches between the two.
func (s *Session) Draw(now time.Duration) *cell.Frame {
	var w app.Words
	menus, games := s.Telling()
	if menus {
		w = s.Session.Words()
	}
	if drawn := !menus || w.Picture && !games; drawn != s.drawn {
		s.drawn = drawn
		s.device.Lines(!drawn)
		s.fit(now)
	}
	frame := s.Session.Draw(now)
	if s.drawn {
		s.told = app.Words{}
	} else {
		s.tell(w)
	}
	return frame
}

// Away says that nobody is looking.
func (s *Session) Away(now time.Duration) {
	s.away = true
	s.Session.Away(now)
}

// Repaint makes the next frame due. After Away, as when the program goes on that was stopped, all is said once more: what
// was written meanwhile stands between.
func (s *Session) Repaint() {
	if s.away {
		s.away, s.told = false, app.Words{}
	}
	s.Session.Repaint()
}

// Event handles an event of the screen.
func (s *Session) Event(now time.Duration, ev tcell.Event) { s.events.Dispatch(now, ev, s) }

// Mouse takes the mouse, which is not there while lines are shown.
func (s *Session) Mouse(now time.Duration, ev input.MouseReport) {
	if s.drawn {
		s.Session.Mouse(now, ev)
	}
}

// Key takes a key: digits and tab for the lines, others as always.
func (s *Session) Key(now time.Duration, ev input.Keystroke) {
	s.away = false
	w := s.Session.Words()
	switch {
	case s.drawn || w.Typed || ev.Kind == input.Release || !s.key(now, &w, ev):
		s.Session.Key(now, ev)
	}
	s.Session.Repaint()
}

// key takes a key for the lines, and reports whether it was one.
func (s *Session) key(now time.Duration, w *app.Words, ev input.Keystroke) bool {
	digit := int(ev.Latin() - '0')
	isDigit := digit >= 0 && digit <= 9 && ev.Kind == input.Press
	if !isDigit {
		defer func() { s.typed = 0 }()
	}
	switch {
	case ev.Key == tcell.KeyTab && w.Picture:
		s.say(s.Session.Where()...)
	case ev.Key == tcell.KeyTab:
		s.told = app.Words{}
	case w.Picture && isDigit && digit > 0:
		s.steer(digit, now)
	case w.Picture && ev.Key == tcell.KeyLeft:
		s.steer(s.from()-1, now)
	case w.Picture && ev.Key == tcell.KeyRight:
		s.steer(s.from()+1, now)
	case !w.Picture && isDigit && len(w.Choices) > 0:
		s.number(digit, len(w.Choices), now)
	case !w.Picture && ev.Key == tcell.KeyEnter && s.typed > 0:
		s.choose(s.typed, now)
	default:
		s.place = 0 // the key may move the paddle elsewhere
		return false
	}
	return true
}

// from returns the place that left and right count from.
func (s *Session) from() int {
	if s.place == 0 {
		return s.Session.Place()
	}
	return s.place
}

// steer sends the paddle to a place.
func (s *Session) steer(place int, now time.Duration) {
	s.place = min(max(place, 1), narration.Places)
	s.Session.Steer(s.place, now)
}

// number takes a digit of the number of one of n choices. It is chosen as soon as no further digit could follow.
func (s *Session) number(digit, n int, now time.Duration) {
	typed := s.typed*10 + digit
	s.typed = 0
	switch {
	case typed == 0 || typed > n:
		s.say("There is no choice " + strconv.Itoa(typed) + ".")
	case typed*10 > n:
		s.choose(typed, now)
	default:
		s.typed = typed // 1 may become 12
		s.say(strconv.Itoa(typed) + " and Enter, or a second digit.")
	}
}

// choose takes choice k, counted from 1.
func (s *Session) choose(k int, now time.Duration) {
	if k <= len(s.told.Choices) {
		s.told.Selected = k - 1 // the one who names it knows it: only what becomes of it is said
	}
	s.Session.Choose(k-1, now)
}

// tell says what is new.
func (s *Session) tell(w app.Words) {
	w.Title, w.Lines, w.Choices = clean(w.Title), cleanAll(w.Lines), cleanChoices(w.Choices)
	before := s.told
	s.told = w
	switch {
	case w.Picture:
		s.tellGame(before.Screen)
	case w.Screen != before.Screen:
		s.place = 0
		s.tellAll(&w)
	default:
		s.tellChanges(&before, &w)
	}
}

// tellAll says a whole screen.
func (s *Session) tellAll(w *app.Words) {
	s.say("")
	s.say(cmp.Or(w.Title, strings.ToUpper(w.Screen)))
	if _, games := s.Telling(); games && w.Screen == "help" {
		s.say(keys)
	}
	s.say(w.Lines...)
	for i, c := range w.Choices {
		s.say(numbered(i, c))
	}
	if len(w.Choices) > 0 && !s.hinted {
		s.hinted = true
		s.say(hint)
	}
}

const (
	hint = "Type a number. Escape leads back, Tab says it again."
	keys = "Keys: 1 to 9 send the paddle to a place, 1 at the left wall, 5 in the middle, 9 at the right wall. " +
		"Left and right go to the next place. Space serves. Tab says where everything is. P pauses."
)

// tellChanges says what has changed on a screen.
func (s *Session) tellChanges(before, w *app.Words) {
	if w.Title != before.Title {
		s.say(w.Title)
	}
	for _, line := range w.Lines {
		if !slices.Contains(before.Lines, line) {
			s.say(line)
		}
	}
	switch {
	case len(w.Choices) != len(before.Choices):
		for i, c := range w.Choices {
			s.say(numbered(i, c))
		}
	default:
		for i, c := range w.Choices {
			if c != before.Choices[i] || i == w.Selected && i != before.Selected {
				s.say(numbered(i, c))
			}
		}
	}
}

// tellGame says what the narrator says, and the keys before the first game.
func (s *Session) tellGame(before string) {
	if before != s.told.Screen {
		s.say("")
		if !s.begun {
			s.begun = true
			s.say(keys)
		}
	}
	s.say(s.Session.Take()...)
}

// numbered returns choice i with its number.
func numbered(i int, text string) string { return strconv.Itoa(i+1) + ". " + text }

// say shows lines, broken between words where the device is narrow.
func (s *Session) say(lines ...string) {
	for _, line := range lines {
		for _, part := range broken(line, max(s.cols-1, leastWidth)) {
			s.device.Say(part)
		}
	}
}
