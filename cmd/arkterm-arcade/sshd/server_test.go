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
	listener *testenv.Listener
	close    context.CancelCauseFunc
	closed   chan struct{} // closed when Serve has returned
	log      *logBuffer    // log of the server
	signTime atomic.Int64  // duration of a signature in nanoseconds; the server signs once per client

	mu       sync.Mutex
	received []*Conn                                // arguments of all calls of Handle so far
	handler  func(ctx context.Context, v *Conn) int // called by Handle; nil means to wait until the context ends
}

// A logBuffer collects log messages. It is safe for concurrent use.
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

// testKey returns an SSH key that is derived from a name.
func testKey(name string) ssh.Signer {
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

// keyHash returns the hash that identifies a key.
func keyHash(k ssh.Signer) string {
	sum := sha256.Sum256(k.PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

var noLimits = connlimit.Limits{
	MaxConnections: 1000, MaxPerSource: 1000, PendingStart: 1000, MaxPending: 1000, MaxPendingPerSource: 1000,
	RatePerSource: 1000, BurstPerSource: 1000, HandshakeRate: 1000, MaxSources: 1000,
}

// withServer runs a test with a running server and a synthetic clock.
func withServer(t *testing.T, test func(t *testing.T, h *testServer)) {
	withServerSetup(t, func(*Server) {}, test)
}

// withServerSetup is like withServer, but calls setup with the server before it runs.
func withServerSetup(t *testing.T, setup func(s *Server), test func(t *testing.T, h *testServer)) {
	synctest.Test(t, func(t *testing.T) {
		h := &testServer{t: t, listener: testenv.NewListener(), closed: make(chan struct{}), log: new(logBuffer)}
		h.Server = &Server{
			Keys: []ssh.Signer{slowKey{testKey("host"), &h.signTime}}, Version: "1.0-test",
			Limiter: connlimit.New(noLimits, func() float64 { return 1 }),
			Log:     slog.New(slog.NewTextHandler(h.log, nil)), Count: new(Counts), Handle: h.handle,
		}
		setup(h.Server)
		var ctx context.Context
		ctx, h.close = context.WithCancelCause(t.Context())
		go func() {
			defer close(h.closed)
			h.Serve(ctx, h.listener)
		}()
		test(t, h)
		h.close(ErrClosing)
		<-h.closed
		if all, pending := h.Limiter.CountConnections(); all != 0 || pending != 0 {
			t.Errorf("after the end of Serve, CountConnections() = %d, %d; want 0, 0", all, pending)
		}
		if lingering, headers := len(h.lingering), len(h.pendingHeaders); lingering != 0 || headers != 0 {
			t.Errorf("after the end of Serve, %d refused clients and %d PROXY headers are pending, want 0", lingering,
				headers)
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

// visits returns the arguments of all calls of Handle so far.
func (h *testServer) visits() []*Conn {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.received
}

// lastVisit returns the argument of the last call of Handle.
func (h *testServer) lastVisit() *Conn {
	h.t.Helper()
	all := h.visits()
	if len(all) == 0 {
		h.t.Fatal("no session or command has started")
	}
	return all[len(all)-1]
}

var clientAddress = netip.MustParseAddr("198.51.100.7")

// dialRaw opens a connection without sending anything.
func (h *testServer) dialRaw() net.Conn {
	h.t.Helper()
	c, err := h.listener.Dial(clientAddress)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	return c
}

// dial connects with the given authentication methods.
func (h *testServer) dial(auth ...ssh.AuthMethod) (*ssh.Client, error) {
	h.t.Helper()
	conn, channels, requests, err := ssh.NewClientConn(h.dialRaw(), "test", &ssh.ClientConfig{
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

// guestClient connects as a guest.
func (h *testServer) guestClient() *ssh.Client {
	h.t.Helper()
	c, err := h.dial(guest())
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// openSession opens a session channel.
func (h *testServer) openSession(c *ssh.Client) (ssh.Channel, <-chan *ssh.Request) {
	h.t.Helper()
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return channel, requests
}

// sendRequest sends a request and reports whether it was accepted.
func sendRequest(t *testing.T, c ssh.Channel, name string, payload any) bool {
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
	envRequest     struct{ Name, Value string }
	sizeRequest    struct{ Cols, Rows, Width, Height uint32 }
	commandRequest struct{ Words string }
)

// startGame starts a session with a terminal.
func (h *testServer) startGame(c *ssh.Client) ssh.Channel {
	h.t.Helper()
	channel, requests := h.openSession(c)
	go ssh.DiscardRequests(requests)
	if !sendRequest(h.t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}) ||
		!sendRequest(h.t, channel, "shell", nil) {
		h.t.Fatal("the request for a terminal or a shell was refused")
	}
	h.lastVisit() // waits until the session has started
	return channel
}

// waitClosed waits until the server has closed a connection, and returns the time that it took.
func waitClosed(c ssh.Conn) time.Duration {
	start := time.Now()
	_ = c.Wait()
	return time.Since(start)
}

func TestIdentification(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		for _, name := range []string{"ann", "bob", "ann"} {
			c, err := h.dial(ssh.PublicKeys(testKey(name)))
			if err != nil {
				t.Fatal(err)
			}
			h.startGame(c)
			if got := h.lastVisit().Key; got != keyHash(testKey(name)) {
				t.Errorf("the client with the key of %s is identified as %q, want the hash of the key", name, got)
			}
		}
		h.startGame(h.guestClient())
		if v := h.lastVisit(); v.Key != "" {
			t.Errorf("a guest is identified as %q, want \"\"", v.Key)
		}
		if g, k := h.Count.WithoutKey.Load(), h.Count.WithKey.Load(); g != 1 || k != 3 {
			t.Errorf("the server has counted %d guests and %d keys, want 1 and 3", g, k)
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
	withServer(t, func(t *testing.T, h *testServer) {
		stolen := keyThief{testKey("ann")}
		if _, err := h.dial(ssh.PublicKeys(stolen)); err == nil {
			t.Error("a client with an invalid signature was authenticated")
		}
		if len(h.visits()) > 0 || h.Count.WithKey.Load() > 0 {
			t.Error("a client with an invalid signature has started a session")
		}
	})
	if p, err := acceptOfferedKey(nil, testKey("ann").PublicKey()); err != nil || len(p.Extensions) > 0 ||
		p.ExtraData != nil {
		t.Errorf("acceptOfferedKey() = %v, %v; want permissions without an identity", p, err)
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
	withServer(t, func(t *testing.T, h *testServer) {
		_, err := h.dial(ssh.PublicKeys(longKey{testKey("x")}))
		if err == nil || strings.Contains(err.Error(), "the server requests a signature") {
			t.Errorf("a client with a long key receives error %v, want a refusal before the signature", err)
		}
	})
}

func TestOnlyKeysAndGuests(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		if _, err := h.dial(ssh.Password("secret")); err == nil {
			t.Error("a client with a password was authenticated")
		}
		if _, err := h.dial(); err == nil {
			t.Error("a client without an authentication method was authenticated")
		}
		synctest.Wait()
		if n := h.Count.NotAuthenticated.Load(); n != 2 {
			t.Errorf("the server has counted %d failed authentications, want 2", n)
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
		{"env", envRequest{"LANG", "C.UTF-8"}, true},
		{"env", envRequest{"LC_ALL", "C"}, true},
		{"env", envRequest{"COLORTERM", "truecolor"}, true},
		{"env", envRequest{"ARKTERM_GLYPHS", "half"}, true},
		{"env", envRequest{"LD_PRELOAD", "/tmp/x.so"}, false},
		{"env", envRequest{"LANGUAGE", "de"}, false},
		{"env", envRequest{"LANG", long}, false},
		{"env", envRequest{"LC_" + long, ""}, false},
		{"window-change", sizeRequest{100, 30, 0, 0}, true},
		{"window-change", []byte{1}, false},
		{"x11-req", []byte{0, 0, 0, 0}, false},
		{"auth-agent-req@openssh.com", nil, false},
		{"signal", commandRequest{"KILL"}, false},
		{"exec", commandRequest{long}, false},
		{"exec", []byte{9}, false},
		{"", nil, false},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			c := h.guestClient()
			channel, _ := h.openSession(c)
			if ok := sendRequest(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("request %s with payload %q: accepted %v, want %v", r.name, r.payload, ok, r.ok)
			}
			if !sendRequest(t, channel, "shell", nil) {
				t.Errorf("after the request %s, the request shell was refused", r.name)
			}
			c.Close()
		})
	}
}

func TestVariables(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		channel, _ := h.openSession(h.guestClient())
		sendRequest(t, channel, "env", envRequest{"LANG", "de_DE\x1b]0;x\a.UTF-8\u202e"})
		accepted := 0
		for i := range 18 { // one variable is already set, so that three of these are refused
			if sendRequest(t, channel, "env", envRequest{fmt.Sprint("LC_", i), "x"}) {
				accepted++
			}
		}
		sendRequest(t, channel, "pty-req", ptyRequest{
			"xterm-256color; rm -rf /\x00", 1 << 31, 0xffffffff, 70_000, 70_000,
			"",
		})
		sendRequest(t, channel, "shell", nil)
		v := h.lastVisit()
		if got := v.Env("LANG"); got != "de_DE]0;x.UTF-8" {
			t.Errorf("Env(LANG) = %q, want no control characters", got)
		}
		if got := v.Env("TERM"); got != "xterm-256colorrm-rf" {
			t.Errorf("Env(TERM) = %q, want only letters, digits and ._+-", got)
		}
		if accepted != maxVariables-1 {
			t.Errorf("the server has accepted %d variables, want %d", accepted, maxVariables-1)
		}
		if got := v.Terminal.Size(); got != (screen.Size{Cols: maxCells, Rows: maxCells}) {
			t.Errorf("Terminal.Size() = %v, want %d×%d cells and no size in pixels", got, maxCells, maxCells)
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
			t.Errorf("sizeOf(%d, %d, %d, %d) = %v, want %v", c.cols, c.rows, c.width, c.height, got, c.want)
		}
		if cols, rows := got.Clamped(); cols < 1 || rows < 1 || cols > screen.MaxCols || rows > screen.MaxRows {
			t.Errorf("Clamped() of %v = %d, %d; want at least 1, and at most the maximum", got, cols, rows)
		}
	}
}

// A client can change the window size before and during the session.
func TestSizeChanges(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		channel, requests := h.openSession(h.guestClient())
		go ssh.DiscardRequests(requests)
		for _, r := range []struct {
			name    string
			payload any
			ok      bool
		}{
			{"pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}, true},
			{"window-change", sizeRequest{100, 30, 1000, 600}, true},
			{"window-change", []byte("short"), false},
			{"shell", nil, true},
		} {
			if ok := sendRequest(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("request %s with payload %v: accepted %t, want %t", r.name, r.payload, ok, r.ok)
			}
		}
		terminal := h.lastVisit().Terminal
		if got, want := terminal.Size(), (screen.Size{Cols: 100, Rows: 30, Width: 1000, Height: 600}); got != want {
			t.Errorf("before the session, Size() = %v, want %v", got, want)
		}
		if !sendRequest(t, channel, "window-change", sizeRequest{90, 40, 0, 0}) {
			t.Error("the request window-change during the session was refused")
		}
		if got, want := terminal.Size(), (screen.Size{Cols: 90, Rows: 40}); got != want {
			t.Errorf("during the session, Size() = %v, want %v", got, want)
		}
	})
}

func TestCommand(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.handler = func(_ context.Context, v *Conn) int {
			fmt.Fprintf(v, "%q", v.Args)
			return 3
		}
		s, err := h.guestClient().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Output("watch 'x' $(id)\n;\x1b")
		if status, ok := errors.AsType[*ssh.ExitError](err); !ok || status.ExitStatus() != 3 {
			t.Errorf("the command ends with error %v, want exit status 3", err)
		}
		if string(text) != `["watch" "'x'" "$(id)" ";"]` {
			t.Errorf("the command has the arguments %s, want the words without a shell's expansion", text)
		}
		if v := h.lastVisit(); v.Terminal != nil || !v.Command {
			t.Error("a session with a command has a terminal, or Command is not set")
		}
	})
}

// All other channels and global requests are refused, including a second session.
func TestOtherChannelsAreRefused(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		c := h.guestClient()
		h.startGame(c)
		for _, kind := range []string{
			"session", "direct-tcpip", "direct-streamlocal@openssh.com", "x11",
			"forwarded-tcpip", "tun@openssh.com", "",
		} {
			if _, _, err := c.OpenChannel(kind, nil); err == nil {
				t.Errorf("a channel of type %q was accepted, want a refusal", kind)
			}
		}
		for _, kind := range []string{
			"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com",
			"anything",
		} {
			if ok, _, err := c.SendRequest(kind, true, nil); ok || err != nil {
				t.Errorf("global request %q: accepted %v, error %v; want a refusal", kind, ok, err)
			}
		}
		if n := h.Count.Denied.Load(); n != 11 {
			t.Errorf("the server has counted %d refusals, want 11", n)
		}
		if len(h.visits()) != 1 || h.Count.Misbehaved.Load() != 0 {
			t.Error("after refused channels, the client was penalized, or its session has ended")
		}
	})
}

func TestTooManyRequests(t *testing.T) {
	for name, flood := range map[string]func(h *testServer, c *ssh.Client){
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
			channel, _ := h.openSession(c)
			for i := range 5000 {
				if _, err := channel.SendRequest("env", true,
					ssh.Marshal(envRequest{fmt.Sprint("LC_", i), "x"})); err != nil {
					return
				}
			}
		},
		"signals": func(h *testServer, c *ssh.Client) {
			channel := h.startGame(c)
			for range 2000 {
				if _, err := channel.SendRequest("signal", false, nil); err != nil {
					return
				}
			}
		},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			c := h.guestClient()
			flood(h, c)
			waitClosed(c)
			synctest.Wait()
			if n := h.Count.Misbehaved.Load(); n != 1 {
				t.Errorf("%s: the server has counted %d faults, want 1", name, n)
			}
			expectRefusal(t, h, connlimit.Penalized)
		})
	}
}

// expectRefusal checks that the next connection is refused with the given reason.
func expectRefusal(t *testing.T, h *testServer, want connlimit.Refusal) {
	t.Helper()
	before := h.Count.Decisions[want].Load()
	if code, text := readDisconnect(t, h.dialRaw()); h.Count.Decisions[want].Load() != before+1 ||
		code != reasonTooManyConnections ||
		text != want.Text() {
		t.Errorf("a refused client receives code %d and %q, want the text of %v", code, text, want)
	}
}

// readDisconnect returns the disconnect message that the server sends after its version, without a key exchange.
func readDisconnect(t *testing.T, conn net.Conn) (code disconnectReason, text string) {
	t.Helper()
	all, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	version, packet, _ := bytes.Cut(all, []byte("\r\n"))
	if string(version) != "SSH-2.0-arkterm_1.0_test" || len(packet) < 16 || len(packet)%8 != 0 ||
		int(binary.BigEndian.Uint32(packet)) != len(packet)-4 || packet[4] < 4 {
		t.Fatalf("a refused client receives %q, want a version and a disconnect packet", all)
	}
	var m struct {
		Code           uint32 `sshtype:"1"`
		Text, Language string
	}
	if err := ssh.Unmarshal(packet[5:len(packet)-int(packet[4])], &m); err != nil {
		t.Fatalf("parse disconnect message %q: %v", packet, err)
	}
	return disconnectReason(m.Code), m.Text
}

// A packet of any length has at least 4 bytes of padding and a length that is a multiple of 8 bytes.
func TestPlainPackets(t *testing.T) {
	for n := range 32 {
		p := plainPacket(make([]byte, n))
		if padding := int(p[4]); len(p)%8 != 0 || padding < 4 || padding > 11 || 5+n+padding != len(p) ||
			int(binary.BigEndian.Uint32(p)) != len(p)-4 {
			t.Errorf(
				"plainPacket of %d bytes has %d bytes of padding and a length of %d bytes, want a padding of 4 to 11",
				n, padding, len(p))
		}
	}
}

// A refused client can read the reason while it sends data, and while many other refused clients do not read.
func TestRefusalsAreReadable(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.Limiter = connlimit.New(connlimit.Limits{}, func() float64 { return 0 })
		for range 3 * maxLingering {
			h.dialRaw()
		}
		conn := h.dialRaw()
		if code, text := readDisconnect(t, conn); code != reasonTooManyConnections || text != connlimit.Full.Text() {
			t.Errorf("with too many refused clients, a client receives code %d and %q, want the reason", code, text)
		}
		time.Sleep(lingerTime)
		conn = h.dialRaw()
		start := time.Now()
		go io.Copy(conn, zeroReader{})
		if code, text := readDisconnect(t, conn); code != reasonTooManyConnections || text != connlimit.Full.Text() ||
			time.Since(start) > 0 {
			t.Errorf("a client that is sending receives code %d and %q after %v, want the reason immediately", code,
				text, time.Since(start))
		}
		synctest.Wait()
		h.Blocked = func(netip.Addr) bool { return true }
		if code, text := readDisconnect(t, h.dialRaw()); code != reasonNotAllowed || text != blockedText {
			t.Errorf("a blocked client receives code %d and %q, want the reason", code, text)
		}
	})
}

