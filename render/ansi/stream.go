package ansi

import "arkterm/render/cell"

// A Stream encodes frames for a recording. Like an Encoder, it encodes only changes. Its output contains no
// queries, and no call returns a part of a rune or of a sequence.
type Stream struct {
	encoder Encoder
	buf     []byte
}

// NewStream returns a stream for terminals with the colors of a tier.
func NewStream(tier cell.Tier) *Stream {
	s := new(Stream)
	s.encoder.SetTier(tier)
	return s
}

// streamBegin clears the terminal and hides its cursor.
const streamBegin = "\x1b[m\x1b[?25l\x1b[H\x1b[2J"

// StreamEnd resets the terminal's colors and shows the cursor. It does not erase the picture.
const StreamEnd = "\x1b[m\x1b[?25h"

// Frame returns the bytes that change the picture to f. It returns no bytes if nothing changes. The first frame, and
// every frame of another size, first clears the terminal. The bytes are valid until the next call.
func (s *Stream) Frame(f *cell.Frame) []byte {
	s.buf = s.buf[:0]
	if !s.encoder.Shows(f.W, f.H) {
		s.encoder.Forget()
		s.buf = append(s.buf, streamBegin...)
	}
	s.buf = s.encoder.Frame(s.buf, f)
	return s.buf
}
