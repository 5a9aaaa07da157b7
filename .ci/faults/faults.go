//go:build linux && amd64

// Package faults injects faults into the system calls with which the program writes its files. It runs the functions
// and commands that write files under ptrace. For each system call that changes a file, it tests three faults: the call
// fails, the disk is full, and the program is killed before the call. Afterwards the file must have its old or its new
// content. If the program reports success, the content must be new. Then another attempt without a fault must succeed.
package faults

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

	"arkterm/ci/harness"
)

// Run carries out the subcommand faults [-short] [CASE...].
func Run(dir string, args []string) error {
	flags := flag.NewFlagSet("faults", flag.ContinueOnError)
	short := flags.Bool("short", false, "in cases that write a database, inject faults into every fourth system call")
	if err := flags.Parse(args); err != nil {
		return err
	}
	arkterm, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	runtime.LockOSThread() // ptrace works per thread
	begun, tried := time.Now(), 0
	for _, a := range cases(arkterm) {
		if flags.NArg() > 0 && !slices.Contains(flags.Args(), a.name) {
			continue
		}
		every := 1
		if *short && a.database {
			every = 4
		}
		n, err := a.injectFaults(filepath.Join(dir, "faults", a.name), every)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		tried += n
	}
	if tried == 0 {
		return fmt.Errorf("unknown case %q", flags.Args())
	}
	fmt.Printf("%d faults, no content lost (%.0f s)\n", tried, time.Since(begun).Seconds())
	return nil
}

// An attempt is a command that writes the old content, or the new content if isNew is true.
type attempt struct {
	name     string
	database bool // the command writes a database with many system calls, see the flag -short
	command  func(dir string, isNew bool) *exec.Cmd
	state    func(dir string) (string, error) // returns "old", "new", or a description of other content
}

// injectFaults injects each fault into call 1, 1+every, 1+2*every and so on, one fault per run of the command. It
// returns the number of injected faults.
func (a *attempt) injectFaults(root string, every int) (tried int, err error) {
	old := filepath.Join(root, "old")
	if err := os.MkdirAll(old, 0o700); err != nil {
		return 0, err
	}
	if out, err := runWithoutFaults(a.command(old, false)); err != nil {
		return 0, fmt.Errorf("write the old content: %w: %s", err, out)
	}
	if content, err := a.state(old); content != "old" || err != nil {
		return 0, fmt.Errorf("before the first fault, the content is %q, want old (error %v)", content, err)
	}

	for _, f := range []fault{callFails, diskFull, programKilled} {
		for nth := 1; ; nth += every {
			dir := filepath.Join(root, fmt.Sprintf("%d-%d", f, nth))
			reached, err := a.injectFault(old, dir, f, nth)
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
		return 0, errors.New("the command made no system call that changes the folder")
	}
	fmt.Printf("%-14s %4d faults\n", a.name, tried)
	return tried, nil
}

// injectFault runs the command in a copy of the old folder, with one fault at the nth call, and checks the content. It
// reports whether the program has reached this call.
func (a *attempt) injectFault(old, dir string, f fault, nth int) (reached bool, err error) {
	if err := os.CopyFS(dir, os.DirFS(old)); err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	t := &trace{dir: dir, fault: f, nth: nth}
	cmd := a.command(dir, true)
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &text
	status, err := t.run(cmd)
	if err != nil {
		return false, err
	}
	_ = cmd.Wait() // until the output is complete
	atCall := func(err error) error {
		return fmt.Errorf("%s at call %d, %s: %w\n%s", f, nth, t.name, err, &text)
	}
	if t.name == "" {
		if !status.Exited() || status.ExitStatus() != 0 {
			return false, atCall(fmt.Errorf("the program exits with %d, although no fault was injected",
				status.ExitStatus()))
		}
		return false, nil
	}

	content, err := a.state(dir)
	switch saved := status.Exited() && status.ExitStatus() == 0; {
	case err != nil:
		return true, atCall(err)
	case content != "old" && content != "new":
		return true, atCall(fmt.Errorf("the content is %s", content))
	case saved && content != "new":
		return true, atCall(fmt.Errorf("the program reports success, but the content is %s", content))
	}
	if out, err := runWithoutFaults(a.command(dir, true)); err != nil {
		return true, atCall(fmt.Errorf("the next attempt fails: %w: %s", err, out))
	}
	if content, err := a.state(dir); content != "new" || err != nil {
		return true, atCall(fmt.Errorf("after the next attempt, the content is %q, want new (error %v)", content, err))
	}
	if err := checkLeftovers(dir); err != nil {
		return true, atCall(err)
	}
	return true, nil
}

// runWithoutFaults runs a command without faults and returns its output.
func runWithoutFaults(cmd *exec.Cmd) ([]byte, error) {
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer time.AfterFunc(timeLimit, func() { _ = cmd.Process.Kill() }).Stop()
	err := cmd.Wait()
	return text.Bytes(), err
}

// checkLeftovers returns an error if dir contains two or more temporary files. One is allowed, because a killed program
// cannot remove its file.
func checkLeftovers(dir string) error {
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
