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

// aloneVariable turns the test binary into a child that sends itself a signal and cannot start a shell.
const aloneVariable = "ARKTERM_TEST_ALONE"

// If there is no shell, a signal still ends the process without output.
func TestSignalWithoutShell(t *testing.T) {
	if os.Getenv(aloneVariable) != "" {
		// An environment of this size makes every exec fail.
		if err := os.Setenv(aloneVariable, strings.Repeat("x", 8<<20)); err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	}

	cmd := exec.Command(os.Args[0], "-test.run=^TestSignalWithoutShell$", "-test.timeout=10s")
	cmd.Env = append(os.Environ(), aloneVariable+"=1")
	said, err := cmd.CombinedOutput()
	e, _ := errors.AsType[*exec.ExitError](err)
	if e == nil || e.ExitCode() != 128+int(syscall.SIGABRT) || len(said) > 0 {
		t.Errorf("ended by %v, with output %q", err, said)
	}
}
