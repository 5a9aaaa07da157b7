// Package proxy listens behind TCP proxies, which say whom they speak for: by the PROXY protocol, versions 1 and 2, as
// HAProxy defines it. The header is believed of trusted networks, and required of them. Nobody else's is looked at: it is
// the first bytes of what they send, and no server here takes them.
package proxy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
)

// Limits of connections whose header has not come yet.
const (
	headerTime  = 3 * time.Second
	mostWaiting = 256 // further ones are closed
)

// mostV1 is the length of the longest header of version 1, with its end of line; mostV2 that of what follows the first 16
// bytes of one of version 2, of which the addresses are 36 and the rest is of no interest here.
const (
	mostV1 = 107
	mostV2 = 1024
)

// The signature of version 2, which no other protocol begins with.
const signature = "\r\n\r\n\x00\r\nQUIT\n"

// Errors of headers.
var (
	errHeader = errors.New("no PROXY header from a trusted proxy")

	// errLocal is a connection of the proxy's own, such as one by which it asks whether the server is there.
	errLocal = errors.New("the proxy speaks for itself")
)

// A Listener is a listener behind proxies. Its connections are those of clients, by their addresses.
type Listener struct {
	net.Listener
	trusted connlimit.Networks
	refused func(error) // called for each connection whose header is not taken

	ready  chan result   // connections whose header is read
	slots  chan struct{} // holds a value for each that waits for it
	begin  sync.Once
	closed chan struct{}
	end    sync.Once
	parts  sync.WaitGroup
}

// A result is what Accept returns.
type result struct {
	conn net.Conn
	err  error
}

// New returns l as a listener behind the proxies of some networks. refused, which may be nil, is called for each
// connection of theirs that is closed since it has no header, from any goroutine.
func New(l net.Listener, trusted connlimit.Networks, refused func(error)) *Listener {
	return &Listener{
		Listener: l, trusted: trusted, refused: refused,
		ready: make(chan result), slots: make(chan struct{}, mostWaiting), closed: make(chan struct{}),
	}
}

// Accept returns the next connection whose client is known. Those of proxies are read on the side, so that none waits
// for another's header.
func (l *Listener) Accept() (net.Conn, error) {
	l.begin.Do(func() { l.parts.Go(l.accept) })
	select {
	case r := <-l.ready:
		return r.conn, r.err
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close closes the listener, and connections whose header has not come.
func (l *Listener) Close() error {
	err := l.Listener.Close()
	l.end.Do(func() { close(l.closed) })
	l.parts.Wait()
	return err
}

// accept takes connections until the listener is closed.
func (l *Listener) accept() {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || !l.trusts(conn.RemoteAddr()) {
			if !l.pass(result{conn, err}) {
				return
			}
			if errors.Is(err, net.ErrClosed) {
				return
			}
			continue
		}
		select {
		case l.slots <- struct{}{}:
			l.parts.Go(func() {
				l.header(conn)
				<-l.slots
			})
		default:
			conn.Close()
		}
	}
}

// pass hands a result to Accept. It reports false if the listener is closed.
func (l *Listener) pass(r result) bool {
	select {
	case l.ready <- r:
		return true
	case <-l.closed:
		if r.conn != nil {
			r.conn.Close()
		}
		return false
	}
}

// trusts reports whether an address is that of a proxy.
func (l *Listener) trusts(a net.Addr) bool {
	from, err := netip.ParseAddrPort(a.String())
	return err == nil && l.trusted.Contains(from.Addr())
}

// header reads the header of a proxy's connection, and hands it on as that of the client.
func (l *Listener) header(conn net.Conn) {
	done := make(chan struct{})
	defer close(done)
	l.parts.Go(func() {
		select {
		case <-l.closed:
			_ = conn.SetReadDeadline(time.Unix(1, 0))
		case <-done:
		}
	})
	_ = conn.SetReadDeadline(time.Now().Add(headerTime))
	client, err := Read(conn)
	if err != nil {
		conn.Close()
		if l.refused != nil && !errors.Is(err, errLocal) {
			l.refused(err)
		}
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	l.pass(result{&proxied{Conn: conn, client: net.TCPAddrFromAddrPort(client)}, nil})
}

// A proxied connection has the address of the client behind the proxy.
type proxied struct {
	net.Conn
	client net.Addr
}

func (p *proxied) RemoteAddr() net.Addr { return p.client }

// CloseWrite ends the direction to the client, if the connection can do so.
func (p *proxied) CloseWrite() error {
	if half, ok := p.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

// Read reads a header, and not a byte more. It returns the address of the client.
func Read(r io.Reader) (client netip.AddrPort, err error) {
	var first [16]byte
	if _, err := io.ReadFull(r, first[:]); errors.Is(err, io.EOF) { // not a byte: it asks whether anybody listens
		return client, errLocal
	} else if err != nil {
		return client, fmt.Errorf("%w: %w", errHeader, err)
	}
	switch {
	case string(first[:len(signature)]) == signature:
		return readV2(r, first)
	case bytes.HasPrefix(first[:], []byte("PROXY ")):
		return readV1(r, first)
	}
	return client, errHeader
}

// readV1 reads the rest of a header of version 1, which is a line: PROXY TCP4 CLIENT SERVER PORT PORT.
func readV1(r io.Reader, first [16]byte) (client netip.AddrPort, err error) {
	line := first[:]
	for !bytes.HasSuffix(line, []byte("\r\n")) {
		var b [1]byte
		if len(line) == mostV1 {
			return client, errHeader
		}
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return client, fmt.Errorf("%w: %w", errHeader, err)
		}
		line = append(line, b[0])
	}
	words := strings.Split(strings.TrimSuffix(string(line), "\r\n"), " ")
	if words[1] == "UNKNOWN" {
		return client, errLocal
	}
	if len(words) != 6 || words[1] != "TCP4" && words[1] != "TCP6" {
		return client, errHeader
	}
	client, err = netip.ParseAddrPort(net.JoinHostPort(words[2], words[4]))
	if err != nil || client.Addr().Zone() != "" || client.Addr().Is4() != (words[1] == "TCP4") {
		return netip.AddrPort{}, errHeader
	}
	return client, nil
}

// What byte 12 of a header of version 2 says: its version, and whether the proxy speaks for somebody. Byte 13 is the kind
// of addresses.
const (
	v2Local = 0x20
	v2Proxy = 0x21
	v2TCP4  = 0x11
	v2TCP6  = 0x21
)

// readV2 reads the rest of a header of version 2: addresses, then what is of no interest here.
func readV2(r io.Reader, first [16]byte) (client netip.AddrPort, err error) {
	length := int(binary.BigEndian.Uint16(first[14:]))
	if length > mostV2 {
		return client, errHeader
	}
	rest := make([]byte, length)
	if _, err := io.ReadFull(r, rest); err != nil {
		return client, fmt.Errorf("%w: %w", errHeader, err)
	}
	switch {
	case first[12] == v2Local:
		return client, errLocal
	case first[12] != v2Proxy:
		return client, errHeader
	case first[13] == v2TCP4 && length >= 12:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(rest[:4])), binary.BigEndian.Uint16(rest[8:])), nil
	case first[13] == v2TCP6 && length >= 36:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(rest[:16])).Unmap(), binary.BigEndian.Uint16(rest[32:])), nil
	}
	return client, errHeader
}
