package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"
)

// An attack is something that no player's client does. It ends when the server has had enough, or with the context.
type attack struct {
	name string
	do   func(ctx context.Context, c net.Conn)
}

// attacks has a row for each attack. What they are defended by, and the tests that say so one by one, is in docs/arcade.md;
// here they come together.
var attacks = []attack{
	{"silence", func(ctx context.Context, c net.Conn) { io.Copy(io.Discard, c) }},
	{"a byte a second", func(ctx context.Context, c net.Conn) {
		for _, b := range []byte("SSH-2.0-slow and slow and slow\r\n") {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			pause(ctx, time.Second)
		}
	}},
	{"noise", func(ctx context.Context, c net.Conn) {
		noise := make([]byte, 64<<10)
		rand.Read(noise)
		c.Write(append([]byte("SSH-2.0-noise\r\n"), noise...))
		io.Copy(io.Discard, c)
	}},
	{"no key exchange", func(ctx context.Context, c net.Conn) {
		io.WriteString(c, "SSH-2.0-waiting\r\n")
		io.Copy(io.Discard, c)
	}},
	{"somebody else's key", func(ctx context.Context, c net.Conn) {
		public, _, _ := ed25519.GenerateKey(rand.Reader)
		_, other, _ := ed25519.GenerateKey(rand.Reader)
		key, err1 := ssh.NewPublicKey(public)
		signer, err2 := ssh.NewSignerFromKey(other)
		if err1 == nil && err2 == nil {
			enter(c, ssh.PublicKeys(thief{signer, key}))
		}
	}},
	{"no visit", func(ctx context.Context, c net.Conn) {
		if s := enter(c, guest); s != nil {
			s.Wait()
		}
	}},
	{"channels", func(ctx context.Context, c net.Conn) {
		if s := enter(c, guest); s != nil {
			for _, kind := range []string{"session", "direct-tcpip", "x11", "forwarded-tcpip", "auth-agent@openssh.com"} {
				for range 100 {
					if _, _, err := s.OpenChannel(kind, nil); err != nil && ctx.Err() != nil {
						return
					}
				}
			}
		}
	}},
	{"requests", func(ctx context.Context, c net.Conn) {
		if s := enter(c, guest); s != nil {
			for ctx.Err() == nil {
				if _, _, err := s.SendRequest("tcpip-forward", false, make([]byte, 30000)); err != nil {
					return
				}
			}
		}
	}},
	{"environment", begins(func(ctx context.Context, s *ssh.Session, _ io.Writer) {
		value := strings.Repeat("x", 30000)
		for i := 0; ctx.Err() == nil; i++ {
			message := ssh.Marshal(struct{ Name, Value string }{fmt.Sprint("LC_", i), value})
			if _, err := s.SendRequest("env", false, message); err != nil {
				return
			}
		}
	})},
	{"a giant terminal", plays(2_000_000_000, func(ctx context.Context, s *ssh.Session, in io.Writer) { pause(ctx, 2*time.Second) })},
	{"key exchanges", func(ctx context.Context, c net.Conn) {
		if s := enterWith(c, ssh.Config{RekeyThreshold: 1}, guest); s != nil { // after each packet that is long enough
			if channel, _, err := s.OpenChannel("session", nil); err == nil {
				for text := make([]byte, 300); err == nil && ctx.Err() == nil; {
					_, err = channel.Write(text)
				}
			}
		}
	}},
	{"pings, and away", func(ctx context.Context, c net.Conn) {
		l := &line{conn: c}
		if errors.Join(l.exchange(), l.enter(nil), l.open("", 80, 24)) == nil {
			l.sayAtOnce(1000, l.ping)
		}
	}},
	{"packets of no channel, and more", func(ctx context.Context, c net.Conn) {
		l := &line{conn: c}
		if errors.Join(l.exchange(), l.enter(nil), l.open("", 80, 24)) == nil {
			l.channel = 99
			l.sayAtOnce(100, func() []byte { return l.typed("x") })
			io.Copy(io.Discard, c)
		}
	}},
	{"a wrong service, and more", func(ctx context.Context, c net.Conn) {
		l := &line{conn: c}
		if l.exchange() == nil {
			l.sayAtOnce(100, func() []byte { return l.seal(text(l.begin(msgService), "x")) })
			io.Copy(io.Discard, c)
		}
	}},
	{"a hundred tries at once", func(ctx context.Context, c net.Conn) {
		l := &line{conn: c}
		if l.exchange() == nil && l.say(text(l.begin(msgService), "ssh-userauth")) == nil {
			l.sayAtOnce(100, func() []byte { return l.seal(text(text(text(l.begin(msgAuth), "x"), "ssh-connection"), "none")) })
			io.Copy(io.Discard, c)
		}
	}},
	{"resizes", plays(80, func(ctx context.Context, s *ssh.Session, in io.Writer) {
		for n := uint32(0); ctx.Err() == nil; n++ {
			var m [16]byte
			binary.BigEndian.PutUint32(m[:], 20+n%400)
			binary.BigEndian.PutUint32(m[4:], n%200)
			if _, err := s.SendRequest("window-change", false, m[:]); err != nil {
				return
			}
			if n%100 == 0 {
				pause(ctx, 10*time.Millisecond)
			}
		}
	})},
	{"large windows", plays(80, func(ctx context.Context, s *ssh.Session, in io.Writer) {
		for _, key := range []string{"\r", "\r", "\r", " ", " "} { // starts a game
			io.WriteString(in, key)
			pause(ctx, time.Second)
		}
		if s.WindowChange(200, 500) == nil {
			pause(ctx, mostAttack)
		}
	})},
	{"keys", plays(80, flood("a"))},
	{"a packet for each key", plays(80, func(ctx context.Context, _ *ssh.Session, in io.Writer) {
		for ctx.Err() == nil {
			if _, err := in.Write([]byte("a")); err != nil {
				return
			}
		}
	})},
	{"escape", plays(80, flood("\x1b"))},
	{"a sequence without end", plays(80, flood("\x1b]52;c;"+strings.Repeat("A", 1000)))},
	{"the mouse", plays(80, flood("\x1b[<35;20;10M"))},
	{"not UTF-8", plays(80, flood("\xff\xc0\xaf\xf8"))},
	{"nothing is read", func(ctx context.Context, c net.Conn) {
		s := enter(&deaf{Conn: c}, guest)
		if s == nil {
			return
		}
		if session, err := s.NewSession(); err == nil && session.RequestPty("xterm-256color", 200, 500, nil) == nil {
			session.Shell()
			s.Conn.(*heard).deaf.stop()
			pause(ctx, 40*time.Second)
		}
	}},
	{"words", begins(func(ctx context.Context, s *ssh.Session, _ io.Writer) {
		s.Run([]string{"sh", "scp -t /", "replay ../../etc/passwd", "version; id", strings.Repeat("a ", 120)}[time.Now().Nanosecond()%5])
	})},
}

