package sshd

import (
	"bufio"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
)

// PROXY headers of version 2.
const (
	headerV2Start = "\r\n\r\n\x00\r\nQUIT\n"
	headerV2IPv4  = headerV2Start + "\x21\x11\x00\x0c\xc0\x00\x02\x07\xc6\x33\x64\x01\x1f\x90\x00\x16"
	headerV2IPv6  = headerV2Start + "\x21\x21\x00\x24" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01" + "\x1f\x90\x00\x16"
)

func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		sent, client string // client is "" if the connection is refused
	}{
		{"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.7:8080"},
		{"PROXY TCP6 2001:db8::7 2001:db8::1 8080 22\r\n", "[2001:db8::7]:8080"},
		{headerV2IPv4, "192.0.2.7:8080"},
		{headerV2IPv6, "[2001:db8::7]:8080"},
		// With an extension.
		{headerV2Start + "\x21\x11\x00\x0f" + headerV2IPv4[16:] + "\x04\x00\x00", "192.0.2.7:8080"},
		{"PROXY UNKNOWN\r\n\r\n", ""},
		{"PROXY UNKNOWN anything\r\n", ""},
		{"PROXY TCP4 192.0.2.7 198.51.100.1 8080\r\n", ""},
		{"PROXY TCP4 2001:db8::7 2001:db8::1 8080 22\r\n", ""},
		{"PROXY TCP6 192.0.2.7 198.51.100.1 8080 22\r\n", ""},
		{"PROXY TCP6 fe80::1%eth0 fe80::2 8080 22\r\n", ""},
		{"PROXY TCP4 192.0.2.7 198.51.100.1 80800 22\r\n", ""},
		{"PROXY TCP4 192.0.2.7.evil 198.51.100.1 1 22\r\n", ""},
		{"PROXY TCP4 " + strings.Repeat("1", 2000), ""},
		{"SSH-2.0-OpenSSH_10.0\r\n", ""},
		{"SSH-2.0-x\r\n", ""},
		{"", ""},
		{headerV2Start, ""},
		{headerV2Start + "\x20\x00\x00\x00", ""},
		{headerV2Start + "\x21\x00\x00\x00", ""},
		{headerV2Start + "\x21\x12\x00\x0c" + headerV2IPv4[16:], ""}, // UDP
		{headerV2Start + "\x21\x31\x00\x00", ""},
		{headerV2Start + "\x21\x31\x00\xd8" + strings.Repeat("x", 216), ""}, // a Unix socket
		{headerV2Start + "\x31\x11\x00\x0c" + headerV2IPv4[16:], ""},
		{headerV2Start + "\x21\x11\x00\x0b" + headerV2IPv4[16:27], ""},
		{headerV2Start + "\x21\x21\x00\x0c" + headerV2IPv4[16:], ""},
		{headerV2Start + "\x21\x11\x04\x01" + headerV2IPv4[16:] + strings.Repeat("x", maxHeaderBytes), ""},
		{headerV2Start + "\x21\x11\xff\xff" + strings.Repeat("x", 1<<16), ""},
	} {
		r := bufio.NewReaderSize(strings.NewReader(c.sent+"rest"), 256)
		client, err := parseHeader(r)
		if c.client == "" {
			if err == nil {
				t.Errorf("parseHeader(%q) = %v, want an error", c.sent, client)
			}
			continue
		}
		if err != nil || client.String() != c.client {
			t.Errorf("parseHeader(%q) = %v, %v; want %s", c.sent, client, err, c.client)
			continue
		}
		if rest, _ := io.ReadAll(r); string(rest) != "rest" {
			t.Errorf("parseHeader(%q) leaves the bytes %q, want \"rest\"", c.sent, rest)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(headerV2IPv4)
	f.Add(headerV2IPv6)
	f.Add("PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n")
	f.Fuzz(func(t *testing.T, sent string) {
		const size = 256
		r := strings.NewReader(sent)
		client, err := parseHeader(bufio.NewReaderSize(r, size))
		if read := len(sent) - r.Len(); read > 16+maxHeaderBytes+size {
			t.Errorf("parseHeader has read %d bytes, want at most %d", read, 16+maxHeaderBytes+size)
		}
		if (err == nil) != (client != nil && client.AddrPort().IsValid()) {
			t.Errorf("parseHeader() = %v, %v; want either a valid address or an error", client, err)
		}
	})
}

var proxyAddress = netip.MustParseAddr("10.0.0.1")

// openProxied is like withServer, for a server that trusts the proxies in 10.0.0.0/8.
func openProxied(t *testing.T, test func(t *testing.T, h *testServer)) {
	withServerSetup(t, func(s *Server) { s.Proxies = connlimit.Networks{netip.MustParsePrefix("10.0.0.0/8")} }, test)
}

// connect opens a connection from an address and sends a text.
func (h *testServer) connect(from netip.Addr, text string) net.Conn {
	h.t.Helper()
	conn, err := h.listener.Dial(from)
	if err == nil && text != "" {
		_, err = io.WriteString(conn, text)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { conn.Close() })
	return conn
}

// waitForClose waits until the server closes a connection. It returns the elapsed time, and whether the server has
// closed the connection without sending anything.
func waitForClose(conn net.Conn) (silent bool, elapsed time.Duration) {
	start := time.Now()
	n, err := io.Copy(io.Discard, conn)
	return n == 0 && err == nil, time.Since(start)
}

func TestProxies(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		silent := h.connect(proxyAddress, "") // must not delay others
		for _, c := range []struct{ header, network string }{
			{"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.7/32"},
			{headerV2IPv6, "2001:db8::/64"},
		} {
			raw := h.connect(proxyAddress, c.header)
			conn, channels, requests, err := ssh.NewClientConn(raw, "test", &ssh.ClientConfig{
				User: "anyone", Auth: []ssh.AuthMethod{guest()},
				HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
			})
			if err != nil {
				t.Fatal(err)
			}
			h.startGame(ssh.NewClient(conn, channels, requests))
			if got := h.lastVisit().Network.String(); got != c.network {
				t.Errorf("header %q: the session has the network %s, want %s", c.header, got, c.network)
			}
		}
		if in, _ := h.Limiter.CountConnections(); in != 2 {
			t.Errorf("CountConnections() = %d open connections, want 2", in)
		}

		for _, c := range []struct {
			name, text string
			refused    bool
		}{
			{"no header", "SSH-2.0-OpenSSH_10.0\r\n", true},
			{"a health check", headerV2Start + "\x20\x00\x00\x00", false},
			{"a broken header", "PROXY TCP4 192.0.2.7\r\n", true},
		} {
			before := h.Count.InvalidHeaders.Load()
			if closed, after := waitForClose(h.connect(proxyAddress, c.text)); !closed || after > 0 {
				t.Errorf("%s: closed silently: %t, after %v; want true, immediately", c.name, closed, after)
			}
			synctest.Wait()
			if refused := h.Count.InvalidHeaders.Load() > before; refused != c.refused {
				t.Errorf("%s: counted as an invalid header: %t, want %t", c.name, refused, c.refused)
			}
		}
		before := h.Count.InvalidHeaders.Load()
		h.connect(proxyAddress, "").Close() // also a health check
		synctest.Wait()
		if n := h.Count.InvalidHeaders.Load(); n != before {
			t.Errorf("a connection without bytes is counted as an invalid header")
		}
		if closed, after := waitForClose(silent); !closed || after != headerTimeout {
			t.Errorf("silent proxy: closed silently: %t, after %v; want true, after headerTimeout", closed, after)
		}
	})
}

// The header of a client that is not a trusted proxy is not parsed.
func TestUntrustedHeaders(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		conn := h.connect(clientAddress, "PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n")
		if _, after := waitForClose(conn); after > 0 {
			t.Errorf("a connection with an untrusted header was closed after %v, want immediately", after)
		}
		if failed := h.Count.NotAuthenticated.Load(); failed != 1 {
			t.Errorf("the server has counted %d failed connections, want 1", failed)
		}
	})
}

func TestSilentProxiesAreLimited(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		for range maxPendingHeaders {
			h.connect(proxyAddress, "")
		}
		if closed, after := waitForClose(h.connect(proxyAddress, "")); !closed || after > 0 {
			t.Errorf("connection above the limit: closed silently: %t, after %v; want true, immediately", closed, after)
		}
		time.Sleep(headerTimeout)
		synctest.Wait()
		last := h.connect(proxyAddress, "") // allowed, because the other headers have timed out
		synctest.Wait()
		h.close(ErrClosing)
		if closed, after := waitForClose(last); !closed || after > 0 {
			t.Errorf(
				"after the server has closed, the last connection was closed silently: %t, after %v; want true, "+
					"immediately", closed, after)
		}
	})
}
