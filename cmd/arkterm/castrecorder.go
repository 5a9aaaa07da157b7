package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A castRecorder writes the frames of a session to a cast while they are shown. A nil recorder does nothing.
//
// Each event is one line, and complete lines are written in order, so the file is a valid cast even if the program is
// killed.
type castRecorder struct {
	file   *store.Appender
	stream *ansi.Stream
	clock  replay.CastClock
	begun  time.Duration // time of the first frame
	last   time.Duration // time of the last recorded frame
	w, h   int
	marks  []string // markers for the next frame
	bell   bool     // the bell rings with the next frame
	line   []byte
}

// createCast creates the file for a cast. If force is set, the file may exist already. It then keeps its content until
// the game begins.
func createCast(path string, force bool) (*os.File, error) {
	flags := os.O_WRONLY | os.O_CREATE
	if !force {
		flags |= os.O_EXCL
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, existsError("cast", path)
	}
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "--cast: %w", err)
	}
	return f, nil
}

// newCastRecorder returns a recorder that writes a cast to f, with colors for a terminal of the given tier.
func newCastRecorder(f store.AppendFile, tier cell.Tier, handlePanic func()) *castRecorder {
	return &castRecorder{
		file: store.NewAppender(f, handlePanic), stream: ansi.NewStream(tier),
		clock: replay.CastClock{Format: replay.CastV2},
	}
}

// minCastInterval is the minimum time between recorded frames. A frame that follows sooner is skipped, unless it is the
// last frame of a movement.
const minCastInterval = time.Second/30 - 2*time.Millisecond

// Mark adds a marker to the next recorded frame.
func (c *castRecorder) Mark(name string) {
	if c != nil {
		c.marks = append(c.marks, name)
	}
}

// Bell rings the bell with the next recorded frame.
func (c *castRecorder) Bell() {
	if c != nil {
		c.bell = true
	}
}

// A castSource draws the recorded frames.
type castSource interface {
	Moving(now time.Duration) bool // another frame follows without input
	Ink() (text, back cell.Color)  // colors of the theme
}

// Frame records a frame if it is due.
func (c *castRecorder) Frame(now time.Duration, f *cell.Frame, s castSource) {
	if c == nil {
		return
	}
	if c.w == 0 {
		c.begin(now, f, s)
	} else if now-c.last < minCastInterval && s.Moving(now) {
		return
	}

	c.line = c.line[:0]
	if f.W != c.w || f.H != c.h {
		c.w, c.h = f.W, f.H
		c.event(now, replay.CastResize, fmt.Appendf(nil, "%dx%d", c.w, c.h))
	}
	if part := c.stream.Frame(f); len(part) > 0 {
		c.last = now
		c.event(now, replay.CastOutput, part)
	}
	if c.bell {
		c.bell = false
		c.event(now, replay.CastOutput, []byte(replay.CastBell))
	}
	for _, name := range c.marks {
		c.event(now, replay.CastMarker, []byte(name))
	}
	c.marks = c.marks[:0]
	c.file.Append(c.line)
}

// begin writes the header.
func (c *castRecorder) begin(now time.Duration, f *cell.Frame, s castSource) {
	c.begun, c.w, c.h = now, f.W, f.H
	h := replay.CastHeader{Format: replay.CastV2, W: c.w, H: c.h, Title: "arkterm", Stamp: time.Now().Unix()}
	h.Text, h.Back = s.Ink()
	c.file.Append(h.Line())
}

func (c *castRecorder) event(now time.Duration, code byte, data []byte) {
	c.line = c.clock.Append(c.line, now-c.begun, code, data)
}

// Failed returns a channel that receives the error that ends the recording. It returns nil if c is nil.
func (c *castRecorder) Failed() <-chan error {
	if c == nil {
		return nil
	}
	return c.file.Failed
}

// Err returns the error that ended the recording, or nil.
func (c *castRecorder) Err() error {
	if c == nil {
		return nil
	}
	return c.file.Err()
}

// Flush waits until everything is written, at most for limit.
func (c *castRecorder) Flush(limit time.Duration) {
	if c != nil {
		c.file.Flush(limit)
	}
}

// Close flushes the recorder and ends it.
func (c *castRecorder) Close(limit time.Duration) {
	if c != nil {
		c.file.Close(limit)
	}
}
