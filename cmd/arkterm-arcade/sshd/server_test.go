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

// A house is a door with what is before and behind it.
type house struct {
	*Server
	t      *testing.T
	l      *testenv.Listener
	close  context.CancelCauseFunc
	closed chan struct{} // when Serve has returned
	log    *lines
	signs  atomic.Int64 // nanoseconds that the server takes to sign, once for each client

	mu    sync.Mutex
	came  []*Conn
	visit func(ctx context.Context, v *Conn) int // nil: waits until the context ends
}

// lines is what was logged.
type lines struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.String()
}

// key returns the key of a name.
func key(name string) ssh.Signer {
	seed := sha256.Sum256([]byte(name))
	s, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err)
	}
	return s
}

// A slowKey is a host key that takes its time to sign, as all does on a machine that has too much to do.
type slowKey struct {
	ssh.Signer
	takes *atomic.Int64
}

func (k slowKey) Sign(random io.Reader, data []byte) (*ssh.Signature, error) {
	time.Sleep(time.Duration(k.takes.Load()))
	return k.Signer.Sign(random, data)
}

// hash returns the identity of a key.
func hash(k ssh.Signer) string {
	sum := sha256.Sum256(k.PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

var wide = connlimit.Limits{Total: 1000, PerSource: 1000, Start: 1000, Full: 1000, Share: 1000, Rate: 1000, Burst: 1000, Handshakes: 1000, Sources: 1000}

// open runs a test with a running server, in a bubble with its own clock.
func open(t *testing.T, test func(t *testing.T, h *house)) { openWith(t, func(*Server) {}, test) }

// openWith is open with a server that set has changed before it runs.
func openWith(t *testing.T, set func(s *Server), test func(t *testing.T, h *house)) {
	synctest.Test(t, func(t *testing.T) {
		h := &house{t: t, l: testenv.NewListener(), closed: make(chan struct{}), log: new(lines)}
		h.Server = &Server{
			Keys: []ssh.Signer{slowKey{key("host"), &h.signs}}, Version: "1.0-test", Limiter: connlimit.New(wide, func() float64 { return 1 }),
			Log: slog.New(slog.NewTextHandler(h.log, nil)), Count: new(Counts), Handle: h.receive,
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
			t.Errorf("%d connections were never left, %d of them early", all, early)
		}
		if lingering, headers := len(h.lingering), len(h.headers); lingering != 0 || headers != 0 {
			t.Errorf("%d refused clients and %d PROXY headers are left", lingering, headers)
		}
		time.Sleep(time.Hour) // timers that are left fire
	})
}

func (h *house) receive(ctx context.Context, v *Conn) int {
	h.mu.Lock()
	h.came = append(h.came, v)
	visit := h.visit
	h.mu.Unlock()
	if visit != nil {
		return visit(ctx, v)
	}
	<-ctx.Done()
	return 0
}

// visits returns the visits so far.
func (h *house) visits() []*Conn {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.came
}

// last returns the last visit.
func (h *house) last() *Conn {
	h.t.Helper()
	all := h.visits()
	if len(all) == 0 {
		h.t.Fatal("nobody came in")
	}
	return all[len(all)-1]
}

var home = netip.MustParseAddr("198.51.100.7")

// raw connects without a word.
func (h *house) raw() net.Conn {
	h.t.Helper()
	c, err := h.l.Dial(home)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	return c
}

// dial connects with methods of authentication.
func (h *house) dial(auth ...ssh.AuthMethod) (*ssh.Client, error) {
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
			return nil, errors.New("a guest is asked")
		}
		return nil, nil
	})
}

