package input

import (
	"math"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A Steer says how the paddle is steered.
type Steer uint8

// The ways to steer.
const (
	Hold      Steer = iota // it moves while a key is down
	Toggle                 // a press begins to move, another one or Down stops
	Mouse                  // it goes where the mouse is; keys do not move it
	OneButton              // it sweeps from wall to wall, and any key turns it round
)

var steerNames = [...]string{"hold", "toggle", "mouse", "one-button"}

func (s Steer) String() string { return steerNames[s] }

// SteerNames returns the names of the ways to steer.
func SteerNames() []string { return steerNames[:] }

// ParseSteer returns the way to steer with the given name.
func ParseSteer(name string) (Steer, error) { return parse.Name(name, Hold, len(steerNames)) }

// Options are what a player chooses. The zero value has the defaults.
type Options struct {
	Steer       Steer
	Sensitivity float64 // of the mouse: multiplies its distance from the middle; 0 means 1
	Invert      bool    // the mouse steers the other way
	Keys        *Keymap // nil means the default
}

// A State collects what keys and mouse do, and says for each tick what the players ask
// for. Keys or mouse steer, whichever was used last. The zero State is ready to use. What it
// has learned of the player's keyboard lasts as long as it does.
type State struct {
	options Options
	players [2]player
	mouse   pointer
	sweeper sweeper

	// The key that came last, to tell a press from a repeat.
	last Keystroke
	at   time.Duration

	warp bool // Warp was pressed, and no tick has seen it yet

	releases bool // the terminal reports them: it has said so, or one was seen
}

// SetOptions changes the options. It releases all keys.
func (s *State) SetOptions(o Options) {
	s.options = o
	s.Release()
}

// Options returns what Set was given.
func (s *State) Options() Options { return s.options }

// defaultKeys is the key map of Options without one.
var defaultKeys = presets[0].keys

// Keymap returns the key map in use.
func (s *State) Keymap() *Keymap {
	if s.options.Keys != nil {
		return s.options.Keys
	}
	return &defaultKeys
}

// Key takes a key event that came at time now, and returns the action of a press. A repeat
// has its action again only if that is Left, Right, Up, Down or Rewind: a key that switches
// something does so once. A release has none. The second player's keys return the actions
// of the first.
//
// Call it in menus too, and Release when the game goes on.
func (s *State) Key(now time.Duration, ev Keystroke) Action {
	if ev.Kind == Release {
		s.release(ev)
		return None
	}

	if s.broken(now, ev) {
		s.releases = false
	}
	repeat := s.IsRepeat(now, ev)
	s.last, s.at = ev, now

	who, a := s.Keymap().Action(ev).of()
	switch {
	case s.options.Steer == OneButton && who == 0 && isButton(a):
		if !repeat {
			s.tap(now)
		}
	case a == Left:
		s.steer(who, now, ev, repeat, -1)
	case a == Right:
		s.steer(who, now, ev, repeat, 1)
	case a == Up && !repeat:
		s.players[who].up.press()
	case a == Down && !repeat:
		s.players[who].lower(s.releases)
	case a == Fire && !repeat:
		s.players[who].fire.press()
	case a == Warp && !repeat:
		s.warp = true
	}

	if repeat && (a < Left || a > Down) && a != Rewind {
		return None
	}
	return a
}

// tap takes the one button. In flight it takes two taps for Fire, one right after the other: each turns the
// paddle round, and a player does that all the time.
func (s *State) tap(now time.Duration) {
	if s.sweeper.press(now) {
		s.players[0].fire.press()
	}
}

// isButton reports whether a key of that action is the one button: any that steers or
// fires otherwise.
func isButton(a Action) bool { return a >= Left && a <= Fire }

// IsRepeat reports whether ev, coming at time now, repeats the key that came last: the
// terminal says so, or nobody can tap so fast. Where the terminal does not say so, the first
// repeat looks like a press.
func (s *State) IsRepeat(now time.Duration, ev Keystroke) bool {
	if ev.Kind != Press {
		return ev.Kind == Repeat
	}
	return ev.Name() == s.last.Name() && s.last.Kind != Release && s.at > 0 && now-s.at < s.RepeatGap()
}

// RepeatGap returns the least time between two presses of a key: what comes sooner is a repeat. It is longer than
// a hand needs if the keyboard is known to repeat slowly.
func (s *State) RepeatGap() time.Duration {
	return max(repeatGap, s.players[0].hold.periods.value(0)+leastLate)
}

// steer takes a key that steers. The keys take over from the mouse, unless the option is
// that the mouse alone steers.
func (s *State) steer(who int, now time.Duration, ev Keystroke, repeat bool, dir int8) {
	p := &s.players[who]
	switch {
	case who == 0 && s.options.Steer == Mouse:
		return
	case s.options.Steer == Toggle:
		if ev.Kind != Repeat {
			p.toggle(now, dir, repeat)
		}
	default:
		p.press(now, ev, dir)
	}
	if who == 0 {
		s.mouse.aimed = false
	}
}

// release takes the release of a key. The first one proves that the terminal reports them.
func (s *State) release(ev Keystroke) {
	s.ExpectReleases()
	for i := range s.players {
		s.players[i].keys.up(ev.Name())
	}
	s.last.Kind = Release
}

// ExpectReleases says that the terminal reports releases of keys from here on: it has said so (Reply.Releases),
// or one has come. It ends what was inferred until then. A key that was down already counts as up, since
// its release may have been before.
func (s *State) ExpectReleases() {
	if s.releases {
		return
	}
	s.releases = true
	for i := range s.players {
		p := &s.players[i]
		p.hold.release()
		p.keys.clear()
	}
}

// ReportsReleases reports whether the terminal reports releases of keys, as far as is known.
func (s *State) ReportsReleases() bool { return s.releases }

// broken reports whether ev, coming at time now, shows that releases are not reported after all: a key goes
// down twice, faster than a person can, and did not go up in between. So it is in a terminal that was
// reset, or that another program has changed.
func (s *State) broken(now time.Duration, ev Keystroke) bool {
	return s.releases && ev.Kind == Press && s.IsRepeat(now, ev)
}

// A pointer is the mouse.
type pointer struct {
	aimed  bool    // it steers
	target int16   // where to, while aimed
	x      float64 // where it was last
	button bool    // its left button is down

	wheel   tcell.ButtonMask // last direction of the wheel
	wheelAt time.Duration    // when the wheel was last turned
}

// nudge is how far the mouse must go, in units, to steer in place of the keys: a table that shakes does not.
const nudge = 0.5

// wheelGap is the least time between two turns of the wheel: what comes sooner is one turn, of a wheel with
// many notches or of two fingers.
const wheelGap = 250 * time.Millisecond

// turn takes a turn of the wheel and returns its way, or 0 if it goes on.
func (m *pointer) turn(now time.Duration, way tcell.ButtonMask) tcell.ButtonMask {
	if way == 0 {
		return 0
	}
	goesOn := way == m.wheel && now-m.wheelAt < wheelGap
	m.wheel, m.wheelAt = way, now
	if goesOn {
		return 0
	}
	return way
}

// Mouse takes a mouse event that came at time now: where the mouse points, as x in units of
// the field, and its buttons. Moving it sets where the paddle should go; of several events
// between two ticks the last one counts. Pressing the left button is Fire, and sets the
// target too; turning the wheel is Up or Down.
func (s *State) Mouse(now time.Duration, x float64, b tcell.ButtonMask) {
	m := &s.mouse
	switch m.turn(now, b&(tcell.WheelUp|tcell.WheelDown)) {
	case tcell.WheelUp:
		s.players[0].up.press()
	case tcell.WheelDown:
		s.players[0].down.press()
	}

	down := b&tcell.ButtonPrimary != 0
	press := down && !m.button
	m.button = down
	if s.options.Steer == OneButton {
		if press {
			s.tap(now)
		}
		return
	}
	if press {
		s.players[0].fire.press()
	}

	if moved := math.Abs(x - m.x); press || moved >= nudge || m.aimed && moved > 0 {
		m.x, m.target, m.aimed = x, s.target(x), true
		s.players[0].stop()
	}
}

// SetTarget sets where the paddle should go, as x in units of the field: whoever says it has no hand at a mouse, so
// neither its sensitivity nor its direction counts.
func (s *State) SetTarget(x float64) {
	if s.options.Steer == OneButton {
		return
	}
	s.mouse.target, s.mouse.aimed = int16(math.Round(max(0, min(x*64, math.MaxInt16)))), true
	s.players[0].stop()
}

// target returns where x leads with the player's sensitivity, in the engine's 64ths of a
// unit, within the range of the type. A NaN is 0.
func (s *State) target(x float64) int16 {
	const middle = spec.FieldW / 2.0
	off := x - middle
	if s.options.Sensitivity != 0 {
		off *= s.options.Sensitivity
	}
	if s.options.Invert {
		off = -off
	}
	return int16(math.Round(max(0, min((middle+off)*64, math.MaxInt16))))
}

// Release lets all keys and buttons up: the focus is lost, or the game was paused. It
// forgets the target and presses of Fire that no tick has seen.
func (s *State) Release() {
	for i := range s.players {
		s.players[i].release()
	}
	s.mouse = pointer{x: s.mouse.x}
	s.sweeper = sweeper{}
	s.last, s.at, s.warp = Keystroke{}, 0, false
}

// Next returns what the players ask for in the tick at time now.
func (s *State) Next(now time.Duration) (in engine.Input) {
	for i := range s.players {
		in[i] = engine.Idle
		in[i].Move = s.players[i].next(now, s.releases)
	}

	switch {
	case s.options.Steer == OneButton:
		in[0].Move = s.sweeper.next()
	case s.mouse.aimed:
		in[0].Move, in[0].Target = 0, s.mouse.target
	}

	for i := range s.players {
		in[i].Buttons = s.players[i].buttons(i == 0 && s.mouse.button)
	}
	if s.warp {
		in[0].Buttons |= engine.Warp
		s.warp = false
	}
	return in
}

// KeyTiming returns how long the player's keyboard waits before it repeats a key, and the
// time from one repeat to the next; 0 if no hold was seen. Learn takes them another time.
func (s *State) KeyTiming() (delay, period time.Duration) {
	h := &s.players[0].hold
	return h.delays.value(0), h.periods.value(0)
}

// SetKeyTiming takes what Learned returned in an earlier session. Values that no keyboard has are
// ignored.
func (s *State) SetKeyTiming(delay, period time.Duration) {
	for i := range s.players {
		h := &s.players[i].hold
		if delay >= leastDelay && delay <= mostDelay {
			h.delays.add(delay)
		}
		if period > 0 && period <= mostPeriod {
			h.periods.add(period)
		}
	}
}
