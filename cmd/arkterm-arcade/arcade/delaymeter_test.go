package arcade

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// After a peak, the measured delay decreases to almost 0 within a second. Without delays, it is 0.
func TestDelayMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m delayMeter
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go m.measure(ctx)
		time.Sleep(time.Second)
		if d := m.Delay(); d != 0 {
			t.Errorf("Delay() = %v on a synthetic clock, want 0", d)
		}
		m.add(40 * time.Millisecond)
		time.Sleep(5*delayInterval + delayInterval/2)
		if d := m.Delay(); d < 16*time.Millisecond || d > 22*time.Millisecond {
			t.Errorf("Delay() = %v a tenth of a second after 40 ms, want about 20 ms", d)
		}
		m.add(time.Millisecond)
		if d := m.Delay(); d < 14*time.Millisecond {
			t.Errorf("Delay() = %v after a smaller measurement, want about 18 ms", d)
		}
		time.Sleep(time.Second)
		if d := m.Delay(); d > time.Millisecond {
			t.Errorf("Delay() = %v a second later, want less than 1 ms", d)
		}
	})
}
