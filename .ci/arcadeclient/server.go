// Package arcadeclient connects clients to an arcade server that it starts.
package arcadeclient

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/ci/harness"
)

// A Server is a running arkterm-arcade.
type Server struct {
	Cmd                  *exec.Cmd
	SSH, Metrics, WebURL string // addresses; "" if the server does not serve them
	Log                  *harness.Log
}

// Start starts a server that stores its files in dir and listens on a free local port. cmd is the serve command with
// any other flags. Start returns after the server has printed its addresses.
func Start(cmd *exec.Cmd, dir string) (*Server, error) {
	cmd.Args = append(cmd.Args, "--listen", "127.0.0.1:0", "--state", dir)
	output, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Server{Cmd: cmd, Log: new(harness.Log)}
	lines := bufio.NewScanner(io.TeeReader(output, s.Log))
	for s.SSH == "" && lines.Scan() {
		for field := range strings.FieldsSeq(lines.Text()) {
			switch name, value, _ := strings.Cut(field, "="); name {
			case "page":
				s.WebURL = "http://" + value
			case "metrics":
				s.Metrics = "http://" + value + "/metrics"
			case "address":
				s.SSH = value
			}
		}
	}
	if s.SSH == "" {
		_ = cmd.Wait()
		return nil, fmt.Errorf("the server ended before it printed its address: %s", s.Log.Last(1000))
	}
	go func() { _, _ = io.Copy(s.Log, output) }()
	return s, nil
}

// Kill ends the server with SIGKILL.
func (s *Server) Kill() {
	_ = s.Cmd.Process.Kill()
	_ = s.Cmd.Wait()
}

// Stop ends the server with SIGTERM, or with SIGKILL after limit. It returns the time that the server took to end.
func (s *Server) Stop(limit time.Duration) (time.Duration, error) {
	begun := time.Now()
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	timer := time.AfterFunc(limit, func() { _ = s.Cmd.Process.Kill() })
	defer timer.Stop()
	err := s.Cmd.Wait()
	if err != nil {
		err = fmt.Errorf("stop the server within %v: %w", limit, err)
	}
	return time.Since(begun), err
}

// Stacks ends a stuck server with SIGQUIT, and returns the stacks of its goroutines.
func (s *Server) Stacks() []byte {
	_ = s.Cmd.Process.Signal(syscall.SIGQUIT)
	time.Sleep(2 * time.Second) // time for the server to write the stacks
	return s.Log.Last(256 << 10)
}

// Key derives an SSH key from a name.
func Key(name string) ssh.Signer {
	seed := sha256.Sum256([]byte(name))
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err) // cannot happen, because the key has the correct length
	}
	return signer
}

// Guest authenticates without a key.
var Guest = ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })

// Dial connects from localIP to the server. The connection is closed when ctx ends.
func (s *Server) Dial(ctx context.Context, localIP net.IP, auth ssh.AuthMethod) (*ssh.Client, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: localIP}}).DialContext(ctx, "tcp", s.SSH)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	// Curve25519 is the cheapest key exchange.
	return Authenticate(conn, ssh.Config{KeyExchanges: []string{ssh.KeyExchangeCurve25519}}, auth)
}

// Authenticate opens an SSH connection on conn. If this fails, it closes conn.
func Authenticate(conn net.Conn, config ssh.Config, auth ssh.AuthMethod) (*ssh.Client, error) {
	c, channels, requests, err := ssh.NewClientConn(conn, "", &ssh.ClientConfig{
		Config: config, User: "player", Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return ssh.NewClient(c, channels, requests), nil
}

// Command runs a command of the arcade with the given input, and returns its output.
func Command(client *ssh.Client, command string, input []byte) (string, error) {
	session, err := client.NewSession()
	if err != nil {
		return "", err
	}
	session.Stdin = bytes.NewReader(input)
	output, err := session.CombinedOutput(command)
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", command, err, output)
	}
	return string(output), err
}

// A Game is a session with a terminal of 80×24 cells.
type Game struct {
	*ssh.Session
	Output harness.Log
	input  io.Writer
}

// Play opens a session with a terminal whose TERM is kind.
func Play(client *ssh.Client, kind string) (*Game, error) {
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	g := &Game{Session: session}
	session.Stdout = &g.Output
	if g.input, err = session.StdinPipe(); err != nil {
		return nil, err
	}
	return g, errors.Join(session.Setenv("LANG", "C.UTF-8"), session.Setenv("COLORTERM", "truecolor"),
		session.RequestPty(kind, 24, 80, nil), session.Shell())
}

// Type types keys.
func (g *Game) Type(keys string) error {
	_, err := io.WriteString(g.input, keys)
	return err
}
