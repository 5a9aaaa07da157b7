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
	"time"
)

func TestWriteAtomicReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "file")
	for _, text := range []string{"a long first text", "short", ""} {
		if err := writeAtomic(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("reads %q, %v, want %q", got, err, text)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("leaves %v in the folder", names)
	}
}

func TestWriteAtomicLeavesNothingWhenItFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil { // a folder is in the way
		t.Fatal(err)
	}
	if err := writeAtomic(path, []byte("x")); err == nil {
		t.Error("replaces a folder")
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("leaves %v in the folder", names)
	}
}

func TestSetAsideKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte("bad"), 0o600); err != nil {
		t.Fatal(err)
	}
	aside, err := setAside(path, time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC))
	if err != nil || filepath.Base(aside) != "settings.toml.bad-20260504-030201" {
		t.Fatalf("aside at %s, %v", aside, err)
	}
	if got, _ := os.ReadFile(aside); string(got) != "bad" {
		t.Errorf("keeps %q", got)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("is still there: %v", err)
	}
}

// The variable that makes the test binary a command that writes a file and is never done.
const endlessChildVariable = "ARKTERM_TEST_ENDLESS_FILE"

// TestEndlessChild is not a test but the program that TestInterruptedFilesLeaveNothing interrupts.
func TestEndlessChild(*testing.T) {
	path := os.Getenv(endlessChildVariable)
	if path == "" {
		return
	}
	_ = writeFile(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of it")
		fmt.Fprintln(os.NewFile(3, "told"), "begun")
		<-make(chan struct{}, 1)
		return nil
	})
}

func TestInterruptedFilesLeaveNothing(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
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
			t.Fatalf("%v: the child has not begun: %v", sig, err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
			t.Errorf("%v: %v, %v; want the file that is being written", sig, files, err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != sig {
			t.Errorf("%v: the child ended with %v", sig, cmd.ProcessState)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
			t.Errorf("%v: left %v, %v", sig, files, err)
		}
	}
}
