package arcade

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A measured delay decays within a second. Without delays, the value is 0.
func TestDelayMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l delayMeter
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go l.measure(ctx)
		time.Sleep(time.Second)
		if d := l.Now(); d != 0 {
			t.Errorf("Now() = %v on a synthetic clock, want 0", d)
		}
		l.add(40 * time.Millisecond)
		time.Sleep(5*delayInterval + delayInterval/2)
		if d := l.Now(); d < 16*time.Millisecond || d > 22*time.Millisecond {
			t.Errorf("Now() = %v a tenth of a second after 40 ms, want about 20 ms", d)
		}
		l.add(time.Millisecond)
		if d := l.Now(); d < 14*time.Millisecond {
			t.Errorf("Now() = %v after a smaller measurement, want about 18 ms", d)
		}
		time.Sleep(time.Second)
		if d := l.Now(); d > time.Millisecond {
			t.Errorf("Now() = %v a second later, want less than 1 ms", d)
		}
	})
}
