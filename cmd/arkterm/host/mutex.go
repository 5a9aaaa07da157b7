package host

import (
	"sync"
	"time"
)

// A mutex is a sync.Mutex that can be waited for with a limit. The zero value is unlocked.
type mutex struct {
	once sync.Once
	held chan struct{} // full while the mutex is locked
}

func (m *mutex) lock() chan<- struct{} {
	m.once.Do(func() { m.held = make(chan struct{}, 1) })
	return m.held
}

// Lock locks m.
func (m *mutex) Lock() { m.lock() <- struct{}{} }

// lockWithin locks m, unless that takes longer than limit, and reports whether it did.
func (m *mutex) lockWithin(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case m.lock() <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// Unlock unlocks m, which must be locked.
func (m *mutex) Unlock() { <-m.held }
