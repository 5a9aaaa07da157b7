package main

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/host"
	"arkterm/cmd/arkterm/terminal"
	"arkterm/cmd/arkterm/terminal/process"
	"arkterm/cmd/arkterm/worker"
)

// A local is a host on this process's terminal: what the signals of the process mean to it, and how
// the process ends for it.
type local struct {
	*host.Host
	term   *process.Terminal
	ending func() // saves what the program's end would lose
	flush  func() // waits until that is on the disk
	calls  chan func() error
	over   chan struct{} // closed when nobody takes calls any more
	relays sync.WaitGroup
}

// A signalError is a signal that ends the program.
type signalError struct{ os.Signal }

func (e signalError) Error() string { return "ended by a signal: " + e.String() }

// newLocal returns a host for a session on the terminal that asks for nothing.
func newLocal(term *process.Terminal, s host.Session, now func() time.Duration) *local {
	l := &local{
		term:   term,
		ending: func() {},
		flush:  func() {},
		calls:  make(chan func() error),
		over:   make(chan struct{}),
	}
	l.Host = &host.Host{Device: term, Session: s, Now: now, Calls: l.calls}
	return l
}

// relay takes what comes from a source, in a goroutine of its own, and has it done between two
// events of the host until that ends. next waits for something to be done, or until over is
// closed, and then returns nil.
func (l *local) relay(next func(over <-chan struct{}) (do func() error)) {
	l.relays.Go(func() {
		defer l.term.Guard()
		for {
			do := next(l.over)
			if do == nil {
				return
			}
			select {
			case l.calls <- do:
			case <-l.over:
				return
			}
		}
	})
}

// signals is a source for relay: it waits for a signal.
func (l *local) signals(over <-chan struct{}) func() error {
	select {
	case sig := <-l.term.Signals():
		return func() error { return l.obey(sig) }
	case <-over:
		return nil
	}
}

// obey does what a signal asks for: end, or stop and be back some time later.
func (l *local) obey(sig os.Signal) error {
	l.ending()
	if stopped := l.term.Obey(sig); !stopped {
		return signalError{sig}
	}
	l.Away()
	return nil
}

// run runs until the session is over. A signal, a lost terminal or a panic ends the process, with
// the terminal given back: then it does not return.
func (l *local) run() error {
	defer l.term.Guard()
	l.relay(l.signals)
	err := l.Run()
	close(l.over)
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		l.term.Panicked(p.Value, p.Stack)
	}
	l.relays.Wait()

	sig, ok := errors.AsType[signalError](err)
	if errors.Is(err, terminal.ErrGone) {
		l.ending()
		sig, ok = signalError{unix.SIGHUP}, true
	}
	if ok {
		l.term.Close()
		l.flush()
		process.Die(sig.Signal)
	}
	return err
}
