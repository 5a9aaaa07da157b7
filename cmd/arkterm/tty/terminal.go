// Package tty provides a screen on the terminal of this process. [Open] takes over the terminal. It changes the line
// settings, handles signals and job control, and starts the monitor, a child process that restores the terminal if this
// process cannot. A process has at most one [Terminal]. Sessions on other terminals, for example over SSH, use only
// package screen.
package tty

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/render/cell"
)

// Options are the options of Open.
type Options struct {
	Tier     cell.Tier
	Term     string                   // value of TERM
	UTF8     bool                     // see [screen.Options]
	Bleed    bool                     // glyphs may reach into neighboring cells
	Queries  bool                     // queries may be sent
	Remote   bool                     // the terminal is behind a network
	LinkRate int                      // maximum bytes per second, as the player set it; 0 for an automatic limit
	Lines    bool                     // start with lines of text, see [screen.Screen.Lines]
	Now      func() time.Duration     // time since a fixed origin
	Env      func(name string) string // the environment; nil if empty
	Grace    time.Duration            // maximum time for the event loop to end after a signal; 0 for DefaultGrace
	Tcell    bool                     // use tcell's screen instead of arkterm's
}

// closeLimit is the maximum time that Close waits for a goroutine. A goroutine ends immediately unless it has panicked
// with a lock held.
const closeLimit = 100 * time.Millisecond

// A Display is a screen on this process's terminal: a [screen.Screen], whose documentation describes the methods, or a
// [screen.Driver].
type Display interface {
	tcell.Screen

	Start() error
	Listen()
	Renew() bool
	Stop()
	StopWaiting()
	Close() error

	Events() <-chan tcell.Event
	Gone() <-chan struct{}
	Err() error
	MarkLost()
	Resized()
	Blur()

	Caps() screen.Caps
	SetTier(t cell.Tier)
	Ready() (ok bool, again time.Duration)
	Flow() screen.Flow
	SetCap(c screen.Cap)
}

// DefaultGrace is the maximum time for the event loop to end after a signal or the loss of the terminal. Some systems
// kill a program half a second after the loss.
const DefaultGrace = 400 * time.Millisecond

// maxStack is the maximum size of a goroutine's stack. An endless recursion would reach the runtime's limit of 1 GB
// only after seconds of swapping.
const maxStack = 64 << 20

// A Terminal is this process's terminal. The goroutine that shows frames also handles events and signals:
//
//	for {
//		select {
//		case ev, ok := <-t.Events():
//			if !ok { // the terminal is gone
//				// save the game
//				t.Close()
//				tty.Die(syscall.SIGHUP)
//			}
//		case sig := <-t.Signals():
//			if stopped := t.HandleStop(sig); !stopped {
//				// save the game
//				t.Close()
//				tty.Die(sig)
//			}
//			// pause, repaint everything
//		}
//	}
type Terminal struct {
	Display
	tty           *tty
	monitor       *monitor
	signalHandler *signalHandler
	closing       chan struct{} // closed by Close
	once          sync.Once
	closed        atomic.Bool

	panicked atomic.Bool            // a panic is ending the program
	onPanic  atomic.Pointer[func()] // set by OnPanic; nil if none
}

// Open takes over the terminal. If the terminal is not suitable, the error has the exit code cli.ExitTerminal.
func Open(o Options) (*Terminal, error) {
	file, err := openTTY()
	if err != nil {
		return nil, err
	}

	t := &Terminal{tty: file, closing: make(chan struct{})}
	limit := o.linkCap(clientUnknown)
	if o.inTmux() {
		limit = o.linkCap(tmuxClient())
	}
	t.signalHandler = newSignalHandler(t, o.Grace)
	options := screen.Options{
		Tier: o.Tier, Term: o.Term, UTF8: o.UTF8, Bleed: o.Bleed,
		Title: "arkterm", Input: true, Details: true, Lines: o.Lines, KeyRecords: hasInputRecords,
		Queries: o.Queries, Remote: o.Remote, Cap: limit,
		Now: o.Now, HandlePanic: func() { t.caught(recover()) }, Signal: t.signalHandler.handleKey,
	}
	switch {
	case o.Tcell:
		t.Display, err = screen.NewDriver(file, options, func(tty tcell.Tty) (s tcell.Screen, leave string, err error) {
			if s := file.newLegacyScreen(tty); s != nil {
				return s, "", nil
			}
			return newTcellScreen(tty, o.Term)
		})
	case !o.Lines && file.newLegacyScreen(nil) != nil:
		err = errors.New("this console does not support escape sequences; " +
			"turn off its legacy mode, or use --driver tcell")
	default:
		t.Display, err = screen.New(file, options)
	}
	if err != nil {
		file.close()
		return nil, cli.Errorf(cli.ExitTerminal, "%w", err)
	}

	// The monitor starts first, in case this process is killed right after it has taken over the terminal.
	t.monitor = startMonitor(t.HandlePanic)
	file.monitor = t.monitor
	t.signalHandler.begin()

	if err := t.start(); err != nil {
		t.Close()
		return nil, cli.Errorf(cli.ExitTerminal, "start the terminal: %w", err)
	}
	if o.Env != nil {
		if socket := socketOf(o.Env); socket != "" {
			go t.watchMultiplexer(o, socket, limit, isAttached(socket))
		}
	}
	return t, nil
}

// start takes over the terminal and starts reading.
func (t *Terminal) start() error {
	if err := t.Start(); err != nil {
		return err
	}
	go t.Listen()
	return nil
}

// SetSaved sets whether there is a saved game to continue. The monitor's message mentions it if the process is killed.
func (t *Terminal) SetSaved(saved bool) { t.monitor.reportSaved(saved) }

// Close restores the terminal and ends all goroutines started for it. It takes up to 1 s, and additionally waits for
// pending replies; see [screen.Screen.Close]. Close may be called from any goroutine and more than once.
func (t *Terminal) Close() error {
	t.once.Do(func() {
		t.closed.Store(true)
		close(t.closing)
		_ = t.Display.Close()
		t.monitor.end()
		t.signalHandler.end()
	})
	return nil
}

// OnPanic sets a function that a goroutine calls if it panics, after the terminal was restored and the panic was
// printed.
func (t *Terminal) OnPanic(f func()) { t.onPanic.Store(&f) }

// HandlePanic must be deferred in every goroutine. If the goroutine panics, HandlePanic restores the terminal, prints
// the panic, calls the function set by OnPanic, and ends the program.
func (t *Terminal) HandlePanic() { t.caught(recover()) }

// caught ends the program for the panic value v, if it is not nil.
func (t *Terminal) caught(v any) {
	if v != nil {
		t.Panicked(v, debug.Stack())
	}
}

// Panicked ends the program because of a panic that was recovered. Only the first panic is reported, because it may
// have caused the others.
func (t *Terminal) Panicked(v any, stack []byte) {
	if !t.panicked.CompareAndSwap(false, true) {
		select {} // until the first one has ended the program
	}
	t.Close()
	fmt.Fprintf(os.Stderr, "arkterm: panic: %v\n\n%s", v, stack)
	if onPanic := t.onPanic.Load(); onPanic != nil {
		(*onPanic)()
	}
	os.Exit(int(cli.ExitFailure))
}
