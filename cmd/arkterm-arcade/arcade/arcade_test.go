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
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
)

// A house is an arcade that is open.
type testArcade struct {
	*Arcade
	door    *sshd.Server
	t       *testing.T
	l       *testenv.Listener
	proxied bool   // a proxy stands in front of it
	end     func() // closes it, and waits until it is closed
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

// folder returns the name of a player's folder.
func folder(name string) string {
	sum := sha256.Sum256(key(name).PublicKey().Marshal())
	return filepath.Join("players", hex.EncodeToString(sum[:]))
}

// open opens an arcade with a folder.
func open(t *testing.T, dir string) *testArcade {
	t.Helper()
	return openBehind(t, dir, nil)
}

// openBehind is open behind proxies of some networks, if there are any.
func openBehind(t *testing.T, dir string, proxies connlimit.Networks) *testArcade {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a, err := New(Options{Dir: dir, Version: "test", Idle: 10 * time.Minute, Turns: 1, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	h := &testArcade{Arcade: a, t: t, l: testenv.NewListener(), proxied: len(proxies) > 0}
	limits := connlimit.Defaults
	limits.Burst, limits.PerSource = 1000, 100
	h.door = &sshd.Server{
		Keys: []ssh.Signer{key("host")}, Limiter: connlimit.New(limits, func() float64 { return 1 }), Log: log, Count: new(sshd.Counts),
		Handle: a.Handle, Proxies: proxies, Blocked: a.blocked.Address,
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		h.door.Serve(ctx, h.l)
	}()
	h.end = sync.OnceFunc(func() {
		cancel(sshd.ErrClosing)
		<-closed
		a.Close()
	})
	return h
}

// proxyAt is where the proxy of a house is that has one.
var proxyAt = netip.MustParseAddr("10.1.2.3")

// dial connects somebody from an address.
func (h *testArcade) dial(from netip.Addr) (net.Conn, error) {
	if !h.proxied {
		return h.l.Dial(from)
	}
	conn, err := h.l.Dial(proxyAt)
	if err == nil {
		_, err = fmt.Fprintf(conn, "PROXY TCP4 %v 192.0.2.1 4000 22\r\n", from)
	}
	return conn, err
}

// A visitor is somebody at a terminal.
type visitor struct {
	*ssh.Session
	client *ssh.Client
	types  io.WriteCloser

	mu   sync.Mutex
	seen bytes.Buffer
}

func (v *visitor) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.seen.Write(p)
}

// sent returns what the visitor was sent since the last call.
func (v *visitor) sent() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.seen.Reset()
	return v.seen.String()
}

// picture returns the text that a terminal shows for sent. A word can arrive in pieces with other words between them.
func picture(sent string) string { return shownAt(sent, 200, 60) }

// press presses keys, half a second apart.
func (v *visitor) press(keys ...string) {
	for _, k := range keys {
		io.WriteString(v.types, k)
		time.Sleep(500 * time.Millisecond)
	}
}

// client connects somebody; "" is a guest.
func (h *testArcade) client(name string) *ssh.Client {
	h.t.Helper()
	auth := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if name != "" {
		auth = ssh.PublicKeys(key(name))
	}
	raw, err := h.dial(netip.MustParseAddr("198.51.100.7"))
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

// come lets somebody come in and sit down at the title.
func (h *testArcade) come(name string) *visitor { return h.comeWith(name, "vt220") }

// comeWith is come with another terminal.
func (h *testArcade) comeWith(name, term string) *visitor {
	h.t.Helper()
	v := h.sitDown(name, term)
	if err := v.Shell(); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(time.Second)
	return v
}

// sitDown connects somebody with a terminal, who says nothing yet.
func (h *testArcade) sitDown(name, term string) *visitor {
	h.t.Helper()
	v := &visitor{client: h.client(name)}
	s, err := v.client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	v.Session = s
	s.Stdout = v
	if v.types, err = s.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if err := errors.Join(s.Setenv("LANG", "C.UTF-8"), s.RequestPty(term, 24, 80, nil)); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// there reports whether a file is there.
func (h *testArcade) there(name ...string) bool {
	_, err := os.Stat(filepath.Join(append([]string{h.Dir}, name...)...))
	return !errors.Is(err, fs.ErrNotExist)
}

// play presses what begins a game, answering the questions of a first visit.
func (v *visitor) play() { v.press("\r", "\r", "\r", " ", " ") }

// invites opens a party at the title, by a player who has not chosen a name, and returns its code; "" if none shows.
func (v *visitor) invites() string {
	v.press("\x1b[B", "\x1b[B", "\r", "\r", "\x1b[B", "\r") // Arcade, no name, Invite
	if code := regexp.MustCompile(`join ([B-Z]{5})`).FindStringSubmatch(picture(v.sent())); code != nil {
		return code[1]
	}
	return ""
}

// A player who is cut off finds the game again, and the next guest nothing of the last one.
func TestPlayersHaveTheirOwnGames(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		ann, bob, guest := h.come("ann"), h.come("bob"), h.come("")
		ann.play()
		guest.play()
		time.Sleep(15 * time.Second)
		if n := h.Playing(); n != 3 {
			t.Errorf("%d sessions", n)
		}
		if !h.there(folder("ann"), "game.ark") {
			t.Error("the game of a player is not saved while they play")
		}
		if saved, _ := filepath.Glob(filepath.Join(dir, "guests", "*", "game*")); len(saved) > 0 {
			t.Errorf("the game of a guest is saved for nobody: %q", saved)
		}
		ann.client.Close()
		guest.client.Close()
		time.Sleep(5 * time.Second)
		if !h.there(folder("ann"), "game.ark") {
			t.Error("the game of who was cut off is lost")
		}
		if h.there(folder("bob"), "game.ark") {
			t.Error("one who has not played has a game")
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "guests", "*")); len(left) > 0 {
			t.Error("a guest's folder stays")
		}

		bob.press("q")
		if err := bob.Wait(); err != nil {
			t.Errorf("to quit ends by %v", err)
		}
		if text := bob.sent(); !strings.Contains(text, "\x1b[?1049l") {
			t.Errorf("the terminal is not left: %q", text[max(0, len(text)-200):])
		}

		ann = h.come("ann")
		if text := ann.sent(); !strings.Contains(text, "Continue") {
			t.Error("there is nothing to continue")
		}
		ann.client.Close()
		guest = h.come("")
		if text := guest.sent(); strings.Contains(text, "Continue") {
			t.Error("a guest continues somebody's game")
		}
		guest.client.Close()
	})
}

