// Package worker runs jobs one after another in their own goroutine, so that callers never wait for a disk
// or a terminal. The jobs and their order stay with the worker's owner, in a queue under the owner's
// mutex.
package worker

import (
	"sync"
	"time"
)

// A Worker calls its owner's function step in its own goroutine whenever there is work. The owner ends it
// with Close.
type Worker struct {
	mu    sync.Mutex
	wake  *sync.Cond // broadcast when a field below has changed
	asked int        // number of calls of Wake
	done  int        // how many of these are done
	over  bool       // begin no more work
	ended bool       // the goroutine has returned
}

// Start starts the goroutine, which defers guard. step does one piece of work and reports whether it found
// any. It is called until it reports false, and again after the next Wake.
func Start(guard func(), step func() bool) *Worker {
	w := &Worker{}
	w.wake = sync.NewCond(&w.mu)
	go func() {
		defer guard()
		defer w.end() // also in a panic, which would leave Flush and Close waiting
		w.run(step)
	}()
	return w
}

// Wake notes that there is work. It never waits.
func (w *Worker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	w.wake.Broadcast()
}

// Idle reports whether all work noted by Wake is done.
func (w *Worker) Idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done == w.asked
}

// Flush waits until the worker is idle, at most for limit, and reports whether it is. It does not wait for
// a worker that has ended.
func (w *Worker) Flush(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.await(func() bool { return w.done == w.asked || w.ended }, limit)
	return w.done == w.asked
}

// Close lets the worker finish the work noted by Wake, and ends its goroutine. It returns when the
// goroutine has ended, or after limit, and reports whether it has ended. A step that hangs cannot be
// interrupted; the goroutine ends when the step returns.
func (w *Worker) Close(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.wake.Broadcast()
	return w.await(func() bool { return w.ended }, limit)
}

// await waits until ready reports true, at most for limit, and returns its last result. mu is held, also
// while ready is called.
func (w *Worker) await(ready func() bool, limit time.Duration) bool {
	if ready() {
		return true
	}
	late := false
	timer := time.AfterFunc(limit, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		late = true
		w.wake.Broadcast()
	})
	defer timer.Stop()
	for !ready() && !late {
		w.wake.Wait()
	}
	return ready()
}

// run does the work until Close, and then what is still pending.
func (w *Worker) run(step func() bool) {
	for {
		asked, ok := w.next()
		if !ok {
			return
		}
		for step() {
		}
		w.mu.Lock()
		w.done = asked
		w.wake.Broadcast()
		w.mu.Unlock()
	}
}

// next waits for work and returns the value of asked. It reports false when there will be no more work.
func (w *Worker) next() (asked int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.asked == w.done && !w.over {
		w.wake.Wait()
	}
	return w.asked, w.asked != w.done
}

func (w *Worker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over, w.ended = true, true
	w.wake.Broadcast()
}
