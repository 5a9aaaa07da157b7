package process

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/terminal/process/quiet"
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
		quiet.Die(number)
	}
	os.Exit(128 + int(number))
}

// AtEnd has every signal that ends the process call clean before, until done is called. It is for commands
// that take no terminal.
func AtEnd(clean func()) (done func()) {
	caught, over := make(chan os.Signal, 1), make(chan struct{})
	notifyEnds(caught)
	go func() {
		select {
		case sig := <-caught:
			clean()
			Die(sig)
		case <-over:
		}
	}()
	return func() {
		quiet.Take()
		signal.Stop(caught)
		close(over)
	}
}

// notifyEnds relays the signals that end the program to c, but for those that it was started to ignore.
func notifyEnds(c chan<- os.Signal) {
	for _, sig := range endSignals() {
		if !signal.Ignored(sig) { // nohup ignores SIGHUP for us
			signal.Notify(c, sig)
		}
	}
	quiet.Yield()
}
