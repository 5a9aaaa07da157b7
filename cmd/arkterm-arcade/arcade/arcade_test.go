package arcade

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A testArcade is a running arcade and its SSH server.
type testArcade struct {
	*Arcade
	server   *sshd.Server
	t        *testing.T
	listener *testenv.Listener
	proxied  bool       // visitors connect through a proxy
	from     netip.Addr // address of the next visitors; zero means 198.51.100.7
	shutDown func()     // closes the server and the arcade
}

// testKey returns an SSH key, which is derived from a name.
func testKey(name string) ssh.Signer {
	seed := sha256.Sum256([]byte(name))
	s, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err)
	}
	return s
}

// playerFolder returns the path of a player's folder, relative to the arcade's folder.
func playerFolder(name string) string {
	sum := sha256.Sum256(testKey(name).PublicKey().Marshal())
	return filepath.Join("players", hex.EncodeToString(sum[:]))
}

// openArcade starts an arcade with its files in dir.
func openArcade(t *testing.T, dir string) *testArcade {
	t.Helper()
	return openBehindProxies(t, dir, nil)
}

// openBehindProxies is like openArcade. If proxies is not empty, all visitors connect through proxyAddress.
func openBehindProxies(t *testing.T, dir string, proxies connlimit.Networks) *testArcade {
	t.Helper()
	return openWith(t, Options{Dir: dir}, proxies)
}

// openWith is like openBehindProxies. It sets the options Version, IdleTimeout, MaxDrawing and Log.
func openWith(t *testing.T, o Options, proxies connlimit.Networks) *testArcade {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	o.Version, o.IdleTimeout, o.MaxDrawing, o.Log = "test", 10*time.Minute, 1, log
	a, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := &testArcade{Arcade: a, t: t, listener: testenv.NewListener(), proxied: len(proxies) > 0}
	limits := connlimit.Defaults
	limits.BurstPerSource, limits.MaxPerSource = 1000, 100
	h.server = &sshd.Server{
		Keys: []ssh.Signer{testKey("host")}, Limiter: connlimit.New(limits, func() float64 { return 1 }), Log: log,
		Count:  new(sshd.Counts),
		Handle: a.Handle, Proxies: proxies, Blocked: a.blocklist.BlocksAddress, IsKnown: a.hasPlayed,
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		h.server.Serve(ctx, h.listener)
	}()
	h.shutDown = sync.OnceFunc(func() {
		cancel(sshd.ErrClosing)
		<-closed
		a.Close()
	})
	return h
}

// proxyAddress is the address of the proxy in tests.
var proxyAddress = netip.MustParseAddr("10.1.2.3")

// dial opens a connection from an address. If h.proxied is true, it connects through proxyAddress.
func (h *testArcade) dial(from netip.Addr) (net.Conn, error) {
	if !h.proxied {
		return h.listener.Dial(from)
	}
	conn, err := h.listener.Dial(proxyAddress)
	if err == nil {
		_, err = fmt.Fprintf(conn, "PROXY TCP4 %v 192.0.2.1 4000 22\r\n", from)
	}
	return conn, err
}

// A visitor is a client with a terminal.
type visitor struct {
	*ssh.Session
	client *ssh.Client
	input  io.WriteCloser

	mu     sync.Mutex
	output bytes.Buffer // output of the server since the last call of takeOutput
}

func (v *visitor) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.output.Write(p)
}

// takeOutput returns the output of the server since the last call.
func (v *visitor) takeOutput() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.output.Reset()
	return v.output.String()
}

// screenText returns the text on a terminal that has received output. Searching the output itself is not reliable,
// because control sequences can separate the characters of a word.
func screenText(output string) string { return terminalText(output, 200, 60) }

// press types keys, with a pause of half a second after each.
func (v *visitor) press(keys ...string) {
	for _, k := range keys {
		io.WriteString(v.input, k)
		time.Sleep(500 * time.Millisecond)
	}
}

