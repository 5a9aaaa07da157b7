//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/leaderboard"
)

var upgraded = flag.Int("upgraded", 3,
	"number of players during the upgrade of TestUpgrade; more than 3 play to the end of their games, up to 5 minutes")

// An upgradedSite is a state folder that is used by one server and then by newer ones.
type upgradedSite struct {
	t        *testing.T
	dir      string
	address  string
	log      *bufio.Scanner
	messages net.PacketConn // messages to systemd
}

// newUpgradedSite starts a server as systemd does, with a listening socket and a socket for messages.
func newUpgradedSite(t *testing.T) (s *upgradedSite, server *exec.Cmd) {
	t.Helper()
	s = &upgradedSite{t: t, dir: t.TempDir()}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	s.check(err)
	defer l.Close()
	s.address = l.Addr().String()
	socket, err := l.(*net.TCPListener).File()
	s.check(err)
	defer socket.Close()
	s.messages, err = net.ListenPacket("unixgram", filepath.Join(s.dir, "notify"))
	s.check(err)
	t.Cleanup(func() { s.messages.Close() })

	server = exec.Command("sh", "-c", `LISTEN_PID=$$ exec arkterm-arcade serve --listen nowhere --state "$0"`, s.dir)
	server.Env = append(os.Environ(), "LISTEN_FDS=1", "NOTIFY_SOCKET="+s.messages.LocalAddr().String())
	server.ExtraFiles = []*os.File{socket}
	log, write, err := os.Pipe() // without StderrPipe, because Wait would close the log of later servers
	s.check(err)
	server.Stderr = write
	s.check(server.Start())
	write.Close()
	s.log = bufio.NewScanner(log)
	t.Cleanup(func() {
		if pid := s.newest(); pid > 0 {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
		for s.log.Scan() { // until the last server has ended
		}
		log.Close()
	})
	s.waitForLog("msg=listening")
	return s, server
}

// check fails the test if there is an error.
func (s *upgradedSite) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// waitForLog reads the log until a line contains a text.
func (s *upgradedSite) waitForLog(text string) {
	s.t.Helper()
	var lines strings.Builder
	for s.log.Scan() {
		if strings.Contains(s.log.Text(), text) {
			return
		}
		fmt.Fprintln(&lines, s.log.Text())
	}
	s.t.Fatalf("the log does not contain %q, only\n%s", text, lines.String())
}

// newest returns the process ID of the newest server.
func (s *upgradedSite) newest() int {
	text, _ := os.ReadFile(filepath.Join(s.dir, "lock"))
	pid, _ := strconv.Atoi(string(bytes.TrimSpace(text)))
	return pid
}

// upgrade starts a newer server, and returns its process ID.
func (s *upgradedSite) upgrade() int {
	s.t.Helper()
	old := s.newest()
	text, err := exec.Command("arkterm-arcade", "upgrade", "--state", s.dir).CombinedOutput()
	if err != nil || !bytes.HasPrefix(text, []byte("upgraded")) {
		s.t.Fatalf("upgrade: %q, %v; want success", text, err)
	}
	pid := s.newest()
	if pid == old {
		s.t.Fatal("the old server is still the newest")
	}
	return pid
}

// message returns the next message to systemd.
func (s *upgradedSite) message() string {
	s.t.Helper()
	b := make([]byte, 100)
	n, _, err := s.messages.ReadFrom(b)
	s.check(err)
	return string(b[:n])
}

// An upgradePlayer is a player with a terminal.
type upgradePlayer struct {
	*ssh.Session
	id     string // name of the player's folder
	in     io.Writer
	ended  chan error // receives a value after the last output
	closed func()
}

// join connects a player and waits for the first frame. Players with different numbers are in different networks.
func (s *upgradedSite) join(name string, number int) (*upgradePlayer, error) {
	from, key := net.IPv4(127, 1, byte(number), 1), testKey(fmt.Sprint(name, number))
	session, end, err := connect(context.Background(), s.address, key, from)
	if err != nil {
		return nil, err
	}
	in, err1 := session.StdinPipe()
	out, err2 := session.StdoutPipe()
	if err := errors.Join(err1, err2, session.Setenv("LANG", "C.UTF-8"), session.RequestPty("vt220", 24, 80, nil),
		session.Shell()); err != nil {
		return nil, err
	}

	output := bufio.NewReader(out)
	for before := ""; !strings.HasSuffix(before, "\x1b[5"); { // \x1b[5n marks the end of a frame
		if before, err = output.ReadString('n'); err != nil {
			return nil, err
		}
		before = strings.TrimSuffix(before, "n")
	}
	sum := sha256.Sum256(key.PublicKey().Marshal())
	p := &upgradePlayer{session, hex.EncodeToString(sum[:]), in, make(chan error, 1), end}
	go func() { // the server disconnects clients that do not read
		_, err := io.Copy(io.Discard, output)
		p.ended <- err
	}()
	return p, nil
}

// pressUntil presses keys every 0.1 s until done returns true. It pauses after every twenty presses, because a dialog
// that opens unrequested ignores keys until there is a pause.
func (p *upgradePlayer) pressUntil(keys string, done func() bool) error {
	for n := 1; !done(); n++ {
		if _, err := io.WriteString(p.in, keys); err != nil {
			return err
		}
		pause := 100 * time.Millisecond
		if n%20 == 0 {
			pause = time.Second
		}
		wait(context.Background(), pause)
	}
	return nil
}

// startGame starts a game, which is saved at the first serve.
func (s *upgradedSite) startGame(p *upgradePlayer) error {
	return p.pressUntil("\r ", func() bool {
		_, err := os.Stat(filepath.Join(s.dir, "players", p.id, "game.ark"))
		return err == nil
	})
}

// playToEnd serves balls without moving the paddle until the game is over.
func (s *upgradedSite) playToEnd(p *upgradePlayer) error {
	db, err := leaderboard.OpenReader(filepath.Join(s.dir, "arcade.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	return p.pressUntil(" ", func() bool {
		player, err := db.PlayerByID(p.id)
		return err == nil && player.Games > 0
	})
}

// leave presses Ctrl-C and waits for the end of the session. It returns an error if the server has ended the session.
func (p *upgradePlayer) leave() error {
	defer p.closed()
	if _, err := io.WriteString(p.in, "\x03"); err != nil {
		return err
	}
	return errors.Join(<-p.ended, p.Wait())
}

// inParallel calls f with the numbers from 0 to n-1 in n goroutines.
func inParallel(n int, f func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// joinAll connects players in parallel.
func (s *upgradedSite) joinAll(name string, n int) []*upgradePlayer {
	s.t.Helper()
	players := make([]*upgradePlayer, n)
	s.check(inParallel(n, func(i int) (err error) {
		players[i], err = s.join(name, i)
		return err
	}))
	return players
}

// connectUntil opens connections and waits for the version of the SSH server, until done is closed. It returns the
// number of connections.
func (s *upgradedSite) connectUntil(done <-chan struct{}) (n int, err error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 2, 0, 1)}}
	for ; ; n++ {
		select {
		case <-done:
			return n, nil
		default:
		}
		conn, err := dialer.Dial("tcp", s.address)
		if err != nil {
			return n, err
		}
		_, err = io.ReadFull(conn, make([]byte, len("SSH-2.0-arkterm")))
		conn.Close()
		if err != nil {
			return n, err
		}
	}
}

