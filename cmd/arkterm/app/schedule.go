package app

import "time"

// never is a time that never comes.
const never time.Duration = 1<<63 - 1

// A schedule computes how many ticks are due, and when the next frame is due.
type schedule struct {
	clock   clock
	ticking bool // the clock runs
	fps     int  // frames a second
	fixed   bool // the frame rate does not drop
	calm    bool // calmRate will do until something else moves

	stale bool          // the screen is out of date
	next  time.Duration // when the next frame is due on the grid, while the clock runs
	rush  time.Duration // when an earlier frame is due, after a key or the mouse; otherwise never
	asked bool          // the tick of that frame is still to be played
	eager int           // in how many more ticks there may be another, since a key moves something …
	flies bool          // … which is a ball
	peek  time.Duration // when the next of these ticks is due; otherwise never
	drawn time.Duration // when the last frame was drawn
}

// redraw makes a frame due although nothing moves.
func (f *schedule) redraw() { f.stale = true }

// stop stops the clock until the next call of ticks.
func (f *schedule) stop() { f.ticking = false }

// reset stops the clock, and drops the early frames after a key.
func (f *schedule) reset() {
	f.ticking, f.rush, f.asked, f.eager, f.peek = false, never, false, 0, never
}

// slow makes time pass n times slower from the next tick on; 0 is normal speed.
func (f *schedule) slow(n int64) { f.clock.Slow, f.ticking = n, false }

// ticks returns how many ticks are due, and whether there was a gap. The game's time passes at rate
// percent. The first call starts the clock.
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

// hurry brings the next frame forward to the next tick.
func (f *schedule) hurry() {
	f.rush = min(f.rush, f.clock.Next())
	f.asked = true
}

// looks reports whether played has to be called after the next tick.
func (f *schedule) looks() bool { return f.asked || f.eager > 0 }

// played notes that a tick was played. If it is the one of a key, its frame is due, unless nothing has happened. If a paddle or a
// ball begins to move in it, which is hardly seen yet, there are more in the next ticks: for a paddle in those that show it
// elsewhere than the last frame did.
func (f *schedule) played(t tickOfKey) {
	switch {
	case !f.asked:
		if f.eager--; t.shows || f.flies {
			f.rush = min(f.rush, f.clock.Due(0))
		}
	case t.moves || t.serves:
		f.flies = t.serves || f.flies && f.eager > 0
		f.eager = eagerTicks
	case !t.happens:
		f.rush = never
	}
	f.asked = false
	f.ahead()
}

// ahead sets when to look at the next tick.
func (f *schedule) ahead() {
	if f.peek = never; f.eager > 0 {
		f.peek = f.clock.Next()
	}
}

// A tickOfKey says what was in a tick after a key.
type tickOfKey struct {
	moves   bool // a paddle
	serves  bool // a ball
	happens bool // anything
	shows   bool // the paddle elsewhere than in the last frame
}

// hasten brings the next frame forward as hurry does, but at most doubles their number: a mouse that moves
// reports up to a thousand times a second.
func (f *schedule) hasten() {
	f.rush = min(f.rush, max(f.clock.Next(), f.drawn+time.Second/time.Duration(2*f.fps)))
}

// eagerTicks is in how many ticks after a key's first one there may be a frame, if the key moves something. The paddle moves by
// only 0.15 units in the first tick, and takes up to four to move by half a column, which is visible.
const eagerTicks = 3

// nextFrame returns when the next frame is due; moving tells whether anything moves.
func (f *schedule) nextFrame(now time.Duration, moving bool) time.Duration {
	switch {
	case moving && !f.ticking:
		return now
	case moving:
		return min(f.next, f.rush, f.peek)
	case f.stale: // at the frame rate, however many events come
		return max(now, f.drawn+time.Second/time.Duration(f.fps))
	}
	return never
}

// frame notes that a frame is drawn now. After an early one the next is due no sooner than after any other: who presses
// keys all the time would be drawn half as many frames again.
func (f *schedule) frame(now time.Duration) {
	if f.ticking && now < f.next {
		f.clock.Regrid()
	}
	if f.drawn, f.stale, f.rush = now, false, never; f.asked && f.ticking {
		f.rush = f.clock.Next()
	}
	f.ahead()
	f.next = f.clock.NextFrame(now, f.rate())
}

// calmRate is the number of frames a second, at least, while hardly anything moves.
const calmRate = 30

// rate returns the number of frames a second.
func (f *schedule) rate() int {
	if f.calm {
		return max(f.fps/2, min(f.fps, calmRate))
	}
	return f.fps
}

// skip puts off the frame that is due.
func (f *schedule) skip(now time.Duration) {
	f.drawn, f.stale, f.rush, f.asked, f.eager, f.peek = now, true, never, false, 0, never
	f.next = f.clock.NextFrame(now, f.fps)
}
