package load

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

// An attack is a hostile use of a connection. docs/arcade.md lists the defenses. All attacks run at the same time.
type attack struct {
	name string
	do   func(ctx context.Context, c net.Conn) // returns when the server closes the connection, or when ctx ends
}

var attacks = []attack{
	{"silence", func(_ context.Context, c net.Conn) { readAll(c) }},
	{"one byte per second", func(ctx context.Context, c net.Conn) {
		for _, b := range []byte("SSH-2.0-slow and slow and slow\r\n") {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			pause(ctx, time.Second)
		}
	}},
	{"noise", func(_ context.Context, c net.Conn) {
		noise := make([]byte, 64<<10)
		rand.Read(noise)
		c.Write(append([]byte("SSH-2.0-noise\r\n"), noise...))
		readAll(c)
	}},
	{"no key exchange", func(_ context.Context, c net.Conn) {
		io.WriteString(c, "SSH-2.0-waiting\r\n")
		readAll(c)
	}},
	{"another player's key", func(_ context.Context, c net.Conn) {
		arcadeclient.Authenticate(c, ssh.Config{},
			ssh.PublicKeys(thief{arcadeclient.Key("thief"), arcadeclient.Key("owner").PublicKey()}))
	}},
	{"no session", asGuest(func(_ context.Context, s *ssh.Client) { s.Wait() })},
	{"channels", asGuest(func(ctx context.Context, s *ssh.Client) {
		for _, kind := range []string{"session", "direct-tcpip", "x11", "forwarded-tcpip", "auth-agent@openssh.com"} {
			for n := 0; n < 100 && ctx.Err() == nil; n++ {
				s.OpenChannel(kind, nil)
			}
		}
	})},
	{"requests", asGuest(func(ctx context.Context, s *ssh.Client) {
		repeat(ctx, func(int) error {
			_, _, err := s.SendRequest("tcpip-forward", false, make([]byte, 30000))
			return err
		})
	})},
	{"environment", inSession(func(ctx context.Context, s *ssh.Session, _ io.Writer) {
		value := strings.Repeat("x", 30000)
		repeat(ctx, func(n int) error {
			_, err := s.SendRequest("env", false,
				ssh.Marshal(struct{ Name, Value string }{fmt.Sprint("LC_", n), value}))
			return err
		})
	})},
	{
		"a giant terminal",
		inGame(2_000_000_000, func(ctx context.Context, _ *ssh.Session, _ io.Writer) { pause(ctx, 2*time.Second) }),
	},
	{"key exchanges", func(ctx context.Context, c net.Conn) { // the client starts a key exchange after each long packet
		s, err := arcadeclient.Authenticate(c, ssh.Config{RekeyThreshold: 1}, arcadeclient.Guest)
		if err != nil {
			return
		}
		if channel, _, err := s.OpenChannel("session", nil); err == nil {
			repeat(ctx, func(int) error {
				_, err := channel.Write(make([]byte, 300))
				return err
			})
		}
	}},
	{"pings, then disconnect", withSSH(true, func(s *sshConn) { s.sendTogether(1000, ping) })},
	{"packets to an unknown channel", withSSH(true, func(s *sshConn) {
		s.channel = 99
		s.sendTogether(100, s.keysPayload("x"))
		readAll(s.conn)
	})},
	{"requests for an unknown service", withSSH(false, func(s *sshConn) {
		s.sendTogether(100, ssh.Marshal(serviceRequest{"x"}))
		readAll(s.conn)
	})},
	{"a hundred authentications at the same time", withSSH(false, func(s *sshConn) {
		if s.send(ssh.Marshal(serviceRequest{"ssh-userauth"})) == nil {
			s.sendTogether(100, ssh.Marshal(authRequest{"x", "ssh-connection", "none"}))
			readAll(s.conn)
		}
	})},
	{"resizes", inGame(80, func(ctx context.Context, s *ssh.Session, _ io.Writer) {
		repeat(ctx, func(n int) error {
			var size [16]byte
			binary.BigEndian.PutUint32(size[:], uint32(20+n%400))
			binary.BigEndian.PutUint32(size[4:], uint32(n%200))
			if n%100 == 0 {
				pause(ctx, 10*time.Millisecond)
			}
			_, err := s.SendRequest("window-change", false, size[:])
			return err
		})
	})},
	{"large windows", inGame(80, func(ctx context.Context, s *ssh.Session, in io.Writer) {
		for _, key := range []string{"\r", "\r", "\r", " ", " "} { // starts a game
			io.WriteString(in, key)
			pause(ctx, time.Second)
		}
		if s.WindowChange(200, 500) == nil {
			pause(ctx, maxAttack)
		}
	})},
	{"keys", inGame(80, flood("a"))},
	{"a packet for each key", inGame(80, func(ctx context.Context, _ *ssh.Session, in io.Writer) {
		repeat(ctx, func(int) error {
			_, err := in.Write([]byte("a"))
			return err
		})
	})},
	{"escape keys", inGame(80, flood("\x1b"))},
	{"a sequence without end", inGame(80, flood("\x1b]52;c;"+strings.Repeat("A", 1000)))},
	{"mouse reports", inGame(80, flood("\x1b[<35;20;10M"))},
	{"invalid UTF-8", inGame(80, flood("\xff\xc0\xaf\xf8"))},
	{"no reading", func(ctx context.Context, c net.Conn) {
		s := newSSHConn(c)
		if s.exchangeKeys() == nil && s.authenticate(nil) == nil && s.open("", 500, 200) == nil {
			pause(ctx, 40*time.Second)
		}
	}},
	{"commands", inSession(func(_ context.Context, s *ssh.Session, _ io.Writer) {
		s.Run([]string{
			"sh", "scp -t /", "replay ../../etc/passwd", "version; id",
			strings.Repeat("a ", 120),
		}[time.Now().Nanosecond()%5])
	})},
}