// The server closes the connection of a refused client that does not close it.
func TestRefusedConnectionsAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, lingering := range []int{maxLingering, 0} { // with and without waiting for the client
			s := &Server{lingering: make(chan struct{}, lingering)}
			client, server := net.Pipe()
			defer client.Close()
			_ = client.SetDeadline(time.Now().Add(2 * lingerTime))
			go s.refuse(server, reasonNotAllowed, blockedText)
			if _, err := io.ReadAll(client); err != nil {
				t.Errorf("with at most %d lingering clients, the connection is not closed: %v", lingering, err)
			}
			s.goroutines.Wait()
			if n := len(s.lingering); n > 0 {
				t.Errorf("%d clients still have a token after their connections were closed, want 0", n)
			}
		}
	})
}

// A zeroReader is an endless stream of zeros.
type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { return len(p), nil }

// A slow client has as much time as with OpenSSH's server. A client that does not send its version is disconnected
// earlier. There is no penalty, even for 30 clients of one network.
func TestSlowClients(t *testing.T) {
	version := "SSH-2.0-test\r\n"
	for _, c := range []struct {
		name    string
		connect func(h *testServer) error
		takes   time.Duration // time until the server closes the connection
	}{
		{"silent", func(h *testServer) error { return readToEnd(h.dialRaw()) }, versionTimeout},
		{"half of its version", func(h *testServer) error {
			conn := h.dialRaw()
			io.WriteString(conn, version[:5])
			return readToEnd(conn)
		}, versionTimeout},
		{"a byte per second", func(h *testServer) error {
			conn := h.dialRaw()
			go func() {
				for _, err := io.WriteString(conn, "S"); err == nil; _, err = io.WriteString(conn, "S") {
					time.Sleep(time.Second)
				}
			}()
			return readToEnd(conn)
		}, versionTimeout},
		{"only its version", func(h *testServer) error {
			conn := h.dialRaw()
			io.WriteString(conn, version)
			return readToEnd(conn)
		}, handshakeTimeout},
		{"at the host key question", func(h *testServer) error {
			conn, _, _, err := ssh.NewClientConn(h.dialRaw(), "test",
				&ssh.ClientConfig{HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error {
					time.Sleep(2 * handshakeTimeout)
					return errors.New("no")
				}})
			if err == nil {
				conn.Close()
			}
			return nil
		}, 2 * handshakeTimeout},
		{"at the passphrase question", func(h *testServer) error {
			_, err := h.dial(ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
				time.Sleep(2 * handshakeTimeout)
				return nil, nil
			}))
			if err == nil || !strings.Contains(err.Error(), timeoutText) {
				return fmt.Errorf("the client receives error %v, want %q", err, timeoutText)
			}
			return nil
		}, 2 * handshakeTimeout},
		{"leaves", func(h *testServer) error { return h.dialRaw().Close() }, 0},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			start := time.Now()
			var all sync.WaitGroup
			for range 30 { // for example a class behind one address
				all.Go(func() {
					if err := c.connect(h); err != nil {
						t.Errorf("%s: %v", c.name, err)
					}
				})
			}

			time.Sleep(min(c.takes, handshakeTimeout) - 1)
			if all, pending := h.Limiter.CountConnections(); c.takes > 0 && (all != 30 || pending != 30) {
				t.Errorf("%s: CountConnections() = %d, %d before the time limit; want 30, 30", c.name, all, pending)
			}
			time.Sleep(goodbyeTimeout + 1)
			synctest.Wait()
			if n, _ := h.Limiter.CountConnections(); n != 0 {
				t.Errorf("%s: %d connections are open after %v, want 0", c.name, n, time.Since(start))
			}

			all.Wait()
			if elapsed := time.Since(start); elapsed > c.takes+goodbyeTimeout+1 {
				t.Errorf("%s: the connections were closed after %v, want at most %v", c.name, elapsed,
					c.takes+goodbyeTimeout+1)
			}
			h.guestClient().Close()
			if n := h.Count.Decisions[connlimit.Penalized].Load(); n > 0 {
				t.Errorf("%s: the network was penalized", c.name)
			}
		})
	}
}