// client opens an SSH connection with a player's key, or as a guest if name is "".
func (h *testArcade) client(name string) *ssh.Client {
	h.t.Helper()
	auth := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if name != "" {
		auth = ssh.PublicKeys(testKey(name))
	}
	from := h.from
	if !from.IsValid() {
		from = netip.MustParseAddr("198.51.100.7")
	}
	raw, err := h.dial(from)
	if err != nil {
		h.t.Fatal(err)
	}
	conn, channels, requests, err := ssh.NewClientConn(raw, "", &ssh.ClientConfig{
		Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return ssh.NewClient(conn, channels, requests)
}

// visit starts a visit, and waits until the title screen is drawn.
func (h *testArcade) visit(name string) *visitor { return h.visitWith(name, "vt220") }

// visitWith is like visit, but with the given terminal type.
func (h *testArcade) visitWith(name, term string) *visitor {
	h.t.Helper()
	v := h.newVisitor(name, term)
	if err := v.Shell(); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(time.Second)
	return v
}

// newVisitor opens a connection with a terminal, but starts no session.
func (h *testArcade) newVisitor(name, term string) *visitor {
	h.t.Helper()
	v := &visitor{client: h.client(name)}
	s, err := v.client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	v.Session = s
	s.Stdout = v
	if v.input, err = s.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if err := errors.Join(s.Setenv("LANG", "C.UTF-8"), s.RequestPty(term, 24, 80, nil)); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// exists reports whether a file exists. path contains the elements of its path in the arcade's folder.
func (h *testArcade) exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(append([]string{h.Dir}, path...)...))
	return !errors.Is(err, fs.ErrNotExist)
}

// startGame presses the keys that start a game, including those that answer the questions of a first visit.
func (v *visitor) startGame() { v.press("\r", "\r", "\r", " ", " ") }

// openParty opens a party from the title screen, as a player who has not chosen a name. It returns the code on the
// screen, or "" if there is none.
func (v *visitor) openParty() string {
	v.press("\x1b[B", "\x1b[B", "\r", "\r", "\x1b[B", "\r") // Arcade, no name, Invite
	if code := regexp.MustCompile(`join ([B-Z]{5})`).FindStringSubmatch(screenText(v.takeOutput())); code != nil {
		return code[1]
	}
	return ""
}

// A player whose connection was cut can continue the game. A guest does not get the game of an earlier guest.
func TestSavedGamesOfPlayers(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann, bob, guest := h.visit("ann"), h.visit("bob"), h.visit("")
		ann.startGame()
		guest.startGame()
		time.Sleep(15 * time.Second)
		if n := h.NumPlaying(); n != 3 {
			t.Errorf("NumPlaying() = %d, want 3", n)
		}
		if !h.exists(playerFolder("ann"), "game.ark") {
			t.Error("the game of a player is not saved during play")
		}
		if saved, _ := filepath.Glob(filepath.Join(dir, "guests", "*", "game*")); len(saved) > 0 {
			t.Errorf("a guest's game is saved in %q, want no files", saved)
		}
		ann.client.Close()
		guest.client.Close()
		time.Sleep(5 * time.Second)
		if !h.exists(playerFolder("ann"), "game.ark") {
			t.Error("after the connection was cut, the player has no saved game")
		}
		if h.exists(playerFolder("bob"), "game.ark") {
			t.Error("a player who has not played has a saved game")
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "guests", "*")); len(left) > 0 {
			t.Error("the folder of a guest is not deleted")
		}

		bob.press("q")
		if err := bob.Wait(); err != nil {
			t.Errorf("after q, the visit ends with error %v, want nil", err)
		}
		if text := bob.takeOutput(); !strings.Contains(text, "\x1b[?1049l") {
			t.Errorf("the terminal is not restored: %q", text[max(0, len(text)-200):])
		}

		ann = h.visit("ann")
		if text := ann.takeOutput(); !strings.Contains(text, "Continue") {
			t.Error("in the next visit, the player cannot continue the saved game")
		}
		ann.client.Close()
		time.Sleep(5 * time.Second)
		folder := filepath.Join(dir, playerFolder("ann"))
		game := filepath.Join(folder, "game.ark")
		text, err := store.Folders{State: folder}.ReadRecording(game)
		if err != nil {
			t.Fatal(err)
		}
		older := modifyRecording(t, string(text), func(r *record.Recording) { r.Rules-- })
		if err := os.WriteFile(game, []byte(older), 0o600); err != nil {
			t.Fatal(err)
		}
		ann = h.visit("ann")
		if text := screenText(ann.takeOutput()); !strings.Contains(text, "game cannot be continued, because") {
			t.Errorf("for a saved game with other rules, the screen is\n%s", text)
		}
		ann.client.Close()
		guest = h.visit("")
		if text := guest.takeOutput(); strings.Contains(text, "Continue") {
			t.Error("a guest can continue another visitor's game")
		}
		guest.client.Close()
	})
}

// Ctrl-C ends a visit, and the game is saved.
func TestCtrlCEndsVisit(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(2 * time.Second)
		ann.press("\x03")
		if err := ann.Wait(); err != nil {
			t.Errorf("after Ctrl-C, the visit ends with error %v, want nil", err)
		}
		if !h.exists(playerFolder("ann"), "game.ark") || !strings.Contains(ann.takeOutput(), "\x1b[?1049l") {
			t.Error("the game is not saved, or the terminal is not restored")
		}
	})
}

