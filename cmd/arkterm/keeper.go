package main

import (
	"sync"

	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/worker"
)

// A keeper writes files in a goroutine of its own, so that the loop never waits for a disk.
// Of several texts for one file that wait, the last one is written. Its owner ends it with Close.
type keeper struct {
	*worker.Worker
	failed chan error // the latest failure, for the loop

	mu      sync.Mutex
	waiting map[string]func() error // by path
}

// newKeeper starts the goroutine, in which guard is deferred.
func newKeeper(guard func()) *keeper {
	k := &keeper{failed: make(chan error, 1), waiting: map[string]func() error{}}
	k.Worker = worker.Start(guard, k.step)
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
	k.Do(path, func() error { return store.Write(path, make()) })
}

// Do has job, which changes the file at path, done in place of what waits for it.
func (k *keeper) Do(path string, job func() error) {
	k.mu.Lock()
	k.waiting[path] = job
	k.mu.Unlock()
	k.Wake()
}

// Failed is where the loop hears that something was not kept.
func (k *keeper) Failed() <-chan error { return k.failed }

// step writes one of the files that wait, if any does.
func (k *keeper) step() bool {
	job, ok := k.next()
	if !ok {
		return false
	}
	if err := job(); err != nil {
		k.fail(err)
	}
	return true
}

// next takes one of the files that wait.
func (k *keeper) next() (job func() error, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for path, job := range k.waiting {
		delete(k.waiting, path)
		return job, true
	}
	return nil, false
}

// fail tells the loop, unless it still has to take the one before.
func (k *keeper) fail(err error) {
	select {
	case k.failed <- err:
	default:
	}
}
