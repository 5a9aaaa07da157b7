package input

import (
	"time"

	"arkterm/engine"
)

// sweepMove is the Move of a paddle that sweeps: 40 units/s after the ramp. It crosses the
// field in 1.4 s, while a ball of 27 to 43 units/s goes up and comes back in 2 to 3. Five
// taps a second keep it within its own width.
const sweepMove = engine.MoveFull / 2

// A sweeper moves the paddle from wall to wall for a player with one button.
type sweeper struct {
	dir            int8 // 0 before it begins
	x, least, most float64
	waits          bool // a ball waits to be served
	shoves         bool // Fire would be a shove
	tapped         time.Duration
}

// doubleTap is the longest time from one tap to the next that is Fire where that is a shove. Taps that keep
// the paddle in one place are slower.
const doubleTap = 180 * time.Millisecond

// SetPaddle takes where the first player's paddle is, for steering with one button: its
// middle, the least and the most that this can be, and whether a ball waits on it: then
// the button serves, and does not turn the paddle. shoves says that Fire would be a shove, which
// takes two taps. Call it before Next.
func (s *State) SetPaddle(x, least, most float64, waits, shoves bool) {
	s.sweeper = sweeper{s.sweeper.dir, x, least, most, waits, shoves, s.sweeper.tapped}
}

// press takes the button at time now, and reports whether it is Fire.
func (w *sweeper) press(now time.Duration) bool {
	if !w.waits {
		w.dir = -w.dir
	}
	again := w.tapped > 0 && now-w.tapped <= doubleTap
	w.tapped = now
	return again || !w.shoves
}

// next returns the Move for the next tick. At a wall the paddle turns round.
func (w *sweeper) next() int8 {
	switch {
	case w.x >= w.most:
		w.dir = -1
	case w.x <= w.least || w.dir == 0:
		w.dir = 1
	}
	return w.dir * sweepMove
}
