package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/testenv"
)

// A testServer is a running server with its listener and log.
type testServer struct {
	*Server
	t        *testing.T
	l        *testenv.Listener
	close    context.CancelCauseFunc
	closed   chan struct{} // closed when Serve has returned
	log      *logBuffer
	signTime atomic.Int64 // time that a signature takes, in nanoseconds; the server signs once per client

	mu       sync.Mutex
	received []*Conn
	handler  func(ctx context.Context, v *Conn) int // handler of connections; nil waits until the context ends
}

// logBuffer is the log.
type logBuffer struct {
	mu sync.Mutex
	strings.Builder
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.String()
}

// key returns the SSH key of a test client.
func key(name string) ssh.Signer {
	seed := sha256.Sum256([]byte(name))
	s, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err)
	}
	return s
}

// A slowKey is a host key that takes time to sign, as on an overloaded machine.
type slowKey struct {
	ssh.Signer
	duration *atomic.Int64
}

func (k slowKey) Sign(random io.Reader, data []byte) (*ssh.Signature, error) {
	time.Sleep(time.Duration(k.duration.Load()))
	return k.Signer.Sign(random, data)
}

// hash returns the hash that identifies a key.
func hash(k ssh.Signer) string {
	sum := sha256.Sum256(k.PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

var noLimits = connlimit.Limits{
	Total: 1000, PerSource: 1000, Start: 1000, Full: 1000, Share: 1000, Rate: 1000, Burst: 1000,
	Handshakes: 1000, Sources: 1000,
}

// open runs a test with a running server and a synthetic clock.
func open(t *testing.T, test func(t *testing.T, h *testServer)) { openWith(t, func(*Server) {}, test) }

// openWith is like open. set changes the server before it runs.
func openWith(t *testing.T, set func(s *Server), test func(t *testing.T, h *testServer)) {
	synctest.Test(t, func(t *testing.T) {
		h := &testServer{t: t, l: testenv.NewListener(), closed: make(chan struct{}), log: new(logBuffer)}
		h.Server = &Server{
			Keys: []ssh.Signer{slowKey{key("host"), &h.signTime}}, Version: "1.0-test",
			Limiter: connlimit.New(noLimits, func() float64 { return 1 }),
			Log:     slog.New(slog.NewTextHandler(h.log, nil)), Count: new(Counts), Handle: h.handle,
		}
		set(h.Server)
		var ctx context.Context
		ctx, h.close = context.WithCancelCause(t.Context())
		go func() {
			defer close(h.closed)
			h.Serve(ctx, h.l)
		}()
		test(t, h)
		h.close(ErrClosing)
		<-h.closed
		if all, early := h.Limiter.Count(); all != 0 || early != 0 {
			t.Errorf("%d connections are open, %d of them unauthenticated", all, early)
		}
		if lingering, headers := len(h.lingering), len(h.headers); lingering != 0 || headers != 0 {
			t.Errorf("%d refused clients and %d PROXY headers are left", lingering, headers)
		}
		time.Sleep(time.Hour) // let remaining timers fire
	})
}

func (h *testServer) handle(ctx context.Context, v *Conn) int {
	h.mu.Lock()
	h.received = append(h.received, v)
	visit := h.handler
	h.mu.Unlock()
	if visit != nil {
		return visit(ctx, v)
	}
	<-ctx.Done()
	return 0
}

// visits returns all connections with a session or command so far.
func (h *testServer) visits() []*Conn {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.received
}

// last returns the last of these connections.
func (h *testServer) last() *Conn {
	h.t.Helper()
	all := h.visits()
	if len(all) == 0 {
		h.t.Fatal("no session or command has started")
	}
	return all[len(all)-1]
}

var clientAddress = netip.MustParseAddr("198.51.100.7")

// raw opens a connection without sending anything.
func (h *testServer) raw() net.Conn {
	h.t.Helper()
	c, err := h.l.Dial(clientAddress)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	return c
}

// dial connects with the given authentication methods.
func (h *testServer) dial(auth ...ssh.AuthMethod) (*ssh.Client, error) {
	h.t.Helper()
	conn, channels, requests, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{
		User: "anyone", Auth: auth, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
	})
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(conn, channels, requests), nil
}

// guest authenticates without a key.
func guest() ssh.AuthMethod {
	return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			return nil, errors.New("the server sends a guest a question")
		}
		return nil, nil
	})
}

// client connects as a guest.
func (h *testServer) client() *ssh.Client {
	h.t.Helper()
	c, err := h.dial(guest())
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// session opens a session channel.
func (h *testServer) session(c *ssh.Client) (ssh.Channel, <-chan *ssh.Request) {
	h.t.Helper()
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return channel, requests
}

// request sends a request and reports whether it was accepted.
func request(t *testing.T, c ssh.Channel, name string, payload any) bool {
	t.Helper()
	var p []byte
	switch payload := payload.(type) {
	case nil:
	case []byte:
		p = payload
	default:
		p = ssh.Marshal(payload)
	}
	ok, err := c.SendRequest(name, true, p)
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return ok
}

type (
	ptyRequest struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	variable struct{ Name, Value string }
	size     struct{ Cols, Rows, Width, Height uint32 }
	command  struct{ Words string }
)

// play starts a session with a terminal.
func (h *testServer) play(c *ssh.Client) ssh.Channel {
	h.t.Helper()
	channel, requests := h.session(c)
	go ssh.DiscardRequests(requests)
	if !request(h.t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}) ||
		!request(h.t, channel, "shell", nil) {
		h.t.Fatal("the session was refused")
	}
	h.last()
	return channel
}

// waitClosed waits until the server has closed a connection, and returns the time that it took.
func waitClosed(c ssh.Conn) time.Duration {
	begun := time.Now()
	_ = c.Wait()
	return time.Since(begun)
}

