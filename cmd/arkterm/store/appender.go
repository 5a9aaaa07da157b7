package store

import (
	"errors"
	"io"
	"sync"

	"arkterm/cmd/arkterm/worker"
)

// A CastFile is what an appender needs of a file.
type CastFile interface {
	io.Writer
	Truncate(size int64) error
}

// mostUnwritten is how much may wait for a slow disk.
const mostUnwritten = 8 << 20

// An Appender appends to a file in a goroutine of its own, so that the loop never waits for a disk.
// Its owner ends it with Close.
type Appender struct {
	*worker.Worker
	file   CastFile
	Failed chan error // why no more is written
	buf    []byte     // what is being written; the goroutine's
	size   int64      // of the file; the goroutine's

	mu      sync.Mutex
	waiting []byte
	over    bool // no more is written
}

// NewAppender starts the goroutine, in which guard is deferred.
func NewAppender(f CastFile, guard func()) *Appender {
	a := &Appender{file: f, Failed: make(chan error, 1)}
	a.Worker = worker.Start(guard, a.step)
	return a
}

// Append has text, which is whole lines, written after all before it.
func (a *Appender) Append(text []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.over || len(text) == 0:
		return
	case len(a.waiting)+len(text) > mostUnwritten:
		a.end(errors.New("the disk is too slow"))
		return
	}
	a.waiting = append(a.waiting, text...)
	a.Wake()
}

// end says why no more is written; mu is held.
func (a *Appender) end(err error) {
	if !a.over {
		a.over = true
		a.Failed <- err // there is room for it, as it is the only one
	}
}

// step writes what waits, if anything does. Lines that the disk has not taken whole are taken back.
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
