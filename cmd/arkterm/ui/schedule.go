package ui

import (
	"time"

	"arkterm/engine"
)

// A Schedule computes how many ticks are due, and when the next frame is due.
type Schedule struct {
	Clock clock
	FPS   int  // maximum number of frames per second
	Calm  bool // hardly anything moves: calmRate suffices

	ticking bool          // the clock runs
	stale   bool          // the screen is out of date
	next    time.Duration // when the next frame is due on the grid, while the clock runs
	rush    time.Duration // when an earlier frame is due, after a key or the mouse; otherwise Never
	asked   bool          // the tick of that frame has not been played yet
	eager   int           // number of further ticks that may have a frame, because a key has moved the paddle or a ball
	flies   bool          // it has moved a ball
	peek    time.Duration // when the next of these ticks is due; otherwise Never
	more    int           // number of frames that follow the early one, one tick apart
	drawn   time.Duration // when the last frame was drawn
}

// Redraw makes a frame due although nothing moves.
func (f *Schedule) Redraw() { f.stale = true }

// Stop stops the clock until ticks are due again.
func (f *Schedule) Stop() { f.ticking = false }

// Ticking reports whether the clock runs.
func (f *Schedule) Ticking() bool { return f.ticking }

// reset stops the clock, and drops the early frames after a key.
func (f *Schedule) reset() {
	f.ticking, f.rush, f.asked, f.eager, f.peek, f.more, f.Calm = false, Never, false, 0, Never, 0, false
}

// Slow makes time pass n times more slowly from the next tick on; 0 is normal speed.
func (f *Schedule) Slow(n int64) { f.Clock.Slow, f.ticking = n, false }

// ticks returns how many ticks are due, and whether there was a gap. The game's time passes at rate
// percent. The first call starts the clock.
func (f *Schedule) ticks(now time.Duration, rate int) (n int, gone bool) {
	if !f.ticking {
		f.ticking = true
		f.Clock.Start(now)
		f.next = f.Clock.NextFrame(now, f.FPS)
		return 0, false
	}
	f.Clock.SetRate(rate)
	return f.Clock.Ticks(now)
}

// Hurry brings the next frame forward to the next tick.
func (f *Schedule) Hurry() {
	f.rush = min(f.rush, f.Clock.Next())
	f.asked = true
}

// Looks reports whether played has to be called after the next tick.
func (f *Schedule) Looks() bool { return f.asked || f.eager > 0 }

// Played notes that a tick was played. The first tick after a key has a frame, unless nothing happens in it. A paddle
// or a ball that begins to move in it is hardly visible yet, so the next ticks may have frames too: for a ball all of
// them, for a paddle those that show it in another column.
func (f *Schedule) Played(t TickOfKey) {
	switch {
	case !f.asked:
		if f.eager--; t.Shows || f.flies {
			f.rush = min(f.rush, f.Clock.Due(0))
		}
	case t.Moves || t.Serves:
		f.flies = t.Serves || f.flies && f.eager > 0
		f.eager = eagerTicks
	case !t.Happens:
		f.rush = Never
	}
	f.asked = false
	f.ahead()
}

// ahead sets when to look at the next tick.
func (f *Schedule) ahead() {
	if f.peek = Never; f.eager > 0 {
		f.peek = f.Clock.Next()
	}
}

// A TickOfKey describes a tick after a key.
type TickOfKey struct {
	Moves   bool // a paddle moves
	Serves  bool // a ball is served
	Happens bool // there are events
	Shows   bool // the paddle is in another column than in the last frame
}

// Hasten brings the next frame forward like Hurry, but at most doubles the number of frames: a mouse that moves reports
// up to a thousand times a second.
func (f *Schedule) Hasten() {
	f.rush = min(f.rush, max(f.Clock.Next(), f.drawn+time.Second/time.Duration(2*f.FPS)))
}

// HurryAt brings the next frame forward to a time, and lets more frames follow it, one tick apart.
func (f *Schedule) HurryAt(at time.Duration, more int) { f.rush, f.more = min(f.rush, at), more }

// eagerTicks is in how many ticks after a key's first one there may be a frame, if the key moves something. The paddle
// moves by only 0.15 units in the first tick, and takes up to four to move by half a column, which is visible.
const eagerTicks = 3

// nextFrame returns when the next frame is due, on a screen that moves or not.
func (f *Schedule) nextFrame(now time.Duration, moving bool) time.Duration {
	switch {
	case moving && !f.ticking:
		return now
	case moving:
		return min(f.next, f.rush, f.peek)
	case f.stale: // at the frame rate, however many events come
		return max(now, f.drawn+time.Second/time.Duration(f.FPS))
	}
	return Never
}

// frame notes that a frame is drawn now. The frame after an early one is due a whole interval later. Otherwise a player
// who presses keys all the time would cause half as many frames again.
func (f *Schedule) frame(now time.Duration) {
	if f.ticking && now < f.next {
		f.Clock.Regrid()
	}
	early := now >= f.rush
	if f.drawn, f.stale = now, false; early || f.more == 0 {
		f.rush = Never
	}
	if f.asked && f.ticking {
		f.rush = f.Clock.Next()
	} else if early && f.more > 0 {
		f.more--
		f.rush = now + time.Second/engine.TicksPerSecond
	}
	f.ahead()
	f.next = f.Clock.NextFrame(now, f.Rate())
}

// calmRate is the number of frames a second, at least, while hardly anything moves.
const calmRate = 30

// Rate returns the number of frames per second.
func (f *Schedule) Rate() int {
	if f.Calm {
		return max(f.FPS/2, min(f.FPS, calmRate))
	}
	return f.FPS
}

// skip puts off the frame that is due.
func (f *Schedule) skip(now time.Duration) {
	f.drawn, f.stale, f.rush, f.asked, f.eager, f.peek = now, true, Never, false, 0, Never
	f.next = f.Clock.NextFrame(now, f.FPS)
}
