//go:build unix && cluster

package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/render/ansi"
)

var natsURL = flag.String("nats", "", "`URL` of the NATS server for TestMatchThroughNATS; see .ci/test-cluster")

var matchKeys = flag.Int("keys", 100, "number of keys that TestMatchThroughNATS measures in each match")

var maxHop = flag.Duration("hop", time.Second,
	"maximum `TIME` that a key takes longer in a match on another server (99th percentile); 3ms on an idle machine")

// TestMatchThroughNATS lets players on two servers play a match. It measures the time from a key until the paddle moves
// on the screen, in turn with a match on one server. Then it kills the server of the match. The times are only
// meaningful on an idle machine.
func TestMatchThroughNATS(t *testing.T) {
	dir := t.TempDir()
	var servers []*serverProcess
	for i := range 2 {
		s, err := startServer("--state", filepath.Join(dir, fmt.Sprint(i)), "--feed", *natsURL)
		if err != nil {
			t.Fatal(err)
		}
		defer s.kill()
		servers = append(servers, s)
	}
	play := func(server int) *matchPlayer {
		p := &matchPlayer{t: t, screen: ansi.NewEmulator(80, 24)}
		p.connect(servers[server].address)
		return p
	}
	// Two matches: players 0 and 1 on the first server, and players 2 and 3 on both.
	var all []*matchPlayer
	for i, server := range []int{0, 0, 0, 1} {
		p := play(server)
		p.waitFor("A R C A D E")
		if i%2 == 1 {
			p.waitFor("Play Arkanong with")
		}
		time.Sleep(time.Second) // a new screen ignores keys at first
		p.press("\r")
		if i%2 == 0 {
			p.waitFor(" free.")
		} else {
			p.waitFor("FIRST TO")
			all[i-1].waitFor("FIRST TO")
		}
		all = append(all, p)
	}
	time.Sleep(3 * time.Second) // the countdown

	var times [2][]time.Duration
	keys := []string{"\x1b[D", "\x1b[C"} // left and right
	for i := range *matchKeys {
		for k, p := range []*matchPlayer{all[1], all[3]} {
			if d := p.measure(keys[i%2]); d > 0 {
				times[k] = append(times[k], d)
			}
			time.Sleep(time.Duration(100+7*(i%30)) * time.Millisecond)
		}
	}
	var p99 [2]time.Duration
	for k, name := range []string{"one server", "two servers"} {
		n := len(times[k])
		if n < *matchKeys/2 {
			t.Fatalf("match on %s: only %d of %d keys have moved the paddle", name, n, *matchKeys)
		}
		slices.Sort(times[k])
		p99[k] = times[k][n*99/100]
		t.Logf("match on %s: from key to cell p50 %v, p90 %v, p99 %v (%d keys)", name, times[k][n/2], times[k][n*9/10],
			p99[k], n)
	}
	if d := p99[1] - p99[0]; d > *maxHop {
		t.Errorf("a match on two servers takes %v longer, want at most %v", d, *maxHop)
	}

	servers[0].kill()
	all[3].waitFor("The match has ended")
}

// A matchPlayer is a guest with a terminal.
type matchPlayer struct {
	t  *testing.T
	in io.Writer

	mu      sync.Mutex
	screen  *ansi.Emulator
	before  string        // row of the paddle when a key was pressed
	pressed time.Time     // zero if no key is measured
	moved   chan struct{} // receives a value when the paddle has moved
	took    time.Duration
}

// connect opens a session that starts in the lobby.
func (p *matchPlayer) connect(address string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { conn.Close() })
	c, channels, requests, err := ssh.NewClientConn(conn, "", &ssh.ClientConfig{
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(
			func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	s, err := ssh.NewClient(c, channels, requests).NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	p.moved = make(chan struct{}, 1)
	p.screen.Reply = p.press
	s.Stdout = p
	if p.in, err = s.StdinPipe(); err != nil {
		p.t.Fatal(err)
	}
	for _, err := range []error{
		s.Setenv("LANG", "C.UTF-8"), s.RequestPty("xterm-256color", 24, 80, nil), s.Start("watch nobody"),
	} {
		if err != nil {
			p.t.Fatal(err)
		}
	}
}

// Write receives output.
func (p *matchPlayer) Write(data []byte) (int, error) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = p.screen.Write(data)
	if !p.pressed.IsZero() && p.paddle() != p.before {
		p.took, p.pressed = now.Sub(p.pressed), time.Time{}
		p.moved <- struct{}{}
	}
	return len(data), nil
}

// paddle returns the row with the player's paddle.
func (p *matchPlayer) paddle() string { return p.screen.Text(0, 22, 40) }

func (p *matchPlayer) press(key string) { _, _ = io.WriteString(p.in, key) }

// maxAnswer is the maximum time from a key until the paddle moves. A later movement does not count as the answer to the
// key, because the paddle does not move between two points.
const maxAnswer = 200 * time.Millisecond

// measure presses a key, and returns the time until the paddle has moved, or 0 if it does not move.
func (p *matchPlayer) measure(key string) time.Duration {
	p.mu.Lock()
	p.before, p.pressed = p.paddle(), time.Now()
	p.mu.Unlock()
	p.press(key)
	select {
	case <-p.moved:
		return p.took
	case <-time.After(maxAnswer):
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pressed = time.Time{}
	select {
	case <-p.moved:
	default:
	}
	return 0
}

// waitFor waits until the screen contains a text.
func (p *matchPlayer) waitFor(text string) {
	p.t.Helper()
	for range 3000 {
		p.mu.Lock()
		found := p.screen.Contains(text)
		p.mu.Unlock()
		if found {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Fatalf("the screen does not contain %q: %q", text, p.screen.Text(0, 0, 80*24))
}
