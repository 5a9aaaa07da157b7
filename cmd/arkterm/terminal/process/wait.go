package process

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/terminal"
)

// A queue is one of the two of a terminal.
type queue uint8

const (
	inputQueue queue = iota
	outputQueue
)

// A direction is what a terminal is awaited for.
type direction bool

const (
	forReading direction = false
	forWriting direction = true
)

// await waits until fd can be read or written, for limit if that is not 0. It returns
// terminal.ErrTimeout after that, and terminal.ErrStopped once wake is readable.
//
// It uses select: on macOS neither kqueue, and so the Go runtime, nor poll works with
// /dev/tty.
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
			return terminal.ErrTimeout
		case r.IsSet(wakeFd):
			return terminal.ErrStopped
		}
		return nil
	}
}

// A waker ends waiting: its file becomes readable, and stays so, once wake is called.
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

// close closes its files. Nobody may wait any more.
func (w *waker) close() {
	w.wake()
	w.file.Close()
}

// again reports whether an error means that the call is to be made again.
func again(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
}
