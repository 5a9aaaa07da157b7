// Package ticks says when the ticks of a game are due. It reads no clock: it is given times since any origin, the same for
// all calls.
//
//	var g ticks.Grid
//	g.Restart(now) // the first tick is due one tick later
//	for g.Next() <= now {
//		play()
//		g.Count(1)
//	}
package ticks

import (
	"time"

	"arkterm/engine"
)

// Gap is the time without a call that counts as an absence: a stopped process, a suspended laptop or a game without
// players. On a busy machine calls are late by less.
const Gap = 500 * time.Millisecond

// A Grid is the times at which ticks are due. Its zero value has begun at 0.
type Grid struct {
	Slow int64 // factor by which a tick takes longer; 0: 1

	origin time.Duration // when tick 0 was due
	done   int64         // ticks counted since then
	rate   int64         // percent of the usual ticks in a second; 0: 100
}

// Restart makes the next tick due one tick after now.
func (g *Grid) Restart(now time.Duration) { g.origin, g.done = now, 0 }

// Rate sets the speed of the game's time from the last tick on, in percent, above 0.
func (g *Grid) Rate(percent int) {
	if r := int64(percent); r != g.rate {
		g.origin, g.done, g.rate = g.Due(0), 0, r
	}
}

// Count says that n ticks more were played or left out.
func (g *Grid) Count(n int64) { g.done += n }

// Behind returns how many ticks are due by now and not counted. A tick is due when its time is reached; times are not
// rounded to the nearest tick.
func (g *Grid) Behind(now time.Duration) int64 {
	return int64(now-g.origin)*engine.TicksPerSecond/g.second() - g.done
}

// Next returns when the next tick is due.
func (g *Grid) Next() time.Duration { return g.Due(1) }

// Due returns when the k-th tick after the last one counted is due, rounded up to a nanosecond. With k = 0 it is that one, and
// below 0 one before it.
func (g *Grid) Due(k int64) time.Duration {
	k += g.done
	return g.origin + time.Duration((k*g.second()+engine.TicksPerSecond-1)/engine.TicksPerSecond)
}

// second returns the nanoseconds that a second of the game takes.
func (g *Grid) second() int64 {
	second := max(g.Slow, 1) * int64(time.Second)
	if g.rate == 0 || g.rate == 100 {
		return second
	}
	return second * 100 / g.rate
}