// client connects a guest.
func (h *house) client() *ssh.Client {
	h.t.Helper()
	c, err := h.dial(guest())
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// session opens a channel for a session, and throws away what comes from it.
func (h *house) session(c *ssh.Client) (ssh.Channel, <-chan *ssh.Request) {
	h.t.Helper()
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return channel, requests
}

// ask sends a request, and reports whether it was granted.
func ask(t *testing.T, c ssh.Channel, name string, payload any) bool {
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

// play begins a visit with a terminal.
func (h *house) play(c *ssh.Client) ssh.Channel {
	h.t.Helper()
	channel, requests := h.session(c)
	go ssh.DiscardRequests(requests)
	if !ask(h.t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}) || !ask(h.t, channel, "shell", nil) {
		h.t.Fatal("no game")
	}
	h.last()
	return channel
}

// gone waits until the server has closed a connection, and returns how long that took.
func gone(c ssh.Conn) time.Duration {
	begun := time.Now()
	_ = c.Wait()
	return time.Since(begun)
}

func TestAKeyIsWhoSomebodyIs(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		for _, name := range []string{"ann", "bob", "ann"} {
			c, err := h.dial(ssh.PublicKeys(key(name)))
			if err != nil {
				t.Fatal(err)
			}
			h.play(c)
			if got := h.last().Key; got != hash(key(name)) {
				t.Errorf("%s is %q", name, got)
			}
		}
		h.play(h.client())
		if v := h.last(); v.Key != "" {
			t.Errorf("a guest is %q", v.Key)
		}
		if g, k := h.Count.Guests.Load(), h.Count.Keys.Load(); g != 1 || k != 3 {
			t.Errorf("%d guests, %d with keys", g, k)
		}
	})
}

// A thief has somebody's public key, but cannot sign with it.
type thief struct{ ssh.Signer }

func (thief) Sign(io.Reader, []byte) (*ssh.Signature, error) {
	return &ssh.Signature{Format: ssh.KeyAlgoED25519, Blob: make([]byte, ed25519.SignatureSize)}, nil
}

// Whoever offers a key is not yet its owner, whatever comes then.
func TestAnOfferedKeyIsNobody(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		stolen := thief{key("ann")}
		if _, err := h.dial(ssh.PublicKeys(stolen)); err == nil {
			t.Error("a false signature is accepted")
		}
		if len(h.visits()) > 0 || h.Count.Keys.Load() > 0 {
			t.Error("and lets somebody in")
		}
	})
	if p, err := offered(nil, key("ann").PublicKey()); err != nil || len(p.Extensions) > 0 || p.ExtraData != nil {
		t.Errorf("what is offered gives %v, %v", p, err)
	}
}

// A longKey is a public key that takes long to verify.
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
	return nil, errors.New("asked to sign")
}

func TestALongKeyIsNotVerified(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		_, err := h.dial(ssh.PublicKeys(longKey{key("x")}))
		if err == nil || strings.Contains(err.Error(), "asked to sign") {
			t.Error(err)
		}
	})
}

func TestOnlyKeysAndGuests(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		if _, err := h.dial(ssh.Password("secret")); err == nil {
			t.Error("a password is accepted")
		}
		if _, err := h.dial(); err == nil {
			t.Error("nothing is accepted")
		}
		synctest.Wait()
		if n := h.Count.Failed.Load(); n != 2 {
			t.Errorf("%d failures counted", n)
		}
	})
}

// What a client may ask for before the visit, and what it comes to.
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
		open(t, func(t *testing.T, h *house) {
			c := h.client()
			channel, _ := h.session(c)
			if ok := ask(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("%s %q: %v", r.name, r.payload, ok)
			}
			if !ask(t, channel, "shell", nil) {
				t.Errorf("%s: no shell after it", r.name)
			}
			c.Close()
		})
	}
}

