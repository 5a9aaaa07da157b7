package input

import (
	"time"

	"arkterm/engine"
)

// sweepMove is the Move of a sweeping paddle: 40 units/s after the paddle has accelerated. The paddle crosses the field
// in 1.4 s, while a ball of 27 to 43 units/s needs 2 to 3 s to go up and return. Five taps a second keep the paddle
// within its own width.
const sweepMove = engine.MoveFull / 2

// A sweeper moves the paddle from wall to wall for a player who uses one button.
type sweeper struct {
	dir           int8          // direction of the sweep; 0 before it begins
	x, minX, maxX float64       // middle of the paddle, and the limits of its range
	ballWaiting   bool          // a ball waits to be served
	fireShoves    bool          // Fire would shove a ball
	lastTap       time.Duration // time of the last press; 0 if there was none
}

// doubleTapGap is the maximum time between two taps that together mean Fire, if Fire would be a shove. Taps that
// keep the paddle in one place are slower.
const doubleTapGap = 180 * time.Millisecond

// SetPaddle sets the state of the first player's paddle, for steering with one button and for the end of a hold. x
// is the middle of the paddle, and minX and maxX limit x. If ballWaiting is set, the button serves and does not
// reverse the paddle. If fireShoves is set, Fire would be a shove, which needs two taps. Call SetPaddle before Next.
func (s *State) SetPaddle(x, minX, maxX float64, ballWaiting, fireShoves bool) {
	s.sweeper = sweeper{s.sweeper.dir, x, minX, maxX, ballWaiting, fireShoves, s.sweeper.lastTap}
}

// press handles a press of the button at time now. It reports whether the press means Fire.
func (w *sweeper) press(now time.Duration) bool {
	if !w.ballWaiting {
		w.dir = -w.dir
	}
	doubled := w.lastTap > 0 && now-w.lastTap <= doubleTapGap
	w.lastTap = now
	return doubled || !w.fireShoves
}

// atWall reports whether the paddle is at a wall. It returns false before SetPaddle.
func (w *sweeper) atWall() bool { return w.minX < w.maxX && (w.x <= w.minX || w.x >= w.maxX) }

// next returns the Move for the next tick. The paddle reverses at a wall.
func (w *sweeper) next() int8 {
	switch {
	case w.x >= w.maxX:
		w.dir = -1
	case w.x <= w.minX || w.dir == 0:
		w.dir = 1
	}
	return w.dir * sweepMove
}
