package tty

import (
	"os"
	"syscall"

	"arkterm/cmd/arkterm/exit"
)

// Die ends the process with the exit code that a shell shows for the signal: nothing dies by a signal here.
// It does not return.
func Die(sig os.Signal) {
	number, ok := sig.(syscall.Signal)
	if !ok {
		os.Exit(int(exit.Failure))
	}
	os.Exit(128 + int(number))
}