func TestVariables(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		channel, _ := h.session(h.client())
		ask(t, channel, "env", variable{"LANG", "de_DE\x1b]0;x\a.UTF-8\u202e"})
		granted := 0
		for i := range 18 { // one beside is set; of more refusals the connection would be closed
			if ask(t, channel, "env", variable{fmt.Sprint("LC_", i), "x"}) {
				granted++
			}
		}
		ask(t, channel, "pty-req", ptyRequest{"xterm-256color; rm -rf /\x00", 1 << 31, 0xffffffff, 70_000, 70_000, ""})
		ask(t, channel, "shell", nil)
		v := h.last()
		if got := v.Env("LANG"); got != "de_DE]0;x.UTF-8" {
			t.Errorf("LANG is %q", got)
		}
		if got := v.Env("TERM"); got != "xterm-256colorrm-rf" {
			t.Errorf("TERM is %q", got)
		}
		if granted != maxVariables-1 {
			t.Errorf("%d variables granted", granted)
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

// A client may change the size before its session begins, and during the session.
func TestSizeChanges(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
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
			if ok := ask(t, channel, r.name, r.payload); ok != r.ok {
				t.Errorf("%s %v: granted %t", r.name, r.payload, ok)
			}
		}
		terminal := h.last().Terminal
		if got, want := terminal.Size(), (screen.Size{Cols: 100, Rows: 30, Width: 1000, Height: 600}); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
		if !ask(t, channel, "window-change", size{90, 40, 0, 0}) {
			t.Error("a change is refused")
		}
		if got, want := terminal.Size(), (screen.Size{Cols: 90, Rows: 40}); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
	})
}

func TestACommand(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.visit = func(_ context.Context, v *Conn) int {
			fmt.Fprintf(v, "%q", v.Args)
			return 3
		}
		s, err := h.client().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Output("watch 'x' $(id)\n;\x1b")
		if status, ok := errors.AsType[*ssh.ExitError](err); !ok || status.ExitStatus() != 3 {
			t.Errorf("ends by %v", err)
		}
		if string(text) != `["watch" "'x'" "$(id)" ";"]` {
			t.Errorf("%s", text)
		}
		if v := h.last(); v.Terminal != nil || !v.Command {
			t.Error("a command has a terminal")
		}
	})
}

// Nothing is forwarded, and nobody gets a second session.
func TestOneSessionAndNothingElse(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		c := h.client()
		h.play(c)
		for _, kind := range []string{"session", "direct-tcpip", "direct-streamlocal@openssh.com", "x11", "forwarded-tcpip", "tun@openssh.com", ""} {
			if _, _, err := c.OpenChannel(kind, nil); err == nil {
				t.Errorf("a channel %q is opened", kind)
			}
		}
		for _, kind := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "anything"} {
			if ok, _, err := c.SendRequest(kind, true, nil); ok || err != nil {
				t.Errorf("%q: %v, %v", kind, ok, err)
			}
		}
		if n := h.Count.Denied.Load(); n != 11 {
			t.Errorf("%d denied", n)
		}
		if len(h.visits()) != 1 || h.Count.Faults.Load() != 0 {
			t.Error("the visit has not gone on")
		}
	})
}

func TestWhoAsksOnIsThrownOut(t *testing.T) {
	for name, do := range map[string]func(h *house, c *ssh.Client){
		"channels": func(_ *house, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.OpenChannel("direct-tcpip", nil); errors.Is(err, io.EOF) {
					return
				}
				synctest.Wait() // the library waits for ever for a channel that it asks for while the connection ends
			}
		},
		"global requests": func(_ *house, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.SendRequest("tcpip-forward", true, nil); err != nil {
					return
				}
			}
		},
		"questions whether we are there": func(_ *house, c *ssh.Client) {
			for range 2000 {
				if _, _, err := c.SendRequest("keepalive@openssh.com", false, nil); err != nil { // replies take their time
					return
				}
			}
		},
		"variables": func(h *house, c *ssh.Client) {
			channel, _ := h.session(c)
			for i := range 5000 {
				if _, err := channel.SendRequest("env", true, ssh.Marshal(variable{fmt.Sprint("LC_", i), "x"})); err != nil {
					return
				}
			}
		},
		"signals": func(h *house, c *ssh.Client) {
			channel := h.play(c)
			for range 2000 {
				if _, err := channel.SendRequest("signal", false, nil); err != nil {
					return
				}
			}
		},
	} {
		open(t, func(t *testing.T, h *house) {
			c := h.client()
			do(h, c)
			gone(c)
			synctest.Wait()
			if n := h.Count.Faults.Load(); n != 1 {
				t.Errorf("%s: %d faults", name, n)
			}
			refuses(t, h, connlimit.Penalized)
		})
	}
}

