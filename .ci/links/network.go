package links

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

	"golang.org/x/sys/unix"

	"arkterm/ci/harness"
)

// A host is a network namespace with one TUN device.
type host struct {
	calls chan func() // functions for the thread of the namespace
	tun   *os.File
}

// newHost creates a namespace with an IP address. The namespace belongs to a thread and ends with that thread.
func newHost(address string) (*host, error) {
	h := &host{calls: make(chan func())}
	opened := make(chan error)
	go func() {
		runtime.LockOSThread() // without an unlock, the thread ends with the goroutine
		opened <- h.open(address)
		for call := range h.calls {
			call()
		}
	}()
	return h, <-opened
}

// open creates the host's network namespace for the current thread, and the TUN device with the given address.
func (h *host) open(address string) error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("create a network namespace (needs root): %w", err)
	}
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	h.tun = os.NewFile(uintptr(fd), "tun")
	request, err := unix.NewIfreq("link")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, request); err != nil {
		return err
	}
	for _, args := range []string{
		"link set lo up", "addr add " + address + "/24 dev link",
		"link set link mtu 1400 up",
	} {
		if err := harness.Run(exec.Command("ip", strings.Fields(args)...)); err != nil {
			return err
		}
	}
	return nil
}

// do calls f in the namespace and returns the error of f.
func (h *host) do(f func() error) error {
	done := make(chan error)
	h.calls <- func() { done <- f() }
	return <-done
}

// close deletes the device and ends the namespace's thread.
func (h *host) close() {
	if h.tun != nil {
		h.tun.Close()
	}
	close(h.calls)
}

// connect forwards packets from one host to another. See [harness.NewLine] for the other arguments.
func connect(from, to *host, rate int, delay time.Duration, capacity int) *harness.Line {
	l := harness.NewLine(rate, delay, capacity, func(p []byte) { _, _ = to.tun.Write(p) })
	go harness.Copy(from.tun, func(p []byte) { l.SendPacket(slices.Clone(p)) })
	return l
}

// Addresses and ports of the hosts. A second ssh server on the same host simulates a host behind the first one.
const (
	serverAddress, playerAddress = "10.99.0.1", "10.99.0.2"
	sshPort, secondPort          = "2222", "2223"
)

// overNetwork runs the program on the server and measures it on the player's host.
func overNetwork(l link, s scene, command []string, home string, span time.Duration) (ages, error) {
	server, err := newHost(serverAddress)
	if err != nil {
		return ages{}, err
	}
	defer server.close()
	player, err := newHost(playerAddress)
	if err != nil {
		return ages{}, err
	}
	defer player.close()
	defer connect(server, player, l.rate, l.rtt/2, maxQueued).Close()
	defer connect(player, server, 0, l.rtt/2, 0).Close()
	stop, err := startSSH(server, home, sshPort)
	if err != nil {
		return ages{}, err
	}
	defer stop()

	var terminal *harness.Terminal
	started := make(chan struct{})
	m := newMeter(l, s, l.multiplexed(), func(text string) { <-started; terminal.Type(text) })
	remote := "env " + strings.Join(harness.Environment(home), " ") + " " + strings.Join(command, " ")
	if l.multiplexed() {
		if remote, err = inTmux(server, m, home, remote); err != nil {
			return ages{}, err
		}
		defer func() {
			_ = server.do(func() error { return exec.Command("tmux", "-L", "links", "kill-server").Run() })
		}()
	}
	args, stop, err := sshArgs(l, server, home)
	if err != nil {
		return ages{}, err
	}
	defer stop()
	cmd := exec.Command("ssh", append(args, remote)...)
	cmd.Env = harness.Environment(home)
	err = player.do(func() (err error) {
		terminal, err = harness.Start(cmd, s.cols, s.rows, m.arrived)
		return err
	})
	if err != nil {
		return ages{}, err
	}
	close(started)
	defer terminal.End()
	if !harness.Until(30*time.Second, func() bool { // signing in takes some round trips
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.tick > 0
	}) {
		return ages{}, errors.New("the program shows no ticks")
	}
	m.restart()
	return m.result(span)
}

// inTmux returns a command that runs another command in tmux. tmux also copies the output of that command to the meter.
func inTmux(server *host, m *meter, home, command string) (string, error) {
	pipe := filepath.Join(home, "near")
	_ = os.Remove(pipe)
	if err := errors.Join(os.MkdirAll(home, 0o700), syscall.Mkfifo(pipe, 0o600)); err != nil {
		return "", err
	}
	near, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	go func() {
		defer near.Close()
		harness.Copy(near, m.sent)
	}()
	return fmt.Sprintf("tmux -L links -f /dev/null new-session 'sleep 0.5; exec %s' ';' pipe-pane 'exec cat >%s'",
		command, pipe), nil
}

// sshArgs returns the arguments of ssh for a command on the server, or on a second server behind a jump host.
func sshArgs(l link, server *host, home string) (args []string, stop func(), err error) {
	account, err := user.Current()
	if err != nil {
		return nil, nil, err
	}
	options := []string{
		"-F", "none", "-i", filepath.Join(home, "key"), "-o", "StrictHostKeyChecking=no", "-o",
		"UserKnownHostsFile=/dev/null",
		"-o", "LogLevel=ERROR",
	}
	hop := append(slices.Clone(options), "-p", sshPort, account.Username+"@"+serverAddress)
	if l.kind != "jump" {
		return append([]string{"-tt"}, hop...), func() {}, nil
	}
	stop, err = startSSH(server, home, secondPort)
	// The option -J of ssh would not use these options for the jump host.
	proxy := "ssh " + strings.Join(append([]string{"-W", "%h:%p"}, hop...), " ")
	return append(append([]string{"-tt"}, options...), "-o", "ProxyCommand="+proxy, "-p", secondPort, account.Username+
		"@127.0.0.1"), stop, err
}

// startSSH starts an ssh server on a host. The server accepts the key in home, which is created if necessary.
func startSSH(on *host, home, port string) (stop func(), err error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	for _, name := range []string{"key", "host"} {
		path := filepath.Join(home, name)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		if err := harness.Run(exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path)); err != nil {
			return nil, err
		}
	}
	_ = os.MkdirAll("/run/sshd", 0o755)
	sshd := exec.Command("/usr/sbin/sshd", "-D", "-e", "-f", "/dev/null", "-p", port, "-h", filepath.Join(home, "host"),
		"-o", "AuthorizedKeysFile="+filepath.Join(home, "key.pub"), "-o", "StrictModes=no", "-o", "UsePAM=no", "-o",
		"PidFile=none",
		"-o", "PermitRootLogin=yes", "-o", "LogLevel=ERROR", "-o", "ClientAliveInterval=5", "-o",
		"ClientAliveCountMax=2")
	if err := on.do(sshd.Start); err != nil {
		return nil, err
	}
	time.Sleep(300 * time.Millisecond) // until sshd listens
	return func() { _ = sshd.Process.Kill(); _ = sshd.Wait() }, nil
}
