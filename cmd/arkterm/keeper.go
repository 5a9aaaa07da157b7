package main

import (
	"sync"
	"time"
)

// A keeper writes files in a goroutine of its own, so that the loop never waits for a disk.
// Of several texts for one file that wait, the last one is written.
type keeper struct {
	work   chan struct{} // a token when something waits
	failed chan error    // the latest failure, for the loop

	mu      sync.Mutex
	waiting map[string]func() error // by path
	writing bool
	rest    *sync.Cond // nothing waits, nothing is being written
}

// newKeeper starts the goroutine, in which guard is deferred.
func newKeeper(guard func()) *keeper {
	k := &keeper{
		work: make(chan struct{}, 1), failed: make(chan error, 1),
		waiting: map[string]func() error{},
	}
	k.rest = sync.NewCond(&k.mu)
	go func() {
		defer guard()
		k.run()
	}()
	return k
}

// Keep has text written to the file at path, whole or not at all. text belongs to the
// keeper from now on.
func (k *keeper) Keep(path string, text []byte) {
	k.KeepLater(path, func() []byte { return text })
}

// KeepLater has what make returns written. It is called in the keeper's goroutine: whatever
// it reads must not change any more.
func (k *keeper) KeepLater(path string, make func() []byte) {
	k.Do(path, func() error { return writeAtomic(path, make()) })
}

// Do has job, which changes the file at path, done in place of what waits for it.
func (k *keeper) Do(path string, job func() error) {
	k.mu.Lock()
	k.waiting[path] = job
	k.mu.Unlock()
	signalOn(k.work)
}

// Failed is where the loop hears that something was not kept.
func (k *keeper) Failed() <-chan error { return k.failed }

// Flush waits until all is written, for as long as limit.
func (k *keeper) Flush(limit time.Duration) {
	waitWhile(func() bool { return k.writing || len(k.waiting) > 0 }, k.rest, limit)
}

// waitWhile waits while busy, which is asked whenever c is woken, and with its lock held; but no
// longer than limit.
func waitWhile(busy func() bool, c *sync.Cond, limit time.Duration) {
	done := make(chan struct{})
	go func() {
		c.L.Lock()
		for busy() {
			c.Wait()
		}
		c.L.Unlock()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// run writes what waits, for as long as the program runs.
func (k *keeper) run() {
	for range k.work {
		for {
			job, ok := k.next()
			if !ok {
				break
			}
			if err := job(); err != nil {
				k.fail(err)
			}
		}
	}
}

// next takes one of the files that wait.
func (k *keeper) next() (job func() error, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for path, job := range k.waiting {
		delete(k.waiting, path)
		k.writing = true
		return job, true
	}
	k.writing = false
	k.rest.Broadcast()
	return nil, false
}

// fail tells the loop, unless it still has to take the one before.
func (k *keeper) fail(err error) {
	select {
	case k.failed <- err:
	default:
	}
}
