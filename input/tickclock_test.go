package input

import (
	"testing"
	"time"

	"arkterm/engine"
)

// At any speed, Behind returns the number of due ticks, in each nanosecond around the time of a tick.
func TestBehind(t *testing.T) {
	for _, c := range []struct {
		slow int64
		rate int
	}{{0, 100}, {4, 100}, {0, 50}, {0, 85}, {3, 130}} {
		g := TickClock{Slow: c.slow}
		g.Restart(time.Hour + 7)
		g.SetRate(c.rate)
		for k := int64(1); k < 1000; k++ {
			due := g.Due(k)
			if before, at := g.Behind(due-1), g.Behind(due); at != k || before != k-1 {
				t.Fatalf("%+v: tick %d is due at %v, but %d ticks are behind then, and %d a nanosecond before", c, k,
					due, at, before)
			}
		}
	}
}

// A change of the speed applies from the last tick on. No tick is due twice, and none is skipped.
func TestRateChangesFromTheLastTick(t *testing.T) {
	var g TickClock
	g.Restart(0)
	g.Advance(100)
	last := g.Due(0)
	g.SetRate(50)
	if got, want := g.Next()-last, 2*time.Second/engine.TicksPerSecond; got < want || got > want+2 {
		t.Errorf("Next() - now = %v, want %v", got, want)
	}
	if g.Due(0) != last {
		t.Errorf("the due time of the last tick changed from %v to %v", last, g.Due(0))
	}
}

func TestTickClockRestarts(t *testing.T) {
	var g TickClock
	g.Advance(5)
	g.Restart(time.Minute)
	if n := g.Behind(time.Minute); n != 0 {
		t.Errorf("Behind() after Restart = %d, want 0", n)
	}
	if got := g.Next() - time.Minute; got != (time.Second+engine.TicksPerSecond-1)/engine.TicksPerSecond {
		t.Errorf("after Restart, the next tick is due after %v, want the length of a tick, rounded up", got)
	}
}
