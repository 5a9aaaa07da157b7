package tty

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// linkCap returns the rate limit for the terminal's link. If the location of a multiplexer's client is known, it takes
// precedence over o.Remote, because a remote client can attach to a program that was started locally, and vice versa.
func (o *Options) linkCap(client clientLocation) screen.Cap {
	c := screen.Cap{Rate: o.LinkRate, Chosen: o.LinkRate > 0, Multiplexer: inMultiplexer(o.Env)}
	switch {
	case c.Chosen || o.Env == nil:
	case client == clientLocal:
	case client == clientRemote, o.Remote, inContainer(o.Env, exists), isSerial(terminalName()):
		c.Rate = screen.RemoteRate
	}
	return c
}

// inTmux reports whether the program runs in tmux and the player has set no rate limit, so that the limit depends on
// tmux's client.
func (o *Options) inTmux() bool { return o.LinkRate == 0 && o.Env != nil && o.Env("TMUX") != "" }

// inMultiplexer reports whether a multiplexer is between this process and the terminal.
func inMultiplexer(env func(string) string) bool {
	return env != nil && (env("TMUX") != "" || env("STY") != "")
}

// inContainer reports whether this process runs in a container. Its terminal may be remote, because docker, podman and
// kubectl attach to containers over a network.
func inContainer(env func(string) string, exists func(path string) bool) bool {
	return env("container") != "" || env("KUBERNETES_SERVICE_HOST") != "" ||
		exists("/.dockerenv") || exists("/run/.containerenv")
}

// terminalName returns the path of the terminal on stdin, or "" if it is unknown.
func terminalName() string {
	name, err := os.Readlink("/proc/self/fd/0")
	if err != nil {
		return ""
	}
	return name
}

// serialNames contains the prefixes that name serial lines and the consoles of virtual machines.
var serialNames = []string{"ttyS", "ttyUSB", "ttyACM", "ttyAMA", "ttyO", "ttymxc", "ttySC", "hvc"}

// isSerial reports whether a terminal is a serial line.
func isSerial(path string) bool {
	name, ok := strings.CutPrefix(path, "/dev/")
	for _, prefix := range serialNames {
		number, matches := strings.CutPrefix(name, prefix)
		if ok && matches && number != "" && strings.Trim(number, "0123456789") == "" {
			return true
		}
	}
	return false
}

// A clientLocation describes whether a multiplexer's client is local or remote.
type clientLocation uint8

const (
	clientUnknown clientLocation = iota
	clientLocal
	clientRemote
)

// clientTimeout limits the duration of a query for tmux's client. clientInterval is the time between two queries,
// because a client may be replaced by another one.
const (
	clientTimeout  = time.Second
	clientInterval = 10 * time.Second
)

// tmuxClient queries whether tmux's client is remote. When a client attaches, tmux copies SSH_CONNECTION from the
// client's environment, or marks it as removed.
func tmuxClient() clientLocation {
	ctx, cancel := context.WithTimeout(context.Background(), clientTimeout)
	defer cancel()
	query := exec.CommandContext(ctx, "tmux", "show-environment", "SSH_CONNECTION")
	query.WaitDelay = clientTimeout // a child process of tmux may keep the pipe open
	out, err := query.Output()
	if err != nil {
		return clientUnknown
	}
	return parseClient(string(out))
}

// parseClient parses the output of tmux show-environment.
func parseClient(line string) clientLocation {
	switch {
	case strings.HasPrefix(line, "SSH_CONNECTION="):
		return clientRemote
	case strings.TrimSpace(line) == "-SSH_CONNECTION":
		return clientLocal
	}
	return clientUnknown
}

// detachedPoll is the time between two checks of a multiplexer's socket. tmux and GNU screen do not report a loss of
// focus when their client is detached, so the game would continue without its player. While a client is attached, both
// set the execute permission of their socket for its owner. tmux sets it while a client is attached to any session, so
// a detached session is not noticed while another session has a client.
const detachedPoll = 500 * time.Millisecond

// socketOf returns the path of the socket of the multiplexer in which this process runs, or "" if there is none.
func socketOf(env func(string) string) string {
	if path, _, _ := strings.Cut(env("TMUX"), ","); path != "" {
		return path
	}
	name := env("STY")
	if name == "" {
		return ""
	}
	folders := []string{
		env("SCREENDIR"), "/run/screen/S-" + env("USER"), "/tmp/screens/S-" + env("USER"),
		filepath.Join(env("HOME"), ".screen"),
	}
	for _, dir := range folders {
		if path := filepath.Join(dir, name); dir != "" && exists(path) {
			return path
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isAttached reports whether a client is attached to the multiplexer with this socket.
func isAttached(socket string) bool {
	info, err := os.Stat(socket)
	return err == nil && info.Mode().Perm()&0o100 != 0
}

// watchMultiplexer watches the clients of a multiplexer until Close. It reports a loss of focus each time that the last
// client is detached, and updates the rate limit of the link. limit is the current limit. attached reports whether a
// client is attached at the start.
func (t *Terminal) watchMultiplexer(o Options, socket string, limit screen.Cap, attached bool) {
	defer t.HandlePanic()
	poll := time.NewTicker(detachedPoll)
	defer poll.Stop()
	for n := 1; ; n++ {
		select {
		case <-t.closing:
			return
		case <-poll.C:
		}
		wasAttached := attached
		attached = isAttached(socket)
		if wasAttached && !attached {
			t.Blur()
		}
		if o.inTmux() && attached && (!wasAttached || n%int(clientInterval/detachedPoll) == 0) {
			if c := o.linkCap(tmuxClient()); c != limit {
				limit = c
				t.SetCap(c)
			}
		}
	}
}
