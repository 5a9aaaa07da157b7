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

const (
	signature = "\r\n\r\n\x00\r\nQUIT\n"
	v2four    = signature + "\x21\x11\x00\x0c\xc0\x00\x02\x07\xc6\x33\x64\x01\x1f\x90\x00\x16"
	v2six     = signature + "\x21\x21\x00\x24" + "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01" + "\x1f\x90\x00\x16"
)

func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		sent, client string // "" if the connection is refused
	}{
		{"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.7:8080"},
		{"PROXY TCP6 2001:db8::7 2001:db8::1 8080 22\r\n", "[2001:db8::7]:8080"},
		{v2four, "192.0.2.7:8080"},
		{v2six, "[2001:db8::7]:8080"},
		{signature + "\x21\x11\x00\x0f" + v2four[16:] + "\x04\x00\x00", "192.0.2.7:8080"}, // with an extension
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
		{signature, ""},
		{signature + "\x20\x00\x00\x00", ""},
		{signature + "\x21\x00\x00\x00", ""},
		{signature + "\x21\x12\x00\x0c" + v2four[16:], ""}, // UDP
		{signature + "\x21\x31\x00\x00", ""},
		{signature + "\x21\x31\x00\xd8" + strings.Repeat("x", 216), ""}, // a Unix socket
		{signature + "\x31\x11\x00\x0c" + v2four[16:], ""},
		{signature + "\x21\x11\x00\x0b" + v2four[16:27], ""},
		{signature + "\x21\x21\x00\x0c" + v2four[16:], ""},
		{signature + "\x21\x11\x04\x01" + v2four[16:] + strings.Repeat("x", maxHeader), ""},
		{signature + "\x21\x11\xff\xff" + strings.Repeat("x", 1<<16), ""},
	} {
		r := bufio.NewReaderSize(strings.NewReader(c.sent+"rest"), 256)
		client, err := parseHeader(r)
		if c.client == "" {
			if err == nil {
				t.Errorf("header %q is accepted, client %v", c.sent, client)
			}
			continue
		}
		if err != nil || client.String() != c.client {
			t.Errorf("header %q: client %v, error %v", c.sent, client, err)
			continue
		}
		if rest, _ := io.ReadAll(r); string(rest) != "rest" {
			t.Errorf("header %q: remaining bytes %q", c.sent, rest)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(v2four)
	f.Add(v2six)
	f.Add("PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n")
	f.Fuzz(func(t *testing.T, sent string) {
		const size = 256
		r := strings.NewReader(sent)
		client, err := parseHeader(bufio.NewReaderSize(r, size))
		if read := len(sent) - r.Len(); read > 16+maxHeader+size {
			t.Errorf("%d bytes were read", read)
		}
		if (err == nil) != (client != nil && client.AddrPort().IsValid()) {
			t.Errorf("client %v, error %v", client, err)
		}
	})
}

var proxyIP = netip.MustParseAddr("10.0.0.1")

// openProxied is like open, with a server behind proxies in 10.0.0.0/8.
func openProxied(t *testing.T, test func(t *testing.T, h *testServer)) {
	openWith(t, func(s *Server) { s.Proxies = connlimit.Networks{netip.MustParsePrefix("10.0.0.0/8")} }, test)
}

// connect opens a connection from an address and sends a text.
func (h *testServer) connect(from netip.Addr, text string) net.Conn {
	h.t.Helper()
	conn, err := h.l.Dial(from)
	if err == nil && text != "" {
		_, err = io.WriteString(conn, text)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { conn.Close() })
	return conn
}

// closes reports whether the server closes a connection without sending a byte, and the time until then.
func closes(conn net.Conn) (bool, time.Duration) {
	begun := time.Now()
	n, err := io.Copy(io.Discard, conn)
	return n == 0 && err == nil, time.Since(begun)
}

func TestProxies(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		silent := h.connect(proxyIP, "") // must not delay others
		for _, c := range []struct{ header, network string }{
			{"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.7/32"},
			{v2six, "2001:db8::/64"},
		} {
			conn, channels, requests, err := ssh.NewClientConn(h.connect(proxyIP, c.header), "test", &ssh.ClientConfig{
				User: "anyone", Auth: []ssh.AuthMethod{guest()},
				HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
			})
			if err != nil {
				t.Fatal(err)
			}
			h.play(ssh.NewClient(conn, channels, requests))
			if got := h.last().Network.String(); got != c.network {
				t.Errorf("header %q: network %s", c.header, got)
			}
		}
		if in, _ := h.Limiter.Count(); in != 2 {
			t.Errorf("%d connections are open", in)
		}

		for _, c := range []struct {
			name, text string
			refused    bool
		}{
			{"no header", "SSH-2.0-OpenSSH_10.0\r\n", true},
			{"a health check", signature + "\x20\x00\x00\x00", false},
			{"a broken header", "PROXY TCP4 192.0.2.7\r\n", true},
		} {
			before := h.Count.Unproxied.Load()
			if closed, after := closes(h.connect(proxyIP, c.text)); !closed || after > 0 {
				t.Errorf("%s: closed %t after %v", c.name, closed, after)
			}
			synctest.Wait()
			if refused := h.Count.Unproxied.Load() > before; refused != c.refused {
				t.Errorf("%s: counted as refused: %t", c.name, refused)
			}
		}
		before := h.Count.Unproxied.Load()
		h.connect(proxyIP, "").Close() // also a health check
		synctest.Wait()
		if n := h.Count.Unproxied.Load(); n != before {
			t.Errorf("a health check is counted")
		}
		if closed, after := closes(silent); !closed || after != headerTime {
			t.Errorf("silent proxy: closed %t after %v", closed, after)
		}
	})
}

// The header of a client that is not a trusted proxy is not parsed.
func TestUntrustedHeaders(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		conn := h.connect(clientAddress, "PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n")
		if _, after := closes(conn); after > 0 {
			t.Errorf("closed after %v", after)
		}
		if failed := h.Count.Failed.Load(); failed != 1 {
			t.Errorf("%d failed connections counted", failed)
		}
	})
}

func TestSilentProxiesAreLimited(t *testing.T) {
	openProxied(t, func(t *testing.T, h *testServer) {
		for range maxHeaders {
			h.connect(proxyIP, "")
		}
		if closed, after := closes(h.connect(proxyIP, "")); !closed || after > 0 {
			t.Errorf("closed %t after %v", closed, after)
		}
		time.Sleep(headerTime)
		synctest.Wait()
		last := h.connect(proxyIP, "") // a place is free again
		synctest.Wait()
		h.close(ErrClosing)
		if closed, after := closes(last); !closed || after > 0 {
			t.Errorf("last connection: closed %t after %v", closed, after)
		}
	})
}
