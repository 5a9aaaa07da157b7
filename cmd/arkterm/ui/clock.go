package ui

import (
	"time"

	"arkterm/engine"
	"arkterm/input"
)

// maxTicks is how many ticks are caught up after a hitch: 0.1 s. After a longer one the game falls behind
// rather than jump.
const maxTicks = engine.TicksPerSecond / 10

// A clock computes how many ticks are due. It reads no time itself; it is given durations since any
// origin. The zero clock must be started.
type clock struct {
	input.TickClock
	asked  time.Duration // time of the last call of Ticks or Start
	frames time.Duration // when the frames' grid began
	Missed int64         // ticks that the last call of Ticks left out because it was more than 0.1 s late
}

// Start starts counting at now: the first tick is due one tick later. Frames stay on their grid when the rate changes.
func (c *clock) Start(now time.Duration) {
	c.Restart(now)
	c.asked, c.frames = now, now
}

// Ticks returns the number of ticks that have become due since the last call, at most maxTicks. gone reports a pause
// of more than input.MaxGap between the calls, which pauses the game. After it, no ticks are due or missed.
//
// Timers never fire early. Therefore, if frames are scheduled at the times of ticks, they all get the same number of
// ticks.
func (c *clock) Ticks(now time.Duration) (n int, gone bool) {
	since := now - c.asked
	c.Missed = 0
	if since < 0 {
		return 0, false
	}
	if since > input.MaxGap {
		c.Start(now)
		return 0, true
	}
	due := c.Behind(now)
	c.asked = now
	c.Count(due)
	if due > maxTicks {
		c.Missed, due = due-maxTicks, maxTicks
	}
	return int(due), false
}

// At returns when the i-th of the last n ticks was due, i from 0: the time to read its input at.
func (c *clock) At(i, n int) time.Duration { return c.Due(int64(i - n + 1)) }

// NextFrame returns when the next of fps frames a second is due: the first time on the frames' grid after
// now. The grid starts with the ticks, so that at the usual rate each of 60 frames a second gets four
// ticks.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.frames)*int64(fps)/int64(time.Second) + 1
	return c.frames + ceilDiv(frame*int64(time.Second), int64(fps))
}

// Regrid makes the frames' grid begin with the last tick.
func (c *clock) Regrid() { c.frames = c.Due(0) }

func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
