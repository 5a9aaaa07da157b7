//go:build unix

package earlysignal

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// childVariable is the environment variable that turns the test binary into a child. The child cannot start a shell and
// sends itself a signal.
const childVariable = "ARKTERM_TEST_ALONE"

// If there is no shell, a signal still ends the process without output.
func TestSignalWithoutShell(t *testing.T) {
	if os.Getenv(childVariable) != "" {
		// An environment of this size makes every exec fail.
		if err := os.Setenv(childVariable, strings.Repeat("x", 8<<20)); err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	}

	cmd := exec.Command(os.Args[0], "-test.run=^TestSignalWithoutShell$", "-test.timeout=10s")
	cmd.Env = append(os.Environ(), childVariable+"=1")
	output, err := cmd.CombinedOutput()
	e, _ := errors.AsType[*exec.ExitError](err)
	if e == nil || e.ExitCode() != 128+int(syscall.SIGABRT) || len(output) > 0 {
		t.Errorf("the child ended with %v and printed %q, want exit status 134 and no output", err, output)
	}
}
