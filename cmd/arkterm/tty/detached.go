package tty

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// tmux and GNU screen send no report that the focus is lost when their client is detached, so the game would
// continue without its player. While a client is attached, both set the execute permission of their socket for
// its owner. For tmux that includes the clients of other sessions.

// detachedPoll is the time between two checks of the socket.
const detachedPoll = 500 * time.Millisecond

// socketOf returns the socket of the multiplexer that this process runs in, or "" if there is none.
func socketOf(env func(string) string) string {
	if path, _, _ := strings.Cut(env("TMUX"), ","); path != "" {
		return path
	}
	name := env("STY")
	if name == "" {
		return ""
	}
	for _, dir := range []string{env("SCREENDIR"), "/run/screen/S-" + env("USER"), "/tmp/screens/S-" + env("USER"), filepath.Join(env("HOME"), ".screen")} {
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

// isAttached reports whether a client is attached, by the multiplexer's socket.
func isAttached(socket string) bool {
	info, err := os.Stat(socket)
	return err == nil && info.Mode().Perm()&0o100 != 0
}

// watchMultiplexer watches the clients of a multiplexer until Close. It reports the loss of the focus each time that
// the last client is detached, and keeps the cap of the link up to date. limit is the current cap; before reports
// whether a client is attached at first.
func (t *Terminal) watchMultiplexer(o Options, socket string, limit screen.Cap, before bool) {
	defer t.Guard()
	poll := time.NewTicker(detachedPoll)
	defer poll.Stop()
	for n := 1; ; n++ {
		select {
		case <-t.over:
			return
		case <-poll.C:
		}
		now := isAttached(socket)
		if before && !now {
			t.Blur()
		}
		if o.inTmux() && now && (!before || n%int(clientEach/detachedPoll) == 0) {
			if c := o.limit(tmuxClient()); c != limit {
				limit = c
				t.SetCap(c)
			}
		}
		before = now
	}
}
