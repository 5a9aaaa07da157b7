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

// TestSignalsEndQuietly checks that signals for which Go's runtime prints the stacks of all goroutines end the program
// silently, also before main and in commands without a terminal.
func TestSignalsEndQuietly(t *testing.T) {
	stages := map[string]string{ // lines of the runtime about initialized packages
		"at the start":    "init arkterm/cmd/arkterm/tty/earlysignal ",
		"at or near main": "init github.com/spf13/cobra ",
	}
	for _, sig := range earlysignal.Signals() {
		for stage, line := range stages {
			t.Run(fmt.Sprint(sig, " ", stage), func(t *testing.T) {
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
					t.Fatalf("the runtime has not printed %q", line)
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				rest, _ := io.ReadAll(in)
				for text := range strings.Lines(string(rest)) {
					if !strings.HasPrefix(text, "init ") {
						t.Errorf("the program printed %q", text)
					}
				}
				e, _ := errors.AsType[*exec.ExitError](cmd.Wait())
				if e == nil || e.Sys().(syscall.WaitStatus).Signal() != sig {
					t.Errorf("the program ended with %v, want signal %v", e, sig)
				}
			})
		}
	}
}