// readToEnd reads a connection until the server closes it.
func readToEnd(conn net.Conn) error {
	_, err := io.ReadAll(conn)
	return err
}

// A user who takes almost two minutes to answer the client's questions can sign in, even on a slow server.
func TestSlowUser(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.signTime.Store(int64(5 * time.Second))
		conn, channels, requests, err := ssh.NewClientConn(h.dialRaw(), "test", &ssh.ClientConfig{
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
		h.startGame(ssh.NewClient(conn, channels, requests))
	})
}

// A client that does not start with an SSH version is closed immediately, for example an HTTP client or a proxy. The
// SSH library would skip such lines.
func TestOtherProtocols(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		for _, text := range []string{
			"GET / HTTP/1.1\r\n",
			"PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\nSSH-2.0-x\r\n", "\r\nSSH-2.0-x\r\n", "\x16\x03\x01",
		} {
			conn := h.dialRaw()
			start := time.Now()
			go io.WriteString(conn, text)
			if _, err := io.ReadAll(conn); err != nil || time.Since(start) > time.Second {
				t.Errorf("a client that sends %q was disconnected after %v, error %v; want immediately", text,
					time.Since(start), err)
			}
			conn.Close()
		}
		synctest.Wait()
		if n := h.Count.NotAuthenticated.Load(); n != 4 {
			t.Errorf("the server has counted %d failed authentications, want 4", n)
		}
	})
}

