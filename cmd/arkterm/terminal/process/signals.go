package process

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/input"
)

// endSignals end the program. It gives the terminal back and then dies by the same
// signal, so that its parent sees what has happened.
var endSignals = []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGABRT, unix.SIGPIPE, unix.SIGTERM}

// A watch takes the signals that concern the terminal, and ends with end.
type watch struct {
	term      *Terminal
	grace     time.Duration // how long the loop may take to obey
	caught    chan os.Signal
	passed    chan os.Signal // for the loop
	continued chan struct{}  // a token for each SIGCONT
	stopping  atomic.Bool    // a SIGCONT is awaited
	asked     atomic.Bool    // the loop was told to stop, and has not yet: once is enough
	group     atomic.Bool    // the whole group is to stop: Ctrl-Z was a key
	ending    chan struct{}  // closed by the first signal that ends
	lost      bool           // the terminal is gone; only run knows
	over      chan struct{}  // closed by end
	once      sync.Once      // closes it
	done      chan struct{}  // closed when run has ended
}

// newWatch returns a watch for t that takes nothing yet but keys. The second signal that ends the
// program, and the first one that the loop does not obey within the grace, ends it at once.
func newWatch(t *Terminal, grace time.Duration) *watch {
	if grace == 0 {
		grace = DefaultGrace
	}
	return &watch{
		term:      t,
		grace:     grace,
		caught:    make(chan os.Signal, 8),
		passed:    make(chan os.Signal, 8),
		continued: make(chan struct{}, 1),
		ending:    make(chan struct{}),
		over:      make(chan struct{}),
		done:      make(chan struct{}),
	}
}

// begin takes signals from now on.
func (w *watch) begin() {
	for _, sig := range endSignals {
		if !signal.Ignored(sig) { // nohup ignores SIGHUP for us
			signal.Notify(w.caught, sig)
		}
	}
	signal.Notify(w.caught, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT)
	go w.run()
}

// end leaves signals to the system again, unless one of them is just ending the program: then
// another one must still find somebody. It returns when run has ended, or after closeLimit.
func (w *watch) end() {
	if w.isEnding() {
		return
	}
	signal.Stop(w.caught)
	w.once.Do(func() { close(w.over) })
	select {
	case <-w.done:
	case <-time.After(closeLimit):
	}
}

// Signals returns what the loop is to obey: first it calls Obey with it, and if that returns
// false, it ends by it.
func (t *Terminal) Signals() <-chan os.Signal { return t.watch.passed }

// key takes a key that stands for a signal, which the terminal does not make of it in
// raw mode, and reports whether it was one. It does not wait.
func (w *watch) key(ev input.KeyEvent) bool {
	sig := os.Signal(nil)
	switch {
	case ev.Kind != input.Press: // held down it is not pressed twice
		return ev.IsCtrl('c') || ev.IsCtrl('\\') || ev.IsCtrl('z')
	case ev.IsCtrl('c'):
		sig = unix.SIGINT
	case ev.IsCtrl('\\'):
		sig = unix.SIGQUIT
	case ev.IsCtrl('z'):
		if orphaned() { // nobody could make us go on
			return true
		}
		w.group.Store(true)
		sig = unix.SIGTSTP
	default:
		return false
	}
	select {
	case w.caught <- sig:
	default:
	}
	return true
}

// run takes signals until end.
func (w *watch) run() {
	defer w.term.Guard()
	defer close(w.done)
	gone := w.term.Gone()
	for {
		select {
		case sig := <-w.caught:
			w.take(sig)
		case <-gone:
			gone, w.lost = nil, true
			w.endBy(unix.SIGHUP)
		case <-w.over:
			return
		}
	}
}

// take takes one signal.
func (w *watch) take(sig os.Signal) {
	switch sig {
	case unix.SIGWINCH:
		w.term.Resized()
	case unix.SIGTSTP:
		if w.asked.CompareAndSwap(false, true) {
			w.pass(sig)
		}
	case unix.SIGCONT:
		if w.stopping.Load() {
			select {
			case w.continued <- struct{}{}:
			default:
			}
		} else {
			w.pass(sig)
		}
	default:
		if w.isEnding() && w.lost && sig == unix.SIGHUP {
			return // the same news again, not somebody's impatience
		}
		if w.isEnding() {
			w.term.Close()
			Die(sig)
		}
		w.pass(sig)
		w.endBy(sig)
	}
}

// pass passes a signal on to the loop.
func (w *watch) pass(sig os.Signal) {
	select {
	case w.passed <- sig:
	default:
	}
}

// endBy begins the end, and sees to it that it comes.
func (w *watch) endBy(sig os.Signal) {
	if !w.isEnding() {
		close(w.ending)
	}
	time.AfterFunc(w.grace, func() {
		defer w.term.Guard()
		w.term.Close()
		Die(sig)
	})
}

func (w *watch) isEnding() bool {
	select {
	case <-w.ending:
		return true
	default:
		return false
	}
}