// refuses checks that the next connection is refused.
func refuses(t *testing.T, h *house, want connlimit.Refusal) {
	t.Helper()
	before := h.Count.Refused[want].Load()
	if code, text := disconnected(t, h.raw()); h.Count.Refused[want].Load() != before+1 || code != tooManyConnections || text != want.Text() {
		t.Errorf("a client gets %d, %q, want %v", code, text, want)
	}
}

// disconnected returns the message that the server sends, instead of a key exchange, after its version.
func disconnected(t *testing.T, conn net.Conn) (code disconnectReason, text string) {
	t.Helper()
	all, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	version, packet, _ := bytes.Cut(all, []byte("\r\n"))
	if string(version) != "SSH-2.0-arkterm_1.0_test" || len(packet) < 16 || len(packet)%8 != 0 || int(binary.BigEndian.Uint32(packet)) != len(packet)-4 || packet[4] < 4 {
		t.Fatalf("a client gets %q", all)
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

// A packet of any text has at least 4 bytes of padding and a length in blocks of 8 bytes.
func TestPlainPackets(t *testing.T) {
	for n := range 32 {
		p := plainPacket(make([]byte, n))
		if padding := int(p[4]); len(p)%8 != 0 || padding < 4 || padding > 11 || 5+n+padding != len(p) || int(binary.BigEndian.Uint32(p)) != len(p)-4 {
			t.Errorf("a message of %d bytes has %d bytes of padding in a packet of %d", n, padding, len(p))
		}
	}
}

// A refused client can read the reason while it sends, and while many other refused clients do not read.
func TestRefusalsAreReadable(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
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
		if code, text := disconnected(t, conn); code != tooManyConnections || text != connlimit.Full.Text() || time.Since(begun) > 0 {
			t.Errorf("%d, %q after %v", code, text, time.Since(begun))
		}
		synctest.Wait()
		h.Blocked = func(netip.Addr) bool { return true }
		if code, text := disconnected(t, h.raw()); code != notAllowed || text != blockedText {
			t.Errorf("%d, %q", code, text)
		}
	})
}

// neverEnding is a stream of zeros.
type neverEnding struct{}

func (neverEnding) Read(p []byte) (int, error) { return len(p), nil }

