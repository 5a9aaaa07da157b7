package audio

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"arkterm/render/sound"
)

// This file implements the part of PulseAudio's native protocol that a single playback stream needs. See
// https://www.freedesktop.org/wiki/Software/PulseAudio/Documentation/Developer. Each message is a frame that begins
// with a descriptor of 20 bytes. A frame on the control channel contains an operation, a tag that the reply repeats,
// and values. A frame on a stream's channel contains samples. When the server needs samples, it sends a request with a
// number of bytes. PulseAudio and PipeWire both support this protocol version, which is from 2009.

// Operations of the protocol.
const (
	opError        = 0
	opReply        = 2
	opCreateStream = 3
	opAuth         = 8
	opSetName      = 9
	opCork         = 41
	opFlush        = 42
	opRequest      = 61
	opStreamKilled = 64
)

const (
	protocolVersion = 13
	controlChannel  = 0xFFFFFFFF // channel of control messages
	noIndex         = 0xFFFFFFFF // index that means no object

	cookieSize    = 256
	descriptorLen = 20
	maxControl    = 64 << 10 // maximum length of a message in bytes

	formatS16LE = 3
	frontLeft   = 1
	frontRight  = 2
	fullVolume  = 0x10000
	frameBytes  = 4 // bytes of a stereo sample
)

// Sizes of the server's buffer and of its requests, in bytes. The length of the buffer determines the delay of the
// sound.
const (
	bufferBytes  = sound.Rate * 20 / 1000 * frameBytes // 20 ms
	requestBytes = sound.Rate * 5 / 1000 * frameBytes  // 5 ms
)

// serverTimeout is the maximum time for the server to reply or to accept samples.
const serverTimeout = time.Second

// A pulse is a Device that plays through a sound server.
type pulse struct {
	conn      *os.File
	requests  chan int
	tag       uint32 // tag of the last message sent
	stream    uint32 // channel of the stream
	corked    bool   // the stream is paused
	remainder int    // requested bytes that do not make up a complete sample
	out       []byte // frame being sent; reused
	done      chan struct{}
}

// openPulse opens a stream on the sound server at a socket. The cookie authenticates the user. It is nil if the server
// needs no authentication.
func openPulse(socket string, cookie []byte) (Device, error) {
	conn, err := dialUnix(socket)
	if err != nil {
		return nil, err
	}
	p := &pulse{conn: conn, requests: make(chan int, 64), corked: true, done: make(chan struct{})}
	if err := p.begin(cookie); err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", socket, err)
	}
	go p.listen()
	return p, nil
}

// begin authenticates and creates the stream.
func (p *pulse) begin(cookie []byte) error {
	if err := p.conn.SetDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	secret := make([]byte, cookieSize)
	copy(secret, cookie)
	r, err := p.request(opAuth, func(m *message) { m.number(protocolVersion); m.bytes(secret) })
	if err != nil {
		return fmt.Errorf("authenticate: %w", err)
	}
	if v := r.number() & 0xFFFF; r.err != nil || v < protocolVersion {
		return fmt.Errorf("sound server has protocol version %d (want at least %d)", v, protocolVersion)
	}

	if _, err := p.request(opSetName, func(m *message) { m.properties("application.name", "arkterm") }); err != nil {
		return fmt.Errorf("set client name: %w", err)
	}

	r, err = p.request(opCreateStream, (*message).streamArgs)
	if err != nil {
		return fmt.Errorf("create a stream: %w", err)
	}
	p.stream = r.number()
	r.number() // index of the sink input
	p.addRequest(int(r.number()))
	if r.err != nil {
		return r.err
	}
	return p.conn.SetDeadline(time.Time{})
}

// streamArgs appends the arguments of opCreateStream.
func (m *message) streamArgs() {
	m.sampleSpec(formatS16LE, 2, sound.Rate)
	m.channelMap(frontLeft, frontRight)
	m.number(noIndex) // any sink
	m.noString()
	m.number(4 * bufferBytes) // maximum length of the buffer
	m.boolean(true)           // corked, because the device is paused at first
	m.number(bufferBytes)
	m.number(0) // start playing with the first byte
	m.number(requestBytes)
	m.number(0) // not synchronized with another stream
	m.volume(fullVolume, fullVolume)
	for range 7 {
		m.boolean(false) // allow mixing, moving and conversion
	}
	m.boolean(false) // not muted
	m.boolean(true)  // limit the total latency to the buffer
	m.properties("media.name", "game", "media.role", "game")
}

