package ui

import (
	"time"

	"arkterm/engine"
	"arkterm/input"
)

// maxTicks is the maximum number of late ticks that are made up at once, 0.1 s. After a longer delay the game continues
// later instead of jumping.
const maxTicks = engine.TicksPerSecond / 10

// A clock computes how many ticks are due. It does not read the time; callers pass durations since any origin. Call
// Start before the other methods.
type clock struct {
	input.TickClock
	lastCall  time.Duration // time of the last call of Ticks or Start
	gridStart time.Duration // time from which frames are counted
	Missed    int64         // ticks that the last call of Ticks skipped because it was more than 0.1 s late
}

// Start starts counting at now: the first tick is due one tick later. Frames stay on their grid when the rate changes.
func (c *clock) Start(now time.Duration) {
	c.Restart(now)
	c.lastCall, c.gridStart = now, now
}

// Ticks returns the number of ticks that have become due since the last call, at most maxTicks. gone reports a pause
// of more than input.MaxGap between the calls, which pauses the game. After it, no ticks are due or missed.
//
// Timers never fire early. Therefore, if frames are scheduled at the times of ticks, they all get the same number of
// ticks.
func (c *clock) Ticks(now time.Duration) (n int, gone bool) {
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
	c.Count(due)
	if due > maxTicks {
		c.Missed, due = due-maxTicks, maxTicks
	}
	return int(due), false
}

// At returns when the i-th of the last n ticks was due, with i from 0. The tick uses the input up to that time.
func (c *clock) At(i, n int) time.Duration { return c.Due(int64(i - n + 1)) }

// NextFrame returns when the next of fps frames per second is due after now. Frames are counted from the start of the
// ticks, so that at 60 frames per second and normal speed each frame shows four ticks.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.gridStart)*int64(fps)/int64(time.Second) + 1
	return c.gridStart + ceilDiv(frame*int64(time.Second), int64(fps))
}

// Regrid counts frames from the last tick on.
func (c *clock) Regrid() { c.gridStart = c.Due(0) }

func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