// A slow client keeps its connection for as long as OpenSSH's server would keep it. A client that does not send its
// version loses it earlier. Neither has a penalty, even for 30 clients of one network.
func TestSlowClients(t *testing.T) {
	version := "SSH-2.0-test\r\n"
	for _, c := range []struct {
		name  string
		talk  func(h *house) error
		takes time.Duration
	}{
		{"silent", func(h *house) error { return readAll(h.raw()) }, versionTime},
		{"half of its version", func(h *house) error {
			conn := h.raw()
			io.WriteString(conn, version[:5])
			return readAll(conn)
		}, versionTime},
		{"a byte per second", func(h *house) error {
			conn := h.raw()
			go func() {
				for _, err := io.WriteString(conn, "S"); err == nil; _, err = io.WriteString(conn, "S") {
					time.Sleep(time.Second)
				}
			}()
			return readAll(conn)
		}, versionTime},
		{"its version", func(h *house) error {
			conn := h.raw()
			io.WriteString(conn, version)
			return readAll(conn)
		}, handshakeTime},
		{"at the host key question", func(h *house) error {
			conn, _, _, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error {
				time.Sleep(2 * handshakeTime)
				return errors.New("no")
			}})
			if err == nil {
				conn.Close()
			}
			return nil
		}, 2 * handshakeTime},
		{"at its passphrase", func(h *house) error {
			_, err := h.dial(ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
				time.Sleep(2 * handshakeTime)
				return nil, nil
			}))
			if err == nil || !strings.Contains(err.Error(), lateText) {
				return fmt.Errorf("the client gets: %v", err)
			}
			return nil
		}, 2 * handshakeTime},
		{"leaves", func(h *house) error { return h.raw().Close() }, 0},
	} {
		open(t, func(t *testing.T, h *house) {
			begun := time.Now()
			var all sync.WaitGroup
			for range 30 { // a class behind one address
				all.Go(func() {
					if err := c.talk(h); err != nil {
						t.Errorf("%s: %v", c.name, err)
					}
				})
			}
			time.Sleep(min(c.takes, handshakeTime) - 1)
			if all, early := h.Limiter.Count(); c.takes > 0 && (all != 30 || early != 30) {
				t.Errorf("%s: %d of 30 are inside, %d early", c.name, all, early)
			}
			time.Sleep(goodbyeTime + 1)
			synctest.Wait()
			if n, _ := h.Limiter.Count(); n != 0 {
				t.Errorf("%s: %d are inside after %v", c.name, n, time.Since(begun))
			}
			all.Wait()
			if took := time.Since(begun); took > c.takes+goodbyeTime+1 {
				t.Errorf("%s: it took %v", c.name, took)
			}
			h.client().Close()
			if n := h.Count.Refused[connlimit.Penalized].Load(); n > 0 {
				t.Errorf("%s: its network has to wait", c.name)
			}
		})
	}
}

// readAll reads a connection until the server closes it.
func readAll(conn net.Conn) error {
	_, err := io.ReadAll(conn)
	return err
}

// A visitor who takes nearly two minutes for the questions of the client is admitted, even by a slow server.
func TestAVisitorMayTakeTime(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.signs.Store(int64(5 * time.Second))
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

// What does not begin as the protocol does is closed at once: a request for a page, the header of somebody's proxy. The
// library would pass over such lines.
func TestWhatIsNotSSH(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		for _, text := range []string{"GET / HTTP/1.1\r\n", "PROXY TCP4 192.0.2.7 198.51.100.1 8080 22\r\nSSH-2.0-x\r\n", "\r\nSSH-2.0-x\r\n", "\x16\x03\x01"} {
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
			t.Errorf("%d have failed", n)
		}
	})
}

// A connection without a game, such as ssh -N, ends with a reason. Its network does not have to wait.
func TestConnectionsWithoutAGame(t *testing.T) {
	for name, do := range map[string]func(t *testing.T, h *house, c *ssh.Client){
		"no channel": func(*testing.T, *house, *ssh.Client) {},
		"no shell":   func(_ *testing.T, h *house, c *ssh.Client) { h.session(c) },
		"tunnels": func(_ *testing.T, h *house, c *ssh.Client) {
			for range 100 {
				_, _, err := c.OpenChannel("direct-tcpip", nil)
				if refused, ok := errors.AsType[*ssh.OpenChannelError](err); !ok || refused.Message != "this server has games only" {
					t.Errorf("a tunnel: %v", err)
				}
			}
		},
		"variables": func(t *testing.T, h *house, c *ssh.Client) {
			channel, _ := h.session(c)
			for i := range 100 {
				ask(t, channel, "env", variable{fmt.Sprint("VARIABLE_", i), "x"})
			}
		},
	} {
		open(t, func(t *testing.T, h *house) {
			for range 20 {
				c := h.client()
				do(t, h, c)
				begun := time.Now()
				err := c.Wait()
				if took := time.Since(begun); took != sessionTime || err == nil || !strings.Contains(err.Error(), idleText) {
					t.Errorf("%s: the connection ends after %v, error %v", name, took, err)
				}
			}
			if n := h.Count.Faults.Load(); n != 0 {
				t.Errorf("%s: %d faults", name, n)
			}
			h.play(h.client())
		})
	}
	open(t, func(t *testing.T, h *house) {
		for range 20 {
			c := h.client()
			channel, _ := h.session(c)
			_, _ = channel.SendRequest("subsystem", true, ssh.Marshal(command{"sftp"}))
			if err := c.Wait(); err == nil || !strings.Contains(err.Error(), filesText) {
				t.Errorf("a client of files gets %v", err)
			}
		}
		h.play(h.client())
	})
}

