package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/exit"
)

// Sizes that tcell is told: never nothing, and no more than its cells are worth.
const (
	maxCols, maxRows         = 500, 200
	defaultCols, defaultRows = 80, 24
)

// flushLimit is how long a terminal that does not read may hold up the end.
const flushLimit = 200 * time.Millisecond

// answerLimit is how long answers that are on their way may. They come from the
// other end of the world in that time.
const answerLimit = 300 * time.Millisecond

// A tty is the terminal as tcell sees it: a [tcell.Tty]. What comes from the terminal
// is decoded by an input.Filter, and tcell gets nothing of it; what goes to it passes a
// ttyWriter, so that no Write ever waits. The modes of the terminal and the way back from
// them are the tty's and not tcell's: they must be left even when tcell has panicked with its
// locks held.
type tty struct {
	in, out int
	own     bool // in and out are one file, opened for this and not blocking
	title   bool
	reader  ttyReader
	writer  *ttyWriter
	monitor *monitor
	guard   func() // is deferred in goroutines of the tty's, and where tcell's run code of ours

	gone chan struct{} // closed when the terminal is gone
	once sync.Once     // closes it

	size atomic.Uint64 // columns << 32 | rows, as tcell is told

	mu    sync.Mutex
	taken bool          // the modes are entered
	ended bool          // never again
	found *unix.Termios // the line's settings before that
	aside int           // how many bytes of the writer's put the title aside

	keyboard keyboard // what is entered beside the modes
	pushed   int      // how many bytes of the writer's enter it
	popped   int      // and leave it
}

// openTTY opens the terminal of this process. Nothing is changed about it yet. guard is
// deferred in its goroutines.
func openTTY(guard func()) (*tty, error) {
	for fd, name := range []string{"stdin", "stdout"} {
		if !term.IsTerminal(fd) {
			return nil, exit.Errorf(exit.Terminal, "playing needs a terminal, and %s is none; "+
				"without a pipe or a redirection it works, and over ssh with a terminal: ssh -t HOST arkterm", name)
		}
	}
	t := &tty{in: 0, out: 1, title: hasTitle(os.Getenv("TERM")), guard: guard, gone: make(chan struct{})}
	// A file of its own, as it is set not to block: the shell shares 0 and 1. There is
	// none for a process that no terminal controls.
	flags := unix.O_RDWR | unix.O_NOCTTY | unix.O_NONBLOCK | unix.O_CLOEXEC
	if fd, err := unix.Open("/dev/tty", flags, 0); err == nil {
		t.in, t.out, t.own = fd, fd, true
	}
	return t, t.open()
}

// open makes the tty ready for Start.
func (t *tty) open() (err error) {
	if t.found, err = getLine(t.in); err != nil {
		return exit.Errorf(exit.Terminal, "read the terminal's settings: %w", err)
	}
	t.reader.fd = t.in
	t.fit()
	return t.openWriter()
}

// openWriter starts a writer where there is none, or only one that was given up.
func (t *tty) openWriter() (err error) {
	if t.writer != nil && !t.writer.ended() {
		return nil
	}
	if t.writer != nil {
		t.writer.giveUp() // its goroutine may still be there
	}
	if t.writer, err = newTTYWriter(t.out, t.vanish, t.guard); err != nil {
		return fmt.Errorf("start writing to the terminal: %w", err)
	}
	return nil
}

// vanish says that the terminal is gone.
func (t *tty) vanish() { t.once.Do(func() { close(t.gone) }) }

// Start takes the terminal: tcell calls it for Init and for Resume.
func (t *tty) Start() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken {
		return nil
	}
	if t.ended { // Close came between a stop and what was to follow it
		return errors.New("the terminal was given back for good")
	}
	if err := t.openWriter(); err != nil {
		return err
	}
	if err := t.reader.begin(); err != nil {
		return fmt.Errorf("start reading from the terminal: %w", err)
	}
	found, err := getLine(t.in)
	if err != nil {
		return exit.Errorf(exit.Terminal, "read the terminal's settings: %w", err)
	}
	if _, err := term.MakeRaw(t.in); err != nil {
		return exit.Errorf(exit.Terminal, "set the terminal: %w", err)
	}
	t.found, t.taken = found, true
	t.tellMonitor()
	t.fit()
	t.aside = t.writer.raw(enterModes(t.title)) + len(pushTitle)
	t.push()
	return nil
}

// push enters the keyboard's protocol.
func (t *tty) push() {
	if on := t.keyboard.on; on != "" {
		t.pushed = t.writer.raw(on) + len(on)
	}
}

// setKeyboard changes the protocol of the keyboard, for as long as the terminal is taken and
// whenever it is taken again.
func (t *tty) setKeyboard(k keyboard) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k == t.keyboard {
		return
	}
	if t.taken {
		t.writer.raw(t.keyboard.off)
	}
	t.keyboard = k
	if t.taken {
		t.tellMonitor()
		t.push()
	}
}

// retake enters the modes again, after somebody else had the terminal and without a
// leave before: a SIGSTOP leaves no time for one.
func (t *tty) retake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		return
	}
	_, _ = term.MakeRaw(t.in)
	t.tellMonitor()
	t.writer.raw(enterModes(false) + t.keyboard.again)
}

