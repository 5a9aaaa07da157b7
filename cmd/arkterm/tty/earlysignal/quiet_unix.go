//go:build unix

package earlysignal

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the signals for which the runtime would print stacks. SIGQUIT is the first.
func Signals() []os.Signal {
	return append([]os.Signal{
		syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT,
		syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGSYS,
	}, systemSignal)
}

// caught receives the signals of Signals while no other code handles them.
var caught = make(chan os.Signal, 1)

// init runs before the initialization of most other packages.
func init() {
	go func() {
		for sig := range caught {
			Die(sig.(syscall.Signal))
		}
	}()
	Take()
}

// Take makes the signals end the process silently. Signals that the process ignores remain ignored.
func Take() {
	for _, sig := range Signals() {
		if !signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
}

// Yield stops handling the signals, so that other code can handle them with signal.Notify.
func Yield() { signal.Stop(caught) }

// Die ends the process by a signal, without a core file. It does not return. Go cannot restore the default action of
// signals that its runtime handles, but exec does. Therefore Die replaces the process by a shell that sends itself the
// signal. If there is no shell, for example in a container with only the program, the process ends with the exit code
// of the signal.
func Die(sig syscall.Signal) {
	script := fmt.Sprintf("ulimit -c 0; kill -%d $$", int(sig))
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", script}, os.Environ())
	os.Exit(128 + int(sig))
}
