package worker

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A queue is the queue of a worker's owner.
type queue struct {
	mu       sync.Mutex
	todo     []int
	done     []int
	stepTime time.Duration // duration of a job
}

// step executes a job, and reports whether there was one.
func (l *queue) step() bool {
	l.mu.Lock()
	if len(l.todo) == 0 {
		l.mu.Unlock()
		return false
	}
	n := l.todo[0]
	l.todo = l.todo[1:]
	l.mu.Unlock()

	time.Sleep(l.stepTime) // simulated time

	l.mu.Lock()
	defer l.mu.Unlock()
	l.done = append(l.done, n)
	return true
}

// add adds a job.
func (l *queue) add(w *Worker, n int) {
	l.mu.Lock()
	l.todo = append(l.todo, n)
	l.mu.Unlock()
	w.Wake()
}

func TestWorkIsDoneInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &queue{stepTime: time.Millisecond}
		w := Start(func() {}, l.step)
		for i := range 100 {
			l.add(w, i)
		}
		if !w.Flush(time.Minute) || !w.Idle() {
			t.Error("the worker is not idle after a minute")
		}
		for i, n := range l.done {
			if i != n {
				t.Fatalf("job %d was done in position %d", n, i)
			}
		}
		if len(l.done) != 100 || !w.Close(time.Second) {
			t.Errorf("%d jobs are done, want 100", len(l.done))
		}
	})
}

func TestCloseFinishesTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails if the goroutine still runs at the end
		l := &queue{stepTime: time.Second}
		w := Start(func() {}, l.step)
		l.add(w, 1)
		l.add(w, 2)
		if !w.Close(time.Minute) || len(l.done) != 2 {
			t.Errorf("%d jobs are done, want 2", len(l.done))
		}
		if !w.Close(time.Minute) || !w.Flush(time.Minute) {
			t.Error("after Close, another Close or Flush returns false")
		}
	})
}

func TestFlushAndCloseTimeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &queue{stepTime: time.Hour}
		w := Start(func() {}, l.step)
		l.add(w, 1)
		start := time.Now()
		if w.Flush(time.Second) || w.Close(time.Second) {
			t.Error("Flush or Close returns true during a job")
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("Flush and Close take %v, want 2s", took)
		}
		time.Sleep(time.Hour) // let the goroutine end
	})
}

// A panic ends the worker. Afterwards Flush and Close do not wait for it.
func TestPanicEndsTheWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var caught any
		w := Start(func() { caught = recover() }, func() bool { panic("planted") })
		w.Wake()
		if w.Flush(time.Minute) {
			t.Error("Flush returns true although step has panicked")
		}
		if !w.Close(time.Minute) {
			t.Error("Close returns false although the goroutine has ended")
		}
		synctest.Wait()
		if caught != "planted" {
			t.Errorf("guard recovers %v, want planted", caught)
		}
	})
}
