package proxy

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/testenv"
)

const (
	v2four = signature + "\x21\x11\x00\x0c\xc0\x00\x02\x07\xc6\x33\x64\x01\x1f\x90\x00\x16"
	v2six  = signature + "\x21\x21\x00\x24" + "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" + "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01" + "\x1f\x90\x00\x16"
)

func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		sent, client string // client "": it is refused
	}{
		{"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.7:8080"},
		{"PROXY TCP6 2001:db8::7 2001:db8::1 8080 22\r\n", "[2001:db8::7]:8080"},
		{v2four, "192.0.2.7:8080"},
		{v2six, "[2001:db8::7]:8080"},
		{signature + "\x21\x11\x00\x0f" + v2four[16:] + "\x04\x00\x00", "192.0.2.7:8080"}, // with something more
		{"PROXY UNKNOWN\r\n\r\n", ""},
		{"PROXY UNKNOWN what ever\r\n", ""},
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
		{signature + "\x21\x31\x00\x00", ""},
		{signature + "\x31\x11\x00\x0c" + v2four[16:], ""},
		{signature + "\x21\x11\x00\x0b" + v2four[16:27], ""},
		{signature + "\x21\x21\x00\x0c" + v2four[16:], ""},
		{signature + "\x21\x11\xff\xff" + strings.Repeat("x", 1<<16), ""},
	} {
		r := strings.NewReader(c.sent + "rest")
		client, err := Read(r)
		if c.client == "" {
			if err == nil {
				t.Errorf("%q is taken, as %v", c.sent, client)
			}
			continue
		}
		rest, _ := io.ReadAll(r)
		if err != nil || client.String() != c.client || string(rest) != "rest" {
			t.Errorf("%q: %v, %v, then %q", c.sent, client, err, rest)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(v2four)
	f.Add(v2six)
	f.Add("PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n")
	f.Fuzz(func(t *testing.T, sent string) {
		r := strings.NewReader(sent)
		client, err := Read(r)
		if read := len(sent) - r.Len(); read > 16+mostV2 {
			t.Errorf("%d bytes are read", read)
		}
		if (err == nil) != client.IsValid() {
			t.Errorf("%v, %v", client, err)
		}
	})
}

var (
	trusted = connlimit.Networks{netip.MustParsePrefix("10.0.0.0/8")}
	proxyIP = netip.MustParseAddr("10.0.0.1")
)

// dial connects from an address, and sends text.
func dial(t *testing.T, l *testenv.Listener, from netip.Addr, text string) net.Conn {
	t.Helper()
	conn, err := l.Dial(from)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		return conn
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := testenv.NewListener()
		refused := make(chan error, 10)
		l := New(inner, trusted, func(err error) { refused <- err })
		accepted := make(chan net.Conn, 10)
		ended := make(chan error, 1)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					ended <- err
					return
				}
				accepted <- conn
			}
		}()

		// A proxy that says nothing holds nobody up, and is refused in the end.
		quiet := dial(t, inner, proxyIP, "")
		for _, c := range []struct {
			from          netip.Addr
			text          string
			client, first string
		}{
			{proxyIP, "PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\nSSH-", "192.0.2.7:8080", "SSH-"},
			{proxyIP, v2six + "SSH-", "[2001:db8::7]:8080", "SSH-"},
			// Nobody else is believed: the server gets the header as what the client sent.
			{netip.MustParseAddr("192.0.2.9"), "PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\n", "192.0.2.9:4000", "PROX"},
		} {
			dial(t, inner, c.from, c.text)
			conn := <-accepted
			first := make([]byte, 4)
			if _, err := io.ReadFull(conn, first); err != nil || conn.RemoteAddr().String() != c.client || string(first) != c.first {
				t.Errorf("from %v: %v says %q, %v", c.from, conn.RemoteAddr(), first, err)
			}
		}

		missing := dial(t, inner, proxyIP, "SSH-2.0-OpenSSH_10.0\r\n")
		if _, err := missing.Read(make([]byte, 1)); err == nil {
			t.Error("a proxy without a header comes in")
		}
		local := dial(t, inner, proxyIP, signature+"\x20\x00\x00\x00")
		if _, err := local.Read(make([]byte, 1)); err == nil {
			t.Error("the proxy's own connection comes in")
		}
		dial(t, inner, proxyIP, "").Close() // it asks whether anybody listens
		begun := time.Now()
		if _, err := quiet.Read(make([]byte, 1)); err == nil || time.Since(begun) > headerTime {
			t.Errorf("a quiet proxy: %v after %v", err, time.Since(begun))
		}
		synctest.Wait()
		if len(refused) != 2 { // the proxy's own connections are no fault
			t.Errorf("%d are refused", len(refused))
		}

		last := dial(t, inner, proxyIP, "")
		synctest.Wait()
		l.Close()
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
		if _, err := last.Read(make([]byte, 1)); err == nil {
			t.Error("a connection outlives its listener")
		}
	})
}

// Proxies that say nothing take so many connections and no more.
func TestQuietProxiesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := testenv.NewListener()
		l := New(inner, trusted, nil)
		go l.Accept()
		for range mostWaiting {
			dial(t, inner, proxyIP, "")
		}
		conn := dial(t, inner, proxyIP, "")
		begun := time.Now()
		if _, err := conn.Read(make([]byte, 1)); err == nil || time.Since(begun) > 0 {
			t.Errorf("one too many: %v after %v", err, time.Since(begun))
		}
		l.Close()
	})
}
