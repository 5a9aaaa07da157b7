package screen

import (
	"errors"
	"time"

	"github.com/gdamore/tcell/v2"
)

// A Transport is a pair of byte streams to and from a terminal, with the terminal's size. Examples are the file of a
// tty and an SSH channel.
type Transport interface {
	// Reader and Writer return new ends of the streams. At most one of each is in use at a time.
	Reader() (Reader, error)
	Writer() (Writer, error)

	// Size returns the terminal's current size.
	Size() Size

	// Enter prepares the terminal for a full-screen program. It switches off echo and makes each key arrive as soon as
	// it is typed. It is called before any mode is entered. leave is the sequence that leaves all modes. A monitor may
	// write it if this program is killed. Leaving a mode that was not entered does no harm.
	Enter(leave string) error

	// Renew is like Enter, for a terminal that another program may have used, or whose leave sequence has changed.
	// Leave undoes Enter.
	Renew(leave string)
	Leave()

	// Force discards the output that the terminal has not read, and writes a sequence. It takes at most 0.1 s, even if
	// the terminal does not read.
	Force(sequence string)
}

// A cropper is a [Transport] whose Size may be smaller than the terminal's window. The frame is in the upper left
// corner.
type cropper interface {
	// Margin returns a sequence that clears the window and may write a message outside the frame. It is sent before a
	// whole frame. It is "" if Size is the size of the window.
	Margin() string
}

// A Reader is the stream from a terminal.
type Reader interface {
	// Read waits for bytes, at most for limit if that is not 0. Its error is ErrTimeout, ErrStopped, or the reason
	// why the terminal is gone.
	Read(p []byte, limit time.Duration) (int, error)

	// Stop unblocks a waiting Read. That call and all later calls of Read return ErrStopped.
	Stop()

	// Close is called after the last Read has returned.
	Close()
}

// A pusher is a [Reader] that calls a function with the bytes, instead of being read with Read. This saves a goroutine.
type pusher interface {
	// Push starts to call receive with the bytes that arrive, from one goroutine at a time, until Stop returns. Push
	// itself does not wait. receive returns the time to wait for more bytes, or 0 for no limit. After that time, it is
	// called without bytes. lost is called when the connection is lost. Neither function may call Stop.
	Push(receive func(p []byte) time.Duration, lost func())
}

// A Writer is the stream to a terminal.
type Writer interface {
	// Write waits until the terminal accepts some of p, and returns the number of bytes accepted. Its error is
	// ErrStopped, or the reason why the terminal is gone.
	Write(p []byte) (int, error)

	// Stop unblocks a waiting Write. That call and all later calls of Write return ErrStopped.
	Stop()

	// Close is called after the last Write has returned.
	Close()
}

// A tryWriter is a [Writer] that can also write without waiting.
type tryWriter interface {
	// TryWrite writes as many bytes of p as the terminal accepts without delay. unread is the maximum number of earlier
	// bytes that the terminal has not read yet. TryWrite and Write are not called concurrently.
	TryWrite(p []byte, unread int) (int, error)
}

// Errors of a Reader and a Writer that do not mean that the terminal is gone.
var (
	ErrStopped = errors.New("reading or writing was stopped")
	ErrTimeout = errors.New("no input within the time limit")
)

// A Size is a terminal's size in cells and in pixels; 0 if unknown.
type Size struct {
	Cols, Rows    int
	Width, Height int
}

// Limits of the size of a frame, and the default if the terminal's size is unknown.
const (
	MaxCols, MaxRows         = 500, 200
	DefaultCols, DefaultRows = 80, 24
)

// Clamped returns a size in cells that a frame can have, for any size that a Transport reports. Serial lines report 0.
func (s Size) Clamped() (cols, rows int) {
	if s.Cols <= 0 || s.Rows <= 0 {
		return DefaultCols, DefaultRows
	}
	return min(s.Cols, MaxCols), min(s.Rows, MaxRows)
}

// Window returns the size as a tcell.WindowSize. The size in cells is clamped.
func (s Size) Window() tcell.WindowSize {
	cols, rows := s.Clamped()
	return tcell.WindowSize{Width: cols, Height: rows, PixelWidth: s.Width, PixelHeight: s.Height}
}

// Cropped returns the size of the upper left part of a window, at most cols×rows cells. Each cell keeps its size in
// pixels.
func (s Size) Cropped(cols, rows int) Size {
	c, r := s.Clamped()
	c, r = min(c, cols), min(r, rows)
	if s.Cols > 0 && s.Rows > 0 {
		s.Width, s.Height = s.Width*c/s.Cols, s.Height*r/s.Rows
	}
	s.Cols, s.Rows = c, r
	return s
}

// hasPixels reports whether the size in pixels is known.
func (s Size) hasPixels() bool { return s.Cols > 0 && s.Rows > 0 && s.Width > 0 && s.Height > 0 }

// Aspect returns the width of a cell divided by its height, or 0.5 if the size in pixels is unknown.
func (s Size) Aspect() float64 {
	if !s.hasPixels() {
		return 0.5
	}
	w := float64(s.Width) / float64(s.Cols)
	h := float64(s.Height) / float64(s.Rows)
	return clampAspect(w / h)
}

// clampAspect limits an aspect to 0.35…0.75, the range of real fonts.
func clampAspect(a float64) float64 { return min(max(a, 0.35), 0.75) }
