package ui

import (
	"time"

	"arkterm/engine"
	"arkterm/input"
)

// maxCatchUpTicks is the maximum number of ticks that are played at the same time after a delay: 0.1 s. If more ticks
// are due, the others are skipped, so that the game does not jump.
const maxCatchUpTicks = engine.TicksPerSecond / 10

// A clock computes how many ticks are due. It does not read the time. Callers pass durations since any origin. Call
// Start before the other methods.
type clock struct {
	input.TickClock
	lastCall    time.Duration // time of the last call of Ticks or Start
	frameOrigin time.Duration // time from which the times of frames are counted
	Missed      int64         // ticks that the last call of Ticks skipped because it was more than 0.1 s late
}

// Start starts counting at now. The first tick is due one tick later.
func (c *clock) Start(now time.Duration) {
	c.Restart(now)
	c.lastCall, c.frameOrigin = now, now
}

// Ticks returns the number of ticks that have become due since the last call, at most maxTicks. If more than
// input.MaxGap has passed since the last call, gap is true, no ticks are due or missed, and the caller has to pause the
// game.
//
// Timers never fire early. Therefore, if frames are scheduled at the times of ticks, each frame gets the same number of
// ticks.
func (c *clock) Ticks(now time.Duration) (n int, gap bool) {
	since := now - c.lastCall
	c.Missed = 0
	if since < 0 {
		return 0, false
	}
	if since > input.MaxGap {
		c.Start(now)
		return 0, true
	}
	due := c.Behind(now)
	c.lastCall = now
	c.Advance(due)
	if due > maxCatchUpTicks {
		c.Missed, due = due-maxCatchUpTicks, maxCatchUpTicks
	}
	return int(due), false
}

// TickTime returns when the i-th of the last n ticks was due, with i from 0. The tick uses the input up to that time.
func (c *clock) TickTime(i, n int) time.Duration { return c.Due(int64(i - n + 1)) }

// NextFrame returns the time after now at which the next frame is due, at fps frames per second. The times of frames
// are aligned with ticks, so that at 60 frames per second and normal speed each frame shows four ticks.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.frameOrigin)*int64(fps)/int64(time.Second) + 1
	return c.frameOrigin + ceilDiv(frame*int64(time.Second), int64(fps))
}

// AlignFrames aligns the times of frames with the last tick.
func (c *clock) AlignFrames() { c.frameOrigin = c.Due(0) }

// ceilDiv returns a divided by b, rounded up. b must be positive.
func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