// A connection without a session, for example from ssh -N, ends with a reason and without a penalty.
func TestConnectionsWithoutSession(t *testing.T) {
	for name, act := range map[string]func(t *testing.T, h *testServer, c *ssh.Client){
		"no channel": func(*testing.T, *testServer, *ssh.Client) {},
		"no shell":   func(_ *testing.T, h *testServer, c *ssh.Client) { h.openSession(c) },
		"tunnels": func(_ *testing.T, h *testServer, c *ssh.Client) {
			for range 100 {
				_, _, err := c.OpenChannel("direct-tcpip", nil)
				if refused, ok := errors.AsType[*ssh.OpenChannelError](err); !ok ||
					refused.Message != "this server has games only" {
					t.Errorf("OpenChannel of a tunnel: error %v, want a refusal", err)
				}
			}
		},
		"variables": func(t *testing.T, h *testServer, c *ssh.Client) {
			channel, _ := h.openSession(c)
			for i := range 100 {
				sendRequest(t, channel, "env", envRequest{fmt.Sprint("VARIABLE_", i), "x"})
			}
		},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			for range 20 {
				c := h.guestClient()
				act(t, h, c)
				start := time.Now()
				err := c.Wait()
				if elapsed := time.Since(start); elapsed != sessionTimeout || err == nil ||
					!strings.Contains(err.Error(), noSessionText) {
					t.Errorf("%s: the connection ended after %v with error %v, want %v and %q", name, elapsed, err,
						sessionTimeout, noSessionText)
				}
			}
			if n := h.Count.Misbehaved.Load(); n != 0 {
				t.Errorf("%s: the server has counted %d faults, want 0", name, n)
			}
			h.startGame(h.guestClient())
		})
	}
	withServer(t, func(t *testing.T, h *testServer) {
		for range 20 {
			c := h.guestClient()
			channel, _ := h.openSession(c)
			_, _ = channel.SendRequest("subsystem", true, ssh.Marshal(commandRequest{"sftp"}))
			if err := c.Wait(); err == nil || !strings.Contains(err.Error(), filesText) {
				t.Errorf("a file transfer client receives error %v, want %q", err, filesText)
			}
		}
		h.startGame(h.guestClient())
	})
}