func TestIdentification(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		for _, name := range []string{"ann", "bob", "ann"} {
			c, err := h.dial(ssh.PublicKeys(key(name)))
			if err != nil {
				t.Fatal(err)
			}
			h.play(c)
			if got := h.last().Key; got != hash(key(name)) {
				t.Errorf("%s is identified as %q", name, got)
			}
		}
		h.play(h.client())
		if v := h.last(); v.Key != "" {
			t.Errorf("a guest is identified as %q", v.Key)
		}
		if g, k := h.Count.Guests.Load(), h.Count.Keys.Load(); g != 1 || k != 3 {
			t.Errorf("%d guests and %d keys counted, want 1 and 3", g, k)
		}
	})
}

// A keyThief has another client's public key, but cannot sign with it.
type keyThief struct{ ssh.Signer }

func (keyThief) Sign(io.Reader, []byte) (*ssh.Signature, error) {
	return &ssh.Signature{Format: ssh.KeyAlgoED25519, Blob: make([]byte, ed25519.SignatureSize)}, nil
}

// Offering a public key does not authenticate the client without a valid signature.
func TestInvalidSignature(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		stolen := keyThief{key("ann")}
		if _, err := h.dial(ssh.PublicKeys(stolen)); err == nil {
			t.Error("an invalid signature is accepted")
		}
		if len(h.visits()) > 0 || h.Count.Keys.Load() > 0 {
			t.Error("a client with an invalid signature has started a session")
		}
	})
	if p, err := acceptOfferedKey(nil, key("ann").PublicKey()); err != nil || len(p.Extensions) > 0 ||
		p.ExtraData != nil {
		t.Errorf("permissions of an offered key: %v, %v", p, err)
	}
}

// A longKey is an RSA key that takes long to verify.
type longKey struct{ ssh.Signer }

func (longKey) PublicKey() ssh.PublicKey {
	n := new(big.Int).Lsh(big.NewInt(1), 8191)
	k, err := ssh.NewPublicKey(&rsa.PublicKey{N: n.Add(n, big.NewInt(1)), E: 65537})
	if err != nil {
		panic(err)
	}
	return k
}

func (longKey) Sign(io.Reader, []byte) (*ssh.Signature, error) {
	return nil, errors.New("the server requests a signature")
}

func TestLongKeyIsRefused(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		_, err := h.dial(ssh.PublicKeys(longKey{key("x")}))
		if err == nil || strings.Contains(err.Error(), "the server requests a signature") {
			t.Error(err)
		}
	})
}

func TestOnlyKeysAndGuests(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		if _, err := h.dial(ssh.Password("secret")); err == nil {
			t.Error("a password is accepted")
		}
		if _, err := h.dial(); err == nil {
			t.Error("a client without an authentication method is accepted")
		}
		synctest.Wait()
		if n := h.Count.Failed.Load(); n != 2 {
			t.Errorf("%d failures counted, want 2", n)
		}
	})
}

// Requests before the session are accepted or refused as listed, and the session can start afterwards.
func TestRequests(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, r := range []struct {
		name    string
		payload any
		ok      bool
	}{
		{"pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}, true},
		{"pty-req", ptyRequest{long, 80, 24, 0, 0, ""}, false},
		{"pty-req", []byte{0, 0}, false},
		{"pty-req", []byte{0xff, 0xff, 0xff, 0xff}, false},
		{"env", variable{"LANG", "C.UTF-8"}, true},
		{"env", variable{"LC_ALL", "C"}, true},
		{"env", variable{"COLORTERM", "truecolor"}, true},
		{"env", variable{"ARKTERM_GLYPHS", "half"}, true},
		{"env", variable{"LD_PRELOAD", "/tmp/x.so"}, false},
		{"env", variable{"LANGUAGE", "de"}, false},
		{"env", variable{"LANG", long}, false},
		{"env", variable{"LC_" + long, ""}, false},
		{"window-change", size{100, 30, 0, 0}, true},
		{"window-change", []byte{1}, false},
		{"x11-req", []byte{0, 0, 0, 0}, false},
		{"auth-agent-req@openssh.com", nil, false},
		{"signal", command{"KILL"}, false},
		{"exec", command{long}, false},
		{"exec", []byte{9}, false},
		{"", nil, false},
	} {
		open(t, func(t *testing.T, h *testServer) {
			c := h.client()
			channel, _ := h.session(c)
			if ok := request(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("%s %q: accepted: %v", r.name, r.payload, ok)
			}
			if !request(t, channel, "shell", nil) {
				t.Errorf("%s: the shell is refused afterwards", r.name)
			}
			c.Close()
		})
	}
}

func TestVariables(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		channel, _ := h.session(h.client())
		request(t, channel, "env", variable{"LANG", "de_DE\x1b]0;x\a.UTF-8\u202e"})
		granted := 0
		for i := range 18 { // one variable is already set; more refusals would close the connection
			if request(t, channel, "env", variable{fmt.Sprint("LC_", i), "x"}) {
				granted++
			}
		}
		request(t, channel, "pty-req", ptyRequest{
			"xterm-256color; rm -rf /\x00", 1 << 31, 0xffffffff, 70_000, 70_000,
			"",
		})
		request(t, channel, "shell", nil)
		v := h.last()
		if got := v.Env("LANG"); got != "de_DE]0;x.UTF-8" {
			t.Errorf("LANG is %q", got)
		}
		if got := v.Env("TERM"); got != "xterm-256colorrm-rf" {
			t.Errorf("TERM is %q", got)
		}
		if granted != maxVariables-1 {
			t.Errorf("%d variables accepted", granted)
		}
		if got := v.Terminal.Size(); got != (screen.Size{Cols: maxCells, Rows: maxCells}) {
			t.Errorf("size %v", got)
		}
	})
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		cols, rows, width, height uint32
		want                      screen.Size
	}{
		{80, 24, 640, 384, screen.Size{Cols: 80, Rows: 24, Width: 640, Height: 384}},
		{0, 0, 0, 0, screen.Size{}},
		{1, 1, 0, 0, screen.Size{Cols: 1, Rows: 1}},
		{80, 24, 1 << 31, 384, screen.Size{Cols: 80, Rows: 24}},
		{1<<32 - 1, 1<<32 - 1, 0, 0, screen.Size{Cols: maxCells, Rows: maxCells}},
		{1<<32 - 1, 24, 640, 384, screen.Size{Cols: maxCells, Rows: 24}},
	} {
		got := sizeOf(c.cols, c.rows, c.width, c.height)
		if got != c.want {
			t.Errorf("%v: %v", c, got)
		}
		if cols, rows := got.Clamped(); cols < 1 || rows < 1 || cols > screen.MaxCols || rows > screen.MaxRows {
			t.Errorf("%v: %d×%d", c, cols, rows)
		}
	}
}

