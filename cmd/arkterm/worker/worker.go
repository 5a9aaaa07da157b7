// Package worker runs jobs one after another in a goroutine, so that callers never wait for a disk or a terminal. The
// owner of a [Worker] stores the jobs in a queue, which it protects with its own mutex.
package worker

import (
	"sync"
	"time"
)

// A Worker calls a function of its owner, step, while there is work. It has a goroutine only during that time, because
// a server has several workers for each player. Call Close to stop it.
type Worker struct {
	handlePanic func()
	step        func() bool
	run         func() // the method work, stored to avoid an allocation for each goroutine

	mu      sync.Mutex
	ended   *sync.Cond // broadcast when the goroutine has ended
	pending bool       // Wake was called and step has not been called since
	running bool       // there is a goroutine
	closed  bool       // no further goroutine is started
}

// Start returns a worker. step executes one job and reports whether there was one. The worker calls step until it
// returns false, and again after the next Wake. The goroutines of the worker defer handlePanic.
func Start(handlePanic func(), step func() bool) *Worker {
	w := &Worker{handlePanic: handlePanic, step: step}
	w.run = w.work
	w.ended = sync.NewCond(&w.mu)
	return w
}

// Wake notifies the worker that there is work. It never blocks.
func (w *Worker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = true
	if !w.running && !w.closed {
		w.running = true
		go w.run()
	}
}

// Idle reports whether all work is done.
func (w *Worker) Idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.running && !w.pending
}

// Flush waits up to limit until the worker is idle, and reports whether it is. After a panic in step, Flush returns
// false immediately.
func (w *Worker) Flush(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.await(limit) && !w.pending
}

// Close stops the worker after it has done the work announced by Wake. It waits up to limit until the goroutine has
// ended, and reports whether it has. A step that hangs cannot be interrupted. In that case the goroutine ends when the
// step returns.
func (w *Worker) Close(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	return w.await(limit)
}

// await waits up to limit until there is no goroutine, and reports whether there is none. The caller holds mu.
func (w *Worker) await(limit time.Duration) bool {
	if !w.running {
		return true
	}
	late := false
	timer := time.AfterFunc(limit, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		late = true
		w.ended.Broadcast()
	})
	defer timer.Stop()
	for w.running && !late {
		w.ended.Wait()
	}
	return !w.running
}

// work calls step until there is no work left. A panic in step ends the worker.
func (w *Worker) work() {
	defer w.handlePanic()
	panicked := true
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if panicked {
			w.closed, w.pending, w.running = true, true, false
		}
		w.ended.Broadcast()
	}()
	for w.next() {
		for w.step() {
		}
	}
	panicked = false
}

// next reports whether there is work. If not, the goroutine counts as ended, and the next Wake starts another one.
func (w *Worker) next() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = w.pending
	w.pending = false
	return w.running
}