// A client gets no session if its network has reached the maximum of connections while the client was signing in.
func TestConnectionsPerNetwork(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		l := noLimits
		l.MaxPerSource = 1
		h.Limiter = connlimit.New(l, func() float64 { return 1 })
		var first *ssh.Client
		c, err := h.dial(ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
			first = h.guestClient()
			h.startGame(first)
			return nil, nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil || !strings.Contains(err.Error(), connlimit.SourceFull.Text()) {
			t.Errorf("the client receives error %v, want %q", err, connlimit.SourceFull.Text())
		}
		synctest.Wait()
		if len(h.visits()) != 1 || h.Count.Decisions[connlimit.SourceFull].Load() != 1 {
			t.Errorf("%d sessions have started, or the refusal is not counted; want 1", len(h.visits()))
		}
		first.Close()
		synctest.Wait()
		h.startGame(h.guestClient())
	})
}

// A connection that is evicted in favor of another network receives the reason if its authentication has started.
func TestEvictedClients(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		l := noLimits
		l.MaxPending, l.MaxPendingPerSource = 2, 1
		h.Limiter = connlimit.New(l, func() float64 { return 1 })
		other := func(host byte) net.Conn {
			conn, err := h.listener.Dial(netip.AddrFrom4([4]byte{203, 0, 113, host}))
			if err != nil {
				t.Fatal(err)
			}
			return conn
		}

		// The first client is evicted while it signs in, and the second client before it has sent any data.
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
		h.startGame(h.guestClient())
		if err := <-evicted; err == nil || !strings.Contains(err.Error(), evictedText) {
			t.Errorf("the evicted client receives error %v, want %q", err, evictedText)
		}
		other(3)
		h.startGame(h.guestClient())
		if err := readToEnd(silent); err != nil {
			t.Errorf("a silent evicted client receives error %v, want the end of the stream", err)
		}
	})
}

// An idle client that responds to keepalive requests stays connected. A client that has disappeared is disconnected.
func TestKeepalive(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		c := h.guestClient()
		h.startGame(c)
		time.Sleep(10 * silentTimeout) // the client's library responds
		if all, _ := h.Limiter.CountConnections(); all != 1 {
			t.Fatal("an idle client that responds to keepalive requests was disconnected")
		}
		c.Close()
	})
	withServer(t, func(t *testing.T, h *testServer) {
		conn := h.dialRaw()
		mute := &muteConn{Conn: conn}
		client, channels, requests, err := ssh.NewClientConn(mute, "test", &ssh.ClientConfig{
			Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		h.startGame(ssh.NewClient(client, channels, requests))
		mute.mute()
		time.Sleep(2 * silentTimeout)
		synctest.Wait()
		if all, _ := h.Limiter.CountConnections(); all != 0 {
			t.Error("a client that has disappeared is still connected")
		}
	})
}

// A client that does not respond to a keepalive request, but sends input, stays connected. It receives no further
// request, because unanswered requests would accumulate.
func TestInputWithoutKeepaliveResponse(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.readInput()
		conn, channels, requests, err := ssh.NewClientConn(h.dialRaw(), "test", &ssh.ClientConfig{
			User: "anyone", Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
		})
		if err != nil {
			t.Fatal(err)
		}
		keepalives := 0
		go func() {
			for range requests {
				keepalives++
			}
		}()
		noRequests := make(chan *ssh.Request)
		close(noRequests)
		channel := h.startGame(ssh.NewClient(conn, channels, noRequests))
		if !typeText(channel, 1, "x", 3*silentTimeout) {
			t.Fatal("a client that sends input was disconnected")
		}
		conn.Close()
		synctest.Wait()
		if keepalives != 1 {
			t.Errorf("the client has received %d keepalive requests, want 1", keepalives)
		}
	})
}

