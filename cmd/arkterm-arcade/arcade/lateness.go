package arcade

import (
	"context"
	"sync/atomic"
	"time"
)

// lateEvery is how often it is looked how late goroutines run.
const latenessInterval = 20 * time.Millisecond

// A lateness is how late the goroutines of this program run: how long one that has something to do waits for a processor.
type lateness struct{ nanos atomic.Int64 }

// Now returns it. It goes down by half in a tenth of a second.
func (l *lateness) Now() time.Duration { return time.Duration(l.nanos.Load()) }

// note notes how late one was.
func (l *lateness) add(d time.Duration) {
	before := l.Now()
	l.nanos.Store(int64(max(d, before-before/8)))
}

// look looks how late goroutines run until the context ends.
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
