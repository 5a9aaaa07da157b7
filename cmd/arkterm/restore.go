package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/input"
)

// endSignals end the program. It gives the terminal back and then dies by the same
// signal, so that its parent sees what has happened.
var endSignals = []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGABRT, unix.SIGPIPE, unix.SIGTERM}

// grace is how long the loop may take to end for a signal or a lost terminal, before it is
// ended. A lost one is given half a second. Only tests change it, before the program's
// goroutines begin.
var grace = 400 * time.Millisecond

// A watch takes the signals that concern the terminal.
type watch struct {
	term      *terminal
	caught    chan os.Signal
	told      chan os.Signal // for the loop
	continued chan struct{}  // a token for each SIGCONT
	stopping  atomic.Bool    // a SIGCONT is awaited
	asked     atomic.Bool    // the loop was told to stop, and has not yet: once is enough
	group     atomic.Bool    // the whole group is to stop: Ctrl-Z was a key
	ending    chan struct{}  // closed by the first signal that ends
	lost      bool           // the terminal is gone; only run knows
}

// watchSignals watches for t. The second signal that ends the program, and the first one
// that the loop does not obey within the grace, ends it at once.
func watchSignals(t *terminal) *watch {
	w := &watch{
		term:      t,
		caught:    make(chan os.Signal, 8),
		told:      make(chan os.Signal, 8),
		continued: make(chan struct{}, 1),
		ending:    make(chan struct{}),
	}
	for _, sig := range endSignals {
		if !signal.Ignored(sig) { // nohup ignores SIGHUP for us
			signal.Notify(w.caught, sig)
		}
	}
	signal.Notify(w.caught, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT)
	go w.run()
	return w
}

// Signals returns what the loop is to obey: first it calls Obey with it, and if that returns
// false, it ends by it.
func (t *terminal) Signals() <-chan os.Signal { return t.watch.told }

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

// run takes signals for as long as the program runs.
func (w *watch) run() {
	defer w.term.Guard()
	gone := w.term.Lost()
	for {
		select {
		case sig := <-w.caught:
			w.take(sig)
		case <-gone:
			gone, w.lost = nil, true
			w.end(unix.SIGHUP)
		}
	}
}

// take takes one signal.
func (w *watch) take(sig os.Signal) {
	switch sig {
	case unix.SIGWINCH:
		w.term.resized()
	case unix.SIGTSTP:
		if w.asked.CompareAndSwap(false, true) {
			w.tell(sig)
		}
	case unix.SIGCONT:
		if w.stopping.Load() {
			signalOn(w.continued)
		} else {
			w.tell(sig)
		}
	default:
		if w.isEnding() && w.lost && sig == unix.SIGHUP {
			return // the same news again, not somebody's impatience
		}
		if w.isEnding() {
			w.term.Close()
			dieBy(sig)
		}
		w.tell(sig)
		w.end(sig)
	}
}

func (w *watch) tell(sig os.Signal) {
	select {
	case w.told <- sig:
	default:
	}
}

// end begins the end, and sees to it that it comes.
func (w *watch) end(sig os.Signal) {
	if !w.isEnding() {
		close(w.ending)
	}
	time.AfterFunc(grace, func() {
		defer w.term.Guard()
		w.term.Close()
		dieBy(sig)
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
