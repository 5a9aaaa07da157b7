package tty

import (
	"os"
	"os/signal"

	"arkterm/cmd/arkterm/tty/quiet"
)

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