// request sends a request and waits for the reply. Only begin uses it. Replies to later requests are ignored.
func (p *pulse) request(op uint32, args func(*message)) (*reply, error) {
	if err := p.send(op, args); err != nil {
		return nil, err
	}
	for {
		channel, body, err := readFrame(p.conn)
		if err != nil {
			return nil, err
		}
		if channel != controlChannel {
			continue
		}
		r := &reply{unread: body}
		got, tag := r.number(), r.number()
		switch {
		case r.err != nil:
			return nil, r.err
		case got == opReply && tag == p.tag:
			return r, nil
		case got == opError && tag == p.tag:
			return nil, fmt.Errorf("refused by the server, error %d", r.number())
		}
	}
}

// send sends a request without waiting for the reply.
func (p *pulse) send(op uint32, args func(*message)) error {
	p.tag++
	m := message{buf: make([]byte, descriptorLen, 512)}
	m.number(op)
	m.number(p.tag)
	args(&m)
	putDescriptor(m.buf, controlChannel)
	_, err := p.conn.Write(m.buf)
	return err
}

// addRequest handles a request from the server for n bytes of samples.
func (p *pulse) addRequest(n int) {
	n += p.remainder
	p.remainder = n % frameBytes
	if n >= frameBytes {
		p.requests <- n / frameBytes
	}
}

// listen handles messages from the server until the connection is lost.
func (p *pulse) listen() {
	defer close(p.done)
	defer close(p.requests)
	for {
		channel, body, err := readFrame(p.conn)
		if err != nil {
			return
		}
		if channel != controlChannel {
			continue
		}
		r := reply{unread: body}
		switch op := r.number(); op {
		case opRequest:
			r.number() // skip the tag
			stream, n := r.number(), r.number()
			if r.err != nil || n > maxControl<<8 {
				return
			}
			if stream == p.stream {
				p.addRequest(int(n))
			}
		case opError, opStreamKilled:
			return
		}
	}
}

// Requests implements Device.
func (p *pulse) Requests() <-chan int { return p.requests }

// Write implements Device.
func (p *pulse) Write(samples []byte) error {
	p.out = append(p.out[:0], make([]byte, descriptorLen)...)
	p.out = append(p.out, samples...)
	putDescriptor(p.out, p.stream)
	if err := p.conn.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	_, err := p.conn.Write(p.out)
	return err
}

// SetPaused implements Device. A pause discards the silence in the server's buffer, which would delay the next notes.
func (p *pulse) SetPaused(paused bool) error {
	if paused == p.corked {
		return nil
	}
	p.corked = paused
	if err := p.conn.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	err := p.send(opCork, func(m *message) { m.number(p.stream); m.boolean(paused) })
	if err != nil || !paused {
		return err
	}
	return p.send(opFlush, func(m *message) { m.number(p.stream) })
}

// Close implements Device.
func (p *pulse) Close() error {
	err := p.conn.Close()
	for {
		select {
		case <-p.requests: // unblock listen, which may be sending
		case <-p.done:
			return err
		}
	}
}

// readFrame reads a frame. It returns the content of a frame on the control channel. On other channels, it skips the
// content.
func readFrame(r io.Reader) (channel uint32, body []byte, err error) {
	var d [descriptorLen]byte
	if _, err := io.ReadFull(r, d[:]); err != nil {
		return 0, nil, err
	}
	n, channel := getDescriptor(d[:])
	if channel != controlChannel {
		_, err = io.CopyN(io.Discard, r, int64(n))
		return channel, nil, err
	}
	if n > maxControl {
		return 0, nil, errors.New("message from the sound server is too long")
	}
	body = make([]byte, n)
	_, err = io.ReadFull(r, body)
	return channel, body, err
}
