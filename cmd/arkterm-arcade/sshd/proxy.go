package sshd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/pires/go-proxyproto"
)

// Limits of connections from trusted proxies whose PROXY header has not arrived yet.
const (
	headerTimeout     = 3 * time.Second // for reading a header
	maxPendingHeaders = 256             // maximum number of connections without a header; more are closed immediately
	// maximum size of a version 2 header without its first 16 bytes; two IPv6 addresses and ports need 36
	maxHeaderBytes = 1024
)

func init() { proxyproto.MaxV2HeaderSize = maxHeaderBytes }

var (
	errAddressFamily = errors.New("PROXY header without a TCP address")

	// errHealthCheck is the error for a connection that the proxy has opened only to check the server.
	errHealthCheck = errors.New("health check of a proxy")
)

// admitProxied reads the PROXY header of a connection from a trusted proxy, and then admits the client. It does so in a
// goroutine, so that a silent connection does not delay others.
func (s *Server) admitProxied(ctx context.Context, raw net.Conn) {
	select {
	case s.pendingHeaders <- struct{}{}:
	default:
		raw.Close()
		return
	}
	s.goroutines.Go(func() {
		conn, err := readHeader(ctx, raw)
		<-s.pendingHeaders
		if err == nil {
			s.admit(ctx, conn)
			return
		}
		raw.Close()
		if !errors.Is(err, errHealthCheck) && ctx.Err() == nil {
			s.Count.InvalidHeaders.Add(1)
			s.Log.Warn("read PROXY header", "error", withoutAddress(err))
		}
	})
}

// readHeader reads the PROXY header of a connection, and returns a connection with the client's address.
func readHeader(ctx context.Context, raw net.Conn) (net.Conn, error) {
	defer context.AfterFunc(ctx, func() { raw.Close() })()
	_ = raw.SetReadDeadline(time.Now().Add(headerTimeout))
	r := bufio.NewReaderSize(raw, 256)
	client, err := parseHeader(r)
	if err != nil {
		return nil, err
	}
	_ = raw.SetReadDeadline(time.Time{})
	return &proxiedConn{raw, r, client}, nil
}

// parseHeader reads a PROXY header and returns the client's address. A version 1 header must arrive in one packet, as
// the specification requires. The error is errHealthCheck for a connection without a client.
func parseHeader(r *bufio.Reader) (client *net.TCPAddr, err error) {
	if _, err := r.Peek(1); errors.Is(err, io.EOF) {
		return nil, errHealthCheck
	}
	header, err := proxyproto.Read(r)
	if err != nil {
		return nil, err
	}
	if header.Command.IsLocal() {
		return nil, errHealthCheck
	}
	client, ok := header.SourceAddr.(*net.TCPAddr)
	if !ok {
		return nil, errAddressFamily
	}
	return client, nil
}

// A proxiedConn is a connection through a proxy, with the client's address.
type proxiedConn struct {
	net.Conn
	buffered *bufio.Reader // nil after the bytes that arrived with the header have been read
	client   net.Addr
}

func (c *proxiedConn) RemoteAddr() net.Addr { return c.client }

func (c *proxiedConn) Read(p []byte) (int, error) {
	if c.buffered != nil && c.buffered.Buffered() > 0 {
		return c.buffered.Read(p)
	}
	c.buffered = nil
	return c.Conn.Read(p)
}

// CloseWrite closes the write direction, if the connection supports this.
func (c *proxiedConn) CloseWrite() error {
	if writer, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return writer.CloseWrite()
	}
	return errors.ErrUnsupported
}
