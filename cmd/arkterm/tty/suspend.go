//go:build unix

package tty

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// HandleStop handles a signal that stops or continues the process, and reports whether sig is such a signal. On
// SIGTSTP, HandleStop returns after the process was stopped and continued. If another program stops the process by
// SIGSTOP, only the SIGCONT afterwards arrives. In both cases the caller must pause the game and repaint everything.
func (t *Terminal) HandleStop(sig os.Signal) bool {
	switch sig {
	case unix.SIGTSTP:
		t.suspend()
	case unix.SIGCONT:
		t.signalHandler.awaitForeground()
	default:
		return false
	}
	if err := t.resume(); err != nil {
		t.MarkLost()
	}
	return true
}

// notifyOther relays the signals for handleOther to w.
func (w *signalHandler) notifyOther() {
	signal.Notify(w.caught, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT)
}

// handleOther handles SIGWINCH, SIGTSTP and SIGCONT, and reports whether sig was one of them.
func (w *signalHandler) handleOther(sig os.Signal) bool {
	switch {
	case sig == unix.SIGWINCH:
		w.term.Resized()
	case sig == unix.SIGTSTP:
		if w.stopRequested.CompareAndSwap(false, true) {
			offer(w.loopSignals, sig)
		}
	case sig == unix.SIGCONT && w.suspending.Load():
		offer(w.continued, struct{}{})
	case sig == unix.SIGCONT:
		offer(w.loopSignals, sig)
	default:
		return false
	}
	return true
}

// suspendSignal returns the signal for the key Ctrl-Z, or nil if no shell could continue the process.
func (w *signalHandler) suspendSignal() os.Signal {
	if orphaned() {
		return nil
	}
	w.stopGroup.Store(true)
	return unix.SIGTSTP
}

// suspend restores the terminal and stops the process. It returns when the process was continued and is in the
// foreground. Call resume next.
func (t *Terminal) suspend() {
	if t.closed.Load() {
		return
	}
	t.Stop()
	t.signalHandler.stop()
	t.signalHandler.awaitForeground()
}

// resume takes over the terminal again. If the terminal was not restored before the stop, resume only enters its modes
// again.
func (t *Terminal) resume() error {
	if t.closed.Load() || t.signalHandler.isEnding() || t.Renew() {
		return nil
	}
	return t.start()
}

// stop stops the process until it is continued. For the key Ctrl-Z, it also stops the whole process group, as the
// terminal would, because the shell waits for all processes of the group, for example `go run`.
//
// The process stops itself by SIGSTOP and not by SIGTSTP, because Go's runtime keeps its handler for SIGTSTP, and
// because the kernel ignores that signal in an orphaned group.
func (w *signalHandler) stop() {
	select {
	case <-w.continued:
	default:
	}

	w.suspending.Store(true)
	defer w.suspending.Store(false)
	defer w.stopRequested.Store(false)

	if w.stopGroup.Swap(false) {
		signal.Ignore(unix.SIGTSTP)
		_ = unix.Kill(0, unix.SIGTSTP)
		defer signal.Notify(w.caught, unix.SIGTSTP)
	}
	_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
	select { // this thread may continue for a short time after the signal
	case <-w.continued:
	case <-time.After(time.Second): // SIGCONT arrived before suspending was set
	}
}

// backgroundWait is the time that a process that was continued in the background waits for an exit signal, because
// `kill %1` sends SIGTERM and SIGCONT.
const backgroundWait = 50 * time.Millisecond

// awaitForeground waits until the process is in the foreground or receives an exit signal. A process that was continued
// in the background stops again with its group, like a background process that reads from the terminal.
func (w *signalHandler) awaitForeground() {
	for !inForeground(w.term.tty.in) {
		select {
		case <-w.ending:
			return
		case <-time.After(backgroundWait):
		}
		if !inForeground(w.term.tty.in) {
			w.stopGroup.Store(true)
			w.stop()
		}
	}
}

// orphaned reports whether no shell can continue a stopped process, because it is in the group of the session leader,
// whose parent is in another session.
func orphaned() bool {
	session, err := unix.Getsid(0)
	return err != nil || session == unix.Getpgrp()
}
