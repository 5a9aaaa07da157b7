//go:build unix

package tty

import (
	"strconv"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/screen"
)

// recordInput is false because a terminal reports only the input for which a mode has been entered.
const recordInput = false

// A tty is the file of a terminal: a [screen.Transport]. It keeps the line settings found by Enter, and reports them
// to the monitor.
type tty struct {
	in, out int
	own     bool // in and out are one file, opened by openTTY, non-blocking
	monitor *monitor
	found   *unix.Termios // line settings before Enter
	way     terminalState // as reported to the monitor
}

// openTTY opens the terminal of this process without changing it.
func openTTY() (*tty, error) {
	for fd, name := range []string{"stdin", "stdout"} {
		if !term.IsTerminal(fd) {
			return nil, exitcode.Errorf(exitcode.Terminal, "%s is not a terminal; "+
				"run arkterm without a pipe or redirection, or over SSH as: ssh -t HOST arkterm", name)
		}
	}
	t := &tty{in: 0, out: 1}
	if fd, ok := openOwn(t.in, t.out); ok {
		t.in, t.out, t.own = fd, fd, true
	}

	if _, err := getLine(t.in); err != nil {
		t.close()
		return nil, exitcode.Errorf(exitcode.Terminal, "read the terminal's settings: %w", err)
	}
	return t, nil
}

// openOwn opens the terminal again as a non-blocking file. The shell shares in and out, so these stay blocking files,
// whose Read waits forever if another process takes the input in the meantime. A process without a controlling
// terminal has no /dev/tty, but on Linux its terminal has another name.
func openOwn(in, out int) (fd int, ok bool) {
	if fd, err := unix.Open("/dev/tty", ownFlags, 0); err == nil {
		return fd, true
	}
	var a, b unix.Stat_t
	if unix.Fstat(in, &a) != nil || unix.Fstat(out, &b) != nil || a.Rdev != b.Rdev {
		return 0, false // two terminals
	}
	fd, err := reopen(in)
	return fd, err == nil
}

const ownFlags = unix.O_RDWR | unix.O_NOCTTY | unix.O_NONBLOCK | unix.O_CLOEXEC

// reopen opens the terminal of a file again.
func reopen(fd int) (int, error) { return unix.Open("/proc/self/fd/"+strconv.Itoa(fd), ownFlags, 0) }

// legacy returns nil, because terminfo describes all terminals here.
func (t *tty) legacy(tcell.Tty) tcell.Screen { return nil }

// close closes the file opened by openTTY.
func (t *tty) close() {
	if t.own {
		_ = unix.Close(t.in)
	}
}

func (t *tty) Enter(leave string) error {
	found, err := getLine(t.in)
	if err != nil {
		return exitcode.Errorf(exitcode.Terminal, "read the terminal's settings: %w", err)
	}
	if _, err := term.MakeRaw(t.in); err != nil {
		return exitcode.Errorf(exitcode.Terminal, "set the terminal: %w", err)
	}
	t.found = found
	t.reportTo(leave)
	return nil
}

func (t *tty) Renew(leave string) {
	_, _ = term.MakeRaw(t.in)
	t.reportTo(leave)
}

// ReportWait reports to the monitor the time that replies to queries may take.
func (t *tty) ReportWait(replies time.Duration) {
	t.way.Wait = replies
	t.monitor.taken(t.way)
}

// reportTo reports to the monitor how to give the terminal back if this process is killed.
func (t *tty) reportTo(leave string) {
	if set, err := getLine(t.in); err == nil {
		t.way.Leave, t.way.Found, t.way.Set = leave, *t.found, *set
		t.monitor.taken(t.way)
	}
}

func (t *tty) Leave() {
	if inForeground(t.in) {
		discard(t.in, inputQueue) // otherwise the shell would take mouse reports for keys
		_ = setLine(t.in, t.found)
	}
	t.monitor.given()
}

// stringEnd ends a string that was cut off, for example a title.
const stringEnd = "\x1b\\"

func (t *tty) Force(sequence string) {
	discard(t.out, outputQueue)
	if t.own { // a write to a file that blocks could wait forever
		_, _ = unix.Write(t.out, []byte(stringEnd+sequence))
	}
}

func (t *tty) Size() screen.Size {
	ws, err := getSize(t.out)
	if err != nil {
		return screen.Size{}
	}
	return screen.Size{Cols: int(ws.Col), Rows: int(ws.Row), Width: int(ws.Xpixel), Height: int(ws.Ypixel)}
}

// inForeground reports whether this process may change the terminal's settings. In the background, the kernel would
// stop the process. A terminal that controls no process has no background.
func inForeground(fd int) bool {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

func (t *tty) Reader() (screen.Reader, error) { return newStream(t.in) }
func (t *tty) Writer() (screen.Writer, error) { return newStream(t.out) }
