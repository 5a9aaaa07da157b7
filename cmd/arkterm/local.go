package main

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"time"

	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/tty"
	"arkterm/cmd/arkterm/worker"
)

// A localHost is a host on the terminal of this process. It also handles signals and the end of the process.
type localHost struct {
	*runloop.Host
	term       *tty.Terminal
	beforeExit func() // saves data before the program ends
	// waits until the data is on the disk, and reports failures; called after the terminal is restored
	flushAndReport func()
	calls          chan func() error
	done           chan struct{} // closed after the last call is handled
	relays         sync.WaitGroup
}

// A signalError is a signal that ends the program.
type signalError struct{ os.Signal }

func (e signalError) Error() string { return "ended by a signal: " + e.String() }

// newLocalHost returns a host for a session that makes no requests.
func newLocalHost(term *tty.Terminal, s runloop.Session, now func() time.Duration) *localHost {
	l := &localHost{
		term:           term,
		beforeExit:     func() {},
		flushAndReport: func() {},
		calls:          make(chan func() error),
		done:           make(chan struct{}),
	}
	l.Host = &runloop.Host{Screen: term.Display, Session: s, Now: now, Calls: l.calls}
	return l
}

// relay starts a goroutine that passes functions to the host. The host calls each of them between two events. next is
// the source of the functions. It waits for a function, and returns nil after done is closed.
func (l *localHost) relay(next func(done <-chan struct{}) (do func() error)) {
	l.relays.Go(func() {
		defer l.term.HandlePanic()
		for {
			do := next(l.done)
			if do == nil {
				return
			}
			select {
			case l.calls <- do:
			case <-l.done:
				return
			}
		}
	})
}

// signals is a source for relay that waits for signals.
func (l *localHost) signals(done <-chan struct{}) func() error {
	select {
	case sig := <-l.term.Signals():
		return func() error { return l.handleSignal(sig) }
	case <-done:
		return nil
	}
}

// handleSignal handles a signal. It returns an error that ends the host, or stops the process until SIGCONT.
func (l *localHost) handleSignal(sig os.Signal) error {
	l.beforeExit()
	if stopped := l.term.HandleStop(sig); !stopped {
		return signalError{sig}
	}
	l.PauseAndRepaint()
	return nil
}

// run runs the session until it ends. After a signal, the loss of the terminal or a panic, it restores the terminal and
// ends the process, so it does not return.
func (l *localHost) run() error {
	defer l.term.HandlePanic()
	l.relay(l.signals)
	err := l.Run()
	close(l.done)
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		l.term.Panicked(p.Value, p.Stack)
	}
	l.relays.Wait()

	sig, ok := errors.AsType[signalError](err)
	if errors.Is(err, screen.ErrGone) {
		l.beforeExit()
		sig, ok = signalError{syscall.SIGHUP}, true
	}
	if ok {
		l.term.Close()
		l.flushAndReport()
		tty.Die(sig.Signal)
	}
	return err
}
