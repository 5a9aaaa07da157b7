package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
)

// maxCrashText is how much of what the runtime says is kept: the stacks of all goroutines are
// a few KB each.
const maxCrashText = 1 << 20

// isMonitor reports whether this process was started as a monitor.
func isMonitor(args []string) bool { return len(args) == 2 && args[1] == monitorArg }

// runMonitor is what a monitor does: it waits for the end of its parent, and does what the
// parent could not do any more. It returns the exit code.
func runMonitor() exit.Code {
	// All that a terminal, or somebody who ends the parent by its name, may send. SIGTTOU
	// is what keeps others than the foreground's group from changing a terminal.
	signal.Ignore(unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGPIPE,
		unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU, unix.SIGUSR1, unix.SIGUSR2)
	orders, errs := os.NewFile(monitorOrders, "orders"), os.NewFile(monitorErrors, "errors")
	if _, err := orders.Stat(); err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: %s is what arkterm starts by itself\n", monitorArg)
		return exit.Usage
	}
	fd := monitorTTY()
	said := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(errs, maxCrashText))
		_, _ = io.Copy(io.Discard, errs)
		said <- text
	}()
	last := heed(orders)
	text := <-said
	if last.End {
		_, _ = os.Stderr.Write(text)
		return exit.OK
	}
	if last.Held != nil {
		last.Held.giveBack(fd)
	}
	reportEnd(os.Stderr, last, text, userFolders().Crashes(), time.Now())
	return exit.OK
}

// heed takes orders until the parent is gone, and returns what held then.
func heed(r io.Reader) (last order) {
	for from := json.NewDecoder(r); ; {
		var next order
		if err := from.Decode(&next); err != nil {
			return last
		}
		if last = next; last.End {
			return last
		}
	}
}

// monitorTTY returns a file of the terminal. It is opened at once: when the parent led its
// session, nobody can open /dev/tty any more once it is gone.
func monitorTTY() int {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return unix.Stdout
	}
	return fd
}

// giveBack gives the terminal back in place of a parent that is gone.
func (h *held) giveBack(fd int) {
	// The parent may have been killed in the middle of a sequence. An ESC ends most
	// of them, a string's end the rest.
	way := []byte("\x1b\\" + h.Way)
	if !writeWithin(fd, way, flushLimit) {
		discard(fd, outputQueue)
		writeWithin(fd, way, flushLimit)
	}
	// A shell restores the settings of a job that was killed, and may by now have those of
	// its own for typing. What is not as the parent has set it is somebody else's.
	if now, err := getLine(fd); err == nil && *now == h.Set {
		discard(fd, inputQueue)
		_ = setLine(fd, &h.Found)
	}
}

// writeWithin writes p to fd and reports whether the terminal has taken all of it in time.
func writeWithin(fd int, p []byte, limit time.Duration) bool {
	wake, stop, err := wakePipe()
	if err != nil {
		return false
	}
	defer wake.Close()
	defer stop()
	for end := time.Now().Add(limit); len(p) > 0; {
		left := time.Until(end)
		if left <= 0 || await(fd, forWriting, wake, left) != nil {
			return false
		}
		n, err := unix.Write(fd, p)
		if err != nil && !again(err) {
			return false
		}
		p = p[max(n, 0):]
	}
	return true
}

// reportEnd says how the parent ended, and keeps what the runtime said of it, if it said
// anything. A process that was killed while it did not have the terminal is nobody's surprise.
func reportEnd(w io.Writer, last order, said []byte, dir string, now time.Time) {
	switch {
	case len(said) > 0:
		first, _, _ := bytes.Cut(bytes.TrimSpace(said), []byte("\n"))
		path, err := writeNote(said, dir, now)
		if err != nil {
			fmt.Fprintf(w, "%s\narkterm: this is a bug, and nothing of it could be kept: %v\n", said, err)
			break
		}
		fmt.Fprintf(w, "arkterm: this is a bug: %s\narkterm: what the runtime said is in %s\n", first, path)
	case last.Held != nil:
		fmt.Fprintln(w, "arkterm: killed; the terminal is given back")
	default:
		return
	}
	if last.Kept {
		fmt.Fprintln(w, "arkterm: arkterm continue goes on with the game, from where it was last kept")
	}
}

// writeNote writes what the runtime said into a new file of the folder, or if that cannot be
// of the one for temporary files.
func writeNote(said []byte, dir string, now time.Time) (path string, err error) {
	text := append([]byte(versionText()), said...)
	name := "crash-" + now.UTC().Format("20060102-150405")
	for _, dir := range []string{dir, os.TempDir()} {
		if err = os.MkdirAll(dir, 0o700); err != nil {
			continue
		}
		path = filepath.Join(dir, name+".txt")
		err = writeNew(path, text)
		for n := 2; n < 100 && errors.Is(err, os.ErrExist); n++ {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.txt", name, n))
			err = writeNew(path, text)
		}
		if err == nil {
			return path, nil
		}
	}
	return "", err
}