// readAll reads and discards input until the connection ends.
func readAll(c net.Conn) { io.Copy(io.Discard, c) }

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// repeat calls f with 0, 1, 2 and so on, until f fails or ctx ends.
func repeat(ctx context.Context, f func(n int) error) {
	for n := 0; ctx.Err() == nil && f(n) == nil; n++ {
	}
}

// asGuest returns an attack that authenticates as a guest and passes the SSH client to do.
func asGuest(do func(ctx context.Context, s *ssh.Client)) func(context.Context, net.Conn) {
	return func(ctx context.Context, c net.Conn) {
		if s, err := arcadeclient.Authenticate(c, ssh.Config{}, arcadeclient.Guest); err == nil {
			do(ctx, s)
		}
	}
}

// inSession returns an attack that opens a session as a guest and passes it to do, with the session's input.
func inSession(do func(ctx context.Context, s *ssh.Session, in io.Writer)) func(context.Context, net.Conn) {
	return asGuest(func(ctx context.Context, client *ssh.Client) {
		if s, err := client.NewSession(); err == nil {
			in, _ := s.StdinPipe()
			do(ctx, s, in)
		}
	})
}

// inGame returns an attack that opens a game as a guest, with a terminal of cols columns, and passes the session to do.
func inGame(cols int, do func(ctx context.Context, s *ssh.Session, in io.Writer)) func(context.Context, net.Conn) {
	return inSession(func(ctx context.Context, s *ssh.Session, in io.Writer) {
		s.Stdout = io.Discard
		if s.RequestPty("xterm-256color", 24, cols, nil) == nil && s.Shell() == nil {
			do(ctx, s, in)
		}
	})
}

