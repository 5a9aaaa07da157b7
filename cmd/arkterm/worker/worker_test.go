package worker

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A list is the queue of a worker's owner.
type list struct {
	mu   sync.Mutex
	todo []int
	done []int
	slow time.Duration // how long a piece of work takes
}

func (l *list) step() bool {
	l.mu.Lock()
	if len(l.todo) == 0 {
		l.mu.Unlock()
		return false
	}
	n := l.todo[0]
	l.todo = l.todo[1:]
	l.mu.Unlock()

	time.Sleep(l.slow) // in a synctest bubble

	l.mu.Lock()
	defer l.mu.Unlock()
	l.done = append(l.done, n)
	return true
}

func (l *list) add(w *Worker, n int) {
	l.mu.Lock()
	l.todo = append(l.todo, n)
	l.mu.Unlock()
	w.Wake()
}

func TestWorkIsDoneInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &list{slow: time.Millisecond}
		w := Start(func() {}, l.step)
		for i := range 100 {
			l.add(w, i)
		}
		if !w.Flush(time.Minute) || !w.Idle() {
			t.Error("not idle after a minute")
		}
		for i, n := range l.done {
			if i != n {
				t.Fatalf("job %d was done in position %d", n, i)
			}
		}
		if len(l.done) != 100 || !w.Close(time.Second) {
			t.Errorf("%d of 100 done", len(l.done))
		}
	})
}

func TestCloseFinishesWhatWasAskedAndEndsTheGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails if the goroutine still runs at the end
		l := &list{slow: time.Second}
		w := Start(func() {}, l.step)
		l.add(w, 1)
		l.add(w, 2)
		if !w.Close(time.Minute) || len(l.done) != 2 {
			t.Errorf("%d of 2 done", len(l.done))
		}
		if !w.Close(time.Minute) || !w.Flush(time.Minute) {
			t.Error("the second end waits for something")
		}
	})
}

func TestNobodyWaitsLongerThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &list{slow: time.Hour}
		w := Start(func() {}, l.step)
		l.add(w, 1)
		begun := time.Now()
		if w.Flush(time.Second) || w.Close(time.Second) {
			t.Error("an hour's work was done")
		}
		if took := time.Since(begun); took != 2*time.Second {
			t.Errorf("it took %v, want 2s", took)
		}
		time.Sleep(time.Hour) // then the goroutine can end
	})
}

// A panic ends the worker. Afterwards Flush and Close do not wait for it.
func TestAWorkerThatPanicsHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var caught any
		w := Start(func() { caught = recover() }, func() bool { panic("planted") })
		w.Wake()
		if w.Flush(time.Minute) {
			t.Error("the work counts as done")
		}
		if !w.Close(time.Minute) {
			t.Error("the goroutine has not ended")
		}
		synctest.Wait()
		if caught != "planted" {
			t.Errorf("the guard caught %v", caught)
		}
	})
}
