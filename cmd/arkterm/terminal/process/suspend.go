package process

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// Obey does what a signal asks for that does not end the program, and reports whether it
// was one: SIGTSTP stops the process, until somebody continues it, and SIGCONT says that it was
// stopped by a SIGSTOP. Either way: pause, and repaint everything.
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

// suspend gives the terminal back, stops the process, and returns when it was continued and
// has the terminal again. resume follows.
func (t *Terminal) suspend() {
	if t.closed.Load() {
		return
	}
	t.StopListening() // tcell's reader ends while its events are still taken
	_ = t.driver.suspend()
	t.watch.stop()
	t.watch.awaitForeground()
}

// resume takes the terminal again, also when it was not given back.
func (t *Terminal) resume() error {
	if t.closed.Load() || t.watch.isEnding() || t.Renew() {
		return nil
	}
	return t.driver.resume()
}

// stop stops the process until it is continued, and the others of its group too if it was
// not a signal that asked for it: the shell waits for all of them. A `go run` or a script
// between the shell and us would look to it as if it ran on.
//
// The process stops itself by SIGSTOP: Go's runtime keeps its handler for SIGTSTP, and
// the kernel ignores that signal in an orphaned group.
func (w *watch) stop() {
	select {
	case <-w.continued:
	default:
	}
	w.stopping.Store(true)
	defer w.stopping.Store(false)
	defer w.asked.Store(false)
	if w.group.Swap(false) {
		signal.Ignore(unix.SIGTSTP)
		_ = unix.Kill(0, unix.SIGTSTP)
		defer signal.Notify(w.caught, unix.SIGTSTP)
	}
	_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
	// Other threads may run on for a moment. A SIGCONT always comes; the limit is for
	// one that came before stopping was seen.
	select {
	case <-w.continued:
	case <-time.After(time.Second):
	}
}

// background is how long a process in the background waits for the signal that
// continued it, if it is to end: `kill %1` sends both.
const background = 50 * time.Millisecond

// awaitForeground returns when the process has the terminal, or is to end. Continued in
// the background it stops again, with its group, as the kernel does to those that
// read there: there is nothing to play with.
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

// orphaned reports whether no shell is there to continue a stopped process. The group of
// the session's leader has none: the leader's parent is of another session.
func orphaned() bool {
	session, err := unix.Getsid(0)
	return err != nil || session == unix.Getpgrp()
}