// A replyingVisitor is a terminal that replies to queries after 0.1 s.
type replyingVisitor struct {
	*visitor
	pending atomic.Int32 // number of queries without a reply
}

func (r *replyingVisitor) Write(p []byte) (int, error) {
	for query, reply := range map[string]string{"\x1b[c": "\x1b[?1;2c", "\x1b[5n": "\x1b[0n"} {
		for range strings.Count(string(p), query) {
			r.pending.Add(1)
			time.AfterFunc(100*time.Millisecond, func() {
				r.pending.Add(-1)
				_, _ = io.WriteString(r.input, reply)
			})
		}
	}
	return r.visitor.Write(p)
}

// A visit ends only after the terminal's last reply. Otherwise the player's shell would read the reply as input.
func TestVisitEndsAfterLastReply(t *testing.T) {
	for name, end := range map[string]func(h *testArcade, ann *visitor){
		"Ctrl-C":  func(_ *testArcade, ann *visitor) { _, _ = io.WriteString(ann.input, "\x03") },
		"closing": func(h *testArcade, _ *visitor) { h.shutDown() },
	} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			h := openArcade(t, dir)
			defer h.shutDown()
			ann := h.newVisitor("ann", "tmux-256color")
			terminal := &replyingVisitor{visitor: ann}
			ann.Stdout = terminal
			if err := ann.Shell(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
			go end(h, ann)
			_ = ann.Wait()
			if n := terminal.pending.Load(); n != 0 || !strings.Contains(ann.takeOutput(), "\x1b[?1049l") {
				t.Errorf("%s: the visit ends before %d replies, or the terminal is not restored", name, n)
			}
			synctest.Wait()
		})
	}
}

// When the server closes, games are saved, terminals are restored, and then players get a message.
func TestCloseSavesGames(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		ann, guest, idle, rival := h.visit("ann"), h.visit(""), h.visit("idle"), h.visit("rival")
		ann.startGame()
		guest.startGame()
		rival.openParty()
		rival.press("\r") // starts the match with a bot
		time.Sleep(5 * time.Second)
		h.shutDown()
		_, _, _, _ = ann.Wait(), guest.Wait(), idle.Wait(), rival.Wait()
		if text := ann.takeOutput(); !strings.Contains(text, "\x1b[?1049l") ||
			!strings.Contains(text, "the server is closing; your game is saved") {
			t.Errorf("ann has received %q, want the message that the game is saved", text[max(0, len(text)-300):])
		}
		if text := guest.takeOutput(); !strings.Contains(text,
			"the server is closing; a guest's game is not kept\r\n") {
			t.Errorf("the guest has received %q, want the message that the game is not kept",
				text[max(0, len(text)-300):])
		}
		if text := rival.takeOutput(); !strings.Contains(text, "the server is closing; your match ends with it\r\n") {
			t.Errorf("the player of a match has received %q, want the message that the match ends",
				text[max(0, len(text)-300):])
		}
		if text := idle.takeOutput(); !strings.Contains(text, "the server is closing\r\n") {
			t.Errorf("the player without a game has received %q, want only the message that the server is closing",
				text[max(0, len(text)-300):])
		}
		if !h.exists(playerFolder("ann"), "game.ark") {
			t.Error("the game is not saved")
		}
	})
}

func TestIdleVisitEnds(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		start := time.Now()
		_ = ann.Wait()
		if elapsed := time.Since(start); elapsed < h.IdleTimeout-time.Second ||
			elapsed > h.IdleTimeout+2*idleCheckInterval {
			t.Errorf("the visit ended after %v, want %v", elapsed, h.IdleTimeout)
		}
		if text := ann.takeOutput(); !strings.Contains(text, "no key was pressed for a while") {
			t.Errorf("ann has received %q, want the reason", text[max(0, len(text)-300):])
		}
	})
}

