package arcade

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// What was late once counts for a while, and where nothing is late nothing counts.
func TestLateness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lateness
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go l.measure(ctx)
		time.Sleep(time.Second)
		if d := l.Now(); d != 0 {
			t.Errorf("late by %v on a clock that waits for everybody", d)
		}
		l.add(40 * time.Millisecond)
		time.Sleep(5*latenessInterval + latenessInterval/2)
		if d := l.Now(); d < 16*time.Millisecond || d > 22*time.Millisecond {
			t.Errorf("late by %v a tenth of a second after 40 ms", d)
		}
		l.add(time.Millisecond)
		if d := l.Now(); d < 14*time.Millisecond {
			t.Errorf("%v: what is less late makes the worst forgotten", d)
		}
		time.Sleep(time.Second)
		if d := l.Now(); d > time.Millisecond {
			t.Errorf("late by %v after more than a second", d)
		}
	})
}
