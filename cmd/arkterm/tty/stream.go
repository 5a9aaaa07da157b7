//go:build unix

package tty

import (
	"fmt"
	"io"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/screen"
)

// A stream is one direction of a tty: a [screen.Reader] or a [screen.Writer].
type stream interface {
	screen.Reader
	screen.Writer
}

// newStream returns a stream that waits with the Go runtime's poller, or with select if that does not know the
// file: it blocks, as those that a shell shares do, or the system cannot.
func newStream(fd int) (stream, error) {
	if s := newPolled(fd); s != nil {
		return s, nil
	}
	w, err := newWaker()
	if err != nil {
		return nil, fmt.Errorf("wait for the terminal: %w", err)
	}
	return &selected{fd, w}, nil
}

// A selected is a stream that waits with select. Each wait is a system call of its own and keeps a thread.
type selected struct {
	fd int
	*waker
}

// Read reads the bytes available, after waiting for at least one. A file that blocks makes it wait on if another
// process has read the bytes in the meantime, see openOwn.
func (s *selected) Read(p []byte, limit time.Duration) (int, error) {
	for begun := time.Now(); ; {
		left := limit
		if limit > 0 {
			left = max(limit-time.Since(begun), 1)
		}
		if err := await(s.fd, forReading, s.waker.file, left); err != nil {
			return 0, err
		}
		switch n, err := unix.Read(s.fd, p); {
		case err != nil && again(err): // another process has
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.ErrUnexpectedEOF // the other end is closed
		default:
			return n, nil
		}
	}
}

// Write writes as much as there is room for, after waiting for room.
func (s *selected) Write(p []byte) (int, error) {
	if err := await(s.fd, forWriting, s.waker.file, 0); err != nil {
		return 0, err
	}
	n, err := unix.Write(s.fd, p)
	if err != nil && again(err) {
		err = nil
	}
	return max(n, 0), err
}

// Stop ends a waiting Read or Write and all later ones.
func (s *selected) Stop() { s.wake() }

// Close closes the waker's pipe; the tty's file stays open.
func (s *selected) Close() { s.waker.close() }
