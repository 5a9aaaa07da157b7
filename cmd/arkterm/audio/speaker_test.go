//go:build unix

package audio

import (
	"encoding/binary"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/render/sound"
)

// wait is the maximum time for which tests wait for an expected event.
const wait = 10 * time.Second

// A server is a fake sound server, whose messages the tests control. It sends the data from its client to channels.
type server struct {
	net.Listener
	conn       net.Conn
	version    uint32
	operations chan uint32 // operations
	corks      chan bool
	samples    chan []byte
}

const streamChannel = 7

// newServer returns a server with a protocol version. It accepts one client.
func newServer(t *testing.T, version uint32) *server {
	t.Helper()
	dir, err := os.MkdirTemp("", "arkterm") // t.TempDir may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "native"))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{
		Listener: l, version: version, operations: make(chan uint32, 64), corks: make(chan bool, 64),
		samples: make(chan []byte, 1024),
	}
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		var err error
		if s.conn, err = l.Accept(); err == nil {
			s.serve()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		if s.conn != nil {
			s.conn.Close()
		}
		<-accepted
		os.RemoveAll(dir)
	})
	return s
}

// serve replies to the requests of the client.
func (s *server) serve() {
	for {
		var d [descriptorLen]byte
		if _, err := s.conn.Read(d[:]); err != nil {
			return
		}
		n, channel := getDescriptor(d[:])
		body := make([]byte, n)
		for got := 0; got < len(body); {
			k, err := s.conn.Read(body[got:])
			if err != nil {
				return
			}
			got += k
		}
		if channel == streamChannel {
			s.samples <- body
			continue
		}
		r := reply{unread: body}
		op, tag := r.number(), r.number()
		s.operations <- op
		switch op {
		case opAuth:
			s.send(opReply, tag, s.version)
		case opCreateStream:
			s.send(opReply, tag, streamChannel, 3, bufferBytes)
		case opCork:
			r.number()
			s.corks <- r.unread[0] == '1'
			s.send(opReply, tag)
		default:
			s.send(opReply, tag)
		}
	}
}

// send sends a message that consists of numbers.
func (s *server) send(numbers ...uint32) {
	m := message{buf: make([]byte, descriptorLen)}
	for _, n := range numbers {
		m.number(n)
	}
	putDescriptor(m.buf, controlChannel)
	s.conn.Write(m.buf) // ignore the error of a closed connection
}

// open connects to the server with Open, using an environment that names the server.
func (s *server) open() (Device, error) {
	d, _, err := Open(func(name string) string {
		if name == "PULSE_SERVER" {
			return "{some-machine}unix:" + s.Addr().String()
		}
		return ""
	})
	return d, err
}

// receive returns the next value of a channel. It fails after a timeout. The name of the value appears in the message.
func receive[T any](t *testing.T, from <-chan T, name string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(wait):
		t.Fatalf("no %s within %v", name, wait)
		panic("unreachable")
	}
}

// loudness returns the maximum absolute value of samples.
func loudness(samples []byte) (loudest float64) {
	for i := 0; i+1 < len(samples); i += 2 {
		loudest = max(loudest, math.Abs(float64(int16(binary.LittleEndian.Uint16(samples[i:])))))
	}
	return loudest
}

func TestNotesAreSentToTheServer(t *testing.T) {
	server := newServer(t, 35)
	s := New(server.open, func() {})
	defer s.Close(wait)
	s.Play([]sound.Note{{Timbre: sound.Pluck, Key: 69, Gain: 0.5}})

	if corked := receive(t, server.corks, "cork"); corked {
		t.Error("the stream is still corked when a note is played")
	}
	first := receive(t, server.samples, "samples")
	if len(first) != bufferBytes || loudness(first) < 1000 {
		t.Errorf("the first request is answered with %d bytes of loudness %.0f, want %d bytes of at least 1000",
			len(first), loudness(first), bufferBytes)
	}
	server.send(opRequest, noIndex, streamChannel, 960)
	if more := receive(t, server.samples, "samples"); len(more) != 960 {
		t.Errorf("a request for 960 bytes is answered with %d bytes", len(more))
	}
}

// A stream is paused after some seconds of silence, and its buffer is discarded.
func TestStreamIsPausedAfterSilence(t *testing.T) {
	server := newServer(t, 35)
	s := New(server.open, func() {})
	defer s.Close(wait)
	s.Play([]sound.Note{{Timbre: sound.Tap, Key: 69, Gain: 0.5}})
	receive(t, server.corks, "cork")
	for range 40 { // 4 s
		server.send(opRequest, noIndex, streamChannel, sound.Rate*frameBytes/10)
	}
	if corked := receive(t, server.corks, "cork"); !corked {
		t.Error("the stream is not corked after 4 s of silence")
	}
	s.Play([]sound.Note{{Timbre: sound.Tap, Key: 69, Gain: 0.5}})
	if corked := receive(t, server.corks, "cork"); corked {
		t.Error("the stream is still corked when a note is played")
	}
	var ops []uint32
	for len(server.operations) > 0 {
		ops = append(ops, <-server.operations)
	}
	if want := []uint32{opAuth, opSetName, opCreateStream, opCork, opCork, opFlush, opCork}; !slices.Equal(ops, want) {
		t.Errorf("requests %v, want %v", ops, want)
	}
}

