package session

import "time"

// never is a time that does not come.
const never time.Duration = 1<<63 - 1

// A schedule says how many ticks are due, and when the next frame is.
type schedule struct {
	clock   clock
	ticking bool // the clock runs
	fps     int  // frames a second
	fixed   bool // never fewer

	stale bool          // what is shown is out of date
	next  time.Duration // when the next frame is due on the grid, while the clock runs
	rush  time.Duration // when one is due before that, for a key's sake; else never
	eager int           // how many more are for its sake
	drawn time.Duration // when the last one was
}

// redraw has a frame drawn although nothing moves.
func (f *schedule) redraw() { f.stale = true }

// stop stops the clock, until ticks are asked for again.
func (f *schedule) stop() { f.ticking = false }

// reset stops the clock, and forgets the frames that were to come for a key's sake.
func (f *schedule) reset() { f.ticking, f.rush, f.eager = false, never, 0 }

// slow makes time pass n times slower from the next tick on; 0 is not slower.
func (f *schedule) slow(n int64) { f.clock.slow, f.ticking = n, false }

// ticks returns how many ticks are due, while time passes at a rate in percent, and whether there
// was a gap. The first call starts the clock.
func (f *schedule) ticks(now time.Duration, rate int) (n int, gone bool) {
	if !f.ticking {
		f.ticking = true
		f.clock.Start(now)
		f.next = f.clock.NextFrame(now, f.fps)
		return 0, false
	}
	f.clock.Rate(rate)
	return f.clock.Ticks(now)
}

// hurry brings the next frame forward to the next tick, and has one drawn in each of some ticks
// after it.
func (f *schedule) hurry() {
	f.rush = min(f.rush, f.clock.Next())
	f.eager = eagerFrames
}

// eagerFrames is how many frames follow the one in a key's first tick. In its first tick the
// paddle moves by 0.15 units; until that makes half a column, which shows, it takes up to four.
const eagerFrames = 3

// nextFrame returns when the next frame is due, where something moves or not.
func (f *schedule) nextFrame(now time.Duration, moving bool) time.Duration {
	switch {
	case moving && !f.ticking:
		return now
	case moving:
		return min(f.next, f.rush)
	case f.stale: // at the draw rate: a storm of events is not a storm of frames
		return max(now, f.drawn+time.Second/time.Duration(f.fps))
	}
	return never
}

// frame notes that a frame is drawn now.
func (f *schedule) frame(now time.Duration) {
	f.drawn, f.stale, f.rush = now, false, never
	if f.eager > 0 && f.ticking {
		f.eager--
		f.rush = f.clock.Next()
	}
	f.next = f.clock.NextFrame(now, f.fps)
}

// skip puts the frame that is due off.
func (f *schedule) skip(now time.Duration) {
	f.drawn, f.stale, f.rush, f.eager = now, true, never, 0
	f.next = f.clock.NextFrame(now, f.fps)
}
