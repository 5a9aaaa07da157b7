package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
	"arkterm/input"
	"arkterm/render/cell"
)

// A terminal is a tcell screen on this process's terminal, and the terminal's whole
// life: it is taken by newScreen and given back as it was found by Close, whatever happens
// in between.
//
// Its screen methods are for one goroutine, which also takes the events and signals:
//
//	for {
//		select {
//		case ev := <-t.Events():
//		case sig := <-t.Signals():
//			if stopped := t.Obey(sig); !stopped {
//				// save what is to be saved
//				t.Close()
//				dieBy(sig)
//			}
//			// pause, repaint everything
//		case <-t.Lost():
//			// save what is to be saved
//			t.Close()
//			dieBy(unix.SIGHUP)
//		}
//	}
type terminal struct {
	tcell.Screen
	tty    *tty
	events chan input.Event
	sized  chan struct{} // a token when the terminal may have another size
	watch  *watch
	once   sync.Once
	closed atomic.Bool

	panicked atomic.Bool            // the program ends for a panic
	report   atomic.Pointer[func()] // what OnPanic was given
}

// eventsWaiting is how many events may wait for the loop. When it is stuck and there are
// more, they are dropped: Ctrl-C behind them must still be seen.
const eventsWaiting = 1024

// newScreen takes the terminal and returns it as a screen that sends the colours of
// the tier. Where there is no terminal the error has exit.Terminal and advice.
//
// It takes variables that concern tcell out of the environment; read them before.
func newScreen(tier cell.Tier) (*terminal, error) {
	t := &terminal{events: make(chan input.Event, eventsWaiting), sized: make(chan struct{}, 1)}
	dev, err := openTTY(func() { t.caught(recover()) })
	if err != nil {
		return nil, err
	}
	dev.reader.hear = t.hear
	dev.monitor = startMonitor(t.Guard)
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(dev, newTerminfo(tier))
	if err != nil {
		return nil, exit.Errorf(exit.Terminal, "use the terminal: %w", err)
	}
	t.Screen, t.tty = screen, dev
	t.watch = watchSignals(t)
	if err := initScreen(screen); err != nil {
		t.Close()
		return nil, exit.Errorf(exit.Terminal, "use the terminal: %w", err)
	}
	go t.pump()
	return t, nil
}

// Events returns where keys, mouse, focus and replies arrive, in the order in which the
// terminal sent them. Ctrl-C, Ctrl-\ and Ctrl-Z are not among them but Signals.
func (t *terminal) Events() <-chan input.Event { return t.events }

// Resized returns where a token arrives when the terminal may have another size.
func (t *terminal) Resized() <-chan struct{} { return t.sized }

// Lost is closed when the terminal is gone.
func (t *terminal) Lost() <-chan struct{} { return t.tty.gone }

// pump takes tcell's events until the screen is closed: tcell cannot end while nobody does.
// They mean nothing, as tcell reads nothing.
func (t *terminal) pump() {
	defer t.Guard()
	for t.PollEvent() != nil {
	}
}

// hear takes an event, in the goroutine that reads. It never waits for the loop.
func (t *terminal) hear(ev input.Event) {
	switch {
	case ev.Type == input.EventKey && t.watch.key(ev.Key):
		return
	case ev.Type == input.EventReply && (ev.Reply.Kind == input.StatusReply || ev.Reply.Kind == input.AttributesReply):
		t.tty.writer.answered()
	}
	select {
	case t.events <- ev:
	default:
	}
}

// resized tells the loop that the terminal has another size.
func (t *terminal) resized() { signalOn(t.sized) }

// Size returns the terminal's size as it is now, at least 1×1 and at most
// 500×200, and makes it the screen's: ask once before each frame. The screen keeps that
// size until the next call, so that a frame is never torn by a change in the middle of it.
func (t *terminal) Size() (cols, rows int) {
	t.tty.fit()
	ws, _ := t.tty.WindowSize()
	if w, h := t.Screen.Size(); w != ws.Width || h != ws.Height {
		t.Screen.SetSize(ws.Width, ws.Height) // all cells are sent in the next Show
		t.tty.writer.forget()
	}
	return ws.Width, ws.Height
}

