package screen

import (
	"testing"
	"time"
)

// After a pause, a small frame does not change the estimated rate, because its transmission time is dominated by jitter. The
// rate changes only with a sample that took long enough.
func TestSmallSamplesDoNotChangeTheRate(t *testing.T) {
	const (
		rtt  = 50 * time.Millisecond
		rate = 100_000 // bytes per second
	)
	var r pathModel
	reply := func(at time.Duration, bytes int, transmit time.Duration) {
		r.Sent(at, bytes)
		r.Reply(at+rtt+transmit, at, bytes, true)
	}
	reply(0, 10, 0)
	reply(time.Second, rate/10, 100*time.Millisecond)
	if r.rate < 0.99*rate || r.rate > 1.01*rate {
		t.Fatalf("the rate is %g bytes/s, want %d", r.rate, rate)
	}
	before := r.rate
	reply(3*time.Second, 5000, 25*time.Millisecond)
	if r.rate != before {
		t.Errorf("a frame of 5,000 bytes changes the rate from %g to %g bytes/s", before, r.rate)
	}
	reply(4*time.Second, rate/2, 250*time.Millisecond)
	if r.rate <= before {
		t.Errorf("the rate is %g bytes/s after a fast frame of %d bytes, want more than %g", r.rate, rate/2, before)
	}
}