// A client can change the window size before and during the session.
func TestSizeChanges(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		channel, requests := h.session(h.client())
		go ssh.DiscardRequests(requests)
		for _, r := range []struct {
			name    string
			payload any
			ok      bool
		}{
			{"pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}, true},
			{"window-change", size{100, 30, 1000, 600}, true},
			{"window-change", []byte("short"), false},
			{"shell", nil, true},
		} {
			if ok := request(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("%s %v: accepted %t", r.name, r.payload, ok)
			}
		}
		terminal := h.last().Terminal
		if got, want := terminal.Size(), (screen.Size{Cols: 100, Rows: 30, Width: 1000, Height: 600}); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
		if !request(t, channel, "window-change", size{90, 40, 0, 0}) {
			t.Error("a change during the session is refused")
		}
		if got, want := terminal.Size(), (screen.Size{Cols: 90, Rows: 40}); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
	})
}

func TestCommand(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.handler = func(_ context.Context, v *Conn) int {
			fmt.Fprintf(v, "%q", v.Args)
			return 3
		}
		s, err := h.client().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Output("watch 'x' $(id)\n;\x1b")
		if status, ok := errors.AsType[*ssh.ExitError](err); !ok || status.ExitStatus() != 3 {
			t.Errorf("the command ends with error %v", err)
		}
		if string(text) != `["watch" "'x'" "$(id)" ";"]` {
			t.Errorf("arguments %s", text)
		}
		if v := h.last(); v.Terminal != nil || !v.Command {
			t.Error("the connection has a terminal, or no command")
		}
	})
}

// All other channels and global requests are refused, including a second session.
func TestOtherChannelsAreRefused(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		c := h.client()
		h.play(c)
		for _, kind := range []string{
			"session", "direct-tcpip", "direct-streamlocal@openssh.com", "x11",
			"forwarded-tcpip", "tun@openssh.com", "",
		} {
			if _, _, err := c.OpenChannel(kind, nil); err == nil {
				t.Errorf("channel %q is accepted", kind)
			}
		}
		for _, kind := range []string{
			"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com",
			"anything",
		} {
			if ok, _, err := c.SendRequest(kind, true, nil); ok || err != nil {
				t.Errorf("global request %q: accepted: %v, error %v", kind, ok, err)
			}
		}
		if n := h.Count.Denied.Load(); n != 11 {
			t.Errorf("%d refusals counted, want 11", n)
		}
		if len(h.visits()) != 1 || h.Count.Faults.Load() != 0 {
			t.Error("the session has not continued")
		}
	})
}

func TestTooManyRequests(t *testing.T) {
	for name, do := range map[string]func(h *testServer, c *ssh.Client){
		"channels": func(_ *testServer, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.OpenChannel("direct-tcpip", nil); errors.Is(err, io.EOF) {
					return
				}
				// the library would wait forever for a channel that is requested while the connection is closed
				synctest.Wait()
			}
		},
		"global requests": func(_ *testServer, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.SendRequest("tcpip-forward", true, nil); err != nil {
					return
				}
			}
		},
		"keepalive requests": func(_ *testServer, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.SendRequest("keepalive@openssh.com", false, nil); err != nil { // replies are delayed
					return
				}
			}
		},
		"variables": func(h *testServer, c *ssh.Client) {
			channel, _ := h.session(c)
			for i := range 5000 {
				if _, err := channel.SendRequest("env", true,
					ssh.Marshal(variable{fmt.Sprint("LC_", i), "x"})); err != nil {
					return
				}
			}
		},
		"signals": func(h *testServer, c *ssh.Client) {
			channel := h.play(c)
			for range 2000 {
				if _, err := channel.SendRequest("signal", false, nil); err != nil {
					return
				}
			}
		},
	} {
		open(t, func(t *testing.T, h *testServer) {
			c := h.client()
			do(h, c)
			waitClosed(c)
			synctest.Wait()
			if n := h.Count.Faults.Load(); n != 1 {
				t.Errorf("%s: %d faults counted, want 1", name, n)
			}
			expectRefusal(t, h, connlimit.Penalized)
		})
	}
}

// expectRefusal checks that the next connection is refused with the given reason.
func expectRefusal(t *testing.T, h *testServer, want connlimit.Refusal) {
	t.Helper()
	before := h.Count.Refused[want].Load()
	if code, text := disconnected(t, h.raw()); h.Count.Refused[want].Load() != before+1 || code != tooManyConnections ||
		text != want.Text() {
		t.Errorf("a client receives %d, %q; want %v", code, text, want)
	}
}

// disconnected returns the disconnect message that the server sends after its version, without a key exchange.
func disconnected(t *testing.T, conn net.Conn) (code disconnectReason, text string) {
	t.Helper()
	all, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	version, packet, _ := bytes.Cut(all, []byte("\r\n"))
	if string(version) != "SSH-2.0-arkterm_1.0_test" || len(packet) < 16 || len(packet)%8 != 0 ||
		int(binary.BigEndian.Uint32(packet)) != len(packet)-4 || packet[4] < 4 {
		t.Fatalf("a client receives %q", all)
	}
	var m struct {
		Code           uint32 `sshtype:"1"`
		Text, Language string
	}
	if err := ssh.Unmarshal(packet[5:len(packet)-int(packet[4])], &m); err != nil {
		t.Fatalf("%v: %q", err, packet)
	}
	return disconnectReason(m.Code), m.Text
}

