package ansi

import "arkterm/render/cell"

// A Stream encodes frames for a recording. Like an Encoder it sends only changes. Its output holds no
// queries, and no part of it ends within a rune or a sequence.
type Stream struct {
	encoder Encoder
	buf     []byte
}

// NewStream returns a stream with the colours of a tier.
func NewStream(tier cell.Tier) *Stream {
	s := new(Stream)
	s.encoder.SetTier(tier)
	return s
}

// streamBegin clears a terminal and hides its cursor.
const streamBegin = "\x1b[m\x1b[?25l\x1b[H\x1b[2J"

// StreamEnd restores the terminal's colours and cursor, and leaves the picture.
const StreamEnd = "\x1b[m\x1b[?25h"

// Frame returns the bytes that change the last frame to f: none if they look the same. Before the first
// frame, and after a change of size, it clears the terminal. The bytes are valid until the next call.
func (s *Stream) Frame(f *cell.Frame) []byte {
	s.buf = s.buf[:0]
	if !s.encoder.Shows(f.W, f.H) {
		s.encoder.Forget()
		s.buf = append(s.buf, streamBegin...)
	}
	s.buf = s.encoder.Frame(s.buf, f)
	return s.buf
}
