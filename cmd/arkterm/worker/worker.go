// Package worker runs one job after another in a goroutine of its own, so that whoever asks for
// them never waits for a disk or a terminal. It knows neither: what is to be done, and in which
// order, stays with its owner, who keeps the queue under a mutex of his own.
package worker

import (
	"sync"
	"time"
)

// A Worker calls a function of its owner's, its step, in a goroutine of its own whenever there is
// work. Its owner ends it with Close.
type Worker struct {
	mu    sync.Mutex
	wake  *sync.Cond // something below has changed
	asked int        // how often there was work
	done  int        // how much of that is done
	over  bool       // no more is begun
	ended bool       // the goroutine has returned
}

// Start starts the goroutine, in which guard is deferred. step does one piece of work and reports
// whether it found any: it is called until it does not, and again after the next Wake.
func Start(guard func(), step func() bool) *Worker {
	w := &Worker{}
	w.wake = sync.NewCond(&w.mu)
	go func() {
		defer guard()
		defer w.end() // in a panic too: nobody may wait for a goroutine that is gone
		w.run(step)
	}()
	return w
}

// Wake says that there is work. It never waits.
func (w *Worker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	w.wake.Broadcast()
}

// Idle reports whether all work has been done that there was at any Wake.
func (w *Worker) Idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done == w.asked
}

// Flush waits until the worker is idle, but no longer than limit, and reports whether it is. A
// worker that has ended does nothing more, so it is not waited for.
func (w *Worker) Flush(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.await(func() bool { return w.done == w.asked || w.ended }, limit)
	return w.done == w.asked
}

// Close has the worker finish what was asked before, and ends its goroutine. It returns when that
// has ended, or after limit, and reports whether it has: a step that hangs cannot be ended, and
// the goroutine ends when the step returns.
func (w *Worker) Close(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.wake.Broadcast()
	return w.await(func() bool { return w.ended }, limit)
}

// await waits until ready reports true, or for limit, and returns what ready says then. mu is held,
// also while ready is called.
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

// run does the work until Close, and what is left of it then.
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

// next waits for work, and returns how often it was asked for. It reports false when there will be
// none any more.
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