// A client does not get a game if its network has taken all seats while the client was signing in.
func TestSeatsAreTaken(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		l := wide
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
			t.Errorf("the client gets: %v", err)
		}
		synctest.Wait()
		if len(h.visits()) != 1 || h.Count.Refused[connlimit.SourceFull].Load() != 1 {
			t.Errorf("%d visits", len(h.visits()))
		}
		first.Close()
		synctest.Wait()
		h.play(h.client())
	})
}

// A connection that loses its place to another network gets the reason, if its authentication has begun.
func TestEvictedClients(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		l := wide
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
				Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
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
			t.Errorf("the client gets: %v", err)
		}
		other(3)
		h.play(h.client())
		if err := readAll(silent); err != nil {
			t.Error(err)
		}
	})
}

// A client that is there but does nothing may stay; one that is gone without a word may not.
func TestQuietClients(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		c := h.client()
		h.play(c)
		time.Sleep(10 * quietAfter) // its library answers
		if all, _ := h.Limiter.Count(); all != 1 {
			t.Fatal("a quiet player was thrown out")
		}
		c.Close()
	})
	open(t, func(t *testing.T, h *house) {
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
			t.Error("who is gone is still inside")
		}
	})
}

// Who does not say that they are there, but types, stays, and is asked once: questions without an answer would add up.
func TestAClientThatTypesButDoesNotAnswer(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.takes()
		conn, channels, requests, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{
			User: "anyone", Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
		})
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		go func() {
			for range requests {
				asked++
			}
		}()
		none := make(chan *ssh.Request)
		close(none)
		channel := h.play(ssh.NewClient(conn, channels, none))
		if !types(channel, 1, "x", 3*quietAfter) {
			t.Fatal("thrown out")
		}
		conn.Close()
		synctest.Wait()
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
	})
}

// A muteConn is a connection that loses what is written to it, from some time on.
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
	open(t, func(t *testing.T, h *house) {
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
			t.Errorf("stopped: %v", err)
		}
		again, _ := h.last().Terminal.Reader()
		time.AfterFunc(time.Second, func() { c.Close() })
		if _, err := again.Read(p, 0); err != io.EOF {
			t.Errorf("the client has left: %v", err)
		}
	})
}