// chosen returns the attacks that are wanted: all, or one by its name.
func chosen() []attack {
	var all []attack
	for _, a := range attacks {
		if *only == "" || *only == a.name {
			all = append(all, a)
		}
	}
	return all
}

// A harm is a process of hostile clients.
type harm struct{ cmd *exec.Cmd }

// attackAll lets n hostile clients loose on the server at an address.
func attackAll(address string, n int) (*harm, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-swarm", address, "-hostile", fmt.Sprint(n), "-attack", *only)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return &harm{cmd}, cmd.Start()
}

// worked returns how long it has worked.
func (h *harm) worked() (time.Duration, error) {
	if h == nil {
		return 0, nil
	}
	t, _, err := worked(h.cmd.Process.Pid)
	return t, err
}

// end ends it.
func (h *harm) end() error {
	return errors.Join(h.cmd.Process.Signal(syscall.SIGTERM), h.cmd.Wait())
}

// swarming is that process: it attacks until it is told to end, and says then how often. The end of the process ends all that the
// attacks wait for.
func swarming(address string, n int) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM)
	begun := time.Now()
	var s swarmed
	kinds := chosen()
	for i := range n {
		go s.attack(address, kinds, i)
	}
	<-told
	done, refused := s.done.Load(), s.refused.Load()
	fmt.Printf("%d attacks of %d kinds, %.1f a second; %d connections were refused at the gate, %d failed\n",
		done, len(kinds), float64(done)/time.Since(begun).Seconds(), refused, s.failed.Load())
}

// A swarmed is what attacks have come to.
type swarmed struct{ done, refused, failed atomic.Int64 }

