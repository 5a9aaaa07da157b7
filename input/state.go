package input

import (
	"math"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
)

// A State gathers keys and mouse and answers, tick by tick, what the player
// asks for. Whichever of the two was used last steers. The zero State is ready;
// what it has learned of the player's keyboard lasts as long as it does.
type State struct {
	keys hold

	// The key that came last, to tell a press from a repeat.
	action Action
	at     time.Duration

	aimed  bool    // the mouse steers
	target int16   // where to, while aimed
	x      float64 // where the mouse was last
	button bool    // its left button is down

	shots int  // presses of Fire that the engine has not seen yet
	down  bool // Fire was down in the last tick
}

// Key takes a key event, a press or a repeat, that came at time now. It returns
// what the key is for. A repeat returns its action again only for Left, Right, Up and
// Down: a key that switches something does so once.
//
// Call it for menus too and Release when play goes on.
func (s *State) Key(now time.Duration, ev *tcell.EventKey) Action {
	a := actionOf(ev)
	repeat := a == s.action && now-s.at < repeatGap
	s.action, s.at = a, now
	switch a {
	case Left:
		s.steer(now, -1)
	case Right:
		s.steer(now, 1)
	case Down:
		s.keys.stop()
		s.aimed = false
	case Up:
	default:
		if repeat {
			return None
		}
		if a == Fire {
			s.fire()
		}
	}
	return a
}

// steer lets the keys take over from the mouse.
func (s *State) steer(now time.Duration, dir int8) {
	s.keys.press(now, dir)
	s.aimed = false
}

// Mouse takes a mouse event that came at time now: where the mouse points, as x in
// field units, and its buttons. Moving it sets where the paddle should go; several
// events between two ticks count as the last of them. Pressing the left button is
// Fire, and sets the target too.
func (s *State) Mouse(now time.Duration, x float64, b tcell.ButtonMask) {
	down := b&tcell.ButtonPrimary != 0
	press := down && !s.button
	s.button = down
	if press {
		s.fire()
	}
	if x != s.x || press {
		s.x, s.target, s.aimed = x, target(x), true
		s.keys.stop()
	}
}

// target returns x as the engine counts it, within the range of its type. A NaN is 0.
func target(x float64) int16 {
	return int16(math.Round(max(0, min(x*64, math.MaxInt16))))
}

// Release says that nothing is held any more: the focus is lost, or the game was
// paused. It forgets the target and presses of Fire that no tick has seen.
func (s *State) Release() {
	s.keys.release()
	*s = State{keys: s.keys, x: s.x}
}

// Next returns what the player asks for in the tick at time now.
func (s *State) Next(now time.Duration) engine.Control {
	c := engine.Idle
	if s.aimed {
		c.Target = s.target
	} else {
		c.Move = s.keys.next(now)
	}
	if s.firing() {
		c.Buttons = engine.Fire
	}
	return c
}

// fire takes a press of Fire. More than two that wait for a tick are one too many
// for a person.
func (s *State) fire() { s.shots = min(s.shots+1, 2) }

// firing reports whether Fire is down in the next tick. The engine acts when it goes
// down; so every press is down for one tick at least, however short it was, and up
// for one before the next.
func (s *State) firing() bool {
	switch {
	case s.shots > 0 && s.down:
		s.down = false
	case s.shots > 0:
		s.shots--
		s.down = true
	default:
		s.down = s.down && s.button
	}
	return s.down
}