// A muteConn is a connection that loses all written data after a call of mute.
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
	withServer(t, func(t *testing.T, h *testServer) {
		c := h.guestClient()
		channel := h.startGame(c)
		in, _ := h.lastVisit().Terminal.Reader()
		p := make([]byte, 2)
		start := time.Now()
		if _, err := in.Read(p, time.Second); err != screen.ErrTimeout || time.Since(start) != time.Second {
			t.Errorf("Read without input: error %v after %v, want %v after a second", err, time.Since(start),
				screen.ErrTimeout)
		}
		_, _ = channel.Write([]byte("abc"))
		for _, want := range []string{"ab", "c"} {
			if n, err := in.Read(p, 0); string(p[:n]) != want || err != nil {
				t.Errorf("Read = %q, %v; want %q", p[:n], err, want)
			}
		}
		time.AfterFunc(time.Second, in.Stop)
		if _, err := in.Read(p, 0); err != screen.ErrStopped {
			t.Errorf("Read of a stopped stream: error %v, want %v", err, screen.ErrStopped)
		}
		again, _ := h.lastVisit().Terminal.Reader()
		time.AfterFunc(time.Second, func() { c.Close() })
		if _, err := again.Read(p, 0); err != io.EOF {
			t.Errorf("Read after the client has disconnected: error %v, want %v", err, io.EOF)
		}
	})
}

// Push calls a function with input immediately, in the goroutine that reads it. If the function requests more bytes and
// none arrive in time, it is called with an empty slice.
func TestPush(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		inputs, ended := make(chan string, 10), make(chan bool, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			time.Sleep(time.Second) // input that arrives before Push must not be lost
			from.(*stream).Push(func(p []byte) time.Duration {
				inputs <- string(p)
				if len(p) == 1 {
					return 50 * time.Millisecond
				}
				return 0
			}, func() { ended <- true })
			time.Sleep(time.Second)
			from.Stop()
			<-ctx.Done()
			return 0
		}

		// Input that arrives before and after Push is passed on.
		c := h.guestClient()
		channel := h.startGame(c)
		write := func(text string, want ...string) {
			t.Helper()
			if _, err := io.WriteString(channel, text); err != nil {
				t.Fatal(err)
			}
			for _, w := range want {
				if got := <-inputs; got != w {
					t.Errorf("Push passes on the input %q as %q, want %q", text, got, w)
				}
			}
		}
		write("early", "early")

		// The function has requested more bytes, but none arrive.
		start := time.Now()
		write("\x1b", "\x1b", "") // without further input
		if d := time.Since(start); d != 50*time.Millisecond {
			t.Errorf("Push passes on the empty slice after %v, want 50 ms", d)
		}
		write("a", "a")
		write("bc", "bc") // in time

		// After Stop, no input is passed on.
		time.Sleep(time.Second)
		write("late")
		synctest.Wait()
		c.Close()
		synctest.Wait()
		if len(inputs) > 0 || len(ended) > 0 {
			t.Error("Push passes on input, or its end, after Stop")
		}
	})
	withServer(t, func(t *testing.T, h *testServer) {
		ended := make(chan bool, 1)
		h.handler = func(_ context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.(*stream).Push(func([]byte) time.Duration { return 0 }, func() { ended <- true })
			<-ended
			return 0
		}
		c := h.guestClient()
		h.startGame(c)
		synctest.Wait()
		c.Close() // calls the second function, which ends the session
	})
	withServer(t, func(t *testing.T, h *testServer) { // input and its end arrive before Push
		inputs, ended := make(chan string, 10), make(chan bool, 1)
		h.handler = func(_ context.Context, v *Conn) int {
			time.Sleep(time.Second)
			from, _ := v.Terminal.Reader()
			from.(*stream).Push(func(p []byte) time.Duration {
				inputs <- string(p)
				return 0
			}, func() { ended <- true })
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Error("Push does not report the end of the input")
			}
			return 0
		}
		channel := h.startGame(h.guestClient())
		if _, err := channel.Write([]byte("last")); err != nil {
			t.Fatal(err)
		}
		_ = channel.CloseWrite()
		if text := <-inputs; text != "last" {
			t.Errorf("Push passes on the input \"last\" as %q", text)
		}
		synctest.Wait()
	})
	withServer(t, func(t *testing.T, h *testServer) { // stopped stream
		h.handler = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.Stop()
			from.(*stream).Push(func([]byte) time.Duration {
				t.Error("Push of a stopped stream passes on input")
				return 0
			}, func() { t.Error("Push of a stopped stream reports the end") })
			if n, err := from.Read(make([]byte, 1), 0); n != 0 || err != screen.ErrStopped {
				t.Errorf("Read of a stopped stream = %d, %v; want 0, %v", n, err, screen.ErrStopped)
			}
			<-ctx.Done()
			return 0
		}
		channel := h.startGame(h.guestClient())
		_, _ = channel.Write([]byte("x"))
		synctest.Wait()
	})
}

