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

// alone makes the test's program a child that sends itself a signal where no shell can be started.
const alone = "ARKTERM_TEST_ALONE"

// Without a shell a signal ends the process all the same, and as silently.
func TestWithoutAShellASignalEndsTheProcess(t *testing.T) {
	if os.Getenv(alone) != "" {
		// More than a new program is given, so that every exec fails.
		if err := os.Setenv(alone, strings.Repeat("x", 8<<20)); err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	}

	cmd := exec.Command(os.Args[0], "-test.run=^TestWithoutAShellASignalEndsTheProcess$", "-test.timeout=10s")
	cmd.Env = append(os.Environ(), alone+"=1")
	said, err := cmd.CombinedOutput()
	e, _ := errors.AsType[*exec.ExitError](err)
	if e == nil || e.ExitCode() != 128+int(syscall.SIGABRT) || len(said) > 0 {
		t.Errorf("ends by %v, and says %q", err, said)
	}
}
