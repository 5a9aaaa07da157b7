package render

import "arkterm/render/cell"

// A Stream turns frames into what a terminal is sent for them, without a terminal: for
// recordings of what one sees. It is what a [Painter] sends through an [Output], so a frame
// costs only what differs from the last one. Nothing in it asks the terminal anything, and
// a part never ends within a rune or a sequence.
type Stream struct {
	painter *Painter
	output  Output
	buf     []byte
}

// NewStream returns a stream in the colours of a tier.
func NewStream(tier cell.Tier) *Stream {
	s := new(Stream)
	s.painter = NewPainter(nil, s, tier)
	return s
}

// streamBegin makes any terminal a clear one without a cursor.
const streamBegin = "\x1b[m\x1b[?25l\x1b[H\x1b[2J"

// StreamEnd gives a terminal its colours and its cursor back, which does not change the picture.
// A stream may go on after it with [Stream.Forget].
const StreamEnd = "\x1b[m\x1b[?25h"

// Forget makes the next frame clear the terminal and draw all of itself.
func (s *Stream) Forget() { s.painter.Forget() }

// Frame returns what brings a terminal that shows the last frame to f: nothing, if it is the
// same picture. The first one, and one of another size, clears the terminal before. The bytes
// belong to s, and the next Frame overwrites them.
func (s *Stream) Frame(f *cell.Frame) []byte {
	s.buf = s.buf[:0]
	if !s.painter.known || f.W != s.painter.w || f.H != s.painter.h {
		s.painter.Forget()
		s.output.Forget()
		s.buf = append(s.buf, streamBegin...)
	}
	s.painter.Show(f)
	return s.buf
}

// Write takes what the painter sends.
func (s *Stream) Write(p []byte) (int, error) {
	s.buf = s.output.Encode(s.buf, p)
	return len(p), nil
}
