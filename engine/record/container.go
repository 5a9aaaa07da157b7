package record

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"sync/atomic"

	"arkterm/engine/parse"
)

// The container of a recording consists of a line with its version and the length of the text, the text as a raw
// DEFLATE stream, and the CRC-32 of the text in little-endian order.
const (
	packMagic        = "arkterm ark "
	packHeaderFormat = packMagic + "1 %d\n"
	crcBytes         = 4
)

// Packed returns the recording in its container, which is about a tenth as long as its text.
func (r *Recording) Packed() []byte { return Pack(r.Text()) }

// Pack compresses a recording's text into a container.
func Pack(text []byte) []byte { return packWith(text, &bestCompressor) }

// PackFast is like Pack, but it is 10 to 100 times as fast, and its result is 50 % longer. Use it for containers
// that are soon replaced.
func PackFast(text []byte) []byte { return packWith(text, &fastCompressor) }

// packWith compresses a text with c.
func packWith(text []byte, c *compressor) []byte {
	var b bytes.Buffer
	b.Grow(1<<10 + len(text)/4)
	fmt.Fprintf(&b, packHeaderFormat, len(text))
	w := c.get()
	defer c.put(w)
	w.Reset(&b)
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		panic(fmt.Sprintf("record: pack a recording: %v", err)) // writing to a buffer cannot fail
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(text))
}

// A compressor caches two flate.Writers of the same compression level. A second writer is needed if a save begins
// before another save has ended. Each writer uses a megabyte of memory. A sync.Pool would not help, because each
// garbage collection empties it, and a server collects garbage about every few hundred saves.
type compressor struct {
	level  int
	cached [2]atomic.Pointer[flate.Writer]
}

var bestCompressor, fastCompressor = compressor{level: flate.BestCompression}, compressor{level: flate.BestSpeed}

// get returns a cached writer, or a new one.
func (c *compressor) get() *flate.Writer {
	for i := range c.cached {
		if w := c.cached[i].Swap(nil); w != nil {
			return w
		}
	}
	w, err := flate.NewWriter(nil, c.level)
	if err != nil {
		panic(err) // only an invalid level is an error
	}
	return w
}

// put caches w for a later call of get. If there is no room, it drops a writer.
func (c *compressor) put(w *flate.Writer) {
	for i := range c.cached {
		if w = c.cached[i].Swap(w); w == nil {
			return
		}
	}
}

// errDamaged is the error for a container whose checksum does not match.
var errDamaged = errors.New("damaged: wrong checksum")

// IsRecording reports whether data starts like a recording, as text or in a container.
func IsRecording(data []byte) bool {
	text := parse.WithoutMark(data)
	return bytes.HasPrefix(data, []byte(packMagic)) || bytes.HasPrefix(text, []byte(textMagic))
}

// Unpack returns the text in a container. Data that is not a container is returned unchanged. If the container is
// truncated, Unpack returns the readable part of the text, and cut is true. A text has at most MaxText bytes.
// Unpack uses memory only for the actual text, even if the container declares a greater length.
func Unpack(data []byte) (text []byte, cut bool, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(packMagic))
	if !ok {
		if len(data) > MaxText {
			return nil, false, errTooLong
		}
		return data, false, nil
	}

	size, rest, err := packHeader(rest)
	if err != nil {
		return nil, false, err
	}

	in := bytes.NewReader(rest)
	text, err = io.ReadAll(io.LimitReader(flate.NewReader(in), int64(size)+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && len(text) <= size:
		return text, true, nil
	case err != nil:
		return nil, false, fmt.Errorf("damaged: %w", err)
	case len(text) != size:
		return nil, false, fmt.Errorf("damaged: the content does not have the declared length of %d bytes", size)
	}

	var crc [crcBytes]byte
	if _, err := io.ReadFull(in, crc[:]); err != nil {
		return text, true, nil
	}
	if binary.LittleEndian.Uint32(crc[:]) != crc32.ChecksumIEEE(text) || in.Len() > 0 {
		return nil, false, errDamaged
	}
	return text, false, nil
}

var errTooLong = errors.New("longer than " + strconv.Itoa(MaxText>>20) + " MiB")

// packHeader parses the first line of a container after packMagic. It returns the length of the text and the data
// after the line.
func packHeader(data []byte) (size int, rest []byte, err error) {
	line, rest, _ := bytes.Cut(data[:min(len(data), 32)], []byte("\n"))
	words := bytes.Fields(line)
	if len(words) == 2 && len(rest) < len(data) {
		rest = data[len(line)+min(1, len(data)-len(line)):]
		if v, err := strconv.Atoi(string(words[0])); err == nil && v > 1 {
			return 0, nil, errors.New("was made by a newer arkterm")
		}
		size, err = strconv.Atoi(string(words[1]))
		if string(words[0]) == "1" && err == nil && size >= 0 {
			if size > MaxText {
				return 0, nil, errTooLong
			}
			return size, rest, nil
		}
	}
	return 0, nil, errors.New("not a recording: invalid first line")
}
