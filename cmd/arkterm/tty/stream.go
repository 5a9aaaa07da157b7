//go:build unix

package tty

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/screen"
)

// A stream is one direction of a tty. It is used either as a [screen.Reader] or as a [screen.Writer].
type stream interface {
	screen.Reader
	screen.Writer
}

// newStream returns a stream that waits with the Go runtime's poller, or with select if the poller does not support
// the file or the system.
func newStream(fd int) (stream, error) {
	if s := newPollStream(fd); s != nil {
		return s, nil
	}
	w, err := newWaker()
	if err != nil {
		return nil, fmt.Errorf("wait for the terminal: %w", err)
	}
	return &selectStream{fd, w}, nil
}

// A selectStream is a stream that waits with select. Each wait is a system call and blocks a thread.
type selectStream struct {
	fd int
	*waker
}

// Read waits for at least one byte and reads the available bytes. If the file is in blocking mode and another process
// reads the bytes first, Read may exceed limit; see reopenTerminal.
func (s *selectStream) Read(p []byte, limit time.Duration) (int, error) {
	for begun := time.Now(); ; {
		left := limit
		if limit > 0 {
			left = max(limit-time.Since(begun), 1)
		}
		if err := await(s.fd, forReading, s.waker.file, left); err != nil {
			return 0, err
		}
		switch n, err := unix.Read(s.fd, p); {
		case err != nil && shouldRetry(err): // another process has read the bytes
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.ErrUnexpectedEOF // the other end is closed
		default:
			return n, nil
		}
	}
}

// Write waits until the terminal accepts bytes. It writes as much of p as the terminal accepts.
func (s *selectStream) Write(p []byte) (int, error) {
	if err := await(s.fd, forWriting, s.waker.file, 0); err != nil {
		return 0, err
	}
	n, err := unix.Write(s.fd, p)
	if err != nil && shouldRetry(err) {
		err = nil
	}
	return max(n, 0), err
}

// Stop unblocks a waiting Read or Write. That call and all later calls return ErrStopped.
func (s *selectStream) Stop() { s.wake() }

// Close closes the waker's pipe. The file of the tty stays open.
func (s *selectStream) Close() { s.waker.close() }

// A direction selects whether await waits until a terminal can be read or written.
type direction bool

const (
	forReading direction = false
	forWriting direction = true
)

// await waits until fd can be read or written, at most for limit if that is not 0. It returns screen.ErrTimeout after
// limit, and screen.ErrStopped once wake is readable. It uses select, because on macOS kqueue and poll do not work
// with /dev/tty.
func await(fd int, dir direction, wake *os.File, limit time.Duration) error {
	wakeFd := int(wake.Fd())
	if max(fd, wakeFd) >= unix.FD_SETSIZE {
		return errors.New("wait for the terminal: too many open files for select")
	}
	for {
		var r, w unix.FdSet
		r.Set(wakeFd)
		if dir == forWriting {
			w.Set(fd)
		} else {
			r.Set(fd)
		}
		var timeout *unix.Timeval
		if limit > 0 {
			tv := unix.NsecToTimeval(int64(limit))
			timeout = &tv
		}
		n, err := unix.Select(max(fd, wakeFd)+1, &r, &w, nil, timeout)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case n == 0:
			return screen.ErrTimeout
		case r.IsSet(wakeFd):
			return screen.ErrStopped
		}
		return nil
	}
}

// A waker can end a call of await. After a call of wake, the file is readable.
type waker struct {
	file *os.File
	wake func()
}

func newWaker() (*waker, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &waker{r, sync.OnceFunc(func() { w.Close() })}, nil
}

// close closes the waker's files. No call of await may be in progress.
func (w *waker) close() {
	w.wake()
	w.file.Close()
}

// shouldRetry reports whether a call that returned err should be repeated.
func shouldRetry(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
}