// What comes is passed on by the goroutine that reads it, and nothing after a while in which the rest of a key does not come.
func TestPushing(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		took, lost := make(chan string, 10), make(chan bool, 1)
		h.visit = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			time.Sleep(time.Second) // what comes before is not lost
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
					t.Errorf("%q is taken as %q", text, got)
				}
			}
		}
		write("early", "early")
		begun := time.Now()
		write("\x1b", "\x1b", "") // nothing follows
		if d := time.Since(begun); d != 50*time.Millisecond {
			t.Errorf("nothing is taken after %v", d)
		}
		write("a", "a")
		write("bc", "bc") // in time
		time.Sleep(time.Second)
		write("late")
		synctest.Wait()
		c.Close()
		synctest.Wait()
		if len(took) > 0 || len(lost) > 0 {
			t.Error("it goes on after Stop")
		}
	})
	open(t, func(t *testing.T, h *house) {
		lost := make(chan bool, 1)
		h.visit = func(_ context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.(*stream).Push(func([]byte) time.Duration { return 0 }, func() { lost <- true })
			<-lost
			return 0
		}
		c := h.client()
		h.play(c)
		synctest.Wait()
		c.Close() // and the visit ends
	})
	open(t, func(t *testing.T, h *house) { // bytes and the end arrive before Push
		took, lost := make(chan string, 10), make(chan bool, 1)
		h.visit = func(_ context.Context, v *Conn) int {
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
			t.Errorf("%q is taken", text)
		}
		synctest.Wait()
	})
	open(t, func(t *testing.T, h *house) { // a stopped stream
		h.visit = func(ctx context.Context, v *Conn) int {
			from, _ := v.Terminal.Reader()
			from.Stop()
			from.(*stream).Push(func([]byte) time.Duration {
				t.Error("a stopped stream takes bytes")
				return 0
			}, func() { t.Error("a stopped stream is lost") })
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

// Changes of size are passed on ten times a second at most and twice in the long run, and the last one always.
func TestAStormOfResizes(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		channel := h.play(h.client())
		seat := h.last().Terminal
		var mu sync.Mutex
		calls, last := 0, screen.Size{}
		seat.OnResize(func() {
			mu.Lock()
			defer mu.Unlock()
			calls++
			last = seat.Size()
		})
		changes := func(n int, every time.Duration) int {
			t.Helper()
			calls = 0
			for i := range n {
				if _, err := channel.SendRequest("window-change", false, ssh.Marshal(size{uint32(20 + i%300), uint32(10 + i%100), 0, 0})); err != nil {
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
		if n := changes(300, 10*time.Millisecond); n < 30 || n > 31 { // a window that somebody makes larger
			t.Errorf("told %d times in three seconds", n)
		}
		time.Sleep(time.Minute)
		if n, want := changes(20_000, time.Millisecond), resizeBurst+resizeRate*20; n < want-2 || n > want+2 {
			t.Errorf("told %d times in 20 seconds, want %d", n, want)
		}
		if h.Count.Faults.Load() != 0 {
			t.Error("thrown out for it")
		}
	})
}

// Replies that nobody waits for go with the next frame, or together after a while; the frame waits for nothing.
func TestSmallPacketsGoTogether(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		frame := make(chan []byte)
		h.visit = func(ctx context.Context, v *Conn) int {
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
		conn, channels, requests, err := ssh.NewClientConn(counted, "", &ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
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
			t.Errorf("a reply and a frame come in %d pieces, the reply after %v", n, took)
		}
		time.Sleep(coalesceTime / 2) // what went with the frame has set a timer, which is not that of the next
		go ask()
		if took := <-replies; took != coalesceTime {
			t.Errorf("a reply alone comes after %v", took)
		}
		c.Close()
	})
}

// What waits for a client that reads nothing holds up the end for a moment only, however long nothing was written before.
func TestCloseWaitsForAMoment(t *testing.T) {
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
			t.Errorf("it takes %v", took)
		}
	})
}

// A countingConn counts the reads that bring something.
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

// One that reads nothing keeps nobody waiting but its own writer, and not for ever.
func TestAClientThatReadsNothing(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		ended := make(chan time.Duration, 1)
		h.visit = func(ctx context.Context, v *Conn) int {
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
		ask(t, channel, "pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""})
		ask(t, channel, "shell", nil)
		if took := <-ended; took < stuckAfter || took > stuckAfter+time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}

// Who writes a little beside one that is stuck does not hide that.
func TestTwoWriters(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		ended := make(chan time.Duration, 1)
		h.visit = func(ctx context.Context, v *Conn) int {
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
		ask(t, channel, "exec", command{"x"})
		select {
		case took := <-ended:
			if took < stuckAfter || took > stuckAfter+time.Second {
				t.Errorf("ended after %v", took)
			}
		case <-time.After(2 * stuckAfter):
			t.Error("one that reads nothing is still there")
		}
	})
}

// What is long takes its time on a slow line.
func TestASlowClientGetsAll(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		const length = 8 << 20
		h.mu.Lock()
		h.visit = func(_ context.Context, v *Conn) int {
			if n, err := v.Write(make([]byte, length)); n != length || err != nil {
				t.Errorf("%d bytes, %v", n, err)
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
			t.Errorf("%d bytes arrive, %v", got, err)
		}
	})
}

