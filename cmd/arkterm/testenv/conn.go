package testenv

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"
)

// A Listener accepts connections in memory, which clients open with [Listener.Dial]. Connections have deadlines, and
// block in a way that testing/synctest supports. Their buffers are limited, so a server's writes block if a client does
// not read.
type Listener struct {
	pending chan net.Conn
	once    sync.Once
	closed  chan struct{}
	Buffer  int // size of the buffer for each direction of a connection, in bytes
}

// NewListener returns a listener whose connections have buffers of 64 KiB.
func NewListener() *Listener {
	return &Listener{pending: make(chan net.Conn), closed: make(chan struct{}), Buffer: 64 << 10}
}

// Dial connects a client with the given address. It blocks until the connection is accepted or the listener is closed.
func (l *Listener) Dial(from netip.Addr) (net.Conn, error) {
	client, server := Pipe(netip.AddrPortFrom(from, 4000), netip.MustParseAddrPort("192.0.2.1:22"), l.Buffer)
	select {
	case l.pending <- server:
		return client, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Accept waits for a client and returns the connection to it.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.pending:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends all waiting and later calls of Accept and Dial.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr returns the address of the server.
func (l *Listener) Addr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.0.2.1:22"))
}

// Pipe returns the two ends of a connection between the addresses a and b. Each direction has a buffer of size bytes.
func Pipe(a, b netip.AddrPort, size int) (atA, atB net.Conn) {
	fromA, fromB := newStream(size), newStream(size)
	return &conn{fromB, fromA, a, b}, &conn{fromA, fromB, b, a}
}

// A conn is one end of a connection.
type conn struct {
	in, out      *stream
	local, other netip.AddrPort
}

func (c *conn) Read(p []byte) (int, error)  { return c.in.read(p) }
func (c *conn) Write(p []byte) (int, error) { return c.out.write(p) }

// Close closes both directions. The other end can still read the bytes that were written.
func (c *conn) Close() error {
	c.in.close(true)
	c.out.close(false)
	return nil
}

// CloseWrite closes only the direction to the other end.
func (c *conn) CloseWrite() error {
	c.out.close(false)
	return nil
}

func (c *conn) LocalAddr() net.Addr  { return net.TCPAddrFromAddrPort(c.local) }
func (c *conn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.other) }

func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

func (c *conn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(&c.in.readDeadline, t)
	return nil
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	c.out.setDeadline(&c.out.writeDeadline, t)
	return nil
}

// A stream is one direction of a connection.
type stream struct {
	mu            sync.Mutex
	changed       *sync.Cond
	data          []byte
	size          int
	writeClosed   bool // the writer has closed the stream
	readClosed    bool // the reader has closed the stream
	readDeadline  deadline
	writeDeadline deadline
}

// newStream returns a stream with a buffer of size bytes.
func newStream(size int) *stream {
	s := &stream{size: size}
	s.changed = sync.NewCond(&s.mu)
	return s
}

// A deadline is the time at which one side of a stream stops waiting.
type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (d *deadline) expired() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func (s *stream) setDeadline(d *deadline, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.at = at
	if !at.IsZero() {
		d.timer = time.AfterFunc(time.Until(at), func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.changed.Broadcast()
		})
	}
	s.changed.Broadcast()
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.readClosed:
			return 0, net.ErrClosed
		case s.readDeadline.expired():
			return 0, os.ErrDeadlineExceeded
		case len(s.data) > 0:
			n := copy(p, s.data)
			s.data = append(s.data[:0], s.data[n:]...)
			s.changed.Broadcast()
			return n, nil
		case s.writeClosed:
			return 0, io.EOF
		}
		s.changed.Wait()
	}
}

func (s *stream) write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.writeClosed:
			return n, net.ErrClosed
		case s.readClosed:
			return n, io.ErrClosedPipe
		case s.writeDeadline.expired():
			return n, os.ErrDeadlineExceeded
		}
		k := min(len(p), s.size-len(s.data))
		s.data = append(s.data, p[:k]...)
		n += k
		if k > 0 {
			s.changed.Broadcast()
		}
		if p = p[k:]; len(p) == 0 {
			return n, nil
		}
		s.changed.Wait()
	}
}

// close closes the stream for its reader or its writer.
func (s *stream) close(reader bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reader {
		s.readClosed = true
		s.data = nil
	} else {
		s.writeClosed = true
	}
	for _, d := range []*deadline{&s.readDeadline, &s.writeDeadline} {
		if d.timer != nil {
			d.timer.Stop()
		}
	}
	s.changed.Broadcast()
}