// If the connection is lost or the server sends invalid data, the device detects it without a panic or a delay.
func TestServerIsLost(t *testing.T) {
	for name, last := range map[string]func(*server){
		"closed":        func(s *server) { s.conn.Close() },
		"stream killed": func(s *server) { s.send(opStreamKilled, noIndex, streamChannel) },
		"huge request":  func(s *server) { s.send(opRequest, noIndex, streamChannel, 1<<31) },
		"huge length":   func(s *server) { s.conn.Write(slices.Repeat([]byte{0xFF}, 4*descriptorLen)) },
		"half a message": func(s *server) {
			s.conn.Write([]byte{0, 0})
			s.conn.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := newServer(t, 35)
			device, err := server.open()
			if err != nil {
				t.Fatal(err)
			}
			receive(t, device.Requests(), "first request")
			last(server)
			timer := time.NewTimer(wait)
			defer timer.Stop()
			select {
			case n, ok := <-device.Requests():
				if ok {
					t.Errorf("the device requests %d samples, want a closed channel", n)
				}
			case <-timer.C:
				t.Error("the device does not detect the error")
			}
			device.Close()
		})
	}
}

func TestOldServer(t *testing.T) {
	if _, err := newServer(t, 8).open(); err == nil || !strings.Contains(err.Error(), "version 8") {
		t.Errorf("error %v, want that version 8 is refused", err)
	}
}

// Without a device, notes are dropped.
func TestNoDeviceIsSilent(t *testing.T) {
	tried := make(chan struct{}, 10)
	s := New(func() (Device, error) {
		tried <- struct{}{}
		return nil, errNoDevice
	}, func() {})
	for range 1000 {
		s.Play([]sound.Note{{Timbre: sound.Tap, Key: 69, Gain: 0.5}})
	}
	receive(t, tried, "try")
	s.Close(wait)
	if len(tried) > 0 {
		t.Error("the device is opened again too early")
	}
	var silent *Speaker
	silent.Play(nil)
	silent.Close(wait)
}

func TestSockets(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want []string
	}{
		{nil, []string{"/run/pulse/native"}},
		{
			map[string]string{"XDG_RUNTIME_DIR": "/run/user/1"},
			[]string{"/run/user/1/pulse/native", "/run/pulse/native"},
		},
		{
			map[string]string{"PULSE_RUNTIME_PATH": "/p", "XDG_RUNTIME_DIR": "/r"},
			[]string{"/p/native", "/r/pulse/native", "/run/pulse/native"},
		},
		{map[string]string{"PULSE_SERVER": "unix:/a"}, []string{"/a"}},
		{map[string]string{"PULSE_SERVER": "{0}/a tcp:host unix:/b"}, []string{"/a", "/b"}},
		{map[string]string{"PULSE_SERVER": "tcp:host:4713"}, nil},
		{map[string]string{"PULSE_SERVER": "{"}, nil},
	} {
		if got := sockets(func(name string) string { return c.env[name] }); !slices.Equal(got, c.want) {
			t.Errorf("sockets(%v) = %v, want %v", c.env, got, c.want)
		}
	}
}

// A program receives samples in real time.
func TestProgramGetsSamples(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(func() (Device, error) {
		return openPipe(&program{name: "sh", args: []string{"-c", `cat > "$0"`, fifo}})
	},
		func() {})
	defer s.Close(wait)
	start := time.Now()
	s.Play([]sound.Note{{Timbre: sound.Pluck, Key: 69, Gain: 0.5}})
	f, err := os.Open(fifo)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	samples := make([]byte, sound.Rate/10*frameBytes)
	if _, err := io.ReadFull(f, samples); err != nil || loudness(samples) < 1000 {
		t.Errorf("the program receives samples of loudness %.0f (error %v), want at least 1000", loudness(samples), err)
	}
	if d := time.Since(start); len(samples) > dueSamples(d)*frameBytes {
		t.Errorf("the program has received %d bytes after %v, want at most %d", len(samples), d,
			dueSamples(d)*frameBytes)
	}
}

func TestProgramExits(t *testing.T) {
	d, err := openPipe(&program{name: "sh", args: []string{"-c", "exit 3"}})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	<-d.(*pipe).ended
	if err := d.Write(make([]byte, 4)); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("Write() = %v after the program has exited, want its exit status", err)
	}
}

func TestDueSamples(t *testing.T) {
	if dueSamples(0) != leadSamples || dueSamples(time.Second) != leadSamples+sound.Rate ||
		dueSamples(time.Hour) != leadSamples+3600*sound.Rate {
		t.Errorf("dueSamples() = %d at once, %d after a second, %d after an hour", dueSamples(0),
			dueSamples(time.Second),
			dueSamples(time.Hour))
	}
}
