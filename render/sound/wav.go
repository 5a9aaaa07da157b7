package sound

import (
	"encoding/binary"
	"fmt"
	"io"
)

// MaxSamples is the maximum number of samples per channel of a WAV file. The size fields of the format have 32 bits.
const MaxSamples = (1<<32 - 1 - headerSize) / 4

// headerSize is the size of the header, in bytes.
const headerSize = 44

// WriteHeader writes the header of a WAV file with n samples per channel. It returns an error if n is negative or
// greater than MaxSamples. The samples follow as little-endian pairs.
func WriteHeader(w io.Writer, n int64) error {
	if n < 0 || n > MaxSamples {
		return fmt.Errorf("WAV file of %d samples, want 0 to %d (six hours)", n, MaxSamples)
	}
	const channels, width = 2, 2 // width is the number of bytes per sample
	size := uint32(n * channels * width)
	h := make([]byte, 0, headerSize)
	h = append(h, "RIFF"...)
	h = binary.LittleEndian.AppendUint32(h, headerSize-8+size)
	h = append(h, "WAVEfmt "...)
	h = binary.LittleEndian.AppendUint32(h, 16)
	h = binary.LittleEndian.AppendUint16(h, 1) // PCM
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

// AppendBytes appends samples in little-endian order, as used by WAV files and audio devices.
func AppendBytes(dst []byte, samples []int16) []byte {
	for _, s := range samples {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s))
	}
	return dst
}
