package input

import (
	"time"

	"arkterm/engine"
)

// MaxGap is the maximum time between two updates of a running game. A longer gap means that the process was
// stopped, the computer was suspended or the game had no players. On a busy machine, delays are shorter.
const MaxGap = 500 * time.Millisecond

// A TickClock computes when the ticks of a game are due. It does not read a clock. Callers pass the time since any
// origin, the same one in all calls. The zero TickClock started at time 0.
//
//	var c input.TickClock
//	c.Restart(now) // the first tick is due one tick later
//	for c.Next() <= now {
//		play()
//		c.Advance(1)
//	}
type TickClock struct {
	Slow int64 // factor by which a tick takes longer; 0 means 1

	origin time.Duration // time at which tick 0 was due
	done   int64         // ticks counted since origin
	rate   int64         // percent of the normal ticks per second; 0 means 100
}

// Restart makes the next tick due one tick after now.
func (c *TickClock) Restart(now time.Duration) { c.origin, c.done = now, 0 }

// SetRate sets the speed of the game from the last tick on, in percent. It must be positive.
func (c *TickClock) SetRate(percent int) {
	if r := int64(percent); r != c.rate {
		c.origin, c.done, c.rate = c.Due(0), 0, r
	}
}

// Advance adds n ticks that were played or skipped.
func (c *TickClock) Advance(n int64) { c.done += n }

// Behind returns the number of ticks that are due at time now and not counted yet. A tick is due when its time is
// reached. Times are not rounded to the nearest tick.
func (c *TickClock) Behind(now time.Duration) int64 {
	return int64(now-c.origin)*engine.TicksPerSecond/c.second() - c.done
}

// Next returns the time at which the next tick is due.
func (c *TickClock) Next() time.Duration { return c.Due(1) }

// Due returns the time at which the k-th tick after the last counted tick is due, rounded up to a nanosecond. 0 is the
// last counted tick, and negative numbers are earlier ticks.
func (c *TickClock) Due(k int64) time.Duration {
	k += c.done
	return c.origin + time.Duration((k*c.second()+engine.TicksPerSecond-1)/engine.TicksPerSecond)
}

// second returns the duration of a second of the game in nanoseconds.
func (c *TickClock) second() int64 {
	second := max(c.Slow, 1) * int64(time.Second)
	if c.rate == 0 || c.rate == 100 {
		return second
	}
	return second * 100 / c.rate
}
