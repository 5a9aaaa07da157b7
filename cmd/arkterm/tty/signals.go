package tty

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"arkterm/cmd/arkterm/tty/earlysignal"
	"arkterm/input"
)

// endSignals returns the signals that end the program. It gives the terminal back and then dies by the same signal,
// so its parent process learns the cause.
func endSignals() []os.Signal {
	signals := []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE, syscall.SIGTERM}
	return append(signals, earlysignal.Signals()...)
}

// A watch handles the signals that concern the terminal, from begin to end. Before, it handles only keys.
type watch struct {
	term          *Terminal
	grace         time.Duration // maximum time for the loop to end
	caught        chan os.Signal
	passed        chan os.Signal // for the loop
	continued     chan struct{}  // a token for each SIGCONT
	stopping      atomic.Bool    // waiting for a SIGCONT
	stopRequested atomic.Bool    // a stop was requested, and the loop has not handled it yet
	group         atomic.Bool    // stop the whole process group, because Ctrl-Z arrived as a key
	ending        chan struct{}  // closed by the first signal that ends the program
	lost          bool           // the terminal is gone; used by run only
	over          chan struct{}  // closed by end
	done          chan struct{}  // closed when run has ended
}

// newWatch returns a watch for t. An ending signal ends the program after grace, or 0 for DefaultGrace, if the loop
// has not ended. A second one ends it immediately.
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

// begin starts handling signals.
func (w *watch) begin() {
	notifyEnds(w.caught)
	w.attend()
	go w.run()
}

// end stops handling signals and waits up to closeLimit for run to end. While a signal is ending the program it does
// nothing, because a second signal must still be handled. It is called once.
func (w *watch) end() {
	if w.isEnding() {
		return
	}
	earlysignal.Take()
	signal.Stop(w.caught)
	close(w.over)
	select {
	case <-w.done:
	case <-time.After(closeLimit):
	}
}

// Signals returns the signals for the loop. The loop passes each to Obey, and ends by the signal if Obey returns false.
func (t *Terminal) Signals() <-chan os.Signal { return t.watch.passed }

// key handles a key such as Ctrl-C, which a terminal in raw mode does not translate to a signal. It reports whether the
// key corresponds to a signal. It does not wait.
func (w *watch) key(ev input.Keystroke) bool {
	sig := os.Signal(nil)
	switch {
	case ev.Kind != input.Press: // repeats and releases of these keys do nothing
		return ev.IsCtrl('c') || ev.IsCtrl('\\') || ev.IsCtrl('z')
	case ev.IsCtrl('c'):
		sig = syscall.SIGINT
	case ev.IsCtrl('\\'):
		sig = syscall.SIGQUIT
	case ev.IsCtrl('z'):
		if sig = w.suspends(); sig == nil {
			return true
		}
	default:
		return false
	}
	offer(w.caught, sig)
	return true
}

// offer sends a value to a channel with room for it.
func offer[T any](c chan T, v T) {
	select {
	case c <- v:
	default:
	}
}

// run handles signals until end.
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
			w.endWithin(syscall.SIGHUP)
		case <-w.over:
			return
		}
	}
}

// take handles one signal.
func (w *watch) take(sig os.Signal) {
	switch {
	case w.survives(sig):
	case w.isEnding() && w.lost && sig == syscall.SIGHUP: // the same hang-up again, not a second request
	case w.isEnding():
		w.term.StopWaiting()
		w.term.Close()
		Die(sig)
	default:
		if w.term.closed.Load() {
			w.term.StopWaiting() // Close may be waiting for replies
		}
		offer(w.passed, sig)
		w.endWithin(sig)
	}
}

// endWithin starts the end and forces it after the grace period.
func (w *watch) endWithin(sig os.Signal) {
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

// AtEnd calls clean before a signal ends the process, until done is called. It is for commands that do not use a
// terminal.
func AtEnd(clean func()) (done func()) {
	caught, over := make(chan os.Signal, 1), make(chan struct{})
	notifyEnds(caught)
	go func() {
		select {
		case sig := <-caught:
			clean()
			Die(sig)
		case <-over:
		}
	}()
	return func() {
		earlysignal.Take()
		signal.Stop(caught)
		close(over)
	}
}

// notifyEnds relays the signals that end the program to c, except signals that it was started to ignore.
func notifyEnds(c chan<- os.Signal) {
	for _, sig := range endSignals() {
		if !signal.Ignored(sig) { // nohup ignores SIGHUP for us
			signal.Notify(c, sig)
		}
	}
	earlysignal.Yield()
}
