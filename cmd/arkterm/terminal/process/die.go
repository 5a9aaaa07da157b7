package process

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
)

// Die ends the process by the signal, or, if that is ignored, with the exit code that a shell shows for
// it. It does not return.
func Die(sig os.Signal) {
	number, ok := sig.(syscall.Signal)
	if !ok {
		os.Exit(int(exit.Failure))
	}
	signal.Reset(sig)
	switch {
	case signal.Ignored(sig):
	case number == unix.SIGHUP || number == unix.SIGINT || number == unix.SIGTERM:
		_ = unix.Kill(unix.Getpid(), number)
		time.Sleep(DefaultGrace) // for the thread that handles it
	default:
		dieByExec(number)
	}
	os.Exit(128 + int(number))
}

// dieByExec replaces the process by a shell that kills itself. Go's runtime handles these signals itself,
// to print stacks or to ignore them, and cannot restore the default; an exec can.
func dieByExec(sig syscall.Signal) {
	script := fmt.Sprintf("ulimit -c 0; kill -%d $$", int(sig))
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", script}, os.Environ())
}