// Ticks that a visitor's game misses are counted once, for the operator.
func TestMissedTicksAreCounted(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(2 * time.Second)
		if n := h.missedTicks.Load(); n != 0 {
			t.Errorf("%d ticks are missed while the server is fast enough, want 0", n)
		}
		h.users.mu.Lock()
		for v := range h.users.open { // only ann
			v.inbox.put(func(time.Duration) { time.Sleep(300 * time.Millisecond) })
		}
		h.users.mu.Unlock()
		time.Sleep(time.Second)
		if n := h.missedTicks.Load(); n < engine.TicksPerSecond/10 || n > engine.TicksPerSecond*3/10 {
			t.Errorf("after a delay of 300 ms, %d ticks are missed, want %d to %d", n, engine.TicksPerSecond/10,
				engine.TicksPerSecond*3/10)
		}
	})
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		for words, want := range map[string]struct {
			status   int
			contains string
		}{
			"version":      {0, "arkterm test\n"},
			"help":         {0, "ssh HOST version"},
			"HELP":         {0, "ssh -t HOST replay ID "},
			"--help":       {0, "ssh HOST version"},
			"":             {0, "ssh HOST version"},
			"sh -c id":     {2, `unknown command "sh -c id"`},
			"scorse":       {2, "did you mean scores?\n  ssh HOST help\n"},
			"version -v":   {2, "too many words\n  ssh HOST version\n"},
			"replay 1 2":   {2, "too many words\n  ssh HOST replay"},
			"join":         {2, "needs a terminal\n  ssh -t HOST join CODE\n"},
			"watch bob":    {2, "needs a terminal\n  ssh -t HOST watch [NAME]\n"},
			"\x1b]0;x\x07": {2, `"]0;x"`},
		} {
			s, err := h.client("").NewSession()
			if err != nil {
				t.Fatal(err)
			}
			text, err := s.CombinedOutput(words)
			status := 0
			if e, ok := errors.AsType[*ssh.ExitError](err); ok {
				status = e.ExitStatus()
			}
			if status != want.status || !strings.Contains(string(text), want.contains) {
				t.Errorf("command %q: status %d, output %q; want %d, output with %q", words, status, text, want.status,
					want.contains)
			}
		}

		s, err := h.client("").NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RequestPty("vt220", 24, 80, nil); err != nil {
			t.Fatal(err)
		}
		if text, err := s.Output("version"); err != nil || string(text) != "arkterm test\r\n" {
			t.Errorf("command version in a terminal: output %q, error %v; want the version", text, err)
		}

		if s, err = h.client("").NewSession(); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		s.Stderr = &out
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(); err == nil || !strings.Contains(out.String(), "needs a terminal") {
			t.Errorf("a game without a terminal ends with error %v, %q; want an error about the terminal", err,
				out.String())
		}
	})
}

// If a player's folder cannot be created, the visit ends, and the message does not identify the player.
func TestPlayerFolderFails(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		if err := os.WriteFile(filepath.Join(dir, playerFolder("ann")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		ann := h.visit("ann")
		if err := ann.Wait(); err == nil || !strings.Contains(ann.takeOutput(), "try again later") {
			t.Errorf("the visit ends with error %v; want an error, and a message to try again later", err)
		}
	})
}

// While memory is short, new visitors are refused. Running sessions and commands that need little memory continue to
// work.
func TestMemoryIsLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		var used atomic.Int64
		h.MemoryLimit, h.memoryUsed = 1000<<20, used.Load
		used.Store(799 << 20)
		ann := h.visit("ann")
		ann.startGame()

		used.Store(800 << 20)
		bob := h.visit("bob")
		if err := bob.Wait(); err == nil || !strings.Contains(bob.takeOutput(), "try again in a few minutes") ||
			h.refusedVisitors.Load() != 1 {
			t.Errorf("%d visitors were refused, and the visit ends with error %v; want 1, and an error with a message",
				h.refusedVisitors.Load(), err)
		}
		if text, status := h.runCommand("bob", "version", ""); status != 0 {
			t.Errorf("command version: %q, status %d; want status 0", text, status)
		}
		if text, status := h.runCommand("bob", "export", ""); status != 1 ||
			!strings.Contains(text, "try again in a few minutes") {
			t.Errorf(
				"command export: %q, status %d; want a refusal, because an export needs as much memory as a session",
				text, status)
		}
		if n := h.NumPlaying(); n != 1 {
			t.Errorf("NumPlaying() = %d, want 1", n)
		}
		used.Store(799 << 20)
		h.visit("bob").startGame()
	})
}

