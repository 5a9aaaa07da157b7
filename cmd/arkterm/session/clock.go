package session

import (
	"time"

	"arkterm/engine"
)

// maxTicks is how many ticks are made up after a hitch: 0.1 s. Past that the game runs
// slower rather than jumping.
const maxTicks = engine.TicksPerSecond / 10

// gap is how long nobody may ask before it counts as an absence (a stopped process, a
// laptop asleep), which pauses the game. A busy machine's hitches are shorter.
const gap = 500 * time.Millisecond

// A clock says how many ticks are due. It sees no time but what it is told, a duration
// since any origin. The zero clock has to be started.
type clock struct {
	origin time.Duration // when tick 0 was due
	done   int64         // ticks since then
	asked  time.Duration // the last time that Ticks or Start was called
	slow   int64         // how many times longer a tick takes; 0: once
	rate   int64         // percent of the usual ticks in a second; 0: 100
	frames time.Duration // when the frames' grid began
}

// Start begins to count at now: the first tick is due one tick later.
func (c *clock) Start(now time.Duration) {
	*c = clock{origin: now, asked: now, slow: c.slow, rate: c.rate, frames: now}
}

// Rate sets how fast the game's time passes from the last tick on, in percent. Frames stay on
// their grid.
func (c *clock) Rate(percent int) {
	if r := int64(percent); r != c.rate {
		c.origin, c.done, c.rate = c.due(c.done), 0, r
	}
}

// Ticks returns how many ticks have become due since it was last asked, at most maxTicks,
// and whether there was a gap, in which case none are due and the count has begun anew.
//
// A tick is due when its time is reached, not rounded to the nearest: timers are only
// ever late, so that frames laid on the grid of ticks get equally many of them.
func (c *clock) Ticks(now time.Duration) (n int, gone bool) {
	since := now - c.asked
	if since < 0 {
		return 0, false
	}
	if since > gap {
		c.Start(now)
		return 0, true
	}
	c.asked = now
	due := int64(now-c.origin) * engine.TicksPerSecond / c.second()
	n = int(due - c.done)
	c.done = due
	if n > maxTicks {
		n = maxTicks
	}
	return n, false
}

// At returns when the i-th of the last n ticks was due, i from 0: the time at which its
// input counts.
func (c *clock) At(i, n int) time.Duration { return c.due(c.done - int64(n-1-i)) }

// Next returns when the next tick is due.
func (c *clock) Next() time.Duration { return c.due(c.done + 1) }

// NextFrame returns when the next of fps frames a second is due: the first time on the
// frames' own grid that is after now. The grid begins where the ticks' does, so that at the usual
// rate 60 frames a second get four ticks each.
func (c *clock) NextFrame(now time.Duration, fps int) time.Duration {
	frame := int64(now-c.frames)*int64(fps)/int64(time.Second) + 1
	return c.frames + ceilDiv(frame*int64(time.Second), int64(fps))
}

// due returns when tick k is due, rounded up: a nanosecond earlier it is not.
func (c *clock) due(k int64) time.Duration {
	return c.origin + ceilDiv(k*c.second(), engine.TicksPerSecond)
}

// second is how long the game takes for a second.
func (c *clock) second() int64 {
	second := max(c.slow, 1) * int64(time.Second)
	if c.rate == 0 || c.rate == 100 {
		return second
	}
	return second * 100 / c.rate
}

func ceilDiv(a, b int64) time.Duration { return time.Duration((a + b - 1) / b) }