// tellMonitor tells the monitor what to do should this process be killed. It is called before
// a mode is entered: to leave one that was not entered does no harm.
func (t *tty) tellMonitor() {
	if set, err := getLine(t.in); err == nil {
		t.monitor.taken(held{Way: t.keyboard.off + leaveModes(t.title), Found: *t.found, Set: *set})
	}
}

// Drain makes Read return: tcell calls it before it waits for its reader.
func (t *tty) Drain() error {
	t.reader.end()
	return nil
}

// Stop gives the terminal back: tcell calls it for Fini and Suspend.
func (t *tty) Stop() error {
	t.leave()
	return nil
}

// end gives the terminal back for good.
func (t *tty) end() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	t.leave()
	t.writer.giveUp()
}

// leave gives the terminal back as it was found, within flushLimit. What is written
// after that goes nowhere, until the next Start.
func (t *tty) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		return
	}
	t.taken = false
	off := t.keyboard.off
	t.popped = t.writer.raw(off+leaveModes(t.title)) + len(off)
	if t.writer.flush(flushLimit) {
		t.reader.settle(t.writer.unanswered, answerLimit)
	} else {
		t.force()
	}
	if inForeground(t.in) {
		discard(t.in, inputQueue) // mouse reports, which the shell would take for typing
		_ = setLine(t.in, t.found)
	}
	t.monitor.given()
}

// force writes the way back in place of a writer that has not come to it: the terminal has
// stopped reading, or the machine is busy. Where there is no room for it, what the terminal
// has not read so far is thrown away.
//
// Leaving a mode twice does no harm, but the title is taken back once, and only if it was put
// aside: from an empty stack terminals take nothing, from one that is not empty they take
// another program's title. So it is with the keyboard's flags. What throws away may take the title's way there along;
// it is long read then, unless the terminal has not read since it was taken.
func (t *tty) force() {
	ended := t.writer.giveUp()
	queued, sent := t.writer.progress()
	if sent == queued || !t.own { // others could make the write wait for ever
		return
	}
	modes := []byte(leaveModes(t.title && ended && sent >= t.aside))
	if ended && sent >= t.pushed && sent < t.popped {
		modes = append([]byte(t.keyboard.off), modes...)
	}
	if n, _ := unix.Write(t.out, modes); n == len(modes) {
		return
	}
	discard(t.out, outputQueue)
	_, _ = unix.Write(t.out, modes)
}

func (t *tty) isTaken() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

// inForeground reports whether this process may change the terminal's settings. In the
// background it would be stopped for trying, and they are the shell's there. A terminal
// that controls nobody has no background.
func inForeground(fd int) bool {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// Close is for tcell. The tty's files live as long as the process.
func (t *tty) Close() error { return nil }

// Read is called from a goroutine of tcell's.
func (t *tty) Read(p []byte) (int, error) {
	defer t.guard()
	n, err := t.reader.Read(p)
	if err != nil && err != io.EOF {
		t.vanish()
	}
	return n, err
}

// Write takes what tcell writes and returns at once. There is always nothing to do
// about an error: when the terminal is gone, gone says so.
func (t *tty) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken && len(p) > 0 {
		t.writer.frame(p)
	}
	return len(p), nil
}

// NotifyResize ignores tcell's wish: it would draw the old cells at once, for each change
// of size. The terminal tells it when the loop is about to draw.
func (t *tty) NotifyResize(func()) {}

// WindowSize returns the size that fit has set.
func (t *tty) WindowSize() (tcell.WindowSize, error) {
	s := t.size.Load()
	return tcell.WindowSize{Width: int(s >> 32), Height: int(uint32(s))}, nil
}

// fit takes over the terminal's size.
func (t *tty) fit() {
	cols, rows := t.measure()
	t.size.Store(uint64(cols)<<32 | uint64(rows))
}

// measure returns the terminal's size as it is now, clamped to what can be drawn.
func (t *tty) measure() (cols, rows int) {
	ws, err := unix.IoctlGetWinsize(t.out, unix.TIOCGWINSZ)
	if err != nil {
		return defaultCols, defaultRows
	}
	return clampSize(int(ws.Col), int(ws.Row))
}

// clampSize returns a size that tcell can take. A terminal that says 0 does not know:
// serial lines do.
func clampSize(cols, rows int) (int, int) {
	if cols == 0 || rows == 0 {
		return defaultCols, defaultRows
	}
	return min(cols, maxCols), min(rows, maxRows)
}

// pixelAspect returns width ÷ height of a cell, as the terminal's size in pixels tells, or
// 0.5. Outside of 0.35…0.75 it is somebody's mistake.
func pixelAspect(ws *unix.Winsize) float64 {
	if ws.Col == 0 || ws.Row == 0 || ws.Xpixel == 0 || ws.Ypixel == 0 {
		return 0.5
	}
	w := float64(ws.Xpixel) / float64(ws.Col)
	h := float64(ws.Ypixel) / float64(ws.Row)
	return clampAspect(w / h)
}

// clampAspect returns an aspect that a font can have.
func clampAspect(a float64) float64 { return min(max(a, 0.35), 0.75) }
