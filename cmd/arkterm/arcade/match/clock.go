package match

import (
	"time"

	"arkterm/engine"
)

// A clock says when ticks are due. Its zero value begins at 0, at the usual speed.
type clock struct {
	origin time.Duration // when tick 0 was due, of those that count from here
	done   int64         // ticks since then
	rate   int64         // percent of the usual ticks in a second; 0: 100
}

// next returns when the next tick is due, rounded up to a nanosecond.
func (c *clock) next() time.Duration { return c.due(c.done + 1) }

// behind returns how many ticks are due by a time.
func (c *clock) behind(at time.Duration) int64 {
	return int64(at-c.origin)*engine.TicksPerSecond/c.second() - c.done
}

func (c *clock) due(k int64) time.Duration {
	return c.origin + time.Duration((k*c.second()+engine.TicksPerSecond-1)/engine.TicksPerSecond)
}

// second returns the nanoseconds that a second of the game takes.
func (c *clock) second() int64 {
	if c.rate > 0 {
		return int64(time.Second) * 100 / c.rate
	}
	return int64(time.Second)
}

// tick counts a tick. Those after it come at a rate in percent.
func (c *clock) tick(rate int) {
	c.done++
	if r := int64(rate); r != c.rate && r > 0 {
		c.origin, c.done, c.rate = c.due(c.done), 0, r
	}
}

// restart makes the next tick due one tick after now.
func (c *clock) restart(now time.Duration) { c.origin, c.done = now, 0 }
