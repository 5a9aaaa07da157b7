package input

import (
	"math"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A Steer is a way to steer the paddle.
type Steer uint8

// The ways to steer.
const (
	Hold      Steer = iota // a key moves the paddle while it is down
	DoubleTap              // like Hold, but after two quick taps the paddle moves until the next key
	Toggle                 // a press starts the paddle; another press or Down stops it
	Mouse                  // the paddle follows the mouse; keys do not move it
	OneButton              // the paddle sweeps from wall to wall, and any key reverses it
)

var steerNames = [...]string{"hold", "double-tap", "toggle", "mouse", "one-button"}

func (s Steer) String() string { return steerNames[s] }

// SteerNames returns the names of the ways to steer.
func SteerNames() []string { return steerNames[:] }

// ParseSteer returns the way to steer with the given name.
func ParseSteer(name string) (Steer, error) { return parse.Name(name, Hold, len(steerNames)) }

// Options are the player's input settings. The zero value has the defaults.
type Options struct {
	Steer       Steer
	Sensitivity float64 // mouse sensitivity: multiplies the distance from the middle of the field; 0 means 1
	Invert      bool    // invert the direction of the mouse
	Keys        *Keymap // nil means the default preset
}

// A State tracks keys and mouse and returns the players' input for each tick. The paddle follows the device that
// was used last, the keys or the mouse. The zero State is ready to use. It keeps the learned timing of the player's
// keyboard for its lifetime.
type State struct {
	options Options
	players [2]player
	mouse   pointer
	sweeper sweeper

	// The last key event, to distinguish a press from a repeat.
	lastKey   Keystroke
	lastKeyAt time.Duration

	warp bool // Warp was pressed, and no tick has reported it yet

	releases bool // the terminal reports key releases; see ExpectReleases
}

// SetOptions changes the options and releases all keys.
func (s *State) SetOptions(o Options) {
	s.options = o
	s.Release()
}

// Options returns the current options.
func (s *State) Options() Options { return s.options }

// defaultKeys is the key map of options without one.
var defaultKeys = presets[0].keys

// Keymap returns the key map in use.
func (s *State) Keymap() *Keymap {
	if s.options.Keys != nil {
		return s.options.Keys
	}
	return &defaultKeys
}

// Key handles a key event at time now. It returns the action of a press, and None for a release. For a repeat it
// returns only Left, Right, Up, Down and Rewind, because other actions happen once per press. For the second
// player's keys it returns the corresponding actions of the first player.
//
// Call Key in menus too, and call Release when the game continues.
func (s *State) Key(now time.Duration, ev Keystroke) Action {
	if ev.Kind == Release {
		s.release(ev)
		return None
	}

	if s.releaseMissing(now, ev) {
		s.releases = false
	}
	repeat := s.IsRepeat(now, ev)
	s.lastKey, s.lastKeyAt = ev, now

	index, a := s.Keymap().Action(ev).split()
	switch {
	case s.options.Steer == OneButton && index == 0 && isButton(a):
		if !repeat {
			s.tap(now)
		}
	case a == Left:
		s.steer(index, now, ev, repeat, -1)
	case a == Right:
		s.steer(index, now, ev, repeat, 1)
	case a == Up && !repeat:
		s.players[index].up.press()
	case a == Down && !repeat:
		s.players[index].pressDown(s.releases)
	case a == Fire && !repeat:
		s.players[index].fire.press()
	case a == Warp && !repeat:
		s.warp = true
	}
	if a != Left && a != Right && !repeat {
		s.players[index].held.stopRunning()
	}

	if repeat && (a < Left || a > Down) && a != Rewind {
		return None
	}
	return a
}

// tap handles a press of the one button. If Fire would be a shove, it needs two taps in quick succession, because
// single taps only reverse the paddle.
func (s *State) tap(now time.Duration) {
	if s.sweeper.press(now) {
		s.players[0].fire.press()
	}
}

// isButton reports whether keys with action a act as the one button. These are all keys that steer or fire in other
// modes.
func isButton(a Action) bool { return a >= Left && a <= Fire }

// IsRepeat reports whether ev at time now repeats the last key, because the terminal reports a repeat or because it
// follows too fast for a new press. If the terminal does not report repeats, the first repeat looks like a press.
func (s *State) IsRepeat(now time.Duration, ev Keystroke) bool {
	if ev.Kind != Press {
		return ev.Kind == Repeat
	}
	return ev.Name() == s.lastKey.Name() && s.lastKey.Kind != Release && s.lastKeyAt > 0 &&
		now-s.lastKeyAt < s.RepeatGap()
}

// RepeatGap returns the minimum time between two presses of a key. Events in faster succession are repeats. On a
// keyboard that is known to repeat slowly, the gap is longer than its period, although a hand can press a key
// faster.
func (s *State) RepeatGap() time.Duration {
	return max(minPressGap, s.players[0].held.periods.value(0)+minLate)
}

// steer handles a key that moves the paddle of the player with the given index. Except in Mouse mode, the paddle
// then no longer follows the mouse.
func (s *State) steer(index int, now time.Duration, ev Keystroke, repeat bool, dir int8) {
	p := &s.players[index]
	switch {
	case index == 0 && s.options.Steer == Mouse:
		return
	case s.options.Steer == Toggle:
		if ev.Kind != Repeat {
			p.toggle(now, dir, repeat)
		}
	default:
		p.press(now, ev, dir, s.options.Steer == DoubleTap)
	}
	if index == 0 {
		s.mouse.active = false
	}
}

// release handles a key release. The first one proves that the terminal reports releases.
func (s *State) release(ev Keystroke) {
	s.ExpectReleases()
	for i := range s.players {
		s.players[i].keys.up(ev.Name())
	}
	s.lastKey.Kind = Release
}

// ExpectReleases records that the terminal reports key releases from now on, either because it has announced them
// (see [Reply.ReportsReleases]) or because one has arrived. It discards the inferred key state. A key that is down
// counts as up, because its release may have been earlier.
func (s *State) ExpectReleases() {
	if s.releases {
		return
	}
	s.releases = true
	for i := range s.players {
		p := &s.players[i]
		p.held.release()
		p.keys.clear()
	}
}

// ReportsReleases reports whether the terminal is known to report key releases.
func (s *State) ReportsReleases() bool { return s.releases }

// MouseSteers reports whether the first player's paddle follows the mouse.
func (s *State) MouseSteers() bool { return s.mouse.active }

// releaseMissing reports whether ev at time now shows that the terminal does not report releases after all. This is the
// case if a key goes down twice, faster than a person can press it, without a release between the presses. In this
// case, the terminal was reset, or another program has changed its mode.
func (s *State) releaseMissing(now time.Duration, ev Keystroke) bool {
	return s.releases && ev.Kind == Press && s.IsRepeat(now, ev)
}

// A pointer is the state of the mouse.
type pointer struct {
	active     bool    // the paddle follows the mouse
	target     int16   // target position of the paddle while active, in 64ths of a unit
	lastX      float64 // last position in units
	buttonDown bool    // the left button is down

	wheel   tcell.ButtonMask // last direction of the wheel
	wheelAt time.Duration    // when the wheel was last turned
}

// mouseThreshold is the minimum motion, in units, after which the paddle follows the mouse instead of the keys.
// Smaller motions may be vibrations.
const mouseThreshold = 0.5

// wheelGap is the minimum time between two turns of the wheel. Events in faster succession are one turn, because
// wheels have many notches and touchpads send many events.
const wheelGap = 250 * time.Millisecond

// scroll handles a wheel event. It returns the direction of a new turn, or 0 if the event continues a turn.
func (m *pointer) scroll(now time.Duration, direction tcell.ButtonMask) tcell.ButtonMask {
	if direction == 0 {
		return 0
	}
	continues := direction == m.wheel && now-m.wheelAt < wheelGap
	m.wheel, m.wheelAt = direction, now
	if continues {
		return 0
	}
	return direction
}

// Mouse handles a mouse event at time now. x is the position of the mouse in units of the field, and b its buttons.
// Motion sets the target of the paddle. If there are several events between two ticks, the last one counts. A press
// of the left button is Fire and also sets the target. Turning the wheel is Up or Down.
func (s *State) Mouse(now time.Duration, x float64, b tcell.ButtonMask) {
	m := &s.mouse
	switch m.scroll(now, b&(tcell.WheelUp|tcell.WheelDown)) {
	case tcell.WheelUp:
		s.players[0].up.press()
	case tcell.WheelDown:
		s.players[0].down.press()
	}

	down := b&tcell.ButtonPrimary != 0
	press := down && !m.buttonDown
	m.buttonDown = down
	if s.options.Steer == OneButton {
		if press {
			s.tap(now)
		}
		return
	}
	if press {
		s.players[0].fire.press()
	}

	if moved := math.Abs(x - m.lastX); press || moved >= mouseThreshold || m.active && moved > 0 {
		m.lastX, m.target, m.active = x, s.targetAt(x), true
		s.players[0].stop()
	}
}

// SetTarget sets the target position of the paddle, in units of the field. Unlike Mouse, it ignores the mouse's
// sensitivity and direction.
func (s *State) SetTarget(x float64) {
	if s.options.Steer == OneButton {
		return
	}
	s.mouse.target, s.mouse.active = int16(math.Round(max(0, min(x*64, math.MaxInt16)))), true
	s.players[0].stop()
}

// targetAt returns the paddle target for the mouse position x, in 64ths of a unit, adjusted by the player's sensitivity
// and limited to 0 to math.MaxInt16. For NaN, it is 0.
func (s *State) targetAt(x float64) int16 {
	const middle = spec.FieldW / 2.0
	offset := x - middle
	if s.options.Sensitivity != 0 {
		offset *= s.options.Sensitivity
	}
	if s.options.Invert {
		offset = -offset
	}
	return int16(math.Round(max(0, min((middle+offset)*64, math.MaxInt16))))
}

// Release releases all keys and buttons, for example because the focus was lost or the game was paused. It discards
// the target, and presses that no tick has reported.
func (s *State) Release() {
	for i := range s.players {
		s.players[i].release()
	}
	s.mouse = pointer{lastX: s.mouse.lastX}
	s.sweeper = sweeper{}
	s.lastKey, s.lastKeyAt, s.warp = Keystroke{}, 0, false
}

// Next returns the players' input for the tick at time now.
func (s *State) Next(now time.Duration) (in engine.Input) {
	for i := range s.players {
		in[i] = engine.Idle
		s.players[i].held.atWall = i == 0 && s.sweeper.atWall()
		in[i].Move = s.players[i].next(now, s.releases)
	}

	switch {
	case s.options.Steer == OneButton:
		in[0].Move = s.sweeper.next()
	case s.mouse.active:
		in[0].Move, in[0].Target = 0, s.mouse.target
	}

	for i := range s.players {
		in[i].Buttons = s.players[i].buttons(i == 0 && s.mouse.buttonDown)
	}
	if s.warp {
		in[0].Buttons |= engine.Warp
		s.warp = false
	}
	return in
}

// KeyTiming returns the learned delay before the player's keyboard repeats a key, and the time between repeats.
// Both are 0 before the first hold. Pass them to SetKeyTiming in the next session.
func (s *State) KeyTiming() (delay, period time.Duration) {
	h := &s.players[0].held
	return h.delays.value(0), h.periods.value(0)
}

// SetKeyTiming sets the timing of the keyboard to values that KeyTiming returned in an earlier session. It ignores
// values outside the range of keyboards.
func (s *State) SetKeyTiming(delay, period time.Duration) {
	for i := range s.players {
		h := &s.players[i].held
		if delay >= minDelay && delay <= maxDelay {
			h.delays.add(delay)
		}
		if period > 0 && period <= maxPeriod {
			h.periods.add(period)
		}
	}
}
