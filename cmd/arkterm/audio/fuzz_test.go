package audio

import (
	"bytes"
	"testing"
)

// For any input from a server, readFrame returns, and its result does not exceed the limit.
func FuzzReadFrame(f *testing.F) {
	m := message{buf: make([]byte, descriptor)}
	m.number(opRequest)
	m.number(none)
	m.number(7)
	m.number(960)
	putDescriptor(m.buf, control)
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
				t.Fatalf("accepted %d bytes", len(body))
			}
			values := reply{rest: body}
			for values.err == nil {
				values.number()
			}
		}
	})
}
