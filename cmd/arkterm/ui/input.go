package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// Keys maps the shortcuts of a screen to functions. A shortcut is an action of the key map, Yes or No.
type Keys map[input.Action]func(now time.Duration)

// Yes and No are the shortcuts for the letters Y and N.
const (
	Yes = input.NumActions + iota
	No
)

// funcFor returns the function of the shortcut that a key press triggers, or nil.
func (keys Keys) funcFor(k KeyPress) func(now time.Duration) {
	if do := keys[k.Action]; do != nil && k.Action != input.None {
		return do
	}
	switch k.Event.Latin() {
	case 'y', 'Y':
		return keys[Yes]
	case 'n', 'N':
		return keys[No]
	}
	return nil
}

// A KeyPress is an event of a key: a press, a repeat or a release.
type KeyPress struct {
	Event  input.Keystroke
	Action input.Action // the key's action in a game
	Repeat bool         // the key is held and repeats
	Now    time.Duration
}

// Event handles a terminal event. A resize event schedules a frame, even if the size is unchanged.
func (u *UI) Event(now time.Duration, ev tcell.Event) {
	resize, ok := ev.(*tcell.EventResize)
	if !ok {
		u.events.Dispatch(now, ev, u)
		return
	}
	if cols, rows := resize.Size(); cols != u.cols || rows != u.rows {
		u.Resize(cols, rows, now)
	}
	u.Repaint()
}

// Releases records that the terminal reports key releases. Until this call, the UI assumes that the terminal does not.
func (u *UI) Releases() { u.Keys.ExpectReleases() }

// Key handles a key. It ignores the key if the frame is too small, or while the screen ignores input, see
// IgnoreInputBriefly.
func (u *UI) Key(now time.Duration, ev input.Keystroke) {
	if u.textKey(now, ev) {
		return
	}
	k := KeyPress{Event: ev, Repeat: u.lastKey.repeats(now, ev, u.Keys.RepeatGap()), Now: now}
	if ev.Kind == input.Release {
		u.Keys.Key(now, ev)
		if release := u.screen.Release; release != nil {
			release(k)
		}
		return
	}

	u.lastInput = now
	if u.TooSmall() || u.ignores(now) {
		return
	}
	if u.message != "" && !k.Repeat {
		u.ShowMessage("")
	}
	k.Action = u.Keys.Key(now, ev)
	do := u.screen.Keys.funcFor(k)
	switch i := int(ev.Latin() - '1'); {
	case u.screen.InterceptKey != nil && u.screen.InterceptKey(k):
	case u.Menu.Numbered && i >= 0 && i < len(u.Menu.buttons):
		if !k.Repeat {
			u.Menu.Selected = i
			u.Press(now)
		}
	case do != nil && !k.Repeat:
		do(now)
	case u.screen.Key != nil && u.screen.Key(k):
	default:
		u.MenuKey(k)
	}
}

// A lastKey contains the last key and its time. It distinguishes repeats from presses, even if the screen has changed
// since the last key. For example, if Q opens a dialog and is held, its repeats must not confirm the dialog.
type lastKey struct {
	key  input.KeyName
	kind input.Kind
	at   time.Duration
}

// repeats records a key, and reports whether the key repeats the previous one. If the terminal does not mark repeats,
// the same key within gap counts as a repeat. The delay before the first repeat of a held key is longer than gap, so
// the first repeat counts as a press.
func (k *lastKey) repeats(now time.Duration, ev input.Keystroke, gap time.Duration) bool {
	before := *k
	*k = lastKey{ev.Name(), ev.Kind, now}
	if ev.Kind == input.Repeat {
		return true
	}
	return before.key == k.key && before.kind != input.Release && before.at > 0 && now-before.at < gap
}

// A MouseMove is a movement of the mouse, or a change of its buttons.
type MouseMove struct {
	Col, Row  int
	ColOffset float64          // offset from the middle of Col, in columns to the right
	Held      tcell.ButtonMask // buttons that are down; a left button pressed before the screen appeared does not count
	Pressed   tcell.ButtonMask // buttons that have just gone down
	Wheel     tcell.ButtonMask // direction in which the wheel was turned; 0 if it was not
	Now       time.Duration
}

// Clicked reports whether the left button has just gone down.
func (m MouseMove) Clicked() bool { return m.Pressed&tcell.ButtonPrimary != 0 }

// ClickedRight reports whether the right button has just gone down.
func (m MouseMove) ClickedRight() bool { return m.Pressed&tcell.ButtonSecondary != 0 }

// FieldX returns the x coordinate of the mouse in the field that v draws into f, in units.
func (m MouseMove) FieldX(v *render.View, f *cell.Frame) float64 {
	x := v.FieldX(f, m.Col)
	return x + m.ColOffset*(v.FieldX(f, m.Col+1)-x)
}

// Mouse handles a movement of the mouse or a change of its buttons.
func (u *UI) Mouse(now time.Duration, ev input.MouseReport) {
	if u.Text.lines {
		return
	}
	u.lastInput = now
	const clicks = tcell.ButtonPrimary | tcell.ButtonSecondary
	held := ev.Buttons & clicks
	down := held &^ u.buttonsDown
	u.buttonsDown = held
	if held&tcell.ButtonPrimary == 0 {
		u.pressedBefore = false
	}
	if u.TooSmall() || now < u.ignoredUntil && (down == 0 || u.ignores(now)) {
		return
	}
	if u.pressedBefore {
		held &^= tcell.ButtonPrimary
	}
	m := MouseMove{
		Col: ev.Col, Row: ev.Row, ColOffset: ev.ColOffset, Held: held, Pressed: down,
		Wheel: ev.Buttons & (tcell.WheelUp | tcell.WheelDown), Now: now,
	}
	if handle := u.screen.Mouse; handle != nil {
		handle(m)
	} else {
		u.menuMouse(m)
	}
}

// Paste handles pasted text. Screens without an entry ignore it.
func (u *UI) Paste(now time.Duration, text string) {
	u.lastInput = now
	if paste := u.screen.Paste; paste != nil && !u.TooSmall() && !u.ignores(now) {
		u.message = ""
		paste(text, now)
		u.Rebuild()
	}
}
