//go:build unix

package tty

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/screen"
)

// A queue is one of a terminal's two queues.
type queue uint8

const (
	inputQueue queue = iota
	outputQueue
)

// A direction is that in which await waits for a terminal.
type direction bool

const (
	forReading direction = false
	forWriting direction = true
)

// await waits until fd can be read or written, at most for limit if that is not 0. It returns
// screen.ErrTimeout after limit, and screen.ErrStopped once wake is readable.
//
// It uses select: on macOS neither kqueue, which the Go runtime uses, nor poll works with /dev/tty. For files that the
// runtime can poll see polled.
func await(fd int, dir direction, wake *os.File, limit time.Duration) error {
	wakeFd := int(wake.Fd())
	if max(fd, wakeFd) >= unix.FD_SETSIZE {
		return errors.New("too many open files for select")
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

// A waker ends waiting: once wake is called, its file is readable and stays so.
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

// close closes the waker's files. No await may be using them.
func (w *waker) close() {
	w.wake()
	w.file.Close()
}

// again reports whether a call that returned err should be repeated.
func again(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
}
