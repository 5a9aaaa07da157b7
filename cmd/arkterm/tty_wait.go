package main

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
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

var (
	errWoken   = errors.New("woken")
	errTimeout = errors.New("timeout")
)

// await waits until fd can be read or written, for limit if that is not 0. It returns
// errWoken once wake is readable.
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
			return errTimeout
		case r.IsSet(wakeFd):
			return errWoken
		}
		return nil
	}
}

// wakePipe returns a file that becomes readable, and stays so, once stop is called.
func wakePipe() (wake *os.File, stop func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	return r, sync.OnceFunc(func() { w.Close() }), nil
}

// again reports whether an error means that the call is to be made again.
func again(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
}