// A packet of any length has at least 4 bytes of padding and a length that is a multiple of 8 bytes.
func TestPlainPackets(t *testing.T) {
	for n := range 32 {
		p := plainPacket(make([]byte, n))
		if padding := int(p[4]); len(p)%8 != 0 || padding < 4 || padding > 11 || 5+n+padding != len(p) ||
			int(binary.BigEndian.Uint32(p)) != len(p)-4 {
			t.Errorf("a message of %d bytes has %d bytes of padding in a packet of %d bytes", n, padding, len(p))
		}
	}
}

// A refused client can read the reason while it sends data, and while many other refused clients do not read.
func TestRefusalsAreReadable(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.Limiter = connlimit.New(connlimit.Limits{}, func() float64 { return 0 })
		for range 3 * maxLingering {
			h.raw()
		}
		conn := h.raw()
		if code, text := disconnected(t, conn); code != tooManyConnections || text != connlimit.Full.Text() {
			t.Errorf("%d, %q", code, text)
		}
		time.Sleep(lingerTime)
		conn = h.raw()
		begun := time.Now()
		go io.Copy(conn, neverEnding{})
		if code, text := disconnected(t, conn); code != tooManyConnections || text != connlimit.Full.Text() ||
			time.Since(begun) > 0 {
			t.Errorf("%d, %q after %v", code, text, time.Since(begun))
		}
		synctest.Wait()
		h.Blocked = func(netip.Addr) bool { return true }
		if code, text := disconnected(t, h.raw()); code != notAllowed || text != blockedText {
			t.Errorf("%d, %q", code, text)
		}
	})
}

// neverEnding is an endless stream of zeros.
type neverEnding struct{}

func (neverEnding) Read(p []byte) (int, error) { return len(p), nil }

// A slow client can keep its connection for as long as with OpenSSH's server. A client that does not send its version
// is closed earlier. There is no penalty, even for 30 clients of one network.
func TestSlowClients(t *testing.T) {
	version := "SSH-2.0-test\r\n"
	for _, c := range []struct {
		name  string
		talk  func(h *testServer) error
		takes time.Duration
	}{
		{"silent", func(h *testServer) error { return readAll(h.raw()) }, versionTime},
		{"half of its version", func(h *testServer) error {
			conn := h.raw()
			io.WriteString(conn, version[:5])
			return readAll(conn)
		}, versionTime},
		{"a byte per second", func(h *testServer) error {
			conn := h.raw()
			go func() {
				for _, err := io.WriteString(conn, "S"); err == nil; _, err = io.WriteString(conn, "S") {
					time.Sleep(time.Second)
				}
			}()
			return readAll(conn)
		}, versionTime},
		{"only its version", func(h *testServer) error {
			conn := h.raw()
			io.WriteString(conn, version)
			return readAll(conn)
		}, handshakeTime},
		{"at the host key question", func(h *testServer) error {
			conn, _, _, err := ssh.NewClientConn(h.raw(), "test",
				&ssh.ClientConfig{HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error {
					time.Sleep(2 * handshakeTime)
					return errors.New("no")
				}})
			if err == nil {
				conn.Close()
			}
			return nil
		}, 2 * handshakeTime},
		{"at the passphrase question", func(h *testServer) error {
			_, err := h.dial(ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
				time.Sleep(2 * handshakeTime)
				return nil, nil
			}))
			if err == nil || !strings.Contains(err.Error(), lateText) {
				return fmt.Errorf("the client receives: %v", err)
			}
			return nil
		}, 2 * handshakeTime},
		{"leaves", func(h *testServer) error { return h.raw().Close() }, 0},
	} {
		open(t, func(t *testing.T, h *testServer) {
			begun := time.Now()
			var all sync.WaitGroup
			for range 30 { // for example a class behind one address
				all.Go(func() {
					if err := c.talk(h); err != nil {
						t.Errorf("%s: %v", c.name, err)
					}
				})
			}
			time.Sleep(min(c.takes, handshakeTime) - 1)
			if all, early := h.Limiter.Count(); c.takes > 0 && (all != 30 || early != 30) {
				t.Errorf("%s: %d of 30 connections are open, %d unauthenticated", c.name, all, early)
			}
			time.Sleep(goodbyeTime + 1)
			synctest.Wait()
			if n, _ := h.Limiter.Count(); n != 0 {
				t.Errorf("%s: %d connections are open after %v", c.name, n, time.Since(begun))
			}
			all.Wait()
			if took := time.Since(begun); took > c.takes+goodbyeTime+1 {
				t.Errorf("%s: the connections were closed after %v", c.name, took)
			}
			h.client().Close()
			if n := h.Count.Refused[connlimit.Penalized].Load(); n > 0 {
				t.Errorf("%s: the network has a penalty", c.name)
			}
		})
	}
}

// readAll reads a connection until the server closes it.
func readAll(conn net.Conn) error {
	_, err := io.ReadAll(conn)
	return err
}

// A user who takes almost two minutes to answer the client's questions can sign in, even on a slow server.
func TestSlowUser(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.signTime.Store(int64(5 * time.Second))
		conn, channels, requests, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{
			Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
				time.Sleep(time.Minute)
				return nil, nil
			})},
			HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error {
				time.Sleep(54 * time.Second)
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		h.play(ssh.NewClient(conn, channels, requests))
	})
}

