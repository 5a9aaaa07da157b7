package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// A server is `arkterm-arcade serve` with a page.
type server struct {
	cmd       *exec.Cmd
	ssh, http string // addresses
}

// begin starts a server that keeps its files in dir.
func begin(program, dir string) (*server, error) {
	s := &server{cmd: exec.Command(program+"-arcade", "serve", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", "--public", "play.example.org:22",
		"--state", dir, "--most-per-network", "100", "--rate-per-network", "1000")}
	log, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		for field := range strings.FieldsSeq(lines.Text()) {
			if v, ok := strings.CutPrefix(field, "page="); ok {
				s.http = "http://" + v
			}
			if v, ok := strings.CutPrefix(field, "address="); ok {
				s.ssh = v
				go io.Copy(io.Discard, log)
				return s, nil
			}
		}
	}
	return nil, errors.New("the server does not open")
}

// end ends it as who runs it would.
func (s *server) end() error {
	if err := s.cmd.Process.Signal(interrupt); err != nil {
		return err
	}
	late := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	return s.cmd.Wait()
}

// A player comes to the server with a key of their own.
type player struct{ conn *ssh.Client }

// enter comes in with a new key.
func (s *server) enter() (*player, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return nil, err
	}
	p := new(player)
	return p, p.connect(s, signer)
}

func (p *player) connect(s *server, key ssh.Signer) (err error) {
	if p.conn != nil {
		p.conn.Close()
	}
	p.conn, err = ssh.Dial("tcp", s.ssh, &ssh.ClientConfig{
		User: "player", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	return err
}

// word sends a word in place of playing, and returns the answer.
func word(s *server, key ssh.Signer, text string, in []byte) (string, error) {
	var p player
	if err := p.connect(s, key); err != nil {
		return "", err
	}
	defer p.conn.Close()
	session, err := p.conn.NewSession()
	if err != nil {
		return "", err
	}
	session.Stdin = bytes.NewReader(in)
	out, err := session.CombinedOutput(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", text, err, out)
	}
	return string(out), nil
}

// play begins a game and steers, until the context ends.
func (p *player) play(ctx context.Context) error {
	defer p.conn.Close()
	session, err := p.conn.NewSession()
	if err != nil {
		return err
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	session.Stdout = io.Discard
	if err := errors.Join(session.Setenv("COLORTERM", "truecolor"), session.RequestPty("xterm-256color", 24, 80, nil), session.Shell()); err != nil {
		return err
	}
	// A first visit asks how glyphs look, how hard it shall be, and for a name; then there is the title.
	for n := 0; ; n++ {
		key := "\r"
		if n > 7 {
			key = []string{"\x1b[D", "\x1b[C", " "}[n/10%3]
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Duration(max(100, 500-50*n)) * time.Millisecond):
		}
		if _, err := io.WriteString(in, key); err != nil {
			return err
		}
	}
}
