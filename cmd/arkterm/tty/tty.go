//go:build unix

package tty

import (
	"strconv"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
)

// hasInputRecords reports whether input arrives as console records, as on Windows. A terminal reports key releases and
// the mouse only in certain modes.
const hasInputRecords = false

// A tty is the file of a terminal. It implements [screen.Transport]. Leave restores the line settings that Enter found.
// Enter also reports them to the monitor.
type tty struct {
	in, out      int
	reopened     bool // in and out are the same file, which openTTY has opened in non-blocking mode
	monitor      *monitor
	originalLine *unix.Termios // line settings before Enter
	state        terminalState // last state reported to the monitor
}

// openTTY opens the terminal of this process without changing it.
func openTTY() (*tty, error) {
	for fd, name := range []string{"stdin", "stdout"} {
		if !term.IsTerminal(fd) {
			return nil, cli.Errorf(cli.ExitTerminal, "%s is not a terminal; "+
				"run arkterm without a pipe or redirection, or over SSH as: ssh -t HOST arkterm", name)
		}
	}
	t := &tty{in: 0, out: 1}
	if fd, ok := reopenTerminal(t.in, t.out); ok {
		t.in, t.out, t.reopened = fd, fd, true
	}

	if _, err := getLineSettings(t.in); err != nil {
		t.close()
		return nil, cli.Errorf(cli.ExitTerminal, "read the terminal's settings: %w", err)
	}
	return t, nil
}

// reopenTerminal opens the terminal again as a non-blocking file. The shell shares in and out, so these files stay in
// blocking mode, in which Read waits forever if another process reads the input first. A process without a controlling
// terminal has no /dev/tty. On Linux, reopen works even then.
func reopenTerminal(in, out int) (fd int, ok bool) {
	if fd, err := unix.Open("/dev/tty", reopenFlags, 0); err == nil {
		return fd, true
	}
	var a, b unix.Stat_t
	if unix.Fstat(in, &a) != nil || unix.Fstat(out, &b) != nil || a.Rdev != b.Rdev {
		return 0, false // in and out are two terminals
	}
	fd, err := reopen(in)
	return fd, err == nil
}

const reopenFlags = unix.O_RDWR | unix.O_NOCTTY | unix.O_NONBLOCK | unix.O_CLOEXEC

// reopen opens the terminal of fd a second time. It works only on Linux.
func reopen(fd int) (int, error) { return unix.Open("/proc/self/fd/"+strconv.Itoa(fd), reopenFlags, 0) }

// newLegacyScreen returns nil, because on Unix terminfo describes all terminals.
func (t *tty) newLegacyScreen(tcell.Tty) tcell.Screen { return nil }

// close closes the file opened by openTTY.
func (t *tty) close() {
	if t.reopened {
		_ = unix.Close(t.in)
	}
}

func (t *tty) Enter(leave string) error {
	found, err := getLineSettings(t.in)
	if err != nil {
		return cli.Errorf(cli.ExitTerminal, "read the terminal's settings: %w", err)
	}
	if _, err := term.MakeRaw(t.in); err != nil {
		return cli.Errorf(cli.ExitTerminal, "switch the terminal to raw mode: %w", err)
	}
	t.originalLine = found
	t.reportState(leave)
	return nil
}

func (t *tty) Renew(leave string) {
	_, _ = term.MakeRaw(t.in)
	t.reportState(leave)
}

// SetReplyWait informs the monitor process how long replies to queries may take.
func (t *tty) SetReplyWait(replies time.Duration) {
	t.state.Wait = replies
	t.monitor.reportEntered(t.state)
}

// reportState reports to the monitor how to restore the terminal if this process is killed.
func (t *tty) reportState(leave string) {
	if set, err := getLineSettings(t.in); err == nil {
		t.state.Leave, t.state.Found, t.state.Set = leave, *t.originalLine, *set
		t.monitor.reportEntered(t.state)
	}
}

func (t *tty) Leave() {
	if inForeground(t.in) {
		discard(t.in, inputQueue) // otherwise the shell would interpret mouse reports as keys
		_ = setLineSettings(t.in, t.originalLine)
	}
	t.monitor.reportLeft()
}

// stringEnd ends an incomplete string, for example a title.
const stringEnd = "\x1b\\"

func (t *tty) Force(sequence string) {
	discard(t.out, outputQueue)
	if t.reopened { // a write to a file in blocking mode could wait forever
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

// inForeground reports whether this process is in the foreground and may change the terminal's settings. The kernel
// would stop a background process that changes them. If the terminal is not the controlling terminal, inForeground
// returns true.
func inForeground(fd int) bool {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

func (t *tty) Reader() (screen.Reader, error) { return newStream(t.in) }
func (t *tty) Writer() (screen.Writer, error) { return newStream(t.out) }