// A client that does not start with an SSH version is closed immediately, for example an HTTP client or a proxy. The
// SSH library would skip such lines.
func TestOtherProtocols(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		for _, text := range []string{
			"GET / HTTP/1.1\r\n",
			"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\nSSH-2.0-x\r\n", "\r\nSSH-2.0-x\r\n", "\x16\x03\x01",
		} {
			conn := h.raw()
			begun := time.Now()
			go io.WriteString(conn, text)
			if _, err := io.ReadAll(conn); err != nil || time.Since(begun) > time.Second {
				t.Errorf("%q: closed after %v, %v", text, time.Since(begun), err)
			}
			conn.Close()
		}
		synctest.Wait()
		if n := h.Count.Failed.Load(); n != 4 {
			t.Errorf("%d failures counted, want 4", n)
		}
	})
}

// A connection without a session, for example from ssh -N, ends with a reason and without a penalty.
func TestConnectionsWithoutSession(t *testing.T) {
	for name, do := range map[string]func(t *testing.T, h *testServer, c *ssh.Client){
		"no channel": func(*testing.T, *testServer, *ssh.Client) {},
		"no shell":   func(_ *testing.T, h *testServer, c *ssh.Client) { h.session(c) },
		"tunnels": func(_ *testing.T, h *testServer, c *ssh.Client) {
			for range 100 {
				_, _, err := c.OpenChannel("direct-tcpip", nil)
				if refused, ok := errors.AsType[*ssh.OpenChannelError](err); !ok ||
					refused.Message != "this server has games only" {
					t.Errorf("tunnel: %v", err)
				}
			}
		},
		"variables": func(t *testing.T, h *testServer, c *ssh.Client) {
			channel, _ := h.session(c)
			for i := range 100 {
				request(t, channel, "env", variable{fmt.Sprint("VARIABLE_", i), "x"})
			}
		},
	} {
		open(t, func(t *testing.T, h *testServer) {
			for range 20 {
				c := h.client()
				do(t, h, c)
				begun := time.Now()
				err := c.Wait()
				if took := time.Since(begun); took != sessionTime || err == nil ||
					!strings.Contains(err.Error(), idleText) {
					t.Errorf("%s: the connection ends after %v with error %v", name, took, err)
				}
			}
			if n := h.Count.Faults.Load(); n != 0 {
				t.Errorf("%s: %d faults counted, want 0", name, n)
			}
			h.play(h.client())
		})
	}
	open(t, func(t *testing.T, h *testServer) {
		for range 20 {
			c := h.client()
			channel, _ := h.session(c)
			_, _ = channel.SendRequest("subsystem", true, ssh.Marshal(command{"sftp"}))
			if err := c.Wait(); err == nil || !strings.Contains(err.Error(), filesText) {
				t.Errorf("a file transfer client receives %v", err)
			}
		}
		h.play(h.client())
	})
}

// A client gets no session if its network has reached the maximum of connections while the client was signing in.
func TestConnectionsPerNetwork(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		l := noLimits
		l.PerSource = 1
		h.Limiter = connlimit.New(l, func() float64 { return 1 })
		var first *ssh.Client
		c, err := h.dial(ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
			first = h.client()
			h.play(first)
			return nil, nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil || !strings.Contains(err.Error(), connlimit.SourceFull.Text()) {
			t.Errorf("the client receives: %v", err)
		}
		synctest.Wait()
		if len(h.visits()) != 1 || h.Count.Refused[connlimit.SourceFull].Load() != 1 {
			t.Errorf("%d sessions, want 1", len(h.visits()))
		}
		first.Close()
		synctest.Wait()
		h.play(h.client())
	})
}

// A connection that is evicted in favor of another network receives the reason if its authentication has started.
func TestEvictedClients(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		l := noLimits
		l.Full, l.Share = 2, 1
		h.Limiter = connlimit.New(l, func() float64 { return 1 })
		other := func(host byte) net.Conn {
			conn, err := h.l.Dial(netip.AddrFrom4([4]byte{203, 0, 113, host}))
			if err != nil {
				t.Fatal(err)
			}
			return conn
		}
		evicted := make(chan error, 1)
		go func() {
			_, _, _, err := ssh.NewClientConn(other(1), "test", &ssh.ClientConfig{
				Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string,
					error,
				) {
					time.Sleep(time.Minute)
					return nil, nil
				})},
				HostKeyCallback: ssh.InsecureIgnoreHostKey(),
			})
			evicted <- err
		}()
		synctest.Wait()
		silent := other(2)
		h.play(h.client())
		if err := <-evicted; err == nil || !strings.Contains(err.Error(), evictedText) {
			t.Errorf("the client receives: %v", err)
		}
		other(3)
		h.play(h.client())
		if err := readAll(silent); err != nil {
			t.Error(err)
		}
	})
}

// An idle client that responds to keepalive requests stays connected. A client that has disappeared is disconnected.
func TestKeepalive(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		c := h.client()
		h.play(c)
		time.Sleep(10 * quietAfter) // the client's library responds
		if all, _ := h.Limiter.Count(); all != 1 {
			t.Fatal("an idle client was disconnected")
		}
		c.Close()
	})
	open(t, func(t *testing.T, h *testServer) {
		conn := h.raw()
		mute := &muteConn{Conn: conn}
		client, channels, requests, err := ssh.NewClientConn(mute, "test", &ssh.ClientConfig{
			Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		h.play(ssh.NewClient(client, channels, requests))
		mute.mute()
		time.Sleep(2 * quietAfter)
		synctest.Wait()
		if all, _ := h.Limiter.Count(); all != 0 {
			t.Error("a client that has disappeared is still connected")
		}
	})
}

// A client that does not respond to a keepalive request, but sends input, stays connected. It receives no further
// request, because unanswered requests would accumulate.
func TestInputWithoutKeepaliveResponse(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.readInput()
		conn, channels, requests, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{
			User: "anyone", Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
		})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		go func() {
			for range requests {
				count++
			}
		}()
		none := make(chan *ssh.Request)
		close(none)
		channel := h.play(ssh.NewClient(conn, channels, none))
		if !typeText(channel, 1, "x", 3*quietAfter) {
			t.Fatal("the client was disconnected")
		}
		conn.Close()
		synctest.Wait()
		if count != 1 {
			t.Errorf("%d keepalive requests, want 1", count)
		}
	})
}

