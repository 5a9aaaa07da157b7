package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A castRecorder writes what the player sees to a cast, while it is seen. Its nil does nothing.
//
// An event is one line, and lines are written in one piece and in order: whatever ends the program,
// what is in the file is a cast.
type castRecorder struct {
	file   *store.Appender
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
func newCastRecorder(f store.CastFile, tier cell.Tier, guard func()) *castRecorder {
	return &castRecorder{
		file: store.NewAppender(f, guard), stream: ansi.NewStream(tier), clock: replays.CastClock{Format: replays.CastV2},
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
	return c.file.Failed
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