// Size changes are passed on at most ten times per second, and at most twice per second in the long run. The last one
// is always passed on.
func TestManyResizes(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		channel := h.startGame(h.guestClient())
		terminal := h.lastVisit().Terminal
		var mu sync.Mutex
		calls, last := 0, screen.Size{}
		terminal.OnResize(func() {
			mu.Lock()
			defer mu.Unlock()
			calls++
			last = terminal.Size()
		})

		// changes sends n size changes and returns the number of calls.
		changes := func(n int, every time.Duration) int {
			t.Helper()
			calls = 0
			for i := range n {
				if _, err := channel.SendRequest("window-change", false,
					ssh.Marshal(sizeRequest{uint32(20 + i%300), uint32(10 + i%100), 0, 0})); err != nil {
					t.Fatal(err)
				}
				time.Sleep(every)
			}
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			if want := (screen.Size{Cols: 20 + (n-1)%300, Rows: 10 + (n-1)%100}); last != want {
				t.Errorf("the size at the last call is %v, want %v", last, want)
			}
			return calls
		}

		if n := changes(300, 10*time.Millisecond); n < 30 || n > 31 { // a user drags the window's edge
			t.Errorf("OnResize calls the function %d times in three seconds, want 30 or 31", n)
		}
		time.Sleep(time.Minute)
		if n, want := changes(20_000, time.Millisecond), resizeBurst+resizeRate*20; n < want-2 || n > want+2 {
			t.Errorf("OnResize calls the function %d times in 20 seconds, want about %d", n, want)
		}
		if h.Count.Misbehaved.Load() != 0 {
			t.Error("a client that changes its size often was penalized")
		}
	})
}

// Replies to keepalive requests are sent with the next frame, or after a short time. Frames are sent immediately.
func TestSmallPacketsAreCombined(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
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
		counted := &countingConn{Conn: h.dialRaw()}
		conn, channels, requests, err := ssh.NewClientConn(counted, "",
			&ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
		if err != nil {
			t.Fatal(err)
		}
		c := ssh.NewClient(conn, channels, requests)
		h.startGame(c)
		synctest.Wait()

		replies := make(chan time.Duration, 10)
		sendKeepalive := func() {
			start := time.Now()
			if _, _, err := c.SendRequest("keepalive@openssh.com", true, nil); err != nil {
				t.Errorf("SendRequest of a keepalive request: %v", err)
			}
			replies <- time.Since(start)
		}
		before := counted.reads.Load()
		go sendKeepalive()
		synctest.Wait()
		frame <- make([]byte, 500)
		synctest.Wait()
		if elapsed, n := <-replies, counted.reads.Load()-before; elapsed != 0 || n != 1 {
			t.Errorf("a reply and a frame arrive in %d packets, the reply after %v; want 1 packet, immediately", n,
				elapsed)
		}
		time.Sleep(maxPacketDelay / 2) // the previous reply has started a timer, which must not affect the next one
		go sendKeepalive()
		if elapsed := <-replies; elapsed != maxPacketDelay {
			t.Errorf("a reply without a frame arrives after %v, want %v", elapsed, maxPacketDelay)
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
		c.mayDelay.Store(true)
		time.Sleep(time.Minute)
		if _, err := c.Write(make([]byte, maxDelayedPacket)); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		c.Close()
		if elapsed := time.Since(start); elapsed != closeLimit {
			t.Errorf("Close of a client that does not read returns after %v, want %v", elapsed, closeLimit)
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
	withServer(t, func(t *testing.T, h *testServer) {
		ended := make(chan time.Duration, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			out, _ := v.Terminal.Writer()
			start := time.Now()
			for {
				if _, err := out.Write(make([]byte, 1<<20)); err != nil {
					ended <- time.Since(start)
					return 0
				}
			}
		}
		c := h.guestClient()
		channel, requests := h.openSession(c)
		go ssh.DiscardRequests(requests)
		sendRequest(t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""})
		sendRequest(t, channel, "shell", nil)
		if elapsed := <-ended; elapsed < writeTimeout || elapsed > writeTimeout+time.Second {
			t.Errorf("Write to a client that does not read fails after %v, want %v", elapsed, writeTimeout)
		}
	})
}

// A second writer with little data does not prevent the detection of a blocked writer.
func TestTwoWriters(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		ended := make(chan time.Duration, 1)
		h.handler = func(ctx context.Context, v *Conn) int {
			start := time.Now()
			go func() {
				_, _ = v.Write(make([]byte, 8<<20))
				ended <- time.Since(start)
			}()
			time.Sleep(time.Second)
			fmt.Fprint(v.Errors, "")
			<-ctx.Done()
			return 0
		}
		channel, requests := h.openSession(h.guestClient())
		go ssh.DiscardRequests(requests)
		sendRequest(t, channel, "exec", commandRequest{"x"})
		select {
		case elapsed := <-ended:
			if elapsed < writeTimeout || elapsed > writeTimeout+time.Second {
				t.Errorf("with a second writer, a blocked Write fails after %v, want %v", elapsed, writeTimeout)
			}
		case <-time.After(2 * writeTimeout):
			t.Error("a client that does not read is still connected")
		}
	})
}

// A slow client receives all data of a long output.
func TestSlowClientReceivesAll(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		const length = 8 << 20
		h.mu.Lock()
		h.handler = func(_ context.Context, v *Conn) int {
			if n, err := v.Write(make([]byte, length)); n != length || err != nil {
				t.Errorf("Write = %d, %v; want %d, nil", n, err, length)
			}
			return 0
		}
		h.mu.Unlock()
		s, err := h.guestClient().NewSession()
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
		for buf := make([]byte, 64<<10); err == nil; time.Sleep(time.Second) {
			var n int
			n, err = io.ReadFull(out, buf)
			got += n
		}
		if err != io.EOF || got != length {
			t.Errorf("the client has received %d bytes, error %v; want %d, %v", got, err, length, io.EOF)
		}
	})
}

