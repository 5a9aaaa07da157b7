package arcade

import (
	"context"
	"sync/atomic"
	"time"
)

// delayInterval is the time between two measurements of the scheduling delay.
const delayInterval = 20 * time.Millisecond

// A delayMeter measures the scheduling delay, which is the time for which a runnable goroutine waits for a processor.
type delayMeter struct{ nanos atomic.Int64 }

// Delay returns the current delay. After a peak, the delay decreases by half within a tenth of a second.
func (m *delayMeter) Delay() time.Duration { return time.Duration(m.nanos.Load()) }

// add adds a measurement.
func (m *delayMeter) add(d time.Duration) {
	before := m.Delay()
	m.nanos.Store(int64(max(d, before-before/8)))
}

// measure measures the delay repeatedly until the context is canceled.
func (m *delayMeter) measure(ctx context.Context) {
	timer := time.NewTimer(delayInterval)
	defer timer.Stop()
	for due := time.Now().Add(delayInterval); ; due = time.Now().Add(delayInterval) {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		m.add(time.Since(due))
		timer.Reset(delayInterval)
	}
}
