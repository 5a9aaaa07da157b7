package ansi

import "arkterm/render/cell"

// A Stream turns frames into what a terminal is sent for them where there is no terminal: for
// recordings of what one sees. Each frame costs only what differs from the last one. Nothing in it asks
// the terminal anything, and a part never ends within a rune or a sequence.
type Stream struct {
	encoder Encoder
	buf     []byte
}

// NewStream returns a stream in the colours of a tier.
func NewStream(tier cell.Tier) *Stream {
	s := new(Stream)
	s.encoder.SetTier(tier)
	return s
}

// streamBegin makes any terminal a clear one without a cursor.
const streamBegin = "\x1b[m\x1b[?25l\x1b[H\x1b[2J"

// StreamEnd gives a terminal its colours and its cursor back, which does not change the picture.
const StreamEnd = "\x1b[m\x1b[?25h"

// Frame returns what brings a terminal that shows the last frame to f: nothing, if it is the
// same picture. The first one, and one of another size, clears the terminal before. The bytes
// belong to s, and the next Frame overwrites them.
func (s *Stream) Frame(f *cell.Frame) []byte {
	s.buf = s.buf[:0]
	if !s.encoder.Shows(f.W, f.H) {
		s.encoder.Forget()
		s.buf = append(s.buf, streamBegin...)
	}
	s.buf = s.encoder.Frame(s.buf, f)
	return s.buf
}