// A panic ends only its session.
func TestPanic(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.startGame(h.guestClient())
		h.mu.Lock()
		h.handler = func(context.Context, *Conn) int { panic("test panic") }
		h.mu.Unlock()
		s, err := h.guestClient().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if status, ok := errors.AsType[*ssh.ExitError](s.Run("x")); !ok || status.ExitStatus() != 1 {
			t.Error("the exit status of a session that panics is not 1")
		}
		if all, _ := h.Limiter.CountConnections(); all < 1 {
			t.Error("a panic has ended another session")
		}
		if h.Count.Panics.Load() != 1 || !strings.Contains(h.log.String(), "test panic") {
			t.Error("the panic is not counted and logged")
		}
	})
}

// When the server closes, sessions are notified and have some seconds to end. Other connections are closed immediately.
func TestServerCloses(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.dialRaw()         // unauthenticated
		_ = h.guestClient() // without a session
		cause := make(chan error, 2)
		h.handler = func(ctx context.Context, v *Conn) int {
			<-ctx.Done()
			cause <- context.Cause(ctx)
			fmt.Fprint(v, "goodbye")
			return 7
		}

		c := h.guestClient()
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
		start := time.Now()

		h.close(ErrClosing)
		if status, ok := errors.AsType[*ssh.ExitError](s.Wait()); !ok || status.ExitStatus() != 7 ||
			out.String() != "goodbye" {
			t.Errorf("the session ends with %v and output %q, want status 7 and \"goodbye\"", status, out.String())
		}
		if err := <-cause; err != ErrClosing {
			t.Errorf("the session's context has the cause %v, want %v", err, ErrClosing)
		}
		c.Close()
		<-h.closed
		if elapsed := time.Since(start); elapsed > 0 {
			t.Errorf("Serve returned after %v, want immediately", elapsed)
		}
	})
	withServer(t, func(t *testing.T, h *testServer) {
		h.handler = func(_ context.Context, v *Conn) int { // does not end when the context ends
			in, _ := v.Terminal.Reader()
			lost := make(chan bool)
			in.(*stream).Push(func([]byte) time.Duration { return 0 }, func() { close(lost) })
			<-lost
			return 0
		}
		h.startGame(h.guestClient())
		start := time.Now()
		h.close(ErrClosing)
		<-h.closed
		if elapsed := time.Since(start); elapsed != closeTimeout {
			t.Errorf("Serve waits %v for a session that does not end, want %v", elapsed, closeTimeout)
		}
	})
}

// Serve waits for a session whose client has disconnected.
func TestServeWaitsForSessions(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		var saved atomic.Bool
		h.handler = func(ctx context.Context, _ *Conn) int {
			<-ctx.Done()
			time.Sleep(closeTimeout / 2)
			saved.Store(true)
			return 0
		}
		c := h.guestClient()
		h.startGame(c)
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
	withServer(t, func(t *testing.T, h *testServer) {
		cause := make(chan error, 1)
		h.handler = func(ctx context.Context, _ *Conn) int {
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return 0
		}
		c := h.guestClient()
		h.startGame(c)
		c.Close()
		if err := <-cause; err == ErrClosing {
			t.Error("after the client has disconnected, the context's cause is ErrClosing, want another error")
		}
	})
}

// Clients in FIPS mode and clients without -etm MACs can connect. Weak algorithms are not offered, and strict key
// exchange prevents prefix truncation attacks.
func TestAlgorithms(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
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
			for list, name := range map[*[]string]string{
				&config.KeyExchanges: c.exchange, &config.Ciphers: c.cipher, &config.MACs: c.mac,
				&config.HostKeyAlgorithms: c.key,
			} {
				if name != "" {
					*list = []string{name}
				}
			}

			conn, _, _, err := ssh.NewClientConn(h.dialRaw(), "test", config)
			if (err == nil) != c.ok {
				t.Errorf("key exchange with %+v: error %v, want the result in ok", c, err)
			}
			if err == nil {
				conn.Close()
			}
		}

		// The server offers strict key exchange in its first packet.
		conn := h.dialRaw()
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
			t.Errorf("the server offers %q, want strict key exchange", text)
		}
	})
}

// Network errors contain the addresses of both ends. withoutAddress removes them for the log.
func TestWithoutAddress(t *testing.T) {
	client := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("198.51.100.7:4000"))
	err := fmt.Errorf("ssh: %w", &net.OpError{
		Op: "read", Net: "tcp", Source: client, Addr: client,
		Err: io.ErrUnexpectedEOF,
	})
	if text := withoutAddress(err).Error(); strings.Contains(text, "198.51") ||
		!strings.Contains(text, "unexpected EOF") {
		t.Errorf("withoutAddress() = %q, want the error without an address", text)
	}
}

// The log contains no addresses, keys or control characters of clients.
func TestLogHasNoClientData(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		if c, err := h.dial(ssh.PublicKeys(testKey("ann"))); err == nil {
			channel := h.startGame(c)
			for range 30 {
				_, _ = channel.SendRequest("\x1b[31m\nlevel=ERROR", true, nil)
				_, _, _ = c.SendRequest("\x1b[31m", true, nil)
			}
		}
		h.dial(ssh.Password("secret"))
		synctest.Wait()
		text := h.log.String()
		if text == "" || strings.ContainsAny(text, "\x1b") || strings.Contains(text, clientAddress.String()) ||
			strings.Contains(text, keyHash(testKey("ann"))) {
			t.Errorf("the log is %q, want messages without addresses, keys and control characters", text)
		}
	})
}
