package audio

import (
	"encoding/binary"
	"errors"
)

// putDescriptor writes the descriptor of a complete frame into the first bytes of the frame.
func putDescriptor(frame []byte, channel uint32) {
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-descriptorLen))
	binary.BigEndian.PutUint32(frame[4:], channel)
	clear(frame[8:descriptorLen]) // offset and flags
}

// getDescriptor returns the content length and the channel in a descriptor.
func getDescriptor(d []byte) (n, channel uint32) {
	return binary.BigEndian.Uint32(d), binary.BigEndian.Uint32(d[4:])
}

// A message is a control message under construction. Its methods append values. Each value begins with a letter that
// names its type.
type message struct{ buf []byte }

func (m *message) number(n uint32) {
	m.buf = binary.BigEndian.AppendUint32(append(m.buf, 'L'), n)
}

func (m *message) bytes(b []byte) {
	m.buf = binary.BigEndian.AppendUint32(append(m.buf, 'x'), uint32(len(b)))
	m.buf = append(m.buf, b...)
}

func (m *message) text(s string) { m.buf = append(append(append(m.buf, 't'), s...), 0) }
func (m *message) noString()     { m.buf = append(m.buf, 'N') }

func (m *message) boolean(yes bool) {
	letter := byte('0')
	if yes {
		letter = '1'
	}
	m.buf = append(m.buf, letter)
}

func (m *message) sampleSpec(format, channels byte, rate uint32) {
	m.buf = binary.BigEndian.AppendUint32(append(m.buf, 'a', format, channels), rate)
}

func (m *message) channelMap(positions ...byte) {
	m.buf = append(append(m.buf, 'm', byte(len(positions))), positions...)
}

func (m *message) volume(all ...uint32) {
	m.buf = append(m.buf, 'v', byte(len(all)))
	for _, v := range all {
		m.buf = binary.BigEndian.AppendUint32(m.buf, v)
	}
}

// properties appends properties, given as alternating names and values.
func (m *message) properties(all ...string) {
	m.buf = append(m.buf, 'P')
	for i := 0; i+1 < len(all); i += 2 {
		value := append([]byte(all[i+1]), 0)
		m.text(all[i])
		m.number(uint32(len(value)))
		m.bytes(value)
	}
	m.noString()
}

// A reply decodes a received message. After an error, all values are 0.
type reply struct {
	unread []byte
	err    error
}

var errReply = errors.New("invalid message from the sound server")

// number decodes a number, and sets err if there is none.
func (r *reply) number() uint32 {
	if r.err != nil || len(r.unread) < 5 || r.unread[0] != 'L' {
		r.err = errReply
		return 0
	}
	n := binary.BigEndian.Uint32(r.unread[1:])
	r.unread = r.unread[5:]
	return n
}
