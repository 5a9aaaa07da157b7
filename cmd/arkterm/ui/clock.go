package ui

import (
	"time"

	"arkterm/engine"
	"arkterm/input"
)

// maxCatchUpTicks is the maximum number of ticks that are played in one call after a delay: 0.1 s of the game. Further
// ticks are skipped, because the game would visibly jump.
const maxCatchUpTicks = engine.TicksPerSecond / 10

// A clock computes how many ticks are due. It does not read the time. Callers pass the time as a duration since any
// fixed origin. Call Start before the other methods.
type clock struct {
	input.TickClock
	lastCall    time.Duration // time of the last call of Ticks or Start
	frameOrigin time.Duration // time from which the times of frames are counted
	Missed      int64         // number of ticks that the last call of Ticks skipped, see maxCatchUpTicks
}

// Start starts the clock at now. The first tick is due one tick later.
func (c *clock) Start(now time.Duration) {
	c.Restart(now)
	c.lastCall, c.frameOrigin = now, now
}

// Ticks returns the number of ticks that have become due since the last call, at most maxCatchUpTicks. If more than
// input.MaxGap has passed since the last call, gap is true and n is 0. The caller then has to pause the game.
//
// Timers never fire early. Therefore, if frames are scheduled at the times of ticks, each frame shows the same number
// of ticks.
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

// TickTime returns when tick i of the n ticks that Ticks returned last was due. i starts at 0.
func (c *clock) TickTime(i, n int) time.Duration { return c.Due(int64(i - n + 1)) }

// NextFrame returns the first time after now at which a frame is due, at fps frames per second. Frames are aligned with
// ticks. At normal speed and 60 frames per second, each frame therefore shows four ticks.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.frameOrigin)*int64(fps)/int64(time.Second) + 1
	return c.frameOrigin + ceilDiv(frame*int64(time.Second), int64(fps))
}

// AlignFrames aligns the times of frames with the last tick.
func (c *clock) AlignFrames() { c.frameOrigin = c.Due(0) }

// ceilDiv returns a divided by b, rounded up. b must be positive.
func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
