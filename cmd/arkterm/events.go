package main

import (
	"time"

	"arkterm/input"
)

// Key takes a key. A window that is too small swallows it, and so does a card that has only
// just come up by itself.
func (s *session) Key(now time.Duration, ev input.KeyEvent) {
	repeat := s.last.repeats(now, ev)
	if ev.Kind == input.Release {
		s.keys.Key(now, ev)
		return
	}
	s.heard = now
	if s.small() || s.deaf(now) {
		return
	}
	if s.asked != input.None {
		if !repeat {
			s.giveKey(ev)
		}
		return
	}
	action := s.keys.Key(now, ev)
	if !repeat && s.debugKey(action, now) {
		return
	}
	if s.at == naming {
		s.nameKey(ev, repeat, now)
		return
	}
	if s.at == watching {
		s.watchKey(now, ev, repeat)
		return
	}
	if action == input.Rewind && (s.at == playing || s.at == rewinding) && s.rewinds() {
		s.rewind(now)
		return
	}
	c := shortcuts[s.at][shortcutOf(action, ev)]
	if c == doQuit && s.choosing {
		c = doLevel // Esc leaves the choice first
	} else if c == doBack && s.choosing {
		c = doOption
	}
	switch {
	case c != doNothing && !repeat:
		s.do(c, now)
	case s.at == playing && !repeat:
		s.hurried(action)
	case s.at == rewinding:
		if !repeat {
			s.rewindKey(action, now)
		}
	case s.at == mapping:
		s.mapKey(s.keys.Keymap().MenuAction(ev), repeat, now)
	case s.at != playing:
		s.menuKey(s.keys.Keymap().MenuAction(ev), repeat, now)
	}
}

// A lastKey is the key that came last, and when. It tells a held key's repeats from presses
// across screens: what a press of Q has brought up, Q held down must not answer.
type lastKey struct {
	key  input.KeyName
	kind input.Kind
	at   time.Duration
}

// fresh is how long after a key the same one is no repeat of it, where the terminal does not
// tell: repeats come at 25 a second or faster, and nobody taps that fast. The first repeat,
// after a delay of up to 0.7 s, does look like a press.
const fresh = 75 * time.Millisecond

// repeats takes the next key, and reports whether it is a repeat of the last one.
func (k *lastKey) repeats(now time.Duration, ev input.KeyEvent) bool {
	before := *k
	*k = lastKey{ev.Name(), ev.Kind, now}
	if ev.Kind == input.Repeat {
		return true
	}
	return before.key == k.key && before.kind != input.Release && before.at > 0 && now-before.at < fresh
}

// deaf reports whether a card that came up by itself is still too new to be meant.
func (s *session) deaf(now time.Duration) bool {
	return (s.at == ended || s.at == naming || s.at == judging) && now-s.began < deaf
}

// A shortcut is a key that does the same as a button.
type shortcut uint8

// The shortcuts.
const (
	noShortcut shortcut = iota
	keyP
	keyR
	keyQ
	keyEsc
	keyHelp
	keyTheme
	keyYes
	keyNo
)

// shortcutOf returns which shortcut a key is.
func shortcutOf(a input.Action, ev input.KeyEvent) shortcut {
	switch a {
	case input.Pause:
		return keyP
	case input.Restart:
		return keyR
	case input.Help:
		return keyHelp
	case input.Theme:
		return keyTheme
	case input.Menu:
		return keyEsc
	case input.Quit:
		return keyQ
	}
	switch ev.Types() {
	case 'y', 'Y':
		return keyYes
	case 'n', 'N':
		return keyNo
	}
	return noShortcut
}

// shortcuts says what they do on each screen. The key that asks also says yes.
var shortcuts = [...]map[shortcut]command{
	opting:     {keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp, keyTheme: doTheme},
	title:      {keyQ: doQuit, keyEsc: doQuit, keyHelp: doHelp, keyTheme: doTheme},
	playing:    {keyP: doPause, keyEsc: doPause, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme},
	countdown:  {keyP: doPause, keyEsc: doPause, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme},
	paused:     {keyP: doResume, keyEsc: doResume, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme},
	assisting:  {keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp, keyTheme: doTheme},
	keying:     {keyEsc: doBack},
	helping:    {keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doBack},
	restarting: {keyR: doPlay, keyYes: doPlay, keyNo: doBack, keyEsc: doBack, keyP: doBack, keyQ: doBack},
	leaving:    {keyQ: doLeave, keyYes: doLeave, keyNo: doBack, keyEsc: doBack, keyP: doBack},
	resuming:   {keyQ: doLeave, keyEsc: doLeave},
	scoring:    {keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp},
	ended:      {keyR: doPlay, keyQ: doLeave, keyEsc: doLeave, keyTheme: doTheme},
	watching:   nil, // see watchKey
	judging:    {keyEsc: doGuess, keyQ: doGuess},

	rewinding:    {keyP: doPause, keyEsc: doPause, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme},
	matching:     {keyEsc: doBack, keyQ: doBack, keyP: doBack, keyHelp: doHelp, keyTheme: doTheme},
	mapping:      {keyEsc: doBack, keyQ: doBack, keyP: doBack, keyHelp: doHelp, keyTheme: doTheme},
	choosingMode: {keyEsc: doBack, keyQ: doBack, keyP: doBack, keyHelp: doHelp, keyTheme: doTheme},
}

