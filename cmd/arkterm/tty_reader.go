package main

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/input"
)

// A ttyReader decodes what the terminal sends, in a goroutine of tcell's that asks for bytes
// and gets none. So keys, mouse and replies are one stream in one order, and
// nothing can be misread on the way; see input.Filter.
type ttyReader struct {
	fd     int
	hear   func(input.Event) // takes the events; nil: nobody
	filter input.Filter
	raw    [256]byte
	events []input.Event // at most two for each byte of raw

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
	r.filter = input.Filter{}
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

// Read reads until reading is over, which is io.EOF, or the terminal is gone. It never
// returns any bytes.
func (r *ttyReader) Read([]byte) (int, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	r.mu.Lock()
	wake := r.wake
	r.mu.Unlock()
	for {
		err := await(r.fd, forReading, wake, r.filter.Patience())
		switch {
		case errors.Is(err, errTimeout):
			r.events = r.filter.Flush(r.events[:0])
			r.tell()
		case errors.Is(err, errWoken):
			return 0, io.EOF
		case err != nil:
			return 0, err
		default:
			if err := r.fill(); err != nil {
				return 0, err
			}
		}
	}
}

// fill reads what there is, and tells of it.
func (r *ttyReader) fill() error {
	n, err := unix.Read(r.fd, r.raw[:])
	if err != nil && again(err) {
		return nil
	}
	if err != nil || n == 0 {
		return io.ErrUnexpectedEOF // nobody is at the other end
	}
	r.events = r.filter.Append(r.events[:0], r.raw[:n])
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

// tell passes the events on.
func (r *ttyReader) tell() {
	if r.hear == nil {
		return
	}
	for _, ev := range r.events {
		r.hear(ev)
	}
}
