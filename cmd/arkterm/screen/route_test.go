package screen

import (
	"testing"
	"testing/synctest"
	"time"
)

// After a pause, a small frame does not change the estimated rate, because its transmission time is dominated by
// jitter. Only a sample of a longer transmission changes the rate.
func TestSmallSamplesDoNotChangeTheRate(t *testing.T) {
	const (
		rtt  = 50 * time.Millisecond
		rate = 100_000 // bytes per second
	)
	var r pathModel
	reply := func(at time.Duration, bytes int, transmit time.Duration) {
		r.BytesSent(at, bytes)
		r.ReplyArrived(at+rtt+transmit, at, bytes, true)
	}
	reply(0, 10, 0)
	reply(time.Second, rate/10, 100*time.Millisecond)
	if r.rate < 0.99*rate || r.rate > 1.01*rate {
		t.Fatalf("the rate is %g bytes/s, want %d", r.rate, rate)
	}
	before := r.rate
	reply(3*time.Second, 5000, 25*time.Millisecond)
	if r.rate != before {
		t.Errorf("a frame of 5,000 bytes changes the rate from %g to %g bytes/s, want no change", before, r.rate)
	}
	reply(4*time.Second, rate/2, 250*time.Millisecond)
	if r.rate <= before {
		t.Errorf("the rate is %g bytes/s after a fast frame of %d bytes, want more than %g", r.rate, rate/2, before)
	}
}

// A change of the modes before Start writes nothing, because another program uses the terminal then.
func TestModesBeforeStartWriteNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		dev.EnableMouse()
		dev.DisableMouse()
		dev.EnablePaste()
		synctest.Wait()
		if output := f.written(); output != "" {
			t.Errorf("before Start, %q is sent, want nothing", output)
		}
	})
}

// within returns when the function has returned, or after the limit.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		runWithin(time.Minute, func() { time.Sleep(time.Second) })
		if took := time.Since(begun); took != time.Second {
			t.Errorf("within(1m, a function of 1 s) takes %v, want 1s", took)
		}
		begun = time.Now()
		runWithin(time.Minute, func() { time.Sleep(time.Hour) })
		if took := time.Since(begun); took != time.Minute {
			t.Errorf("within(1m, a function of 1 h) takes %v, want 1m0s", took)
		}
		time.Sleep(time.Hour)
	})
}

// If frames were queued, a moderately slower sample lowers the rate by half of the difference. A sample with less than
// half of the rate replaces the rate.
func TestRateFallsWhenFramesQueue(t *testing.T) {
	for _, c := range []struct{ sample, want float64 }{
		{100_000, 100_000}, {60_000, 80_000}, {50_000, 75_000}, {40_000, 40_000},
	} {
		r := pathModel{
			rate: 100_000, queueDelay: tolerableDelay, sampleBytes: int(c.sample), sampleTime: time.Second,
			sampleIdle: true,
		}
		if r.updateRate(time.Minute); r.rate != c.want {
			t.Errorf("a sample of %g bytes/s changes the rate from 100000 to %g bytes/s, want %g", c.sample, r.rate,
				c.want)
		}
	}
}
