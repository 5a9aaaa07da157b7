package ui

import (
	"time"

	"arkterm/engine"
)

// A Schedule computes how many ticks of the game are due, and when the next frame is due. Regular frames are drawn at
// the frame rate. An early frame after a key or the mouse shows the effect sooner.
type Schedule struct {
	Clock clock
	FPS   int  // maximum number of frames per second
	Calm  bool // few objects move, so a lower frame rate suffices, see calmRate

	ticking        bool          // the clock runs
	redrawDue      bool          // a frame must be drawn, although nothing moves
	next           time.Duration // when the next regular frame is due, while the clock runs
	early          time.Duration // when an extra frame is due after a key or the mouse; otherwise Never
	keyTickPending bool          // the first tick after the key has not been played yet
	extraKeyTicks  int           // number of later ticks that may schedule a frame after the start of a movement
	ballServed     bool          // the key has served a ball
	nextKeyTick    time.Duration // when the next of the extraKeyTicks is due; Never if there are none
	moreEarly      int           // number of frames after the early frame, one tick apart
	drawn          time.Duration // when the last frame was drawn
}

// Redraw schedules a frame although nothing moves.
func (f *Schedule) Redraw() { f.redrawDue = true }

// Stop stops the clock. The next call of ticks starts it again.
func (f *Schedule) Stop() { f.ticking = false }

// Ticking reports whether the clock runs.
func (f *Schedule) Ticking() bool { return f.ticking }

// reset stops the clock and cancels early frames.
func (f *Schedule) reset() {
	f.ticking, f.Calm = false, false
	f.early, f.moreEarly = Never, 0
	f.keyTickPending, f.extraKeyTicks, f.nextKeyTick = false, 0, Never
}

// SetSlowMotion makes time pass n times more slowly from the next tick on; 0 is normal speed.
func (f *Schedule) SetSlowMotion(n int64) { f.Clock.Slow, f.ticking = n, false }

// ticks returns how many ticks are due at rate percent of normal speed, and whether there was a gap, see clock.Ticks.
// If the clock is stopped, it starts the clock and returns 0.
func (f *Schedule) ticks(now time.Duration, rate int) (n int, gap bool) {
	if !f.ticking {
		f.ticking = true
		f.Clock.Start(now)
		f.next = f.Clock.NextFrame(now, f.FPS)
		return 0, false
	}
	f.Clock.SetRate(rate)
	return f.Clock.Ticks(now)
}

// AddFrameForKey schedules a frame for the next tick, because of a key.
func (f *Schedule) AddFrameForKey() {
	f.early = min(f.early, f.Clock.Next())
	f.keyTickPending = true
}

// NeedsRecordTick reports whether the caller must pass the next tick to RecordTick.
func (f *Schedule) NeedsRecordTick() bool { return f.keyTickPending || f.extraKeyTicks > 0 }

// RecordTick schedules early frames after a key. t describes the tick that was just played. Call it if NeedsRecordTick
// returns true.
//
// The first tick after a key schedules a frame if a paddle moves or if the tick has events. When the paddle or a ball
// starts to move, the first tick hardly shows the movement. Therefore, up to maxExtraKeyTicks further ticks may
// schedule frames. After a serve, each of them schedules a frame. Otherwise, only those ticks do in which the paddle
// reaches another column.
func (f *Schedule) RecordTick(t KeyTick) {
	switch {
	case !f.keyTickPending:
		if f.extraKeyTicks--; t.PaddleChangedColumn || f.ballServed {
			f.early = min(f.early, f.Clock.Due(0))
		}
	case t.PaddleMoves || t.BallServed:
		f.ballServed = t.BallServed || f.ballServed && f.extraKeyTicks > 0
		f.extraKeyTicks = maxExtraKeyTicks
	case !t.HasEvents:
		f.early = Never
	}
	f.keyTickPending = false
	f.setNextKeyTick()
}

// setNextKeyTick sets nextKeyTick.
func (f *Schedule) setNextKeyTick() {
	if f.nextKeyTick = Never; f.extraKeyTicks > 0 {
		f.nextKeyTick = f.Clock.Next()
	}
}

// A KeyTick describes a tick after a key press. RecordTick uses it to decide whether the tick needs its own frame.
type KeyTick struct {
	PaddleMoves         bool // a paddle moves
	BallServed          bool // a ball is served
	HasEvents           bool // the tick has events
	PaddleChangedColumn bool // the paddle is in another column than in the last frame
}

// AddFrameForMouse schedules a frame for the next tick, because the mouse has moved. A moving mouse sends up to a
// thousand reports per second, so AddFrameForMouse at most doubles the number of frames.
func (f *Schedule) AddFrameForMouse() {
	f.early = min(f.early, max(f.Clock.Next(), f.drawn+time.Second/time.Duration(2*f.FPS)))
}

// AddFramesAt schedules a frame at the given time, and more frames after it, one tick apart.
func (f *Schedule) AddFramesAt(due time.Duration, more int) {
	f.early, f.moreEarly = min(f.early, due), more
}

// maxExtraKeyTicks is the number of ticks after the first tick that may schedule a frame when a key starts a movement.
// In the first tick, the paddle moves only 0.15 units. Within four ticks it moves half a column, which is visible.
const maxExtraKeyTicks = 3

// nextFrame returns when the next frame is due, or Never. moving reports whether the screen changes without input.
func (f *Schedule) nextFrame(now time.Duration, moving bool) time.Duration {
	switch {
	case moving && !f.ticking:
		return now
	case moving:
		return min(f.next, f.early, f.nextKeyTick)
	case f.redrawDue: // at most FPS frames per second, even if there are more events
		return max(now, f.drawn+time.Second/time.Duration(f.FPS))
	}
	return Never
}

// frame records that a frame is drawn now. After an early frame, the next regular frame is due a full interval later.
// Otherwise, frequent key presses would cause 50 % more frames.
func (f *Schedule) frame(now time.Duration) {
	if f.ticking && now < f.next {
		f.Clock.AlignFrames()
	}
	early := now >= f.early
	if f.drawn, f.redrawDue = now, false; early || f.moreEarly == 0 {
		f.early = Never
	}
	if f.keyTickPending && f.ticking {
		f.early = f.Clock.Next()
	} else if early && f.moreEarly > 0 {
		f.moreEarly--
		f.early = now + time.Second/engine.TicksPerSecond
	}
	f.setNextKeyTick()
	f.next = f.Clock.NextFrame(now, f.Rate())
}

// calmRate is the lowest frame rate to which Calm reduces FPS.
const calmRate = 30

// Rate returns the current number of frames per second.
func (f *Schedule) Rate() int {
	if f.Calm {
		return max(f.FPS/2, min(f.FPS, calmRate))
	}
	return f.FPS
}

// skip postpones the frame that is due, and cancels early frames.
func (f *Schedule) skip(now time.Duration) {
	f.drawn, f.redrawDue, f.early, f.keyTickPending, f.extraKeyTicks, f.nextKeyTick = now, true, Never, false, 0, Never
	f.next = f.Clock.NextFrame(now, f.FPS)
}
