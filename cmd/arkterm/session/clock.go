package session

import (
	"time"

	"arkterm/engine"
)

// maxTicks is how many ticks are caught up after a hitch: 0.1 s. After a longer one the game falls behind
// rather than jump.
const maxTicks = engine.TicksPerSecond / 10

// gap is the time without a call of Ticks that counts as an absence (a stopped process, a sleeping laptop)
// and pauses the game. Hitches of a busy machine are shorter.
const gap = 500 * time.Millisecond

// A clock computes how many ticks are due. It reads no time itself; it is given durations since any
// origin. The zero clock must be started.
type clock struct {
	origin time.Duration // when tick 0 was due
	done   int64         // ticks since then
	asked  time.Duration // time of the last call of Ticks or Start
	slow   int64         // factor by which a tick takes longer; 0: 1
	rate   int64         // percent of the usual ticks in a second; 0: 100
	frames time.Duration // when the frames' grid began
	missed int64         // ticks that were due and are not made up, in all
}

// Start starts counting at now: the first tick is due one tick later.
func (c *clock) Start(now time.Duration) {
	*c = clock{origin: now, asked: now, slow: c.slow, rate: c.rate, frames: now, missed: c.missed}
}

// Rate sets the speed of the game's time from the last tick on, in percent. Frames stay on their grid.
func (c *clock) Rate(percent int) {
	if r := int64(percent); r != c.rate {
		c.origin, c.done, c.rate = c.due(c.done), 0, r
	}
}

// Ticks returns how many ticks have become due since the last call, at most maxTicks, and whether there
// was a gap. After a gap none are due and the count starts over.
//
// A tick is due when its time is reached; times are not rounded to the nearest tick. Timers fire only
// late, so frames on the grid of ticks all get the same number of ticks.
func (c *clock) Ticks(now time.Duration) (n int, gone bool) {
	since := now - c.asked
	if since < 0 {
		return 0, false
	}
	due := int64(now-c.origin) * engine.TicksPerSecond / c.second()
	if since > gap {
		c.missed += due - c.done
		c.Start(now)
		return 0, true
	}
	c.asked = now
	n = int(due - c.done)
	c.done = due
	if n > maxTicks {
		c.missed += int64(n - maxTicks)
		n = maxTicks
	}
	return n, false
}

// At returns when the i-th of the last n ticks was due, i from 0: the time to read its input at.
func (c *clock) At(i, n int) time.Duration { return c.due(c.done - int64(n-1-i)) }

// Next returns when the next tick is due.
func (c *clock) Next() time.Duration { return c.due(c.done + 1) }

// NextFrame returns when the next of fps frames a second is due: the first time on the frames' grid after
// now. The grid starts with the ticks, so that at the usual rate each of 60 frames a second gets four
// ticks.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.frames)*int64(fps)/int64(time.Second) + 1
	return c.frames + ceilDiv(frame*int64(time.Second), int64(fps))
}

// due returns when tick k is due, rounded up to a nanosecond.
func (c *clock) due(k int64) time.Duration {
	return c.origin + ceilDiv(k*c.second(), engine.TicksPerSecond)
}

// second returns the nanoseconds that a second of the game takes.
func (c *clock) second() int64 {
	second := max(c.slow, 1) * int64(time.Second)
	if c.rate == 0 || c.rate == 100 {
		return second
	}
	return second * 100 / c.rate
}

func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
