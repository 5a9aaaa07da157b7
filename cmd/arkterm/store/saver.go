package store

import (
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// A Saver writes files in a goroutine of its own, so that no loop waits for a disk.
// Of several texts for one file that wait, the last one is written. Its owner ends it with Close.
type Saver struct {
	*worker.Worker
	failed chan error // the latest failure, for the loop

	mu      sync.Mutex
	waiting map[string]func() error // by path
}

// NewSaver starts the goroutine, in which guard is deferred.
func NewSaver(guard func()) *Saver {
	s := &Saver{failed: make(chan error, 1), waiting: map[string]func() error{}}
	s.Worker = worker.Start(guard, s.step)
	return s
}

// Save has text written to the file at path, whole or not at all. text belongs to the
// saver from now on.
func (s *Saver) Save(path string, text []byte) {
	s.SaveLater(path, func() []byte { return text })
}

// SaveLater has what make returns written. It is called in the saver's goroutine: whatever
// it reads must not change any more.
func (s *Saver) SaveLater(path string, make func() []byte) {
	s.Do(path, func() error { return Write(path, make()) })
}

// Do has job, which changes the file at path, done in place of what waits for it.
func (s *Saver) Do(path string, job func() error) {
	s.mu.Lock()
	s.waiting[path] = job
	s.mu.Unlock()
	s.Wake()
}

// Failed receives an error when something was not saved.
func (s *Saver) Failed() <-chan error { return s.failed }

// step writes one of the files that wait, if any does.
func (s *Saver) step() bool {
	job, ok := s.next()
	if !ok {
		return false
	}
	if err := job(); err != nil {
		s.fail(err)
	}
	return true
}

// next takes one of the files that wait.
func (s *Saver) next() (job func() error, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, job := range s.waiting {
		delete(s.waiting, path)
		return job, true
	}
	return nil, false
}

// fail tells the loop, unless it still has to take the one before.
func (s *Saver) fail(err error) {
	select {
	case s.failed <- err:
	default:
	}
}