// A second server with the same folder does not start, and does not delete the guest folders of the first server.
func TestOneServerPerFolder(t *testing.T) {
	o := Options{Dir: t.TempDir(), Version: "test", IdleTimeout: time.Minute, Log: slog.New(slog.DiscardHandler)}
	lock, err := store.Lock(filepath.Join(o.Dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	guest := filepath.Join(o.Dir, "guests", "1")
	if err := os.MkdirAll(guest, 0o700); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Serve(canceled, Addresses{SSH: "127.0.0.1:0"}, connlimit.Defaults, o); err == nil {
		t.Error("Serve with a locked folder: no error")
	}
	if _, err := os.Stat(guest); err != nil {
		t.Errorf("the folder of the first server's guest was deleted: %v", err)
	}
	lock.Close()
	if err := Serve(canceled, Addresses{SSH: "127.0.0.1:0"}, connlimit.Defaults, o); err != nil {
		t.Errorf("Serve after the end of the first server: %v", err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, StatusFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat of the status file after the end of a server: error %v, want ErrNotExist", err)
	}
}

// Without the options StoreURL and NATSURL, a server starts no goroutine for other servers, and has no connection to
// them.
func TestOneServerHasNoCluster(t *testing.T) {
	goroutines := func(nats string) (stacks string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		listening := make(chan struct{})
		o := Options{
			Dir: t.TempDir(), NATSURL: nats, Version: "test", IdleTimeout: time.Minute,
			Log: slog.New(slog.NewTextHandler(
				&lineWaiter{"msg=listening address", sync.OnceFunc(func() { close(listening) })}, nil)),
		}
		ended := make(chan error)
		go func() { ended <- Serve(ctx, Addresses{SSH: "127.0.0.1:0"}, connlimit.Defaults, o) }()
		select {
		case <-listening:
		case err := <-ended:
			t.Fatal(err)
		}
		all := make([]byte, 1<<20)
		all = all[:runtime.Stack(all, true)]
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		return string(all)
	}
	other := regexp.MustCompile(`arkterm-arcade/cluster|nats\.go|jackc/pgx|sharedFiles`)
	if found := other.FindString(goroutines("")); found != "" {
		t.Errorf("a server without other servers has a goroutine of %s", found)
	}
	if !other.MatchString(goroutines("nats://127.0.0.1:1")) {
		t.Error("a server that connects to NATS has no goroutine for it")
	}
}

// A lineWaiter is a writer that calls a function when a text is written.
type lineWaiter struct {
	text string
	call func()
}

func (w *lineWaiter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.text) {
		w.call()
	}
	return len(p), nil
}

// A running server writes its metrics to the status file.
func TestStatusFile(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		s := &server{Arcade: h.Arcade, ssh: h.server, webCounts: new(web.Counts)}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() { s.writeStatus(ctx); close(ended) }()
		synctest.Wait()
		data, err := os.ReadFile(filepath.Join(h.Dir, StatusFile))
		if err != nil || !strings.Contains(string(data), "\narkterm_playing 0\n") {
			t.Errorf("the status file is %q, %v; want the metrics", data, err)
		}
		cancel()
		<-ended
	})
}

// A new server deletes the folders of guests that a killed server has left.
func TestGuestFoldersOfKilledServer(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "guests", "7"), 0o700); err != nil {
		t.Fatal(err)
	}
	a, err := New(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	if left, _ := filepath.Glob(filepath.Join(dir, "guests", "*")); len(left) > 0 {
		t.Errorf("New leaves the guest folders %v, want none", left)
	}
}

// A player invites another one with a code, and they play over SSH.
func TestJoinByCode(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		ann := h.visit("ann")
		code := ann.openParty()
		if code == "" {
			t.Fatal("there is no code on ann's screen")
		}

		bob := h.newVisitor("bob", "vt220")
		if err := bob.Start("join " + code); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		for name, v := range map[string]*visitor{"ann": ann, "bob": bob} {
			if text := v.takeOutput(); !strings.Contains(text, "FIRST TO") {
				t.Errorf("the screen of %s is %q, want a match", name, text)
			}
		}
		ann.client.Close()
		bob.client.Close()

		s, err := h.client("cat").NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if text, err := s.CombinedOutput("join " + code); err == nil ||
			!strings.Contains(string(text), "needs a terminal") {
			t.Errorf("command join without a terminal: error %v, output %q; want a message about the terminal", err,
				text)
		}
	})
}

// Frequent changes in the lobby wake a session only a few times per second.
func TestLobbyNotificationsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changed := make(chan struct{}, 1)
		calls, visitEnd := make(chan func() error), make(chan struct{})
		e := visitEvents{ctx: t.Context(), lobbyChanged: changed, changedInLobby: func(time.Duration) {}}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			e.run(new(runloop.Host), calls, visitEnd)
		}()

		start := time.Now()
		for range 5 {
			changed <- struct{}{}
			<-calls
		}
		if elapsed := time.Since(start); elapsed != 4*minNotifyInterval {
			t.Errorf("5 notifications took %v, want %v", elapsed, 4*minNotifyInterval)
		}
		close(visitEnd)
		<-ended
	})
}
