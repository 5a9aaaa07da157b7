package app

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// Event handles an event of the screen.
func (s *Session) Event(now time.Duration, ev tcell.Event) { s.events.Dispatch(now, ev, s) }

// Key takes a key. It is ignored if the window is too small, or the screen has only just come up by itself.
func (s *Session) Key(now time.Duration, ev input.Keystroke) {
	repeat := s.lastKey.repeats(now, ev, s.keys.RepeatGap())
	if ev.Kind == input.Release {
		s.keys.Key(now, ev)
		return
	}

	s.lastInput = now
	if s.small() || s.ignores(now) {
		return
	}
	if s.binding != input.None {
		if !repeat {
			s.giveKey(ev)
		}
		return
	}

	k := keyPress{ev: ev, action: s.keys.Key(now, ev), repeat: repeat, now: now}
	if !repeat && s.debugKey(k.action, now) {
		return
	}

	row := s.row()
	if row.everyKey != nil {
		row.everyKey(s, k)
		return
	}

	c := row.keys[shortcutOf(k.action, ev)]
	switch i := int(ev.Latin() - '1'); {
	case row.numbered && i >= 0 && i < len(s.menu.buttons):
		if !repeat {
			s.menu.dialog.Selected = i
			s.press(now)
		}
	case c != doNothing && (!repeat || commands[c].held):
		s.execute(c, now)
	case row.key != nil:
		row.key(s, k)
	default:
		s.menuKey(k)
	}
}

// A keyPress is a press or repeat of a key.
type keyPress struct {
	ev     input.Keystroke
	action input.Action // its action in a game
	repeat bool         // the key is held
	now    time.Duration
}

// menuAction returns the key's action in a menu.
func (s *Session) menuAction(k keyPress) input.Action { return s.keys.Keymap().MenuAction(k.ev) }

// playKey takes a key during a game. Steering has been handled before.
func (s *Session) playKey(k keyPress) {
	if !k.repeat {
		s.hurried(k.action)
	}
	if k.action == input.Warp && !k.repeat {
		s.skipLessons()
	}
}

// A lastKey is the last key and its time. It tells a held key's repeats from presses across screens: a
// dialog opened by Q must not be answered by the same press of Q.
type lastKey struct {
	key  input.KeyName
	kind input.Kind
	at   time.Duration
}

// repeats notes a key, and reports whether it is a repeat of the last one: where the terminal does not say so, that is
// one that comes within gap. The first repeat, after a delay of up to 0.7 s, does look like a press.
func (k *lastKey) repeats(now time.Duration, ev input.Keystroke, gap time.Duration) bool {
	before := *k
	*k = lastKey{ev.Name(), ev.Kind, now}
	if ev.Kind == input.Repeat {
		return true
	}
	return before.key == k.key && before.kind != input.Release && before.at > 0 && now-before.at < gap
}

// A screen that comes up by itself ignores input for ignoreTime, and until nothing was pressed for quietTime:
// a key that is held down, or pressed again and again, at that moment is meant for the game.
const (
	ignoreTime = 800 * time.Millisecond
	quietTime  = 400 * time.Millisecond
)

// ignores reports whether a key or click at now does not count, since the screen has come up by itself.
func (s *Session) ignores(now time.Duration) bool {
	if now >= s.ignoredTo {
		return false
	}
	s.ignoredTo = max(s.ignoredTo, now+quietTime)
	return true
}

// menuKey moves through the buttons of the screen's dialog, changes a value or presses a button. A held key does
// not press.
func (s *Session) menuKey(k keyPress) {
	switch s.menuAction(k) {
	case input.Up:
		s.selectButton(-1, k.repeat)
	case input.Down:
		s.selectButton(1, k.repeat)
	case input.Left:
		s.menuStep(-1, k)
	case input.Right:
		s.menuStep(1, k)
	case input.Fire:
		if !k.repeat {
			s.press(k.now)
		}
	}
}

