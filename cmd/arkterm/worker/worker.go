// Package worker runs jobs one after another in their own goroutine, so that callers never wait for a disk
// or a terminal. The jobs and their order stay with the worker's owner, in a queue under the owner's
// mutex.
package worker

import (
	"sync"
	"time"
)

// A Worker calls its owner's function step in a goroutine of its own whenever there is work. While there is none there is no
// goroutine: a server has several workers for each player, most of them idle. The owner ends it with Close.
type Worker struct {
	guard func()
	step  func() bool
	run   func() // of the goroutine

	mu      sync.Mutex
	idle    *sync.Cond // broadcast when a field below has changed
	asked   int        // number of calls of Wake
	done    int        // how many of these are done
	running bool       // there is a goroutine
	over    bool       // begin no more work
}

// Start returns a worker. Its goroutines defer guard. step does one piece of work and reports whether it found any. It is
// called until it reports false, and again after the next Wake.
func Start(guard func(), step func() bool) *Worker {
	w := &Worker{guard: guard, step: step}
	w.run = w.work // made once, not for each goroutine
	w.idle = sync.NewCond(&w.mu)
	return w
}

// Wake notes that there is work. It never waits.
func (w *Worker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	if !w.running && !w.over {
		w.running = true
		go w.run()
	}
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
	w.await(func() bool { return w.done == w.asked || !w.running }, limit)
	return w.done == w.asked
}

// Close lets the worker finish the work noted by Wake, and begin no more. It returns when the goroutine has ended, or after
// limit, and reports whether it has ended. A step that hangs cannot be interrupted; the goroutine ends when the step returns.
func (w *Worker) Close(limit time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	return w.await(func() bool { return !w.running }, limit)
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
		w.idle.Broadcast()
	})
	defer timer.Stop()
	for !ready() && !late {
		w.idle.Wait()
	}
	return ready()
}

// work works until there is no more to do.
func (w *Worker) work() {
	defer w.guard()
	whole := false
	defer func() {
		if !whole {
			w.fail()
		}
	}()
	for asked := 0; w.next(&asked); {
		for w.step() {
		}
	}
	whole = true
}

// next notes that what asked calls of Wake were for is done, and sets asked to how many there are now. It reports false if
// there is no more work: then the goroutine counts as gone, and the next Wake starts another.
func (w *Worker) next(asked *int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = max(w.done, *asked)
	*asked = w.asked
	w.running = w.done < w.asked
	w.idle.Broadcast()
	return w.running
}

// fail ends the worker after a panic, which would leave Flush and Close waiting.
func (w *Worker) fail() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over, w.running = true, false
	w.idle.Broadcast()
}
