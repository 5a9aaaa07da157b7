//go:build unix

package tty

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// Obey handles a signal that does not end the program, and reports whether it was one. SIGTSTP stops the process
// until it is continued. SIGCONT arrives after a SIGSTOP. In both cases the caller pauses the game and repaints
// everything.
func (t *Terminal) Obey(sig os.Signal) bool {
	switch sig {
	case unix.SIGTSTP:
		t.suspend()
	case unix.SIGCONT:
		t.watch.awaitForeground()
	default:
		return false
	}
	if err := t.resume(); err != nil {
		t.Lose()
	}
	return true
}

// attend relays the signals that do not end the program.
func (w *watch) attend() { signal.Notify(w.caught, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT) }

// survives handles a signal that does not end the program, and reports whether it was one.
func (w *watch) survives(sig os.Signal) bool {
	switch {
	case sig == unix.SIGWINCH:
		w.term.Resized()
	case sig == unix.SIGTSTP:
		if w.stopRequested.CompareAndSwap(false, true) {
			offer(w.passed, sig)
		}
	case sig == unix.SIGCONT && w.stopping.Load():
		offer(w.continued, struct{}{})
	case sig == unix.SIGCONT:
		offer(w.passed, sig)
	default:
		return false
	}
	return true
}

// suspends returns the signal for the key Ctrl-Z, nil if no shell could continue the process.
func (w *watch) suspends() os.Signal {
	if orphaned() {
		return nil
	}
	w.group.Store(true)
	return unix.SIGTSTP
}

// suspend gives the terminal back, stops the process, and returns when the process was continued and is in the
// foreground. Call resume next.
func (t *Terminal) suspend() {
	if t.closed.Load() {
		return
	}
	t.Stop()
	t.watch.stop()
	t.watch.awaitForeground()
}

// resume takes the terminal again, or enters its modes again if it was not given back.
func (t *Terminal) resume() error {
	if t.closed.Load() || t.watch.isEnding() || t.Renew() {
		return nil
	}
	return t.start()
}

// stop stops the process until it is continued. For the key Ctrl-Z it stops the whole process group too, as the
// terminal would, because the shell waits for all of its processes, for example for `go run`.
//
// The process stops itself by SIGSTOP: Go's runtime keeps its handler for SIGTSTP, and the kernel ignores that signal
// in an orphaned group.
func (w *watch) stop() {
	select {
	case <-w.continued:
	default:
	}

	w.stopping.Store(true)
	defer w.stopping.Store(false)
	defer w.stopRequested.Store(false)

	if w.group.Swap(false) {
		signal.Ignore(unix.SIGTSTP)
		_ = unix.Kill(0, unix.SIGTSTP)
		defer signal.Notify(w.caught, unix.SIGTSTP)
	}
	_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
	select { // other threads may run on for a moment
	case <-w.continued:
	case <-time.After(time.Second): // SIGCONT arrived before stopping was set
	}
}

// background is how long a process that was continued in the background waits for an ending signal: `kill %1` sends
// both.
const background = 50 * time.Millisecond

// awaitForeground returns when the process is in the foreground or is to end. A process continued in the background
// stops again with its group, like a process that reads from the terminal in the background.
func (w *watch) awaitForeground() {
	for !inForeground(w.term.tty.in) {
		select {
		case <-w.ending:
			return
		case <-time.After(background):
		}
		if !inForeground(w.term.tty.in) {
			w.group.Store(true)
			w.stop()
		}
	}
}

// orphaned reports whether no shell can continue a stopped process. This is so in the group of the session leader,
// whose parent is in another session.
func orphaned() bool {
	session, err := unix.Getsid(0)
	return err != nil || session == unix.Getpgrp()
}
