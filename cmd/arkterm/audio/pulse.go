package audio

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"arkterm/render/sound"
)

// This file implements PulseAudio's native protocol, as far as a single playback stream needs it. See
// https://www.freedesktop.org/wiki/Software/PulseAudio/Documentation/Developer. Messages are frames with a descriptor
// of 20 bytes. A frame on the control channel contains an operation, a tag that the reply repeats, and values. A
// frame on a stream's channel contains samples. The server requests a number of bytes at a time. PulseAudio and
// PipeWire both support the protocol version, which is from 2009.

// The operations.
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
	protocol = 13         // version
	control  = 0xFFFFFFFF // channel of control messages
	none     = 0xFFFFFFFF // index that means no object

	cookieSize = 256
	descriptor = 20
	maxControl = 64 << 10 // maximum length of an accepted message in bytes

	formatS16LE = 3
	frontLeft   = 1
	frontRight  = 2
	fullVolume  = 0x10000
	frameBytes  = 4 // bytes of a stereo sample
)

// Sizes of the server's buffer and of its requests, in bytes. The length of the buffer is the delay of the sound.
const (
	buffered = sound.Rate * 20 / 1000 * frameBytes // 20 ms
	piece    = sound.Rate * 5 / 1000 * frameBytes  // 5 ms
)

// serverTimeout is the maximum time for the server to reply or to accept samples.
const serverTimeout = time.Second

// A pulse is a Device that plays through a sound server.
type pulse struct {
	conn      *os.File
	wants     chan int
	tag       uint32
	stream    uint32
	corked    bool
	remainder int    // requested bytes beyond complete samples
	out       []byte // the frame being sent
	done      chan struct{}
}

// openPulse opens a stream on the server at a socket. The cookie authenticates the user. It is nil for a
// server that does not need one.
func openPulse(socket string, cookie []byte) (Device, error) {
	conn, err := dialUnix(socket)
	if err != nil {
		return nil, err
	}
	p := &pulse{conn: conn, wants: make(chan int, 64), corked: true, done: make(chan struct{})}
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
	proof := make([]byte, cookieSize)
	copy(proof, cookie)
	r, err := p.request(opAuth, func(m *message) { m.number(protocol); m.bytes(proof) })
	if err != nil {
		return fmt.Errorf("authenticate: %w", err)
	}
	if v := r.number() & 0xFFFF; r.err != nil || v < protocol {
		return fmt.Errorf("sound server has protocol version %d (want at least %d)", v, protocol)
	}

	if _, err := p.request(opSetName, func(m *message) { m.properties("application.name", "arkterm") }); err != nil {
		return fmt.Errorf("set client name: %w", err)
	}

	r, err = p.request(opCreateStream, (*message).streamOf)
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

// streamOf adds the arguments of opCreateStream.
func (m *message) streamOf() {
	m.sampleSpec(formatS16LE, 2, sound.Rate)
	m.channelMap(frontLeft, frontRight)
	m.number(none) // any sink
	m.noString()
	m.number(4 * buffered) // maximum length of the buffer
	m.truth(true)          // corked, because the device rests at first
	m.number(buffered)
	m.number(0) // start playing with the first byte
	m.number(piece)
	m.number(0) // not synchronized with another stream
	m.volume(fullVolume, fullVolume)
	for range 7 {
		m.truth(false) // allow mixing, moving and conversion
	}
	m.truth(false) // not muted
	m.truth(true)  // limit the total latency to the buffer
	m.properties("media.name", "game", "media.role", "game")
}

// request sends a request and returns the reply. Only begin uses it, because later replies are ignored.
func (p *pulse) request(op uint32, args func(*message)) (*reply, error) {
	if err := p.send(op, args); err != nil {
		return nil, err
	}
	for {
		channel, body, err := readFrame(p.conn)
		if err != nil {
			return nil, err
		}
		if channel != control {
			continue
		}
		r := &reply{rest: body}
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

// send sends a request.
func (p *pulse) send(op uint32, args func(*message)) error {
	p.tag++
	m := message{buf: make([]byte, descriptor, 512)}
	m.number(op)
	m.number(p.tag)
	args(&m)
	putDescriptor(m.buf, control)
	_, err := p.conn.Write(m.buf)
	return err
}

// addRequest handles a request of the server for n bytes.
func (p *pulse) addRequest(n int) {
	n += p.remainder
	p.remainder = n % frameBytes
	if n >= frameBytes {
		p.wants <- n / frameBytes
	}
}

// listen handles messages from the server until the connection is lost.
func (p *pulse) listen() {
	defer close(p.done)
	defer close(p.wants)
	for {
		channel, body, err := readFrame(p.conn)
		if err != nil {
			return
		}
		if channel != control {
			continue
		}
		r := reply{rest: body}
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

// Wants implements Device.
func (p *pulse) Wants() <-chan int { return p.wants }

// Write implements Device.
func (p *pulse) Write(samples []byte) error {
	p.out = append(p.out[:0], make([]byte, descriptor)...)
	p.out = append(p.out, samples...)
	putDescriptor(p.out, p.stream)
	if err := p.conn.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	_, err := p.conn.Write(p.out)
	return err
}

// Rest implements Device. It discards the silence in the server's buffer, which would delay the next notes.
func (p *pulse) Rest(rests bool) error {
	if rests == p.corked {
		return nil
	}
	p.corked = rests
	if err := p.conn.SetWriteDeadline(time.Now().Add(serverTimeout)); err != nil {
		return err
	}
	err := p.send(opCork, func(m *message) { m.number(p.stream); m.truth(rests) })
	if err != nil || !rests {
		return err
	}
	return p.send(opFlush, func(m *message) { m.number(p.stream) })
}

// Close implements Device.
func (p *pulse) Close() error {
	err := p.conn.Close()
	for {
		select {
		case <-p.wants: // listen may be blocked in a send
		case <-p.done:
			return err
		}
	}
}

// readFrame reads a frame. It skips the content of frames that are not on the control channel.
func readFrame(r io.Reader) (channel uint32, body []byte, err error) {
	var d [descriptor]byte
	if _, err := io.ReadFull(r, d[:]); err != nil {
		return 0, nil, err
	}
	n, channel := getDescriptor(d[:])
	if channel != control {
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