// attack attacks in one way after another, as client i.
func (s *swarmed) attack(address string, kinds []attack, i int) {
	for n := i; ; n += 7 {
		source := net.TCPAddr{IP: net.IPv4(127, 1, byte(n>>8), byte(n))} // every address of 127/8 is this machine
		c, err := (&net.Dialer{LocalAddr: &source}).Dial("tcp", address)
		if err != nil {
			s.failed.Add(1)
			time.Sleep(100 * time.Millisecond)
			continue
		}
		// The server sends its version, and with it the reason if it refuses the connection; otherwise nothing before the
		// client's version.
		from := bufio.NewReader(c)
		version, err := from.Peek(1)
		if err == nil {
			version, err = from.Peek(from.Buffered())
		}
		if err != nil || !bytes.HasPrefix(version, []byte("SSH-2.0-")) || !bytes.HasSuffix(version, []byte("\r\n")) {
			s.refused.Add(1)
			c.Close()
			time.Sleep(mostHaste)
			continue
		}
		c = &greeted{c, from}
		ctx, late := context.WithTimeout(context.Background(), mostAttack)
		stop := context.AfterFunc(ctx, func() { c.Close() })
		kinds[n%len(kinds)].do(ctx, c)
		stop()
		late()
		c.Close()
		s.done.Add(1)
		time.Sleep(mostHaste)
	}
}

// A greeted is a connection with a buffer that holds the server's version.
type greeted struct {
	net.Conn
	from io.Reader
}

func (g *greeted) Read(p []byte) (int, error) { return g.from.Read(p) }

// mostAttack is how long an attack takes at most, and mostHaste the pause after one.
const mostAttack, mostHaste = 45 * time.Second, 20 * time.Millisecond

// guest authenticates without a key.
var guest = ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// A heard is an authenticated connection.
type heard struct {
	ssh.Conn
	deaf *deaf
}

// enter authenticates, and returns nil if that fails.
func enter(c net.Conn, how ssh.AuthMethod) *ssh.Client { return enterWith(c, ssh.Config{}, how) }

func enterWith(c net.Conn, config ssh.Config, how ssh.AuthMethod) *ssh.Client {
	conn, channels, requests, err := ssh.NewClientConn(c, "", &ssh.ClientConfig{
		Config: config, Auth: []ssh.AuthMethod{how}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 15 * time.Second,
	})
	if err != nil {
		return nil
	}
	d, _ := c.(*deaf)
	return ssh.NewClient(&heard{conn, d}, channels, requests)
}

// begins returns an attack after a session was opened.
func begins(do func(ctx context.Context, s *ssh.Session, in io.Writer)) func(context.Context, net.Conn) {
	return func(ctx context.Context, c net.Conn) {
		client := enter(c, guest)
		if client == nil {
			return
		}
		if s, err := client.NewSession(); err == nil {
			in, _ := s.StdinPipe()
			do(ctx, s, in)
		}
	}
}

// plays returns an attack from within a game.
func plays(cols int, do func(ctx context.Context, s *ssh.Session, in io.Writer)) func(context.Context, net.Conn) {
	return begins(func(ctx context.Context, s *ssh.Session, in io.Writer) {
		s.Stdout = io.Discard
		if s.RequestPty("xterm-256color", 24, cols, nil) == nil && s.Shell() == nil {
			do(ctx, s, in)
		}
	})
}

// flood returns an attack that types a text over and over, some 20 MB of it.
func flood(text string) func(ctx context.Context, s *ssh.Session, in io.Writer) {
	piece := bytes.Repeat([]byte(text), 32000/len(text)+1)
	return func(ctx context.Context, _ *ssh.Session, in io.Writer) {
		for range 600 {
			if _, err := in.Write(piece); err != nil || ctx.Err() != nil {
				return
			}
		}
	}
}

// A thief has a key, and says that another one is theirs.
type thief struct {
	ssh.Signer
	other ssh.PublicKey
}

func (t thief) PublicKey() ssh.PublicKey { return t.other }

// A deaf is a connection of which nothing is read any more after stop.
type deaf struct {
	net.Conn
	stopped atomic.Bool
}

func (d *deaf) stop() { d.stopped.Store(true) }

func (d *deaf) Read(p []byte) (int, error) {
	for d.stopped.Load() {
		time.Sleep(time.Second)
		if _, err := d.Conn.Write(nil); err != nil {
			return 0, err
		}
	}
	return d.Conn.Read(p)
}
