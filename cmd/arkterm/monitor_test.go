//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/testenv"
)

// TestMonitorRestoresTheTerminal checks that the monitor restores the terminal after crashes that the program cannot
// handle, and saves the runtime's last output.
func TestMonitorRestoresTheTerminal(t *testing.T) {
	for how, c := range map[string]struct {
		code cli.ExitCode
		want string
		file string // prefix of the file after its first line; "" if there is no file
	}{
		"kill":      {137, "killed; the terminal was restored", ""},
		"unlock":    {2, "fatal error: sync: unlock of unlocked mutex", "fatal error: sync: unlock"},
		"map":       {2, "fatal error: concurrent map writes", "fatal error: concurrent map writes"},
		"stack":     {2, "runtime: goroutine stack exceeds", "runtime: goroutine stack exceeds"},
		"goroutine": {2, "panic: in a goroutine", "panic: in a goroutine"},
		"fault":     {2, "unexpected fault address", "unexpected fault address"},
	} {
		if how == "map" && testing.Short() {
			continue // the race detector finds these writes before the runtime
		}
		forDrivers(t, how, func(t *testing.T, driver string) {
			p := startInTerminal(t, 80, 24, "--crash-by", how, "--driver", driver)
			p.waitFor("Play")
			if err := p.cmd.Process.Signal(unix.SIGUSR1); err != nil {
				t.Fatal(err)
			}
			p.waitFor("\x1b[?1049l")
			p.waitFor(c.want)
			p.waitFor("\n")
			p.waitExit(c.code)

			files, _ := filepath.Glob(filepath.Join(p.state, "crashes", "crash-*.txt"))
			if c.file == "" {
				if len(files) > 0 {
					t.Errorf("crash files %q, want none", files)
				}
				return
			}

			if len(files) != 1 {
				t.Fatalf("crash files %q, want one", files)
			}
			text, err := os.ReadFile(files[0])
			_, output, _ := strings.Cut(string(text), "\n")
			if err != nil || !strings.HasPrefix(strings.TrimSpace(output), c.file) {
				t.Errorf("%s has %.200q (%v) after its first line, want %q", files[0], output, err, c.file)
			}
		})
	}
}

// TestMonitorSurvivesSignals sends the monitor the signals that terminals and users send to all processes of a program.
func TestMonitorSurvivesSignals(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24)
	p.waitFor("Play")
	child := p.monitor()
	for _, sig := range []unix.Signal{
		unix.SIGINT, unix.SIGQUIT, unix.SIGABRT, unix.SIGSYS, unix.SIGHUP, unix.SIGTERM,
		unix.SIGTSTP, unix.SIGTTOU, unix.SIGPIPE,
	} {
		if err := unix.Kill(child, sig); err != nil {
			t.Fatalf("send %v to the monitor: %v", sig, err)
		}
	}
	p.cmd.Process.Kill()
	p.waitFor("killed; the terminal was restored")
	p.waitExit(137)
}

// monitor waits until the program has a monitor process that ignores SIGTERM, and returns the ID of this process. It
// ignores processes in old. The program has no other child processes.
func (p *testProgram) monitor(old ...int) int {
	p.Helper()
	for begun := time.Now(); time.Since(begun) < testenv.Timeout; {
		out, err := exec.Command("ps", "-o", "pid=,ignored=,args=", "--ppid", strconv.Itoa(p.cmd.Process.Pid)).Output()
		if err != nil {
			continue
		}
		fields := strings.Fields(string(out))
		if len(fields) < 3 || !strings.Contains(string(out), "__monitor") {
			continue
		}
		ignored, _ := strconv.ParseUint(fields[1], 16, 64)
		if ignored>>(unix.SIGTERM-1)&1 == 1 {
			if pid, _ := strconv.Atoi(fields[0]); !slices.Contains(old, pid) {
				return pid
			}
		}
	}
	p.Fatal("no monitor was started")
	return 0
}

// TestPlayContinuesWithoutMonitor kills the monitor.
func TestPlayContinuesWithoutMonitor(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24)
	p.waitFor("Play")
	if err := unix.Kill(p.monitor(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.send("?")
	p.waitFor("Back")
	p.send("p") // not Q, because a repeated Q quits only once
	p.waitFor("Quit")
	p.send("q")
	p.waitExit(cli.ExitOK)
}

// TestMonitorIsReplaced checks that the program replaces a killed monitor within a second, so the terminal is restored
// if the program is killed afterward.
func TestMonitorIsReplaced(t *testing.T) {
	t.Parallel()
	p := startInTerminal(t, 80, 24)
	p.waitFor("Play")
	var old []int
	for range 2 {
		old = append(old, p.monitor(old...))
		if err := unix.Kill(old[len(old)-1], unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	p.monitor(old...)
	p.cmd.Process.Kill()
	p.waitFor("killed; the terminal was restored")
	p.waitExit(137)
}