// A panic in one visit ends that one.
func TestAPanicEndsOneVisit(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.play(h.client())
		h.mu.Lock()
		h.visit = func(context.Context, *Conn) int { panic("planted") }
		h.mu.Unlock()
		s, err := h.client().NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if status, ok := errors.AsType[*ssh.ExitError](s.Run("x")); !ok || status.ExitStatus() != 1 {
			t.Error("no exit status 1")
		}
		if all, _ := h.Limiter.Count(); all < 1 {
			t.Error("the other visit has ended")
		}
		if h.Count.Panics.Load() != 1 || !strings.Contains(h.log.String(), "planted") {
			t.Error("the panic is not told")
		}
	})
}

// When the server ends, visits are told, and have some seconds; who is not in yet has none.
func TestTheServerEnds(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.raw()        // silent
		_ = h.client() // not playing yet
		told := make(chan error, 2)
		h.visit = func(ctx context.Context, v *Conn) int {
			<-ctx.Done()
			told <- context.Cause(ctx)
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
		if status, ok := errors.AsType[*ssh.ExitError](s.Wait()); !ok || status.ExitStatus() != 7 || out.String() != "goodbye" {
			t.Errorf("status %v, %q", status, out.String())
		}
		if err := <-told; err != ErrClosing {
			t.Errorf("told %v", err)
		}
		c.Close()
		<-h.closed
		if took := time.Since(begun); took > 0 {
			t.Errorf("it took %v", took)
		}
	})
	open(t, func(t *testing.T, h *house) {
		h.visit = func(_ context.Context, v *Conn) int { // will not end by itself
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
			t.Errorf("a visit that does not end holds the server up for %v", took)
		}
	})
}

// Serve waits for a session whose client has disconnected.
func TestServeWaitsForSessions(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		var saved atomic.Bool
		h.visit = func(ctx context.Context, _ *Conn) int {
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

// A client that leaves ends its visit.
func TestAClientLeaves(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		why := make(chan error, 1)
		h.visit = func(ctx context.Context, _ *Conn) int {
			<-ctx.Done()
			why <- context.Cause(ctx)
			return 0
		}
		c := h.client()
		h.play(c)
		c.Close()
		if err := <-why; err == ErrClosing {
			t.Error("told that the server ends")
		}
	})
}

// Clients in FIPS mode and clients without -etm MACs can connect. Weak algorithms are not offered, and there is strict key
// exchange against cut prefixes.
func TestAlgorithms(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		var err error
		if h.Keys, _, err = HostKeys(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			exchange, cipher, mac, key string // "": any
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
			}{{&config.KeyExchanges, c.exchange}, {&config.Ciphers, c.cipher}, {&config.MACs, c.mac}, {&config.HostKeyAlgorithms, c.key}} {
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
		if !strings.HasPrefix(text, "SSH-2.0-arkterm_1.0_test\r\n") || !strings.Contains(text, "kex-strict-s-v00@openssh.com") {
			t.Errorf("%q", text)
		}
	})
}

// Errors of a connection of the system name both its ends; the log does not.
func TestTheLogNamesNoClient(t *testing.T) {
	client := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("198.51.100.7:4000"))
	err := fmt.Errorf("ssh: %w", &net.OpError{Op: "read", Net: "tcp", Source: client, Addr: client, Err: io.ErrUnexpectedEOF})
	if text := nameless(err).Error(); strings.Contains(text, "198.51") || !strings.Contains(text, "unexpected EOF") {
		t.Errorf("%q", text)
	}
}

// The log names no address and no key.
func TestTheLogNamesNobody(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
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
		if text == "" || strings.ContainsAny(text, "\x1b") || strings.Contains(text, home.String()) || strings.Contains(text, hash(key("ann"))) {
			t.Errorf("%q", text)
		}
	})
}
