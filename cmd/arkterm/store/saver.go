package store

import (
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// A keeper writes files in a goroutine of its own, so that the loop never waits for a disk.
// Of several texts for one file that wait, the last one is written. Its owner ends it with Close.
type Saver struct {
	*worker.Worker
	failed chan error // the latest failure, for the loop

	mu      sync.Mutex
	waiting map[string]func() error // by path
}

// NewSaver starts the goroutine, in which guard is deferred.
func NewSaver(guard func()) *Saver {
	k := &Saver{failed: make(chan error, 1), waiting: map[string]func() error{}}
	k.Worker = worker.Start(guard, k.step)
	return k
}

// Save has text written to the file at path, whole or not at all. text belongs to the
// keeper from now on.
func (k *Saver) Save(path string, text []byte) {
	k.SaveLater(path, func() []byte { return text })
}

// SaveLater has what make returns written. It is called in the keeper's goroutine: whatever
// it reads must not change any more.
func (k *Saver) SaveLater(path string, make func() []byte) {
	k.Do(path, func() error { return Write(path, make()) })
}

// Do has job, which changes the file at path, done in place of what waits for it.
func (k *Saver) Do(path string, job func() error) {
	k.mu.Lock()
	k.waiting[path] = job
	k.mu.Unlock()
	k.Wake()
}

// Failed is where the loop hears that something was not kept.
func (k *Saver) Failed() <-chan error { return k.failed }

// step writes one of the files that wait, if any does.
func (k *Saver) step() bool {
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
func (k *Saver) next() (job func() error, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for path, job := range k.waiting {
		delete(k.waiting, path)
		return job, true
	}
	return nil, false
}

// fail tells the loop, unless it still has to take the one before.
func (k *Saver) fail(err error) {
	select {
	case k.failed <- err:
	default:
	}
}
