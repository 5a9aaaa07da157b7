package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/input"
)

// A ttyReader hands tcell the terminal's bytes, filtered.
type ttyReader struct {
	fd     int
	hear   func(input.Reply) // takes what the terminal answers; nil: nobody
	filter input.Filter
	raw    [256]byte
	ready  []byte // filtered, from the first byte that tcell has not read
	buf    []byte // what ready is a part of

	reading sync.Mutex // is held by whoever reads

	mu   sync.Mutex
	wake *os.File // readable once reading is over
	stop func()   // makes it so
}

// begin allows reading.
func (r *ttyReader) begin() error {
	wake, stop, err := wakePipe()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wake, r.stop = wake, stop
	r.filter, r.ready = input.Filter{}, nil
	return nil
}

// end makes a Read that waits, and all later ones, return io.EOF.
func (r *ttyReader) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != nil {
		r.stop()
	}
}

// Read waits for something that is for tcell. It returns an error only when reading is
// over, which is io.EOF, or when the terminal is gone. It never returns 0 bytes without
// an error: tcell would ask again at once, for ever.
func (r *ttyReader) Read(p []byte) (int, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	r.mu.Lock()
	wake := r.wake
	r.mu.Unlock()
	for len(r.ready) == 0 {
		err := await(r.fd, forReading, wake, r.filter.Patience())
		switch {
		case errors.Is(err, errTimeout):
			r.buf = r.filter.Flush(r.buf[:0])
		case errors.Is(err, errWoken):
			return 0, io.EOF
		case err != nil:
			return 0, err
		default:
			if err := r.fill(); err != nil {
				return 0, err
			}
		}
		r.ready = r.buf
	}
	n := copy(p, r.ready[:whole(r.ready, len(p))])
	r.ready = r.ready[n:]
	return n, nil
}

// fill reads what there is into buf.
func (r *ttyReader) fill() error {
	r.buf = r.buf[:0]
	n, err := unix.Read(r.fd, r.raw[:])
	if err != nil && again(err) {
		return nil
	}
	if err != nil || n == 0 {
		return io.ErrUnexpectedEOF // nobody is at the other end
	}
	r.buf = r.filter.Append(r.buf, r.raw[:n])
	r.tell()
	return nil
}

// settle ends reading for everybody else, and reads on until no answer of the terminal's is
// still to come, as unanswered counts them, or the limit is over. What comes later would be
// taken for typing by whoever has the terminal next.
func (r *ttyReader) settle(unanswered func() int, limit time.Duration) {
	if unanswered() == 0 {
		return
	}
	r.end()
	r.reading.Lock()
	defer r.reading.Unlock()
	wake, stop, err := wakePipe()
	if err != nil {
		return
	}
	defer wake.Close()
	defer time.AfterFunc(limit, stop).Stop()
	for unanswered() > 0 {
		if await(r.fd, forReading, wake, 0) != nil || r.fill() != nil {
			break
		}
	}
	stop()
}

// tell passes the terminal's replies on.
func (r *ttyReader) tell() {
	replies := r.filter.Replies()
	if r.hear == nil {
		return
	}
	for _, reply := range replies {
		r.hear(reply)
	}
}

// whole returns how much of p fits into n bytes without cutting a sequence in two: tcell
// takes an ESC at the end of what it reads for the key when the rest is late.
func whole(p []byte, n int) int {
	if len(p) <= n {
		return len(p)
	}
	if i := bytes.LastIndexByte(p[:n], 0x1b); i > 0 {
		return i
	}
	return n
}
