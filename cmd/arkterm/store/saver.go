package store

import (
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// A Saver writes files in its own goroutine, so that the loop never waits for a disk. If several versions
// of one file are pending, only the last one is written. Its owner ends it with Close.
type Saver struct {
	*worker.Worker
	failed chan error // the first failure that was not received yet

	mu      sync.Mutex
	waiting map[string]func() error // by path
}

// NewSaver starts the goroutine, which defers guard.
func NewSaver(guard func()) *Saver {
	s := &Saver{failed: make(chan error, 1), waiting: map[string]func() error{}}
	s.Worker = worker.Start(guard, s.step)
	return s
}

// Save writes text to the file at path, whole or not at all. The saver owns text from then on.
func (s *Saver) Save(path string, text []byte) {
	s.SaveLater(path, func() []byte { return text })
}

// SaveLater writes the result of make, which is called in the saver's goroutine: the data it reads must not
// change any more.
func (s *Saver) SaveLater(path string, make func() []byte) {
	s.Do(path, func() error { return Write(path, make()) })
}

// Do runs job, which changes the file at path, in place of a pending job for that file.
func (s *Saver) Do(path string, job func() error) {
	s.mu.Lock()
	s.waiting[path] = job
	s.mu.Unlock()
	s.Wake()
}

// Failed receives an error after a failed write.
func (s *Saver) Failed() <-chan error { return s.failed }

// step runs one pending job, if there is any.
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

// next takes one pending job.
func (s *Saver) next() (job func() error, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, job := range s.waiting {
		delete(s.waiting, path)
		return job, true
	}
	return nil, false
}

// fail reports err, unless an earlier error has not been received yet.
func (s *Saver) fail(err error) {
	select {
	case s.failed <- err:
	default:
	}
}
