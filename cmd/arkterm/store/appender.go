package store

import (
	"errors"
	"io"
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// A CastFile is the file an Appender writes to.
type AppendFile interface {
	io.Writer
	Truncate(size int64) error
}

// mostUnwritten is the most bytes that wait for a slow disk.
const maxUnwritten = 8 << 20

// An Appender appends to a file in its own goroutine, so that the loop never waits for a disk. Its owner
// ends it with Close.
type Appender struct {
	*worker.Worker
	file   AppendFile
	Failed chan error // receives the reason why writing ended
	buf    []byte     // being written; only the goroutine uses it
	size   int64      // of the file; only the goroutine uses it

	mu      sync.Mutex
	waiting []byte
	ended   bool  // nothing more is written
	err     error // why writing ended; nil: it did not fail
}

// NewAppender returns an appender, whose goroutine defers guard.
func NewAppender(f AppendFile, guard func()) *Appender {
	a := &Appender{file: f, Failed: make(chan error, 1)}
	a.Worker = worker.Start(guard, a.step)
	return a
}

// Append queues text, which must be whole lines.
func (a *Appender) Append(text []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.ended || len(text) == 0:
		return
	case len(a.waiting)+len(text) > maxUnwritten:
		a.end(errors.New("the disk is too slow"))
		return
	}
	a.waiting = append(a.waiting, text...)
	a.Wake()
}

// end stops writing and reports err; mu is held.
func (a *Appender) end(err error) {
	if !a.ended {
		a.ended, a.err = true, err
		a.Failed <- err // never blocks: the only send, into a buffer of one
	}
}

// Err returns why writing ended, or nil if everything was written.
func (a *Appender) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}

// step writes the pending text, if there is any. Lines that were written only in part are removed again.
func (a *Appender) step() bool {
	a.mu.Lock()
	a.waiting, a.buf = a.buf[:0], a.waiting
	a.mu.Unlock()
	if len(a.buf) == 0 {
		return false
	}
	n, err := a.file.Write(a.buf)
	if err == nil {
		a.size += int64(n)
		return true
	}
	if e := a.file.Truncate(a.size); e != nil {
		err = errors.Join(err, e)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.end(err)
	a.waiting = a.waiting[:0]
	return true
}
