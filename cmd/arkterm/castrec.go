package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/worker"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A castRecorder writes what the player sees to a cast, while it is seen. Its nil does nothing.
//
// An event is one line, and lines are written in one piece and in order: whatever ends the program,
// what is in the file is a cast.
type castRecorder struct {
	file   *appender
	stream *ansi.Stream
	clock  replays.CastClock
	begun  time.Duration // when the first frame was drawn
	last   time.Duration // the last one that was taken
	w, h   int
	marks  []string // that the next frame brings along
	line   []byte
}

// createCast makes the file for a cast. It overwrites nothing: a game is not played twice.
func createCast(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, exit.Errorf(exit.Usage, "--cast: %s is there already", path)
	}
	if err != nil {
		return nil, exit.Errorf(exit.File, "--cast: %w", err)
	}
	return f, nil
}

// newCastRecorder returns a recorder that writes to a file, of what a terminal of the tier is sent.
func newCastRecorder(f castFile, tier cell.Tier, guard func()) *castRecorder {
	return &castRecorder{
		file: newAppender(f, guard), stream: ansi.NewStream(tier), clock: replays.CastClock{Format: replays.CastV2},
	}
}

// castEvery is how long after a frame the next one is taken: those between are left out, unless
// nothing moves, so that none would follow.
const castEvery = time.Second/30 - 2*time.Millisecond

// Mark has the next frame that is taken named.
func (c *castRecorder) Mark(name string) {
	if c != nil {
		c.marks = append(c.marks, name)
	}
}

// A castSource is what draws the frames that are recorded.
type castSource interface {
	Moving(now time.Duration) bool // another frame follows by itself
	Ink() (text, back cell.Color)  // of the theme
}

// Frame takes a frame that a session has drawn.
func (c *castRecorder) Frame(now time.Duration, f *cell.Frame, s castSource) {
	if c == nil {
		return
	}
	if c.w == 0 {
		c.begin(now, f, s)
	} else if now-c.last < castEvery && s.Moving(now) {
		return
	}
	c.line = c.line[:0]
	if f.W != c.w || f.H != c.h {
		c.w, c.h = f.W, f.H
		c.event(now, replays.CastResize, fmt.Appendf(nil, "%dx%d", c.w, c.h))
	}
	if part := c.stream.Frame(f); len(part) > 0 {
		c.last = now
		c.event(now, replays.CastOutput, part)
	}
	for _, name := range c.marks {
		c.event(now, replays.CastMarker, []byte(name))
	}
	c.marks = c.marks[:0]
	c.file.Append(c.line)
}

// begin writes the header.
func (c *castRecorder) begin(now time.Duration, f *cell.Frame, s castSource) {
	c.begun, c.w, c.h = now, f.W, f.H
	h := replays.CastHeader{Format: replays.CastV2, W: c.w, H: c.h, Title: "arkterm", Stamp: time.Now().Unix()}
	h.Text, h.Back = s.Ink()
	c.file.Append(h.Line())
}

func (c *castRecorder) event(now time.Duration, code byte, data []byte) {
	c.line = c.clock.Append(c.line, now-c.begun, code, data)
}

// Failed is where the loop hears that the file takes no more.
func (c *castRecorder) Failed() <-chan error {
	if c == nil {
		return nil
	}
	return c.file.failed
}

// Flush waits until all is written, for as long as limit; Close does so too, and ends the recorder.
func (c *castRecorder) Flush(limit time.Duration) {
	if c != nil {
		c.file.Flush(limit)
	}
}

func (c *castRecorder) Close(limit time.Duration) {
	if c != nil {
		c.file.Close(limit)
	}
}

// A castFile is what an appender needs of a file.
type castFile interface {
	io.Writer
	Truncate(size int64) error
}

// An appender appends to a file in a goroutine of its own, so that the loop never waits for a disk.
// Its owner ends it with Close.
type appender struct {
	*worker.Worker
	file   castFile
	failed chan error // why no more is written
	buf    []byte     // what is being written; the goroutine's
	size   int64      // of the file; the goroutine's

	mu      sync.Mutex
	waiting []byte
	over    bool // no more is written
}

// mostUnwritten is what a slow disk is kept waiting for.
const mostUnwritten = 8 << 20

// newAppender starts the goroutine, in which guard is deferred.
func newAppender(f castFile, guard func()) *appender {
	a := &appender{file: f, failed: make(chan error, 1)}
	a.Worker = worker.Start(guard, a.step)
	return a
}

// Append has text, which is whole lines, written after all before it.
func (a *appender) Append(text []byte) {
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
func (a *appender) end(err error) {
	if !a.over {
		a.over = true
		a.failed <- err // there is room for it, as it is the only one
	}
}

// step writes what waits, if anything does. Lines that the disk has not taken whole are taken back.
func (a *appender) step() bool {
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
