package audio

import (
	"bytes"
	"testing"
)

// For any input from a server, readFrame returns a frame within the limit or an error, and decoding does not panic.
func FuzzReadFrame(f *testing.F) {
	m := message{buf: make([]byte, descriptorLen)}
	m.number(opRequest)
	m.number(noIndex)
	m.number(7)
	m.number(960)
	putDescriptor(m.buf, controlChannel)
	f.Add(m.buf)
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF})
	f.Fuzz(func(t *testing.T, sent []byte) {
		r := bytes.NewReader(sent)
		for {
			_, body, err := readFrame(r)
			if err != nil {
				return
			}
			if len(body) > maxControl {
				t.Fatalf("readFrame() returns %d bytes, want at most %d", len(body), maxControl)
			}
			values := reply{unread: body}
			for values.err == nil {
				values.number()
			}
		}
	})
}
