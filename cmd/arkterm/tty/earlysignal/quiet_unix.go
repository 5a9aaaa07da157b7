//go:build unix

package earlysignal

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the signals that the runtime would answer with stacks. SIGQUIT is the first.
func Signals() []os.Signal {
	return append([]os.Signal{
		syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT,
		syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGSYS,
	}, ofSystem)
}

// caught receives these signals while nobody else handles them.
var caught = make(chan os.Signal, 1)

// Not called by main: all other packages would be initialized before.
func init() {
	go func() {
		for sig := range caught {
			Die(sig.(syscall.Signal))
		}
	}()
	Take()
}

// Take makes the signals end the process, but for those that it was started to ignore.
func Take() {
	for _, sig := range Signals() {
		if !signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
}

// Yield leaves the signals to whoever has called signal.Notify for them.
func Yield() { signal.Stop(caught) }

// Die ends the process by a signal whose default Go cannot restore: its runtime handles some signals
// itself, to print stacks or to ignore them. An exec can, so a shell takes the place of the process and
// kills itself. It leaves no core file: that is for the program's own faults. Where no shell can be started, as
// in a container with nothing but the program, the process ends with the exit code that one would show for
// the signal. Die does not return.
func Die(sig syscall.Signal) {
	script := fmt.Sprintf("ulimit -c 0; kill -%d $$", int(sig))
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", script}, os.Environ())
	os.Exit(128 + int(sig))
}