// withSSH returns an attack that exchanges keys on an SSH connection and passes the connection to do. If game is true,
// the attack first opens a game as a guest.
func withSSH(game bool, do func(s *sshConn)) func(context.Context, net.Conn) {
	return func(_ context.Context, c net.Conn) {
		s := newSSHConn(c)
		if s.exchangeKeys() == nil && (!game || s.authenticate(nil) == nil && s.open("", 80, 24) == nil) {
			do(s)
		}
	}
}

// flood returns an attack that types a text repeatedly, in 600 pieces of about 32 KB.
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

// A thief is a signer that signs with its own key but presents another player's public key.
type thief struct {
	ssh.Signer
	other ssh.PublicKey
}

func (t thief) PublicKey() ssh.PublicKey { return t.other }

// selectAttacks returns the attack with the given name, or all attacks if the name is "".
func selectAttacks(name string) (all []attack) {
	for _, a := range attacks {
		if name == "" || name == a.name {
			all = append(all, a)
		}
	}
	return all
}

// A swarm is a process with hostile clients. A nil swarm has no clients.
type swarm struct{ cmd *exec.Cmd }

// startAttackers starts n hostile clients, which attack the server at an address.
func startAttackers(address string, n int) (*swarm, error) {
	if n == 0 {
		return nil, nil
	}
	cmd, err := harness.Self("attackers", address, strconv.Itoa(n), *attackName)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return &swarm{cmd}, cmd.Start()
}

func (s *swarm) processorTime() time.Duration {
	if s == nil {
		return 0
	}
	return processorTime(s.cmd.Process.Pid)
}

// stop ends the attacks. Further calls have no effect.
func (s *swarm) stop() error {
	if s == nil || s.cmd.ProcessState != nil {
		return nil
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	return s.cmd.Wait()
}

// maxAttack is the maximum duration of an attack. attackPause is the pause after each attack.
const maxAttack, attackPause = 45 * time.Second, 20 * time.Millisecond

// attackStep is the difference between the numbers of two successive attacks of a client. It has no factor in common
// with the number of attacks, so each client makes all of them.
const attackStep = 7

// Attackers carries out the subcommand attackers ADDRESS N ATTACK. It attacks a server with N clients until SIGTERM,
// and then prints the number of attacks. If ATTACK is "", it uses all attacks.
func Attackers(_ string, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: attackers ADDRESS N ATTACK (got %q)", args)
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	var done, refused atomic.Int64
	kinds := selectAttacks(args[2])
	for first := range n {
		go func() {
			for number := first; ; number += attackStep {
				if attackOnce(args[0], number, kinds[number%len(kinds)]) {
					done.Add(1)
				} else {
					refused.Add(1)
				}
				time.Sleep(attackPause)
			}
		}()
	}
	<-stop
	fmt.Printf("%d attacks of %d kinds; %d connections were refused\n", done.Load(), len(kinds), refused.Load())
	return nil
}

// attackOnce connects to the server and attacks it. The number selects the network of the client, a /24 in 127.128/9.
// It reports whether the server accepted the connection.
func attackOnce(address string, number int, a attack) bool {
	source := &net.TCPAddr{IP: net.IPv4(127, byte(number>>8)|128, byte(number), 1)}
	c, err := (&net.Dialer{LocalAddr: source}).Dial("tcp", address)
	if err != nil {
		return false
	}
	defer c.Close()
	// The server sends its version. If it refuses the connection, it sends a reason at the same time.
	in := bufio.NewReader(c)
	_, err = in.Peek(1)
	version, _ := in.Peek(in.Buffered())
	if err != nil || !bytes.HasPrefix(version, []byte("SSH-2.0-")) || !bytes.HasSuffix(version, []byte("\r\n")) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxAttack)
	defer cancel()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	a.do(ctx, peekedConn{c, in})
	return true
}

// A peekedConn is a connection whose reader has already buffered the server's version.
type peekedConn struct {
	net.Conn
	in io.Reader
}

// Read reads from the buffer first.
func (c peekedConn) Read(p []byte) (int, error) { return c.in.Read(p) }