// menuKey moves through the buttons of the screen's card, as a held key does, and presses one,
// as it does not.
func (s *session) menuKey(a input.Action, repeat bool, now time.Duration) {
	switch a {
	case input.Left, input.Up:
		s.menuStep(-1, now)
	case input.Right, input.Down:
		s.menuStep(1, now)
	case input.Fire:
		if !repeat {
			s.press(now)
		}
	}
}

func (s *session) menuStep(d int, now time.Duration) {
	if s.at == scoring {
		s.turnPage(d)
		return
	}
	if s.choosing {
		s.choose(d, now)
		return
	}
	s.selectButton(d)
}

// press does what the selected button says.
func (s *session) press(now time.Duration) {
	s.do(s.menu.selected().do, now)
}

// hurried makes the next tick's frame come at once when a key changes something: within about
// 5 ms it is on the screen.
func (s *session) hurried(a input.Action) {
	if a != input.None && s.bot == nil {
		s.hurry()
	}
}

// hurry brings the next frame forward to the next tick, and has one drawn in each of some ticks
// after it.
func (s *session) hurry() {
	s.rush = min(s.rush, s.clock.Next())
	s.eager = eagerFrames
}

// eagerFrames is how many frames follow the one in a key's first tick. In its first tick the
// paddle moves by 0.15 units; until that makes half a column, which shows, it takes up to four.
const eagerFrames = 3

// Mouse takes a movement or a change of the buttons.
func (s *session) Mouse(now time.Duration, ev input.MouseEvent) {
	s.heard = now
	const clicks = input.ButtonLeft | input.ButtonRight
	held := ev.Buttons & clicks
	down := held &^ s.button
	s.button = held
	if held&input.ButtonLeft == 0 {
		s.stale = false
	}
	if s.small() || s.deaf(now) {
		return
	}
	col, row := ev.Col, ev.Row
	switch {
	case s.at == watching:
		s.watchMouse(ev, held, down)
	case s.at == rewinding:
		if down != 0 {
			s.enter(playing, now)
		}
	case s.at == mapping:
		s.mapMouse(now, col, row, down)
	case s.at != playing:
		s.mouseMenu(now, col, row, down)
	case down&input.ButtonRight != 0:
		s.do(doPause, now)
	case s.bot == nil:
		s.mousePlay(now, col, held, down)
	}
}

// mousePlay steers by the mouse. A movement waits for its frame, a click does not.
func (s *session) mousePlay(now time.Duration, col int, held, down input.Buttons) {
	if s.stale {
		held &^= input.ButtonLeft
	}
	s.keys.Mouse(now, s.view.FieldX(&s.frame, col), held)
	if down != 0 {
		s.hurry()
	}
}

// mouseMenu selects the button under the mouse, and presses it when the left button goes down.
func (s *session) mouseMenu(now time.Duration, col, row int, down input.Buttons) {
	i := s.view.ButtonAt(&s.frame, s.menu.card, col, row)
	if i < 0 || i >= len(s.menu.buttons) {
		return
	}
	if i != s.menu.card.Selected {
		s.selectButton(i - s.menu.card.Selected)
	}
	if down&input.ButtonLeft == 0 {
		return
	}
	if do := s.menu.buttons[i].do; do == doLevel || do == doOption || do == doAssist {
		s.choose(s.half(i, col, row), now)
		return
	}
	s.press(now)
}

// half returns which half of button i is at col, −1 for the left one, else 1.
func (s *session) half(i, col, row int) int {
	on := func(c int) bool { return s.view.ButtonAt(&s.frame, s.menu.card, c, row) == i }
	left, right := col, col
	for on(left - 1) {
		left--
	}
	for on(right + 1) {
		right++
	}
	if 2*col < left+right {
		return -1
	}
	return 1
}