// Ctrl-C ends a visit as it ends the program: the game is saved.
func TestCtrlCEndsAVisit(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		ann := h.come("ann")
		ann.play()
		time.Sleep(2 * time.Second)
		ann.press("\x03")
		if err := ann.Wait(); err != nil {
			t.Errorf("ends by %v", err)
		}
		if !h.there(folder("ann"), "game.ark") || !strings.Contains(ann.sent(), "\x1b[?1049l") {
			t.Error("the game is lost, or the terminal not left")
		}
	})
}

// A replier is a terminal that answers queries after a tenth of a second.
type replier struct {
	*visitor
	due atomic.Int32 // queries without a reply
}

func (r *replier) Write(p []byte) (int, error) {
	for query, reply := range map[string]string{"\x1b[c": "\x1b[?1;2c", "\x1b[5n": "\x1b[0n"} {
		for range strings.Count(string(p), query) {
			r.due.Add(1)
			time.AfterFunc(100*time.Millisecond, func() {
				r.due.Add(-1)
				_, _ = io.WriteString(r.types, reply)
			})
		}
	}
	return r.visitor.Write(p)
}

// A visit ends after the terminal's last reply. Otherwise the player's shell would read it as typing.
func TestAVisitEndsAfterTheLastReply(t *testing.T) {
	for name, end := range map[string]func(h *testArcade, ann *visitor){
		"Ctrl-C":  func(_ *testArcade, ann *visitor) { _, _ = io.WriteString(ann.types, "\x03") },
		"closing": func(h *testArcade, _ *visitor) { h.end() },
	} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			h := open(t, dir)
			defer h.end()
			ann := h.sitDown("ann", "tmux-256color")
			terminal := &replier{visitor: ann}
			ann.Stdout = terminal
			if err := ann.Shell(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
			go end(h, ann)
			_ = ann.Wait()
			if n := terminal.due.Load(); n != 0 || !strings.Contains(ann.sent(), "\x1b[?1049l") {
				t.Errorf("%s: %d replies are due after the visit, or the terminal was not left", name, n)
			}
			synctest.Wait()
		})
	}
}

// When the server ends, games are saved and players told, after their terminals were given back.
func TestTheEndSavesGames(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		ann, guest, looker, rival := h.come("ann"), h.come(""), h.come("looker"), h.come("rival")
		ann.play()
		guest.play()
		rival.invites()
		rival.press("\r") // begins with a bot
		time.Sleep(5 * time.Second)
		h.end()
		_, _, _, _ = ann.Wait(), guest.Wait(), looker.Wait(), rival.Wait()
		if text := ann.sent(); !strings.Contains(text, "\x1b[?1049l") || !strings.Contains(text, "the server is closing; your game is saved") {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
		if text := guest.sent(); !strings.Contains(text, "the server is closing; a guest's game is not kept\r\n") {
			t.Errorf("a guest was sent %q", text[max(0, len(text)-300):])
		}
		if text := rival.sent(); !strings.Contains(text, "the server is closing; your match ends with it\r\n") {
			t.Errorf("who is in a match was sent %q", text[max(0, len(text)-300):])
		}
		if text := looker.sent(); !strings.Contains(text, "the server is closing\r\n") {
			t.Errorf("who does not play was sent %q", text[max(0, len(text)-300):])
		}
		if !h.there(folder("ann"), "game.ark") {
			t.Error("the game is not saved")
		}
	})
}

