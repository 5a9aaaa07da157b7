package host

import (
	"sync"
	"time"
)

// A mutex is a sync.Mutex that can be waited for with a limit. The zero value is unlocked.
type mutex struct{ sync.Mutex }

// lookAgain is how often lockWithin looks whether the mutex is free.
const lookAgain = time.Millisecond

// lockWithin locks m, unless that takes longer than limit, and reports whether it did. It is for an end that cannot wait for what
// may be stuck; whoever calls Lock meanwhile goes first.
func (m *mutex) lockWithin(limit time.Duration) bool {
	for end := time.Now().Add(limit); !m.TryLock(); time.Sleep(lookAgain) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
