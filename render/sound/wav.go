package sound

import (
	"encoding/binary"
	"errors"
	"io"
)

// MaxSamples is the greatest number of samples on each side that a WAV file can hold: its sizes have 32 bits.
const MaxSamples = (1<<32 - 1 - headerSize) / 4

const headerSize = 44

// errTooLong is the error of a sound that no WAV file can hold.
var errTooLong = errors.New("too long for a WAV file, which holds six hours")

// WriteHeader writes the header of a WAV file for n samples on each side, which follow as little-endian pairs.
func WriteHeader(w io.Writer, n int) error {
	if n < 0 || n > MaxSamples {
		return errTooLong
	}
	const channels, width = 2, 2 // in bytes
	size := uint32(n * channels * width)
	h := make([]byte, 0, headerSize)
	h = append(h, "RIFF"...)
	h = binary.LittleEndian.AppendUint32(h, headerSize-8+size)
	h = append(h, "WAVEfmt "...)
	h = binary.LittleEndian.AppendUint32(h, 16)
	h = binary.LittleEndian.AppendUint16(h, 1) // plain samples
	h = binary.LittleEndian.AppendUint16(h, channels)
	h = binary.LittleEndian.AppendUint32(h, Rate)
	h = binary.LittleEndian.AppendUint32(h, Rate*channels*width)
	h = binary.LittleEndian.AppendUint16(h, channels*width)
	h = binary.LittleEndian.AppendUint16(h, 8*width)
	h = append(h, "data"...)
	h = binary.LittleEndian.AppendUint32(h, size)
	_, err := w.Write(h)
	return err
}

// AppendBytes appends samples as a WAV file and a loudspeaker take them: little-endian.
func AppendBytes(dst []byte, samples []int16) []byte {
	for _, s := range samples {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s))
	}
	return dst
}
