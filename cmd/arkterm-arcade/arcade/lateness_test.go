package arcade

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A measurement of a delay counts for a while. Without delays, the value is 0.
func TestLateness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lateness
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go l.measure(ctx)
		time.Sleep(time.Second)
		if d := l.Now(); d != 0 {
			t.Errorf("delay %v on a synthetic clock", d)
		}
		l.add(40 * time.Millisecond)
		time.Sleep(5*latenessInterval + latenessInterval/2)
		if d := l.Now(); d < 16*time.Millisecond || d > 22*time.Millisecond {
			t.Errorf("delay %v a tenth of a second after 40 ms", d)
		}
		l.add(time.Millisecond)
		if d := l.Now(); d < 14*time.Millisecond {
			t.Errorf("delay %v: a smaller measurement replaces the larger one", d)
		}
		time.Sleep(time.Second)
		if d := l.Now(); d > time.Millisecond {
			t.Errorf("delay %v after more than a second", d)
		}
	})
}
