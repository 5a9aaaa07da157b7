package store

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// An AppendFile is a file that an Appender writes to.
type AppendFile interface {
	io.Writer
	Truncate(size int64) error
}

// maxUnwritten is the maximum number of bytes that are queued for a slow disk.
const maxUnwritten = 8 << 20

// An Appender appends text to a file in its own goroutine, so that the run loop never waits for a disk. Call Close to
// stop it.
type Appender struct {
	*worker.Worker
	file   AppendFile
	Failed chan error // receives the error that ended writing
	buf    []byte     // the text being written; only the goroutine uses it
	size   int64      // bytes in the file; only the goroutine uses it

	mu      sync.Mutex
	waiting []byte
	ended   bool  // later text is discarded
	err     error // the error that ended writing; nil if none
}

// NewAppender starts an appender. Its goroutine defers handlePanic, which can recover a panic.
func NewAppender(f AppendFile, handlePanic func()) *Appender {
	a := &Appender{file: f, Failed: make(chan error, 1)}
	a.Worker = worker.Start(handlePanic, a.step)
	return a
}

// Append queues text, which must consist of whole lines.
func (a *Appender) Append(text []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.ended || len(text) == 0:
		return
	case len(a.waiting)+len(text) > maxUnwritten:
		a.end(fmt.Errorf("the disk is too slow: more than %d MiB are queued", maxUnwritten>>20))
		return
	}
	a.waiting = append(a.waiting, text...)
	a.Wake()
}

// end stops writing and reports err. The caller holds mu.
func (a *Appender) end(err error) {
	if !a.ended {
		a.ended, a.err = true, err
		a.Failed <- err // does not block, because this is the only send and the channel has a buffer of one
	}
}

// Err returns the error that ended writing, or nil if everything was written.
func (a *Appender) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}

// step writes the queued text and reports whether there was any. If a write fails, step removes the lines that were
// written in part.
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