// A muteConn is a connection that can start to lose all data written to it.
type muteConn struct {
	net.Conn
	mu    sync.Mutex
	muted bool
}

func (m *muteConn) mute() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.muted = true
}

func (m *muteConn) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.muted {
		return len(p), nil
	}
	return m.Conn.Write(p)
}

func TestReading(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		c := h.client()
		channel := h.play(c)
		in, _ := h.last().Terminal.Reader()
		p := make([]byte, 2)
		begun := time.Now()
		if _, err := in.Read(p, time.Second); err != screen.ErrTimeout || time.Since(begun) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		_, _ = channel.Write([]byte("abc"))
		for _, want := range []string{"ab", "c"} {
			if n, err := in.Read(p, 0); string(p[:n]) != want || err != nil {
				t.Errorf("%q, %v; want %q", p[:n], err, want)
			}
		}
		time.AfterFunc(time.Second, in.Stop)
		if _, err := in.Read(p, 0); err != screen.ErrStopped {
			t.Errorf("Read of a stopped stream: %v", err)
		}
		again, _ := h.last().Terminal.Reader()
		time.AfterFunc(time.Second, func() { c.Close() })
		if _, err := again.Read(p, 0); err != io.EOF {
			t.Errorf("Read after the client has disconnected: %v", err)
		}
	})
}

// Push passes on input immediately, in the goroutine that reads it. It passes on an empty slice when the rest of a key
// does not arrive in time.
func TestPush(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		took, lost := make(chan string, 10), make(chan bool, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			time.Sleep(time.Second) // earlier input is not lost
			from.(*stream).Push(func(p []byte) time.Duration {
				took <- string(p)
				if len(p) == 1 {
					return 50 * time.Millisecond
				}
				return 0
			}, func() { lost <- true })
			time.Sleep(time.Second)
			from.Stop()
			<-ctx.Done()
			return 0
		}
		c := h.client()
		channel := h.play(c)
		write := func(text string, want ...string) {
			t.Helper()
			if _, err := io.WriteString(channel, text); err != nil {
				t.Fatal(err)
			}
			for _, w := range want {
				if got := <-took; got != w {
					t.Errorf("input %q arrives as %q", text, got)
				}
			}
		}
		write("early", "early")
		begun := time.Now()
		write("\x1b", "\x1b", "") // without further input
		if d := time.Since(begun); d != 50*time.Millisecond {
			t.Errorf("the empty slice arrives after %v", d)
		}
		write("a", "a")
		write("bc", "bc") // in time
		time.Sleep(time.Second)
		write("late")
		synctest.Wait()
		c.Close()
		synctest.Wait()
		if len(took) > 0 || len(lost) > 0 {
			t.Error("input arrives after Stop")
		}
	})
	open(t, func(t *testing.T, h *testServer) {
		lost := make(chan bool, 1)
		h.handler = func(_ context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.(*stream).Push(func([]byte) time.Duration { return 0 }, func() { lost <- true })
			<-lost
			return 0
		}
		c := h.client()
		h.play(c)
		synctest.Wait()
		c.Close() // ends the session
	})
	open(t, func(t *testing.T, h *testServer) { // input and its end arrive before Push
		took, lost := make(chan string, 10), make(chan bool, 1)
		h.handler = func(_ context.Context, v *Conn) int {
			time.Sleep(time.Second)
			from, _ := v.Terminal.Reader()
			from.(*stream).Push(func(p []byte) time.Duration {
				took <- string(p)
				return 0
			}, func() { lost <- true })
			select {
			case <-lost:
			case <-time.After(time.Minute):
				t.Error("the end is not reported")
			}
			return 0
		}
		channel := h.play(h.client())
		if _, err := channel.Write([]byte("last")); err != nil {
			t.Fatal(err)
		}
		_ = channel.CloseWrite()
		if text := <-took; text != "last" {
			t.Errorf("input arrives as %q", text)
		}
		synctest.Wait()
	})
	open(t, func(t *testing.T, h *testServer) { // stopped stream
		h.handler = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.Stop()
			from.(*stream).Push(func([]byte) time.Duration {
				t.Error("a stopped stream passes on input")
				return 0
			}, func() { t.Error("a stopped stream reports the end") })
			if n, err := from.Read(make([]byte, 1), 0); n != 0 || err != screen.ErrStopped {
				t.Errorf("Read: %d, %v", n, err)
			}
			<-ctx.Done()
			return 0
		}
		channel := h.play(h.client())
		_, _ = channel.Write([]byte("x"))
		synctest.Wait()
	})
}

// Size changes are passed on at most ten times per second, and at most twice per second in the long run. The last one
// is always passed on.
func TestManyResizes(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		channel := h.play(h.client())
		terminal := h.last().Terminal
		var mu sync.Mutex
		calls, last := 0, screen.Size{}
		terminal.OnResize(func() {
			mu.Lock()
			defer mu.Unlock()
			calls++
			last = terminal.Size()
		})
		changes := func(n int, every time.Duration) int {
			t.Helper()
			calls = 0
			for i := range n {
				if _, err := channel.SendRequest("window-change", false,
					ssh.Marshal(size{uint32(20 + i%300), uint32(10 + i%100), 0, 0})); err != nil {
					t.Fatal(err)
				}
				time.Sleep(every)
			}
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			if want := (screen.Size{Cols: 20 + (n-1)%300, Rows: 10 + (n-1)%100}); last != want {
				t.Errorf("size %v, want %v", last, want)
			}
			return calls
		}
		if n := changes(300, 10*time.Millisecond); n < 30 || n > 31 { // a user drags the window's edge
			t.Errorf("%d changes passed on in three seconds", n)
		}
		time.Sleep(time.Minute)
		if n, want := changes(20_000, time.Millisecond), resizeBurst+resizeRate*20; n < want-2 || n > want+2 {
			t.Errorf("%d changes passed on in 20 seconds, want %d", n, want)
		}
		if h.Count.Faults.Load() != 0 {
			t.Error("the client was disconnected")
		}
	})
}

