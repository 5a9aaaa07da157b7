package tty

import (
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"arkterm/cmd/arkterm/tty/earlysignal"
	"arkterm/input"
)

// exitSignals returns the signals that end the program. The program restores the terminal and then ends by the same
// signal, so that the parent process can determine the cause.
func exitSignals() []os.Signal {
	signals := []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE, syscall.SIGTERM}
	return append(signals, earlysignal.Signals()...)
}

// A signalHandler handles signals from a call of begin to a call of end. Before begin, it handles only keys.
type signalHandler struct {
	term          *Terminal
	grace         time.Duration  // maximum time for the event loop to end after a signal
	caught        chan os.Signal // signals for run
	loopSignals   chan os.Signal // signals for the event loop
	continued     chan struct{}  // receives a value for each SIGCONT while suspending is set
	suspending    atomic.Bool    // the process is stopping or stopped, until a SIGCONT arrives
	stopRequested atomic.Bool    // a stop was requested, and the event loop has not handled the request yet
	stopGroup     atomic.Bool    // stop the whole process group, because Ctrl-Z arrived as a key
	ending        chan struct{}  // closed by the first signal that ends the program
	terminalLost  bool           // the terminal is gone; used by run only
	over          chan struct{}  // closed by end
	done          chan struct{}  // closed when run has ended
}

// newSignalHandler returns a signal handler for t. If the event loop has not ended within grace after the first exit
// signal, the handler ends the program. A second exit signal ends it immediately. A grace of 0 means DefaultGrace.
func newSignalHandler(t *Terminal, grace time.Duration) *signalHandler {
	if grace == 0 {
		grace = DefaultGrace
	}
	return &signalHandler{
		term:        t,
		grace:       grace,
		caught:      make(chan os.Signal, 8),
		loopSignals: make(chan os.Signal, 8),
		continued:   make(chan struct{}, 1),
		ending:      make(chan struct{}),
		over:        make(chan struct{}),
		done:        make(chan struct{}),
	}
}

// begin starts handling signals.
func (w *signalHandler) begin() {
	notifyExitSignals(w.caught)
	w.notifyOther()
	go w.run()
}

// end stops handling signals and waits up to closeLimit for run to end. If a signal is ending the program, end does
// nothing, because a second signal must still be handled. end is called once.
func (w *signalHandler) end() {
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

// Signals returns the signals for the event loop. The loop passes each signal to HandleStop. If HandleStop returns
// false, the loop ends the process by the signal.
func (t *Terminal) Signals() <-chan os.Signal { return t.signalHandler.loopSignals }

// handleKey handles a key such as Ctrl-C, which a terminal in raw mode does not translate to a signal. It reports
// whether the key corresponds to a signal. It does not wait.
func (w *signalHandler) handleKey(ev input.Keystroke) bool {
	sig := os.Signal(nil)
	switch {
	case ev.Kind != input.Press: // repeats and releases of these keys do nothing
		return ev.IsCtrl('c') || ev.IsCtrl('\\') || ev.IsCtrl('z')
	case ev.IsCtrl('c'):
		sig = syscall.SIGINT
	case ev.IsCtrl('\\'):
		sig = syscall.SIGQUIT
	case ev.IsCtrl('z'):
		if sig = w.suspendSignal(); sig == nil {
			return true
		}
	default:
		return false
	}
	offer(w.caught, sig)
	return true
}

// offer sends a value to a buffered channel, or drops the value if the channel is full.
func offer[T any](c chan T, v T) {
	select {
	case c <- v:
	default:
	}
}

// run handles signals until end.
func (w *signalHandler) run() {
	defer w.term.HandlePanic()
	defer close(w.done)
	gone := w.term.Gone()
	for {
		select {
		case sig := <-w.caught:
			w.handle(sig)
		case <-gone:
			gone, w.terminalLost = nil, true
			w.endWithin(syscall.SIGHUP)
		case <-w.over:
			return
		}
	}
}

// handle handles one signal.
func (w *signalHandler) handle(sig os.Signal) {
	switch {
	case w.handleOther(sig):
	case w.isEnding() && w.terminalLost && sig == syscall.SIGHUP: // the loss of the terminal was already handled
	case w.isEnding():
		w.term.StopWaiting()
		w.term.Close()
		Die(sig)
	default:
		if w.term.closed.Load() {
			w.term.StopWaiting() // Close may be waiting for replies
		}
		offer(w.loopSignals, sig)
		w.endWithin(sig)
	}
}

// endWithin marks the program as ending. After the grace period, it ends the process by sig.
func (w *signalHandler) endWithin(sig os.Signal) {
	if !w.isEnding() {
		close(w.ending)
	}
	time.AfterFunc(w.grace, func() {
		defer w.term.HandlePanic()
		w.term.Close()
		Die(sig)
	})
}

// isEnding reports whether a signal is ending the program.
func (w *signalHandler) isEnding() bool {
	select {
	case <-w.ending:
		return true
	default:
		return false
	}
}

// OnExitSignal handles exit signals for commands that do not use a terminal. When one arrives, it calls clean and ends
// the process by the signal. It does not handle the signals in except. Call done to stop handling signals.
func OnExitSignal(clean func(), except ...os.Signal) (done func()) {
	caught, over := make(chan os.Signal, 1), make(chan struct{})
	notifyExitSignals(caught, except...)
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

// notifyExitSignals relays exit signals to c, except signals that the process ignores, and those in except.
func notifyExitSignals(c chan<- os.Signal, except ...os.Signal) {
	for _, sig := range exitSignals() {
		if !signal.Ignored(sig) && !slices.Contains(except, sig) { // nohup ignores SIGHUP
			signal.Notify(c, sig)
		}
	}
	earlysignal.Yield()
}
