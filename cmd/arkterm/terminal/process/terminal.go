// Package process is what a program on a terminal has to do with the system: the terminal of this
// process, the signals that it gets, stopping and going on under a shell, dying so that its parent
// sees why, and a child that gives the terminal back where the process cannot any more. A process
// has one terminal, so there is one [Terminal] in it; sessions on other terminals need nothing of
// this package.
package process

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/terminal"
	"arkterm/input"
	"arkterm/render/cell"
)

// Options are what Open is told.
type Options struct {
	Tier    cell.Tier
	Title   bool // the terminal has one, see terminal.HasTitle
	Queries bool // it may be sent queries
	Far     bool // it is at the other end of a link
	Now     func() time.Duration
	Grace   time.Duration // how long the loop may take to end for a signal; 0: DefaultGrace
}

// DefaultGrace is how long the loop may take to end for a signal or a lost terminal, before the
// program is ended without it. A program whose terminal is lost is given half a second.
const DefaultGrace = 400 * time.Millisecond

// A Terminal is this process's own terminal, and its whole life: it is taken by Open and given back
// as it was found by Close, whatever happens in between.
//
// It is a device; what else it says is for the goroutine that shows frames on it:
//
//	for {
//		select {
//		case ev, ok := <-t.Events():
//			if !ok { // the terminal is gone
//				// save what is to be saved
//				t.Close()
//				process.Die(unix.SIGHUP)
//			}
//		case sig := <-t.Signals():
//			if stopped := t.Obey(sig); !stopped {
//				// save what is to be saved
//				t.Close()
//				process.Die(sig)
//			}
//			// pause, repaint everything
//		}
//	}
type Terminal struct {
	*terminal.Terminal
	tty     *tty
	driver  *driver
	monitor *monitor
	watch   *watch
	once    sync.Once
	closed  atomic.Bool

	panicked atomic.Bool            // the program ends for a panic
	report   atomic.Pointer[func()] // what OnPanic was given
}

// Open takes the terminal. Where there is none the error has exit.Terminal and advice.
func Open(o Options) (*Terminal, error) {
	file, err := openTTY()
	if err != nil {
		return nil, err
	}

	t := &Terminal{tty: file}
	t.watch = newWatch(t, o.Grace)
	t.Terminal, err = terminal.New(file, terminal.Options{
		Tier: o.Tier, Title: o.Title, Queries: o.Queries, Far: o.Far, Now: o.Now,
		Guard:  func() { t.caught(recover()) },
		Signal: func(ev input.KeyEvent) bool { return t.watch.key(ev) },
	})
	if err != nil {
		file.close()
		return nil, err
	}

	// The monitor first: nobody could give the terminal back in place of a process that is killed
	// between taking it and starting one.
	t.monitor = startMonitor(t.Guard)
	file.monitor = t.monitor
	t.watch.begin()

	if t.driver, err = startDriver(t.Terminal, t.Guard); err != nil {
		t.Close()
		return nil, exit.Errorf(exit.Terminal, "use the terminal: %w", err)
	}
	return t, nil
}

// Saved says whether there is a game to continue, should the process be killed.
func (t *Terminal) Saved(is bool) { t.monitor.saved(is) }

// Close gives the terminal back. It may be called from any goroutine and any number of
// times; it returns when the terminal is given back, after 0.8 s at most, and when all goroutines
// have ended that were started for it.
func (t *Terminal) Close() error {
	t.once.Do(func() {
		t.closed.Store(true)
		t.StopListening() // so that tcell's reader ends while its events are still taken
		_ = t.Terminal.Close()
		t.driver.close(t.Guard)
		t.monitor.end()
		t.watch.end()
	})
	return nil
}

// OnPanic sets what is called in a panic, once the terminal is given back and the panic
// printed. It is called in the goroutine that panics.
func (t *Terminal) OnPanic(report func()) { t.report.Store(&report) }

// Guard is to be deferred in every goroutine. In a panic it gives the terminal back,
// prints what happened, calls what OnPanic was given, and ends the program.
func (t *Terminal) Guard() { t.caught(recover()) }

// caught ends the program for the panic value v, unless that is nil.
func (t *Terminal) caught(v any) {
	if v != nil {
		t.Panicked(v, debug.Stack())
	}
}

// Panicked ends the program for a panic that was caught. Only the first one is told of: others may
// follow from it.
func (t *Terminal) Panicked(v any, stack []byte) {
	if !t.panicked.CompareAndSwap(false, true) {
		select {} // until the first one has ended the program
	}
	t.Close()
	fmt.Fprintf(os.Stderr, "arkterm: panic: %v\n\n%s", v, stack)
	if report := t.report.Load(); report != nil {
		(*report)()
	}
	os.Exit(int(exit.Failure))
}
