//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"arkterm/cmd/arkterm/tty/earlysignal"
)

// A signal that Go's runtime would answer with the stacks of all goroutines ends the program silently and by that
// signal, also before main and where no terminal is taken.
func TestSignalsEndQuietly(t *testing.T) {
	moments := map[string]string{ // when the runtime says that a package is initialized
		"at the start":    "init arkterm/cmd/arkterm/tty/earlysignal ",
		"at or near main": "init github.com/spf13/cobra ",
	}
	for _, sig := range earlysignal.Signals() {
		for moment, line := range moments {
			t.Run(fmt.Sprint(sig, " ", moment), func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command("arkterm", "sim", "--bot", "--ticks", "3456000")
				cmd.Env = append(cmd.Environ(), "GODEBUG=inittrace=1")
				errs, err := cmd.StderrPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}

				in, seen := bufio.NewReader(errs), ""
				for err == nil && !strings.HasPrefix(seen, line) {
					seen, err = in.ReadString('\n')
				}
				if err != nil {
					t.Fatalf("there is no line %q", line)
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				rest, _ := io.ReadAll(in)
				for said := range strings.Lines(string(rest)) {
					if !strings.HasPrefix(said, "init ") {
						t.Errorf("says %q", said)
					}
				}
				e, _ := errors.AsType[*exec.ExitError](cmd.Wait())
				if e == nil || e.Sys().(syscall.WaitStatus).Signal() != sig {
					t.Errorf("ends by %v", e)
				}
			})
		}
	}
}
