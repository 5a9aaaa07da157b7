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

// wait is the maximum time that tests wait for an expected event.
const wait = 10 * time.Second

// A server is a sound server whose messages are controlled by the tests. It passes on the data from its client.
type server struct {
	net.Listener
	conn    net.Conn
	version uint32
	asked   chan uint32 // operations
	corks   chan bool
	samples chan []byte
}

const streamChannel = 7

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
		Listener: l, version: version, asked: make(chan uint32, 64), corks: make(chan bool, 64),
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

// serve replies to requests like a real server.
func (s *server) serve() {
	for {
		var d [descriptor]byte
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
		r := reply{rest: body}
		op, tag := r.number(), r.number()
		s.asked <- op
		switch op {
		case opAuth:
			s.say(opReply, tag, s.version)
		case opCreateStream:
			s.say(opReply, tag, streamChannel, 3, buffered)
		case opCork:
			r.number()
			s.corks <- r.rest[0] == '1'
			s.say(opReply, tag)
		default:
			s.say(opReply, tag)
		}
	}
}

// say sends a message of numbers.
func (s *server) say(numbers ...uint32) {
	m := message{buf: make([]byte, descriptor)}
	for _, n := range numbers {
		m.number(n)
	}
	putDescriptor(m.buf, control)
	s.conn.Write(m.buf) // ignore the error of a closed connection
}

// open connects to the server like the program, using its environment.
func (s *server) open() (Device, error) {
	d, _, err := Open(func(name string) string {
		if name == "PULSE_SERVER" {
			return "{some-machine}unix:" + s.Addr().String()
		}
		return ""
	})
	return d, err
}

func got[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(wait):
		t.Fatalf("no %s", what)
		panic("unreachable")
	}
}

func heard(samples []byte) (loudest float64) {
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

	if corked := got(t, server.corks, "cork"); corked {
		t.Error("the stream still rests when a note is played")
	}
	first := got(t, server.samples, "samples")
	if len(first) != buffered || heard(first) < 1000 {
		t.Errorf("%d bytes with loudness %.0f, want %d audible ones", len(first), heard(first), buffered)
	}
	server.say(opRequest, none, streamChannel, 960)
	if more := got(t, server.samples, "samples"); len(more) != 960 {
		t.Errorf("%d bytes, want 960", len(more))
	}
}

// A stream rests after some seconds of silence, and its buffer is discarded.
func TestStreamRestsAfterSilence(t *testing.T) {
	server := newServer(t, 35)
	s := New(server.open, func() {})
	defer s.Close(wait)
	s.Play([]sound.Note{{Timbre: sound.Tap, Key: 69, Gain: 0.5}})
	got(t, server.corks, "cork")
	for range 40 { // 4 s
		server.say(opRequest, none, streamChannel, sound.Rate*frameBytes/10)
	}
	if corked := got(t, server.corks, "cork"); !corked {
		t.Error("the stream does not rest")
	}
	s.Play([]sound.Note{{Timbre: sound.Tap, Key: 69, Gain: 0.5}})
	if corked := got(t, server.corks, "cork"); corked {
		t.Error("the stream still rests when a note is played")
	}
	var ops []uint32
	for len(server.asked) > 0 {
		ops = append(ops, <-server.asked)
	}
	if want := []uint32{opAuth, opSetName, opCreateStream, opCork, opCork, opFlush, opCork}; !slices.Equal(ops, want) {
		t.Errorf("requests %v, want %v", ops, want)
	}
}

// A lost connection or invalid data from the server results in an error, without a crash or a wait.
func TestServerIsLost(t *testing.T) {
	for name, last := range map[string]func(*server){
		"gone":          func(s *server) { s.conn.Close() },
		"killed":        func(s *server) { s.say(opStreamKilled, none, streamChannel) },
		"a request":     func(s *server) { s.say(opRequest, none, streamChannel, 1<<31) },
		"a long length": func(s *server) { s.conn.Write(slices.Repeat([]byte{0xFF}, 4*descriptor)) },
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
			got(t, device.Wants(), "first request")
			last(server)
			timer := time.NewTimer(wait)
			defer timer.Stop()
			select {
			case n, ok := <-device.Wants():
				if ok {
					t.Errorf("%d samples were requested", n)
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
		t.Errorf("%v, want version 8 refused", err)
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
	got(t, tried, "try")
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
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}

// A program receives samples in real time.
func TestProgramGetsSamples(t *testing.T) {
	to := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(to, 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(func() (Device, error) { return openPipe(&program{name: "sh", args: []string{"-c", `cat > "$0"`, to}}) },
		func() {})
	defer s.Close(wait)
	begun := time.Now()
	s.Play([]sound.Note{{Timbre: sound.Pluck, Key: 69, Gain: 0.5}})
	f, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	samples := make([]byte, sound.Rate/10*frameBytes)
	if _, err := io.ReadFull(f, samples); err != nil || heard(samples) < 1000 {
		t.Errorf("loudness %.0f, %v", heard(samples), err)
	}
	if d := time.Since(begun); len(samples) > dueSamples(d)*frameBytes {
		t.Errorf("%d bytes after %v, want at most %d", len(samples), d, dueSamples(d)*frameBytes)
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
		t.Errorf("%v, want the exit status", err)
	}
}

func TestDueSamples(t *testing.T) {
	if dueSamples(0) != leadSamples || dueSamples(time.Second) != leadSamples+sound.Rate ||
		dueSamples(time.Hour) != leadSamples+3600*sound.Rate {
		t.Error(dueSamples(0), dueSamples(time.Second), dueSamples(time.Hour))
	}
}
