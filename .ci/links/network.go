package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"arkterm/.ci/vt"
)

// A side is a network namespace with one device. Its commands run there, and in no other.
type side struct {
	calls chan func()
	tun   *os.File
}

// newSide makes a namespace that belongs to a thread, with a TUN device of that address, and congestion control of TCP.
func newSide(address, congestion string) (*side, error) {
	s := &side{calls: make(chan func())}
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine, and the namespace with it
		failed <- s.open(address, congestion)
		for call := range s.calls {
			call()
		}
	}()
	return s, <-failed
}

func (s *side) open(address, congestion string) error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("a network of one's own needs root: %w", err)
	}
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	req, err := unix.NewIfreq("way")
	if err != nil {
		return err
	}
	req.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, req); err != nil {
		return err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return err
	}
	s.tun = os.NewFile(uintptr(fd), "tun")
	for _, args := range []string{
		"link set lo up", "addr add " + address + "/24 dev way", "link set way mtu 1400 up",
		"route replace 10.99.0.0/24 dev way congctl " + congestion,
	} {
		if out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %w: %s", args, err, out)
		}
	}
	return nil
}

// do calls f in the namespace.
func (s *side) do(f func() error) error {
	failed := make(chan error)
	s.calls <- func() { failed <- f() }
	return <-failed
}

func (s *side) close() {
	if s.tun != nil {
		s.tun.Close()
	}
	close(s.calls)
}

// carry carries packets from one side to the other.
func carry(from, to *side, rate int, delay time.Duration, room int) *line {
	l := newLine(rate, delay, room, func(p []byte) { _, _ = to.tun.Write(p) })
	go func() {
		buf := make([]byte, 2048)
		for {
			n, err := from.tun.Read(buf)
			if err != nil {
				return
			}
			l.Packet(slices.Clone(buf[:n]))
		}
	}()
	return l
}

// The addresses of the two sides, and the ports of the ssh server and of the second server behind it.
const (
	serverAddress, playerAddress = "10.99.0.1", "10.99.0.2"
	sshPort, farPort             = "2222", "2223"
)

// overNetwork plays on the server's side, and is seen on the player's.
func overNetwork(w way, s scene, command []string, home string, span time.Duration) (result, error) {
	server, err := newSide(serverAddress, w.tcp)
	if err != nil {
		return result{}, err
	}
	defer server.close()
	player, err := newSide(playerAddress, w.tcp)
	if err != nil {
		return result{}, err
	}
	defer player.close()
	there := carry(server, player, w.rate, w.trip/2, w.room)
	defer there.Close()
	back := carry(player, server, 0, w.trip/2, 0)
	defer back.Close()

	keys, stop, err := serve(server, home, sshPort)
	if err != nil {
		return result{}, err
	}
	defer stop()

	watch := &watch{begun: time.Now(), there: w.trip / 2}
	multiplexed := w.kind == "tmux" || w.kind == "jump"
	if multiplexed {
		watch.near, watch.drawn = &overlay{vt.New(s.cols, s.rows, nil)}, map[int]time.Duration{}
		socket := filepath.Join(home, "near")
		_ = os.Remove(socket)
		l, err := watch.listen(socket)
		if err != nil {
			return result{}, err
		}
		defer l.Close()
		self, err := os.Executable()
		if err != nil {
			return result{}, err
		}
		command = append([]string{self, near, socket}, command...)
	}

	line := "env " + strings.Join(environment(home), " ")
	if multiplexed {
		line += " tmux -L links -f /dev/null new-session '" + strings.Join(command, " ") + "'"
		defer func() {
			_ = server.do(func() error { return run(home, "tmux", "-L", "links", "kill-server") })
		}()
	} else {
		line += " " + strings.Join(command, " ")
	}
	who, err := user.Current()
	if err != nil {
		return result{}, err
	}
	options := []string{
		"-F", "none", "-i", keys, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
	}
	login := who.Username + "@"
	hop := append(slices.Clone(options), "-p", sshPort, login+serverAddress)
	if w.kind == "jump" { // as ssh -J, which would not pass the options on
		_, stop, err := serve(server, home, farPort)
		if err != nil {
			return result{}, err
		}
		defer stop()
		proxy := "ssh " + strings.Join(append([]string{"-W", "%h:%p"}, hop...), " ")
		hop = append(options, "-o", "ProxyCommand="+proxy, "-p", farPort, login+"127.0.0.1")
	}
	cmd := exec.Command("ssh", append(append([]string{"-tt"}, hop...), line)...)
	cmd.Env = environment(home)
	var ptm *os.File
	err = player.do(func() (err error) {
		ptm, err = pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(s.cols), Rows: uint16(s.rows)})
		return err
	})
	if err != nil {
		return result{}, err
	}
	defer end(cmd, ptm)

	var reply func(string)
	if w.kind != "ssh-mute" {
		reply = func(text string) { _, _ = ptm.WriteString(text) }
	}
	watch.far = overlay{vt.New(s.cols, s.rows, reply)}
	shown := make(chan struct{}, 1)
	go read(ptm, func(p []byte) {
		watch.Far(p)
		if _, ok := watch.far.Tick(); ok {
			select {
			case shown <- struct{}{}:
			default:
			}
		}
	})
	select { // to log in takes some trips
	case <-shown:
	case <-time.After(30 * time.Second):
		return result{}, errors.New("nothing is shown")
	}
	watch.mu.Lock()
	watch.begun, watch.seen = time.Now(), nil
	clear(watch.drawn)
	watch.mu.Unlock()
	return watch.result(span)
}

// serve starts an ssh server on a port, and returns the player's key.
func serve(on *side, home, port string) (key string, stop func(), err error) {
	key, host := filepath.Join(home, "key"), filepath.Join(home, "host")
	for _, file := range []string{key, host} {
		if _, err := os.Stat(file); err == nil {
			continue
		}
		if err := run(home, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file); err != nil {
			return "", nil, err
		}
	}
	path, err := exec.LookPath("/usr/sbin/sshd")
	if err != nil {
		return "", nil, err
	}
	_ = os.MkdirAll("/run/sshd", 0o755)
	sshd := exec.Command(path, "-D", "-e", "-f", "/dev/null", "-p", port, "-h", host, "-o", "AuthorizedKeysFile="+key+".pub",
		"-o", "StrictModes=no", "-o", "UsePAM=no", "-o", "PidFile=none", "-o", "PermitRootLogin=yes", "-o", "LogLevel=ERROR",
		"-o", "ClientAliveInterval=5", "-o", "ClientAliveCountMax=2") // it ends when the network is gone
	sshd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := on.do(sshd.Start); err != nil {
		return "", nil, err
	}
	time.Sleep(300 * time.Millisecond) // until it listens
	return key, func() { _ = sshd.Process.Kill(); _ = sshd.Wait() }, nil
}

// run runs a command to its end.
func run(home, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = environment(home)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