// menuStep takes left or right: they change the selected button's value, or move if it has none.
func (s *Session) menuStep(d int, k keyPress) {
	if commands[s.menu.selected().do].turn != nil {
		s.turnValue(d, k.now)
		return
	}
	s.selectButton(d, k.repeat)
}

// press executes the command of the selected button.
func (s *Session) press(now time.Duration) {
	s.execute(s.menu.selected().do, now)
}

// hurried makes the next tick's frame come at once after a key that changes something, so that it shows
// within about 5 ms.
func (s *Session) hurried(a input.Action) {
	if a != input.None && s.round.bot == nil {
		s.schedule.hurry()
	}
}

// Mouse takes a movement of the mouse or a change of its buttons.
func (s *Session) Mouse(now time.Duration, ev input.MouseReport) {
	s.lastInput = now
	const clicks = tcell.ButtonPrimary | tcell.ButtonSecondary
	held := ev.Buttons & clicks
	down := held &^ s.buttonsDown
	s.buttonsDown = held
	if held&tcell.ButtonPrimary == 0 {
		s.clickedDialog = false
	}
	if s.small() || now < s.ignoredTo && (down == 0 || s.ignores(now)) {
		return
	}
	m := mouseMove{col: ev.Col, row: ev.Row, off: ev.Off, held: held, down: down, wheel: ev.Buttons & (tcell.WheelUp | tcell.WheelDown), now: now}
	if take := s.row().mouse; take != nil {
		take(s, m)
	} else {
		s.menuMouse(m)
	}
}

// A mouseMove is a movement of the mouse, or a change of its buttons.
type mouseMove struct {
	col, row int
	off      float64 // columns right of the middle of col
	held     tcell.ButtonMask
	down     tcell.ButtonMask // buttons that have just gone down
	wheel    tcell.ButtonMask // which way it was turned
	now      time.Duration
}

// Paste takes a text that was pasted. Where nothing is typed it is ignored.
func (s *Session) Paste(now time.Duration, text string) {
	s.lastInput = now
	if paste := s.row().paste; paste != nil && !s.small() && !s.ignores(now) {
		paste(s, text)
	}
}

// playMouse pauses or steers. A click is drawn at once, a movement within half of a frame.
func (s *Session) playMouse(m mouseMove) {
	if m.down&tcell.ButtonSecondary != 0 {
		s.execute(doPause, m.now)
		return
	}
	if s.round.bot != nil {
		return
	}
	if s.clickedDialog {
		m.held &^= tcell.ButtonPrimary
	}
	s.keys.Mouse(m.now, s.fieldX(m), m.held|m.wheel)
	if m.down|m.wheel != 0 {
		s.schedule.hurry()
	} else {
		s.schedule.hasten()
	}
}

// fieldX returns where in the field the mouse is.
func (s *Session) fieldX(m mouseMove) float64 {
	x := s.view.FieldX(&s.frame, m.col)
	return x + m.off*(s.view.FieldX(&s.frame, m.col+1)-x)
}

// menuMouse selects the button under the mouse, and presses it when the left button goes down. If the
// button has a value, its left or right half tells the way to change it.
func (s *Session) menuMouse(m mouseMove) {
	i := s.view.ButtonAt(&s.frame, s.menu.dialog, m.col, m.row)
	if i < 0 || i >= len(s.menu.buttons) {
		return
	}
	if i != s.menu.dialog.Selected {
		s.selectButton(i-s.menu.dialog.Selected, false)
	}
	if m.down&tcell.ButtonPrimary == 0 {
		return
	}
	if commands[s.menu.buttons[i].do].turn != nil {
		s.turnValue(s.half(i, m.col, m.row), m.now)
		return
	}
	s.press(m.now)
}

// half returns which half of button i is at col: −1 for the left one, 1 for the right one.
func (s *Session) half(i, col, row int) int {
	on := func(c int) bool { return s.view.ButtonAt(&s.frame, s.menu.dialog, c, row) == i }
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
