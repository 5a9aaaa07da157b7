package terminal

import (
	"errors"
	"time"
)

// A Transport is a pair of byte streams to a terminal and back, and its size: the file of a local
// tty, or a channel of an SSH connection.
type Transport interface {
	// Reader and Writer return new ends of the streams. There is one of each at a time.
	Reader() (Reader, error)
	Writer() (Writer, error)

	// Size returns the terminal's size as it is now.
	Size() Size

	// Enter makes the terminal ready for a program that draws all of its screen: nothing is echoed,
	// and keys arrive as they are typed. Whoever gives the terminal back in place of this program,
	// should that be killed, writes leave to it. Enter is called before any mode is entered: to leave
	// one that was not entered does no harm.
	Enter(leave string) error

	// Renew is Enter where the terminal may have been somebody else's meanwhile, or where another
	// sequence leaves its modes. Leave undoes Enter.
	Renew(leave string)
	Leave()

	// Force writes a sequence to a terminal that has stopped reading, and throws away what that has
	// not read so far if there is no room for it otherwise. It does not wait.
	Force(sequence string)
}

// A Reader is the stream from a terminal.
type Reader interface {
	// Read waits for bytes, for limit if that is not 0, and returns ErrTimeout, ErrStopped or why the
	// terminal is gone if there are none.
	Read(p []byte, limit time.Duration) (int, error)

	// Stop makes a Read that waits, and all later ones, return ErrStopped.
	Stop()

	// Close is called when nobody reads any more.
	Close()
}

// A Writer is the stream to a terminal.
type Writer interface {
	// Write waits until the terminal takes some of p, and returns how much that was; ErrStopped; or
	// why the terminal is gone.
	Write(p []byte) (int, error)

	// Stop makes a Write that waits, and all later ones, return ErrStopped.
	Stop()

	// Close is called when nobody writes any more.
	Close()
}

// Errors of a Reader and a Writer that do not mean that the terminal is gone.
var (
	ErrStopped = errors.New("stopped")
	ErrTimeout = errors.New("timeout")
)

// A Size is that of a terminal, in cells and in pixels; 0 where it is not known.
type Size struct {
	Cols, Rows    int
	Width, Height int
}

// The sizes that frames are drawn in: never nothing, and no more than the cells are worth.
const (
	MaxCols, MaxRows         = 500, 200
	DefaultCols, DefaultRows = 80, 24
)

// Clamped returns a size that can be drawn in. A terminal that says 0 does not know: serial lines
// do.
func (s Size) Clamped() (cols, rows int) {
	if s.Cols == 0 || s.Rows == 0 {
		return DefaultCols, DefaultRows
	}
	return min(s.Cols, MaxCols), min(s.Rows, MaxRows)
}

// inPixels reports whether the size in pixels is known.
func (s Size) inPixels() bool { return s.Cols > 0 && s.Rows > 0 && s.Width > 0 && s.Height > 0 }

// aspect returns width ÷ height of a cell, as the size in pixels tells, or 0.5.
func (s Size) aspect() float64 {
	if !s.inPixels() {
		return 0.5
	}
	w := float64(s.Width) / float64(s.Cols)
	h := float64(s.Height) / float64(s.Rows)
	return clampAspect(w / h)
}

// clampAspect returns an aspect that a font can have. Outside of 0.35…0.75 it is somebody's mistake.
func clampAspect(a float64) float64 { return min(max(a, 0.35), 0.75) }