// Forget has all cells sent in the next Show. What a terminal shows after a change of its size,
// and where its cursor is, is its own affair, also when the size is the old one again.
func (t *terminal) Forget() {
	t.Screen.SetSize(t.Screen.Size())
	t.tty.writer.forget()
}

// Ready reports whether the terminal has taken all of the last frame. While it has not,
// and while it is given back, a frame would only wait.
func (t *terminal) Ready() bool {
	ready, lost := t.tty.writer.ready()
	if lost {
		t.Sync()
		return false
	}
	return ready && t.tty.isTaken()
}

// Show shows what has changed, unless the terminal is given back: tcell would go round for
// ever, with its lock held, over the cells that it no longer has.
func (t *terminal) Show() {
	if t.tty.isTaken() {
		t.Screen.Show()
	}
}

// Sync shows everything, under the same condition.
func (t *terminal) Sync() {
	if t.tty.isTaken() {
		t.Screen.Sync()
	}
}

// Ask says whether frames end with a question, which the terminal answers when it has read
// them, and Questions how many have. Of a terminal that does not answer, say Unheard: it
// is not waited for at the end.
func (t *terminal) Ask(ask bool)   { t.tty.writer.setAsk(ask) }
func (t *terminal) Questions() int { return t.tty.writer.questions() }
func (t *terminal) Unheard()       { t.tty.writer.expectNone() }

// Sent returns how many bytes were ever sent, or wait to be.
func (t *terminal) Sent() int {
	queued, _ := t.tty.writer.progress()
	return queued
}

// Query puts questions of which the terminal answers the last one.
func (t *terminal) Query(questions string) { t.tty.writer.query(questions) }

// SetKeyboard has keys reported in another protocol.
func (t *terminal) SetKeyboard(k keyboard) { t.tty.setKeyboard(k) }

// SetSync says whether the terminal knows synchronized output.
func (t *terminal) SetSync(knows bool) { t.tty.writer.setSync(knows) }

// PixelAspect returns width ÷ height of a cell, 0.35…0.75, and 0.5 when the terminal does
// not say.
func (t *terminal) PixelAspect() float64 {
	ws, err := unix.IoctlGetWinsize(t.tty.out, unix.TIOCGWINSZ)
	if err != nil {
		return pixelAspect(&unix.Winsize{})
	}
	return pixelAspect(ws)
}

// HasPixels reports whether the terminal's size in pixels is known.
func (t *terminal) HasPixels() bool {
	ws, err := unix.IoctlGetWinsize(t.tty.out, unix.TIOCGWINSZ)
	return err == nil && ws.Xpixel > 0 && ws.Ypixel > 0
}

// finiLimit is how long tcell may take to end its goroutines. They end at once unless
// it has panicked with its lock held.
const finiLimit = 100 * time.Millisecond

// Close gives the terminal back. It may be called from any goroutine and any number of
// times; it returns when the terminal is given back, after 0.6 s at most.
func (t *terminal) Close() {
	t.once.Do(func() {
		t.closed.Store(true)
		t.tty.end()
		_ = t.tty.Drain() // so that tcell's reader ends while its events are still taken
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer t.Guard()
			t.Screen.Fini()
		}()
		select {
		case <-done:
		case <-time.After(finiLimit):
		}
		t.tty.monitor.end()
	})
}

// OnPanic sets what is called in a panic, once the terminal is given back and the panic
// printed. It is called in the goroutine that panics.
func (t *terminal) OnPanic(report func()) { t.report.Store(&report) }

// Guard is to be deferred in every goroutine. In a panic it gives the terminal back,
// prints what happened, calls what OnPanic was given, and ends the program.
func (t *terminal) Guard() { t.caught(recover()) }

// caught ends the program for the panic value v, unless that is nil. Only the first panic is
// told of: others may follow from it.
func (t *terminal) caught(v any) {
	if v == nil {
		return
	}
	if !t.panicked.CompareAndSwap(false, true) {
		select {} // until the first one has ended the program
	}
	stack := debug.Stack()
	t.Close()
	fmt.Fprintf(os.Stderr, "arkterm: panic: %v\n\n%s", v, stack)
	if report := t.report.Load(); report != nil {
		(*report)()
	}
	os.Exit(int(exit.Failure))
}
