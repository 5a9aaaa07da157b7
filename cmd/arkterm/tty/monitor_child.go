//go:build unix

package tty

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exitcode"
)

// maxCrashText is the maximum number of bytes of the runtime's output to save. The stack of each goroutine has a few
// KB.
const maxCrashText = 1 << 20

// IsMonitor reports whether this process was started as a monitor.
func IsMonitor(args []string) bool { return len(args) == 2 && args[1] == monitorArg }

// RunMonitor waits for the end of the parent process, and gives the terminal back if the parent has not. write saves
// the last output of the runtime in a file and returns its path. RunMonitor returns the exit code.
func RunMonitor(write func(said []byte) (path string, err error)) exitcode.Code {
	// A terminal may send these signals, or a killall for the parent. SIGTTOU would stop a process in the background
	// that changes the terminal.
	signal.Ignore(endSignals()...)
	signal.Ignore(unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU, unix.SIGUSR1, unix.SIGUSR2)

	reports, errs := os.NewFile(monitorReports, "reports"), os.NewFile(monitorErrors, "errors")
	if _, err := reports.Stat(); err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %s: for internal use only\n", monitorArg)
		return exitcode.Usage
	}

	fd := monitorTTY()
	said := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(errs, maxCrashText))
		_, _ = io.Copy(io.Discard, errs)
		said <- text
	}()

	last := lastReport(reports)
	text := <-said
	if last.End {
		_, _ = os.Stderr.Write(text)
		return exitcode.OK
	}
	if last.Back != nil {
		last.Back.restore(fd)
	}
	reportEnd(os.Stderr, last, text, write)
	return exitcode.OK
}

// lastReport reads reports until the parent ends, and returns the last one.
func lastReport(r io.Reader) (last report) {
	for from := json.NewDecoder(r); ; {
		var next report
		if err := from.Decode(&next); err != nil {
			return last
		}
		if last = next; last.End {
			return last
		}
	}
}

// monitorTTY opens the terminal. If the parent is the session leader, /dev/tty cannot be opened after its end.
func monitorTTY() int {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return unix.Stdout
	}
	return fd
}

const (
	leaveTimeout    = 200 * time.Millisecond // maximum time for the terminal to read the leave sequence
	discardInterval = 10 * time.Millisecond  // time between two checks for replies
)

// restore restores the terminal of a parent that has ended.
func (b *terminalState) restore(fd int) {
	// The parent may have been killed in the middle of a sequence, or a sequence is discarded in part. stringEnd ends
	// all of them.
	discard(fd, outputQueue)
	writeWithin(fd, []byte(stringEnd+b.Leave), leaveTimeout)

	// A shell restores the settings of a job that was killed, and may already have set its own for typing. Do
	// not change settings that are no longer the parent's.
	if now, err := getLine(fd); err != nil || *now != b.Set {
		return
	}
	discard(fd, inputQueue)
	if b.Wait > 0 && !b.discardReplies(fd) {
		return
	}
	_ = setLine(fd, &b.Found)
}

// discardReplies discards input while replies may arrive. It returns false if another program has changed the line
// settings meanwhile. Without echo, replies are invisible. In canonical mode no program can read them, because no
// line ends.
func (b *terminalState) discardReplies(fd int) bool {
	quiet := b.Found
	quiet.Lflag = quiet.Lflag&^unix.ECHO | unix.ICANON
	if setLine(fd, &quiet) != nil {
		return false
	}
	set, err := getLine(fd)
	for end := time.Now().Add(b.Wait); err == nil && time.Now().Before(end); {
		time.Sleep(discardInterval)
		var now *unix.Termios
		if now, err = getLine(fd); err == nil && *now != *set {
			return false
		}
		discard(fd, inputQueue)
	}
	return err == nil
}

// writeWithin writes as much of p to fd as the terminal takes within limit.
func writeWithin(fd int, p []byte, limit time.Duration) {
	w, err := newStream(fd)
	if err != nil {
		return
	}
	defer w.Close()
	defer time.AfterFunc(limit, w.Stop).Stop()
	for len(p) > 0 && err == nil {
		var n int
		n, err = w.Write(p)
		p = p[n:]
	}
}

// reportEnd prints how the parent ended, and saves the runtime's output if there was any. It prints nothing for a
// parent that was killed while it did not have the terminal.
func reportEnd(w io.Writer, last report, said []byte, write func([]byte) (string, error)) {
	switch {
	case len(said) > 0:
		first, _, _ := bytes.Cut(bytes.TrimSpace(said), []byte("\n"))
		path, err := write(said)
		if err != nil {
			fmt.Fprintf(w, "%s\narkterm: this is a bug; saving the crash report failed: %v\n", said, err)
			break
		}
		fmt.Fprintf(w, "arkterm: this is a bug: %s\narkterm: crash report: %s\n", first, path)
	case last.Back != nil:
		fmt.Fprintln(w, "arkterm: killed; the terminal was restored")
	default:
		return
	}
	if last.Saved {
		fmt.Fprintln(w, "arkterm: run \"arkterm continue\" to continue the saved game")
	}
}
