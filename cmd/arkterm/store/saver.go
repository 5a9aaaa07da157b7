package store

import (
	"maps"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
)

// A Saver writes files in its own goroutine, so that the loop never waits for a disk. If several versions
// of one file are pending, only the last one is written. Its owner ends it with Close.
type Saver struct {
	*worker.Worker
	failed chan error // the first failure that was not received yet

	mu      sync.Mutex
	waiting map[string]func() error // by path
	later   map[string]func() error // the same, of DoSoon
	timer   *time.Timer             // moves those to waiting; nil: there are none
}

// NewSaver returns a saver, whose goroutine defers guard.
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
	delete(s.later, path)
	s.waiting[path] = job
	s.mu.Unlock()
	s.Wake()
}

// soon is how long jobs of DoSoon may wait: what a kill may lose.
const soon = 10 * time.Second

// DoSoon is Do for a file that changes often and need not be written each time: the job begins within soon, or at once
// with Flush and Close.
func (s *Saver) DoSoon(path string, job func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.later == nil {
		s.later = make(map[string]func() error)
	}
	s.later[path] = job
	if s.timer == nil {
		s.timer = time.AfterFunc(soon, s.hurry)
	}
}

// hurry begins the jobs of DoSoon.
func (s *Saver) hurry() {
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	n := len(s.later)
	maps.Copy(s.waiting, s.later)
	clear(s.later)
	s.mu.Unlock()
	if n > 0 {
		s.Wake()
	}
}

// Flush waits until all jobs are done, at most for limit, and reports whether they are.
func (s *Saver) Flush(limit time.Duration) bool {
	s.hurry()
	return s.Worker.Flush(limit)
}

// Close lets the jobs be done and ends the goroutine, see [worker.Worker.Close].
func (s *Saver) Close(limit time.Duration) bool {
	s.hurry()
	return s.Worker.Close(limit)
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