// Replies to keepalive requests are sent with the next frame, or after a short time. Frames are sent immediately.
func TestSmallPacketsAreCombined(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		frame := make(chan []byte)
		h.handler = func(ctx context.Context, v *Conn) int {
			for {
				select {
				case p := <-frame:
					_, _ = v.Write(p)
				case <-ctx.Done():
					return 0
				}
			}
		}
		counted := &countingConn{Conn: h.raw()}
		conn, channels, requests, err := ssh.NewClientConn(counted, "",
			&ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
		if err != nil {
			t.Fatal(err)
		}
		c := ssh.NewClient(conn, channels, requests)
		h.play(c)
		synctest.Wait()

		replies := make(chan time.Duration, 10)
		ask := func() {
			begun := time.Now()
			if _, _, err := c.SendRequest("keepalive@openssh.com", true, nil); err != nil {
				t.Error(err)
			}
			replies <- time.Since(begun)
		}
		before := counted.reads.Load()
		go ask()
		synctest.Wait()
		frame <- make([]byte, 500)
		synctest.Wait()
		if took, n := <-replies, counted.reads.Load()-before; took != 0 || n != 1 {
			t.Errorf("a reply and a frame arrive in %d pieces, the reply after %v", n, took)
		}
		time.Sleep(coalesceTime / 2) // the previous reply has started a timer, which must not affect the next one
		go ask()
		if took := <-replies; took != coalesceTime {
			t.Errorf("a reply without a frame arrives after %v", took)
		}
		c.Close()
	})
}

// If a client does not read, Close waits only a short time for unsent data, even after a long time without writes.
func TestCloseTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		c := newLimitedConn(near, new(Counts))
		c.authenticated.Store(true)
		c.coalesces.Store(true)
		time.Sleep(time.Minute)
		if _, err := c.Write(make([]byte, smallPacket)); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		c.Close()
		if took := time.Since(begun); took != closeLimit {
			t.Errorf("Close returns after %v", took)
		}
	})
}

// A countingConn counts reads that return data.
type countingConn struct {
	net.Conn
	reads atomic.Int64
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.reads.Add(1)
	}
	return n, err
}

// A client that does not read blocks only the session that writes to it, and is disconnected after some time.
func TestClientDoesNotRead(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		ended := make(chan time.Duration, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			out, _ := v.Terminal.Writer()
			begun := time.Now()
			for {
				if _, err := out.Write(make([]byte, 1<<20)); err != nil {
					ended <- time.Since(begun)
					return 0
				}
			}
		}
		c := h.client()
		channel, requests := h.session(c)
		go ssh.DiscardRequests(requests)
		request(t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""})
		request(t, channel, "shell", nil)
		if took := <-ended; took < stuckAfter || took > stuckAfter+time.Second {
			t.Errorf("the write fails after %v", took)
		}
	})
}

// A second writer with little data does not prevent the detection of a blocked writer.
func TestTwoWriters(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		ended := make(chan time.Duration, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			begun := time.Now()
			go func() {
				_, _ = v.Write(make([]byte, 8<<20))
				ended <- time.Since(begun)
			}()
			time.Sleep(time.Second)
			fmt.Fprint(v.Errors, "")
			<-ctx.Done()
			return 0
		}
		channel, requests := h.session(h.client())
		go ssh.DiscardRequests(requests)
		request(t, channel, "exec", command{"x"})
		select {
		case took := <-ended:
			if took < stuckAfter || took > stuckAfter+time.Second {
				t.Errorf("the write fails after %v", took)
			}
		case <-time.After(2 * stuckAfter):
			t.Error("a client that does not read is still connected")
		}
	})
}

// A slow client receives all data of a long output.
func TestSlowClientReceivesAll(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		const length = 8 << 20
		h.mu.Lock()
		h.handler = func(_ context.Context, v *Conn) int {
			if n, err := v.Write(make([]byte, length)); n != length || err != nil {
				t.Errorf("wrote %d bytes, error %v", n, err)
			}
			return 0
		}
		h.mu.Unlock()
		s, err := h.client().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start("x"); err != nil {
			t.Fatal(err)
		}
		got := 0
		for piece := make([]byte, 64<<10); err == nil; time.Sleep(time.Second) {
			var n int
			n, err = io.ReadFull(out, piece)
			got += n
		}
		if err != io.EOF || got != length {
			t.Errorf("received %d bytes, error %v", got, err)
		}
	})
}

// A panic ends only its session.
func TestPanic(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.play(h.client())
		h.mu.Lock()
		h.handler = func(context.Context, *Conn) int { panic("planted") }
		h.mu.Unlock()
		s, err := h.client().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if status, ok := errors.AsType[*ssh.ExitError](s.Run("x")); !ok || status.ExitStatus() != 1 {
			t.Error("the exit status is not 1")
		}
		if all, _ := h.Limiter.Count(); all < 1 {
			t.Error("the other session has ended")
		}
		if h.Count.Panics.Load() != 1 || !strings.Contains(h.log.String(), "planted") {
			t.Error("the panic is not counted and logged")
		}
	})
}