func TestWhoDoesNothingLeaves(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		ann := h.come("ann")
		begun := time.Now()
		_ = ann.Wait()
		if took := time.Since(begun); took < h.Idle-time.Second || took > h.Idle+2*idleCheckInterval {
			t.Errorf("it took %v", took)
		}
		if text := ann.sent(); !strings.Contains(text, "no key was pressed for a while") {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
	})
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		for words, want := range map[string]struct {
			status int
			says   string
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
			if status != want.status || !strings.Contains(string(text), want.says) {
				t.Errorf("%q: status %d, %q", words, status, text)
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
			t.Errorf("at a terminal: %q, %v", text, err)
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
			t.Errorf("a game without a terminal: %v, %q", err, out.String())
		}
	})
}

// Where nothing can be kept, nobody plays, and the reason names no player.
func TestNoRoomForAPlayer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		if err := os.WriteFile(filepath.Join(dir, folder("ann")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		ann := h.come("ann")
		if err := ann.Wait(); err == nil || !strings.Contains(ann.sent(), "try again later") {
			t.Errorf("ends by %v", err)
		}
	})
}

// Who comes while the memory is taken is told to come later. Who is there plays on, and what needs no game is answered.
func TestMemoryIsLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		var used atomic.Int64
		h.Memory, h.memoryUsed = 1000<<20, used.Load
		used.Store(799 << 20)
		ann := h.come("ann")
		ann.play()

		used.Store(800 << 20)
		bob := h.come("bob")
		if err := bob.Wait(); err == nil || !strings.Contains(bob.sent(), "try again in a few minutes") || h.refused.Load() != 1 {
			t.Errorf("%d were refused; it ends by %v", h.refused.Load(), err)
		}
		if text, status := h.says("bob", "version", ""); status != 0 {
			t.Errorf("version: %q, %d", text, status)
		}
		if text, status := h.says("bob", "export", ""); status != 1 || !strings.Contains(text, "try again in a few minutes") {
			t.Errorf("export, which takes as much as a game: %q, %d", text, status)
		}
		if n := h.Playing(); n != 1 {
			t.Errorf("%d play", n)
		}
		used.Store(799 << 20)
		h.come("bob").play()
	})
}

// A second server on the same folder does not open, and leaves the guests of the first one alone.
func TestOneServerAFolder(t *testing.T) {
	o := Options{Dir: t.TempDir(), Version: "test", Idle: time.Minute, Log: slog.New(slog.DiscardHandler)}
	lock, err := store.Lock(filepath.Join(o.Dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	guest := filepath.Join(o.Dir, "guests", "1")
	if err := os.MkdirAll(guest, 0o700); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := Serve(ended, Addresses{SSH: "127.0.0.1:0"}, connlimit.Defaults, o); err == nil {
		t.Error("a second server opens")
	}
	if _, err := os.Stat(guest); err != nil {
		t.Errorf("a guest of the first server: %v", err)
	}
	lock.Close()
	if err := Serve(ended, Addresses{SSH: "127.0.0.1:0"}, connlimit.Defaults, o); err != nil {
		t.Errorf("the next server: %v", err)
	}
}

// Folders of guests that a killed server has left are gone with the next one.
func TestGuestsOfAKilledServer(t *testing.T) {
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
		t.Errorf("%v is left", left)
	}
}

// Two people play over ssh: one is invited by a code, in one line.
func TestTwoPeoplePlayByACode(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		ann := h.come("ann")
		code := ann.invites()
		if code == "" {
			t.Fatal("ann sees no code")
		}

		bob := h.sitDown("bob", "vt220")
		if err := bob.Start("join " + code); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		for name, v := range map[string]*visitor{"ann": ann, "bob": bob} {
			if text := v.sent(); !strings.Contains(text, "FIRST TO") {
				t.Errorf("%s does not play: %q", name, text)
			}
		}
		ann.client.Close()
		bob.client.Close()

		s, err := h.client("cat").NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if text, err := s.CombinedOutput("join " + code); err == nil || !strings.Contains(string(text), "needs a terminal") {
			t.Errorf("without a terminal: %v, %q", err, text)
		}
	})
}

// One who makes many changes in the hall wakes the others a few times a second only.
func TestNewsComeSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changed := make(chan struct{}, 1)
		calls, over := make(chan func() error), make(chan struct{})
		e := visitEvents{ctx: t.Context(), changed: changed, changedInLobby: func(time.Duration) {}}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			e.run(new(runloop.Host), calls, over)
		}()

		begun := time.Now()
		for range 5 {
			changed <- struct{}{}
			<-calls
		}
		if took := time.Since(begun); took != 4*minNotifyInterval {
			t.Errorf("5 in %v", took)
		}
		close(over)
		<-ended
	})
}
