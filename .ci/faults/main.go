//go:build linux && amd64

// Command faults runs what writes the player's files under ptrace, and has each call with which it changes them fail,
// find the disk full in the middle of a write, or never be made, since the program is killed before. Whatever
// happens, what is there afterwards is what was there before, or the new; if the program says that it has saved
// something it is the new; and the next attempt, without a fault, succeeds.
//
//	faults [-short] ARKTERM [CASE...]
//
// It is a program of its own, and not a test, since it traces all of another one: SQLite, the runtime, its threads.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	if len(os.Args) == 5 && os.Args[1] == writeArg {
		if err := writers[os.Args[2]].write(os.Args[3], os.Args[4] == "new"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	short := flag.Bool("short", false, "of the calls of a database, try every fourth")
	flag.Parse()
	if flag.NArg() < 1 {
		fmt.Fprintln(os.Stderr, "usage: faults [-short] ARKTERM [CASE...]")
		os.Exit(2)
	}
	runtime.LockOSThread() // ptrace knows threads
	if err := run(flag.Arg(0), flag.Args()[1:], *short); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// run tries all cases, or those named.
func run(arkterm string, only []string, short bool) error {
	root, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	begun, tried := time.Now(), 0
	for _, a := range cases(arkterm) {
		if len(only) > 0 && !slices.Contains(only, a.name) {
			continue
		}
		every := 1
		if short && a.database {
			every = 4
		}
		n, err := a.try(filepath.Join(root, a.name), every)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		tried += n
	}
	fmt.Printf("%d faults, nothing lost (%.0f s)\n", tried, time.Since(begun).Seconds())
	return nil
}

// An attempt is something that is written. Its writer is run as a program.
type attempt struct {
	name     string
	database bool                                    // it makes many calls
	command  func(dir string, second bool) *exec.Cmd // writes the old, or the new
	state    func(dir string) (string, error)        // "old", "new", or else what is wrong
}

// try tries every fault at every call, or at every so manieth, and returns how many these were.
func (a *attempt) try(root string, every int) (tried int, err error) {
	old := filepath.Join(root, "old")
	if err := os.MkdirAll(old, 0o700); err != nil {
		return 0, err
	}
	if out, err := output(a.command(old, false)); err != nil {
		return 0, fmt.Errorf("write the old: %w: %s", err, out)
	}
	if is, err := a.state(old); is != "old" || err != nil {
		return 0, fmt.Errorf("at the beginning: %q, %w", is, err)
	}

	for _, f := range []fault{fails, full, killed} {
		for nth := 1; ; nth += every {
			dir := filepath.Join(root, fmt.Sprintf("%d-%d", f, nth))
			reached, err := a.once(old, dir, f, nth)
			if err != nil {
				return tried, err
			}
			if !reached {
				break
			}
			tried++
		}
	}
	if tried == 0 {
		return 0, errors.New("it makes no call that changes the folder")
	}
	fmt.Printf("%-14s %4d faults\n", a.name, tried)
	return tried, nil
}

// once tries one fault in a copy of the old folder, and reports whether the program came to that call.
func (a *attempt) once(old, dir string, f fault, nth int) (reached bool, err error) {
	if err := os.CopyFS(dir, os.DirFS(old)); err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	t := &trace{dir: dir, fault: f, nth: nth}
	cmd := a.command(dir, true)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	status, err := t.run(cmd)
	if err != nil {
		return false, err
	}
	_ = cmd.Wait() // it has ended; what it has said is taken, and the pipe closed
	at := func(err error) error {
		return fmt.Errorf("%s at call %d, %s: %w\n%s", f, nth, t.last, err, &said)
	}
	if t.last == "" {
		if !status.Exited() || status.ExitStatus() != 0 {
			return false, at(fmt.Errorf("ends with %d without a fault", status.ExitStatus()))
		}
		return false, nil
	}

	is, err := a.state(dir)
	switch saved := status.Exited() && status.ExitStatus() == 0; {
	case err != nil:
		return true, at(err)
	case is != "old" && is != "new":
		return true, at(fmt.Errorf("what is there is %s", is))
	case saved && is != "new":
		return true, at(fmt.Errorf("it says that it has saved the new, and the %s is there", is))
	}
	if out, err := output(a.command(dir, true)); err != nil {
		return true, at(fmt.Errorf("the next attempt: %w: %s", err, out))
	}
	if is, err := a.state(dir); is != "new" || err != nil {
		return true, at(fmt.Errorf("after the next attempt: %s, %v", is, err))
	}
	if err := leftovers(dir); err != nil {
		return true, at(err)
	}
	return true, nil
}

// output runs a command without faults, for as long as it may take, and returns what it said.
func output(cmd *exec.Cmd) ([]byte, error) {
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer time.AfterFunc(longest, func() { _ = cmd.Process.Kill() }).Stop()
	err := cmd.Wait()
	return said.Bytes(), err
}

// leftovers returns an error if there are more temporary files than one, which a killed program had no time to remove.
func leftovers(dir string) error {
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name()[0] == '.' && path != dir {
			n++
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		return err
	})
	if err == nil && n > 1 {
		err = fmt.Errorf("%d temporary files are left", n)
	}
	return err
}
