//go:build unix

package tty

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/tty/earlysignal"
)

// Die ends the process by the signal. If the process ignores the signal, Die ends it with the exit code that a shell
// shows for the signal. Die does not return.
func Die(sig os.Signal) {
	number, ok := sig.(syscall.Signal)
	if !ok {
		os.Exit(int(cli.ExitFailure))
	}
	signal.Reset(sig)
	switch {
	case signal.Ignored(sig):
	case number == unix.SIGHUP || number == unix.SIGINT || number == unix.SIGTERM:
		_ = unix.Kill(unix.Getpid(), number)
		time.Sleep(DefaultGrace) // until the signal is handled
	default:
		earlysignal.Die(number)
	}
	os.Exit(128 + int(number))
}

// Getenv is os.Getenv. On Unix, the environment describes the terminal.
func Getenv(name string) string { return os.Getenv(name) }