// When the server closes, sessions are notified and have some seconds to end. Other connections are closed immediately.
func TestServerCloses(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		h.raw()        // unauthenticated
		_ = h.client() // without a session
		cause := make(chan error, 2)
		h.handler = func(ctx context.Context, v *Conn) int {
			<-ctx.Done()
			cause <- context.Cause(ctx)
			fmt.Fprint(v, "goodbye")
			return 7
		}
		c := h.client()
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		s.Stdout = &out
		if err := s.RequestPty("xterm", 24, 80, nil); err != nil {
			t.Fatal(err)
		}
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		begun := time.Now()
		h.close(ErrClosing)
		if status, ok := errors.AsType[*ssh.ExitError](s.Wait()); !ok || status.ExitStatus() != 7 ||
			out.String() != "goodbye" {
			t.Errorf("status %v, %q", status, out.String())
		}
		if err := <-cause; err != ErrClosing {
			t.Errorf("cause %v, want ErrClosing", err)
		}
		c.Close()
		<-h.closed
		if took := time.Since(begun); took > 0 {
			t.Errorf("Serve returned after %v", took)
		}
	})
	open(t, func(t *testing.T, h *testServer) {
		h.handler = func(_ context.Context, v *Conn) int { // does not end when the context ends
			in, _ := v.Terminal.Reader()
			lost := make(chan bool)
			in.(*stream).Push(func([]byte) time.Duration { return 0 }, func() { close(lost) })
			<-lost
			return 0
		}
		h.play(h.client())
		begun := time.Now()
		h.close(ErrClosing)
		<-h.closed
		if took := time.Since(begun); took != closeTime {
			t.Errorf("Serve waits %v for a session that does not end", took)
		}
	})
}

// Serve waits for a session whose client has disconnected.
func TestServeWaitsForSessions(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		var saved atomic.Bool
		h.handler = func(ctx context.Context, _ *Conn) int {
			<-ctx.Done()
			time.Sleep(closeTime / 2)
			saved.Store(true)
			return 0
		}
		c := h.client()
		h.play(c)
		c.Close()
		synctest.Wait()
		h.close(ErrClosing)
		<-h.closed
		if !saved.Load() {
			t.Error("Serve returns before the session has ended")
		}
	})
}

// When a client disconnects, the context of its session ends.
func TestClientDisconnects(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		why := make(chan error, 1)
		h.handler = func(ctx context.Context, _ *Conn) int {
			<-ctx.Done()
			why <- context.Cause(ctx)
			return 0
		}
		c := h.client()
		h.play(c)
		c.Close()
		if err := <-why; err == ErrClosing {
			t.Error("the cause is ErrClosing")
		}
	})
}

// Clients in FIPS mode and clients without -etm MACs can connect. Weak algorithms are not offered, and strict key
// exchange prevents prefix truncation attacks.
func TestAlgorithms(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		var err error
		if h.Keys, _, err = HostKeys(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			exchange, cipher, mac, key string // "" means any
			ok                         bool
		}{
			{ssh.KeyExchangeECDHP256, ssh.CipherAES256GCM, "", ssh.KeyAlgoECDSA256, true},
			{ssh.KeyExchangeECDHP384, ssh.CipherAES128CTR, ssh.HMACSHA256, ssh.KeyAlgoECDSA256, true},
			{ssh.KeyExchangeECDHP256, ssh.CipherAES256CTR, ssh.HMACSHA512, ssh.KeyAlgoECDSA256, true},
			{ssh.KeyExchangeCurve25519, ssh.CipherAES256CTR, ssh.HMACSHA256, ssh.KeyAlgoED25519, true},
			{"", "", "", "", true},
			{key: ssh.KeyAlgoRSASHA512},
			{key: "ssh-dss"},
			{exchange: ssh.InsecureKeyExchangeDH14SHA1},
			{exchange: ssh.InsecureKeyExchangeDHGEXSHA1},
			{cipher: ssh.InsecureCipherAES128CBC},
			{cipher: ssh.CipherAES128CTR, mac: ssh.HMACSHA1},
			{cipher: ssh.CipherAES128CTR, mac: ssh.InsecureHMACSHA196},
		} {
			config := &ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()}
			for _, set := range []struct {
				to   *[]string
				name string
			}{{&config.KeyExchanges, c.exchange}, {&config.Ciphers, c.cipher}, {
				&config.MACs,
				c.mac,
			}, {&config.HostKeyAlgorithms, c.key}} {
				if set.name != "" {
					*set.to = []string{set.name}
				}
			}
			conn, _, _, err := ssh.NewClientConn(h.raw(), "test", config)
			if (err == nil) != c.ok {
				t.Errorf("%+v: %v", c, err)
			}
			if err == nil {
				conn.Close()
			}
		}
		conn := h.raw()
		p := make([]byte, 1<<12)
		conn.SetReadDeadline(time.Now().Add(time.Second))
		var hello strings.Builder
		io.WriteString(conn, "SSH-2.0-test\r\n")
		for {
			n, err := conn.Read(p)
			hello.Write(p[:n])
			if err != nil {
				break
			}
		}
		text := hello.String()
		if !strings.HasPrefix(text, "SSH-2.0-arkterm_1.0_test\r\n") ||
			!strings.Contains(text, "kex-strict-s-v00@openssh.com") {
			t.Errorf("%q", text)
		}
	})
}

// Network errors contain the addresses of both ends. nameless removes them for the log.
func TestNameless(t *testing.T) {
	client := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("198.51.100.7:4000"))
	err := fmt.Errorf("ssh: %w", &net.OpError{
		Op: "read", Net: "tcp", Source: client, Addr: client,
		Err: io.ErrUnexpectedEOF,
	})
	if text := nameless(err).Error(); strings.Contains(text, "198.51") || !strings.Contains(text, "unexpected EOF") {
		t.Errorf("error for the log: %q", text)
	}
}

// The log contains no addresses and keys of clients.
func TestLogHasNoClientData(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		if c, err := h.dial(ssh.PublicKeys(key("ann"))); err == nil {
			channel := h.play(c)
			for range 30 {
				_, _ = channel.SendRequest("\x1b[31m\nlevel=ERROR", true, nil)
				_, _, _ = c.SendRequest("\x1b[31m", true, nil)
			}
		}
		h.dial(ssh.Password("secret"))
		synctest.Wait()
		text := h.log.String()
		if text == "" || strings.ContainsAny(text, "\x1b") || strings.Contains(text, clientAddress.String()) ||
			strings.Contains(text, hash(key("ann"))) {
			t.Errorf("log: %q", text)
		}
	})
}
