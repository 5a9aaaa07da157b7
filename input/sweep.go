package input

import "arkterm/engine"

// sweepMove is the Move of a paddle that sweeps: 40 units/s once it is under way. It crosses
// the field in 1.4 s, while a ball of 27 to 43 units/s goes there and back in 2 to 3;
// whoever taps five times a second keeps it within its own width.
const sweepMove = engine.MoveFull / 2

// A sweep moves the paddle from wall to wall for a player with one button.
type sweep struct {
	dir           int8 // 0: has not begun
	x, left, most float64
	waits         bool // a ball waits to be served
}

// Paddle tells where the first player's paddle is, for steering with one button: its
// middle, the least and the most that this can be, and whether a ball waits on it, so that
// the button serves and does not turn. Call it before Next.
func (s *State) Paddle(x, least, most float64, waits bool) {
	s.sweep.x, s.sweep.left, s.sweep.most, s.sweep.waits = x, least, most, waits
}

// press takes the button.
func (w *sweep) press() {
	if !w.waits {
		w.dir = -w.dir
	}
}

// next returns the Move for the next tick. A wall turns it round.
func (w *sweep) next() int8 {
	switch {
	case w.x >= w.most:
		w.dir = -1
	case w.x <= w.left || w.dir == 0:
		w.dir = 1
	}
	return w.dir * sweepMove
}