// An upgrade ends no visit and refuses no connection. Visits continue on the old server, which ends after the last one.
// New visitors connect to the new server.
func TestUpgrade(t *testing.T) {
	if testing.Short() { // the race detector does not see the servers, which are separate processes
		return
	}
	t.Parallel() // it mostly waits
	s, server := newUpgradedSite(t)
	if m := s.message(); m != "READY=1" {
		t.Errorf("the server sends %q to systemd, want READY=1", m)
	}
	before := s.joinAll("before", *upgraded)
	s.check(inParallel(*upgraded, func(i int) error { return s.startGame(before[i]) }))

	control := filepath.Join(s.dir, arcade.ControlFile)
	if answer, err := arcade.RequestUpgrade(control, "/bin/false"); err == nil {
		t.Errorf("an upgrade to a program that is not a server: %q, want an error", answer)
	}
	done, connections := make(chan struct{}), 0
	connected := make(chan error, 1)
	go func() {
		var err error
		connections, err = s.connectUntil(done)
		connected <- err
	}()
	pid := s.upgrade()
	close(done)
	s.check(<-connected)
	t.Log(connections, "connections during the upgrade")
	if m, want := s.message(), fmt.Sprint("MAINPID=", pid); m != want {
		t.Errorf("the server sends %q to systemd, want %q", m, want)
	}

	after := s.joinAll("after", *upgraded)
	s.check(inParallel(*upgraded, func(i int) (err error) {
		if *upgraded > 3 {
			err = s.playToEnd(before[i])
		}
		return errors.Join(err, before[i].leave())
	}))
	if err := server.Wait(); err != nil {
		t.Errorf("the old server ends with %v, want success", err)
	}
	s.check(inParallel(*upgraded, func(i int) error { return after[i].leave() }))
}

// If the newest server is killed during an upgrade, the old one starts it again, and connections wait. A killed old
// server does not affect the newest one, which can be upgraded again.
func TestKillsDuringUpgrade(t *testing.T) {
	if testing.Short() { // the race detector does not see the servers, which are separate processes
		return
	}
	t.Parallel() // it mostly waits
	s, server := newUpgradedSite(t)
	first, err := s.join("first", 0)
	s.check(err)
	defer first.closed()
	s.check(syscall.Kill(s.upgrade(), syscall.SIGKILL))
	second, err := s.join("second", 0)
	s.check(err)
	s.upgrade()
	s.check(server.Process.Kill())
	if err := first.Wait(); err == nil {
		t.Error("after the old server was killed, its visit continues")
	}
	third, err := s.join("third", 0)
	s.check(errors.Join(err, third.leave(), second.leave()))
}
