package arcade

import (
	"context"
	"sync/atomic"
	"time"
)

// latenessInterval is the time between two measurements of the scheduling delay.
const latenessInterval = 20 * time.Millisecond

// A lateness measures the scheduling delay of goroutines: how long a runnable goroutine waits for a processor.
type lateness struct{ nanos atomic.Int64 }

// Now returns the current delay. After a peak, it halves within a tenth of a second.
func (l *lateness) Now() time.Duration { return time.Duration(l.nanos.Load()) }

// add adds a measurement.
func (l *lateness) add(d time.Duration) {
	before := l.Now()
	l.nanos.Store(int64(max(d, before-before/8)))
}

// measure measures the delay repeatedly until the context is canceled.
func (l *lateness) measure(ctx context.Context) {
	timer := time.NewTimer(latenessInterval)
	defer timer.Stop()
	for due := time.Now().Add(latenessInterval); ; due = time.Now().Add(latenessInterval) {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		l.add(time.Since(due))
		timer.Reset(latenessInterval)
	}
}
