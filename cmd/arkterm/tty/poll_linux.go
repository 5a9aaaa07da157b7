package tty

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/screen"
)

// A pollStream is a stream that waits with the Go runtime's poller, so one thread sleeps until the next input or timer.
//
// Its reads and writes are raw system calls, which never wait, because the file is non-blocking. For other system
// calls, the runtime wakes a thread that checks every 20 µs for slow calls, until the program sleeps. With 60 frames
// and replies per second, this thread would cause more than half of all context switches.
type pollStream struct {
	file    *os.File
	conn    syscall.RawConn
	limited bool // a read deadline is set
	stopped atomic.Bool

	// The system call that attempt and tryOnce make, its buffer and its results.
	call    uintptr
	p       []byte
	n       int
	err     error
	attempt func(fd uintptr) (done bool)
	tryOnce func(fd uintptr) (done bool) // like attempt, but returns true, so that the poller does not wait
}

// newPollStream returns a stream, or nil if the poller does not support the file.
func newPollStream(fd int) stream {
	// The poller supports one file per descriptor, and there is a stream for each direction.
	own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	s := &pollStream{file: os.NewFile(uintptr(own), "terminal")}
	s.conn, err = s.file.SyscallConn()
	if err == nil {
		err = s.file.SetDeadline(time.Time{}) // os.ErrNoDeadline if the poller does not support the file
	}
	if err != nil {
		s.file.Close()
		return nil
	}
	s.attempt = s.try
	s.tryOnce = func(fd uintptr) bool {
		s.try(fd)
		return true
	}
	return s
}

// Read waits for at least one byte and reads the available bytes.
func (s *pollStream) Read(p []byte, limit time.Duration) (int, error) {
	if s.limited || limit > 0 {
		var deadline time.Time
		if s.limited = limit > 0; s.limited {
			deadline = time.Now().Add(limit)
		}
		_ = s.file.SetReadDeadline(deadline)
	}
	if s.stopped.Load() { // SetReadDeadline may have replaced the deadline that Stop has set
		return 0, screen.ErrStopped
	}
	s.call, s.p = unix.SYS_READ, p
	err := s.callError(s.conn.Read(s.attempt))
	if err == nil && s.n == 0 {
		err = io.ErrUnexpectedEOF // the other end is closed
	}
	return s.n, err
}

// Write waits until the terminal accepts bytes. It writes as much of p as the terminal accepts.
func (s *pollStream) Write(p []byte) (int, error) { return s.write(p, s.attempt) }

// TryWrite writes as much of p as the terminal accepts without waiting.
func (s *pollStream) TryWrite(p []byte, _ int) (int, error) { return s.write(p, s.tryOnce) }

func (s *pollStream) write(p []byte, attempt func(fd uintptr) bool) (int, error) {
	if s.stopped.Load() {
		return 0, screen.ErrStopped
	}
	s.call, s.p = unix.SYS_WRITE, p
	err := s.callError(s.conn.Write(attempt))
	return s.n, err
}

// try makes the call and reports whether it is done. If it is not, the poller calls try again when the file is ready.
func (s *pollStream) try(fd uintptr) bool {
	s.n, s.err = 0, nil
	for {
		n, _, errno := unix.RawSyscall(s.call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(s.p))), uintptr(len(s.p)))
		switch errno {
		case 0:
			s.n = int(n)
			return true
		case unix.EINTR: // repeat, because the poller reports only changes
		case unix.EAGAIN:
			return false
		default:
			s.err = errno
			return true
		}
	}
}

// callError ends a read or a write and returns its error. wait is the error of the poller.
func (s *pollStream) callError(wait error) error {
	s.p = nil
	switch {
	case wait == nil:
		return s.err
	case s.stopped.Load():
		wait = screen.ErrStopped
	case errors.Is(wait, os.ErrDeadlineExceeded):
		wait = screen.ErrTimeout
	}
	s.n = 0
	return wait
}

// Stop unblocks a waiting Read or Write. That call and all later calls return ErrStopped.
func (s *pollStream) Stop() {
	s.stopped.Store(true)
	_ = s.file.SetDeadline(time.Unix(1, 0))
}

// Close closes the stream's own descriptor. The file of the tty stays open.
func (s *pollStream) Close() { s.file.Close() }
