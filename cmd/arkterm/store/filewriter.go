package store

import (
	"maps"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
)

// A FileWriter writes files in its own goroutine, so that the run loop never waits for a disk. If several jobs for the
// same file are pending, only the last one is run. Call Close to stop it.
type FileWriter struct {
	*worker.Worker
	failed chan error // the first error that was not received yet

	mu         sync.Mutex
	waiting    map[string]func() error // pending jobs, by path
	delayed    map[string]func() error // jobs from DoSoon, by path
	failedJobs map[string]failedJob    // jobs that failed and have not succeeded since, by path
	running    string                  // path of the running job
	timer      *time.Timer             // calls startDelayed; nil if delayed is empty
}

// A failedJob is a job that failed.
type failedJob struct {
	job func() error
	err error
}

// maxFailedJobs is the maximum number of failed jobs that are kept for another attempt.
const maxFailedJobs = 32

// NewFileWriter starts a FileWriter. Its goroutine defers handlePanic, which can recover a panic.
func NewFileWriter(handlePanic func()) *FileWriter {
	s := &FileWriter{
		failed:  make(chan error, 1),
		waiting: map[string]func() error{}, failedJobs: map[string]failedJob{},
	}
	s.Worker = worker.Start(handlePanic, s.step)
	return s
}

// Do queues job, which writes the file at path. It replaces a pending job for the same file.
func (s *FileWriter) Do(path string, job func() error) {
	s.mu.Lock()
	delete(s.delayed, path)
	s.waiting[path] = job
	s.mu.Unlock()
	s.Wake()
}

// saveDelay is the maximum delay of jobs from DoSoon. If the process is killed, at most the changes of this time are
// lost.
const saveDelay = 10 * time.Second

// DoSoon is like Do, for a file that changes often. The job starts within saveDelay, or immediately when Flush or
// Close is called.
func (s *FileWriter) DoSoon(path string, job func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.delayed == nil {
		s.delayed = make(map[string]func() error)
	}
	s.delayed[path] = job
	if s.timer == nil {
		s.timer = time.AfterFunc(saveDelay, s.startDelayed)
	}
}

// startDelayed queues the jobs from DoSoon.
func (s *FileWriter) startDelayed() {
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	n := len(s.delayed)
	maps.Copy(s.waiting, s.delayed)
	clear(s.delayed)
	s.mu.Unlock()
	if n > 0 {
		s.Wake()
	}
}

// Flush waits until all jobs are done, but at most for limit, and reports whether they are done.
func (s *FileWriter) Flush(limit time.Duration) bool {
	s.startDelayed()
	return s.Worker.Flush(limit)
}

// Close finishes all jobs and stops the goroutine, see [worker.Worker.Close].
func (s *FileWriter) Close(limit time.Duration) bool {
	s.startDelayed()
	return s.Worker.Close(limit)
}

// Failed returns a channel that receives an error after a failed write.
func (s *FileWriter) Failed() <-chan error { return s.failed }

// Retry runs the failed jobs again, because the disk may have space now. It skips jobs that a newer job for the same
// file replaces.
func (s *FileWriter) Retry() {
	s.mu.Lock()
	for path, lost := range s.failedJobs {
		if s.waiting[path] == nil && s.delayed[path] == nil && s.running != path {
			s.waiting[path] = lost.job
		}
	}
	s.mu.Unlock()
	s.Wake()
}

// Failures returns the error of each file whose last write failed, by path.
func (s *FileWriter) Failures() map[string]error {
	s.mu.Lock()
	defer s.mu.Unlock()
	errs := make(map[string]error, len(s.failedJobs))
	for path, lost := range s.failedJobs {
		errs[path] = lost.err
	}
	return errs
}

// step runs one pending job, if there is any.
func (s *FileWriter) step() bool {
	path, job, ok := s.next()
	if !ok {
		return false
	}
	err := job()
	s.recordResult(path, job, err)
	if err != nil {
		s.reportFailure(err)
	}
	return true
}

// recordResult updates the failed jobs after a job.
func (s *FileWriter) recordResult(path string, job func() error, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = ""
	if err == nil {
		delete(s.failedJobs, path)
	} else if _, known := s.failedJobs[path]; known || len(s.failedJobs) < maxFailedJobs {
		s.failedJobs[path] = failedJob{job, err}
	}
}

// next removes one pending job from the queue and returns it.
func (s *FileWriter) next() (path string, job func() error, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, job := range s.waiting {
		delete(s.waiting, path)
		s.running = path
		return path, job, true
	}
	return "", nil, false
}

// reportFailure sends err to failed, unless an earlier error has not been received yet.
func (s *FileWriter) reportFailure(err error) {
	select {
	case s.failed <- err:
	default:
	}
}
