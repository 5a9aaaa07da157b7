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

	"arkterm/cmd/arkterm/cli"
)

// maxCrashText limits the number of bytes of the runtime's output to save. The output has a few KB per goroutine.
const maxCrashText = 1 << 20

// IsMonitor reports whether this process was started as a monitor.
func IsMonitor(args []string) bool { return len(args) == 2 && args[1] == monitorArg }

// RunMonitor waits for the end of the parent process, and restores the terminal if the parent has not done so. save
// saves the last output of the runtime in a file and returns its path. RunMonitor returns the exit code.
func RunMonitor(save func(crash []byte) (path string, err error)) cli.ExitCode {
	// These signals may come from the terminal, or from killall for the parent. SIGTTOU would stop a background process
	// that changes the terminal.
	signal.Ignore(exitSignals()...)
	signal.Ignore(unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU, unix.SIGUSR1, unix.SIGUSR2)

	reports, errs := os.NewFile(reportsFD, "reports"), os.NewFile(errorsFD, "errors")
	if _, err := reports.Stat(); err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %s: for internal use only\n", monitorArg)
		return cli.ExitUsage
	}

	fd := monitorTTY()
	crash := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(errs, maxCrashText))
		_, _ = io.Copy(io.Discard, errs)
		crash <- text
	}()

	last := lastReport(reports)
	text := <-crash
	if last.End {
		_, _ = os.Stderr.Write(text)
		return cli.ExitOK
	}
	if last.Terminal != nil {
		last.Terminal.restore(fd)
	}
	reportEnd(os.Stderr, last, text, save)
	return cli.ExitOK
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

// monitorTTY opens the terminal. It is called at the start, because /dev/tty cannot be opened after the end of a parent
// that is the session leader.
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
	// The parent may have been killed after a part of a sequence, or discard may remove a part of one. stringEnd ends
	// any unfinished sequence.
	discard(fd, outputQueue)
	writeWithin(fd, []byte(stringEnd+b.Leave), leaveTimeout)

	// When a job was killed, the shell sets the line settings for typing, and may already have done so. Change only
	// settings that the parent has set.
	if now, err := getLineSettings(fd); err != nil || *now != b.Set {
		return
	}
	discard(fd, inputQueue)
	if b.Wait > 0 && !b.discardReplies(fd) {
		return
	}
	_ = setLineSettings(fd, &b.Found)
}

// discardReplies discards input while replies may arrive. Meanwhile it switches echo off, so that replies are not
// shown, and canonical mode on. In canonical mode, programs receive only complete lines, so no program reads a reply,
// which contains no end of line. discardReplies returns false if another program has changed the line settings in the
// meantime.
func (b *terminalState) discardReplies(fd int) bool {
	noEcho := b.Found
	noEcho.Lflag = noEcho.Lflag&^unix.ECHO | unix.ICANON
	if setLineSettings(fd, &noEcho) != nil {
		return false
	}
	set, err := getLineSettings(fd)
	for end := time.Now().Add(b.Wait); err == nil && time.Now().Before(end); {
		time.Sleep(discardInterval)
		var now *unix.Termios
		if now, err = getLineSettings(fd); err == nil && *now != *set {
			return false
		}
		discard(fd, inputQueue)
	}
	return err == nil
}

// writeWithin writes as much of p to fd as the terminal accepts within limit.
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
// parent that was killed while it did not use the terminal.
func reportEnd(w io.Writer, last report, crash []byte, save func([]byte) (string, error)) {
	switch {
	case len(crash) > 0:
		first, _, _ := bytes.Cut(bytes.TrimSpace(crash), []byte("\n"))
		path, err := save(crash)
		if err != nil {
			fmt.Fprintf(w, "%s\narkterm: this is a bug; saving the crash report failed: %v\n", crash, err)
			break
		}
		fmt.Fprintf(w, "arkterm: this is a bug: %s\narkterm: crash report: %s\n", first, path)
	case last.Terminal != nil:
		fmt.Fprintln(w, "arkterm: killed; the terminal was restored")
	default:
		return
	}
	if last.Saved {
		fmt.Fprintln(w, "arkterm: run \"arkterm continue\" to continue the saved game")
	}
}
