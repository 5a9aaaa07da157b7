//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// endlessChildVariable is an environment variable with the path of a file. If it is set, TestEndlessChild starts to
// write this file and does not finish.
const endlessChildVariable = "ARKTERM_TEST_ENDLESS_FILE"

// TestEndlessChild is not a test but the program that TestInterruptedWritesLeaveNoFiles interrupts.
func TestEndlessChild(*testing.T) {
	path := os.Getenv(endlessChildVariable)
	if path == "" {
		return
	}
	_ = writeFile(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "unfinished")
		fmt.Fprintln(os.NewFile(3, "status"), "started")
		select {} // until the process is killed
	})
}

func TestInterruptedWritesLeaveNoFiles(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		dir := t.TempDir()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		cmd := exec.Command(os.Args[0], "-test.run=^TestEndlessChild$")
		cmd.Env = append(os.Environ(), endlessChildVariable+"="+filepath.Join(dir, "out.cast"))
		cmd.ExtraFiles = []*os.File{w}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}

		w.Close()
		if _, err := bufio.NewReader(r).ReadString('\n'); err != nil {
			t.Fatalf("%v: the child has not started: %v", sig, err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
			t.Errorf("%v: files %v (%v) before the signal, want the unfinished file", sig, files, err)
		}

		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != sig {
			t.Errorf("%v: the child ended with %v", sig, cmd.ProcessState)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
			t.Errorf("%v: files %v are left (%v), want none", sig, files, err)
		}
	}
}
