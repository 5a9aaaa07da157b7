//go:build unix

package tty

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/testenv"
)

func TestTerminalIsRestored(t *testing.T) {
	for name, c := range map[string]struct {
		end    func(s *ptySession)
		want   string // expected result of wait
		prints string // expected part of the output
	}{
		"quit":                    {end: sendKeys("q"), want: "exit 0"},
		"Ctrl-C":                  {end: sendKeys("\x03"), want: "SIGINT"},
		"Ctrl-\\":                 {end: sendKeys("\x1c"), want: "SIGQUIT"},
		"SIGINT":                  {end: sendSignal(unix.SIGINT), want: "SIGINT"},
		"SIGTERM":                 {end: sendSignal(unix.SIGTERM), want: "SIGTERM"},
		"SIGHUP":                  {end: sendSignal(unix.SIGHUP), want: "SIGHUP"},
		"SIGQUIT":                 {end: sendSignal(unix.SIGQUIT), want: "SIGQUIT"},
		"SIGABRT":                 {end: sendSignal(unix.SIGABRT), want: "SIGABRT"},
		"SIGPIPE":                 {end: sendSignal(unix.SIGPIPE), want: "SIGPIPE"},
		"panic in the loop":       {end: sendKeys("x"), want: "exit 1", prints: "panic: in the loop"},
		"panic in a goroutine":    {end: sendKeys("y"), want: "exit 1", prints: "panic: in a goroutine"},
		"panic in tcell":          {end: sendKeys("d"), want: "exit 1", prints: "panic: in tcell"},
		"SIGTERM to a stuck loop": {end: sendSignalToStuckLoop(unix.SIGTERM), want: "SIGTERM"},
		"Ctrl-C behind many keys": {
			end:  sendKeysToStuckLoop(strings.Repeat("\x1b[<35;10;5M", 3000), "\x03"),
			want: "SIGINT",
		},
		"Ctrl-C after bad UTF-8":   {end: sendKeys("\xe9\xff\x03"), want: "SIGINT"},
		"Ctrl-C after Alt-]":       {end: sendKeys("\x1b]ab\x03"), want: "SIGINT"},
		"SIGTERM while stopped":    {end: terminateWhileStopped, want: "SIGTERM"},
		"quit after stop and cont": {end: func(s *ptySession) { s.stopAndContinue(); s.send("q") }, want: "exit 0"},
	} {
		for _, driver := range drivers {
			t.Run(name+" "+driver, func(t *testing.T) {
				t.Parallel()
				s := startChild(t, "child", driverVariable+"="+driver)
				c.end(s)
				if got := s.wait(); got != c.want {
					t.Errorf("the exit status of the child is %s, want %s", got, c.want)
				}
				s.checkRestored()
				out := s.allOutput()
				if !strings.Contains(out, c.prints) {
					t.Errorf("the output %q does not contain %q", s.tail(), c.prints)
				}
				if strings.HasPrefix(name, "panic") && strings.Count(out, "reported") != 1 {
					t.Errorf("the output %q must report the panic exactly once", s.tail())
				}
				if i := strings.LastIndex(out, "\x1b[?1049l"); !strings.Contains(out[max(i, 0):], c.prints) {
					t.Errorf("%q is printed on the alternate screen, want it on the main screen", c.prints)
				}
			})
		}
	}
}

func TestCloseEndsGoroutines(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		s.stopAndContinue()
		s.send("q")
		s.waitForReport("0 goroutines remain")
	})
}

// A second signal ends a stuck program immediately, although the grace period after the first signal is not over.
func TestSecondSignalEndsImmediately(t *testing.T) {
	for name, c := range map[string]struct {
		first, second func(s *ptySession)
		want          string
	}{
		"signals": {sendSignal(unix.SIGINT), sendSignal(unix.SIGTERM), "SIGTERM"},
		"Ctrl-C":  {sendKeys("\x03"), sendKeys("\x03"), "SIGINT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "patient")
			s.send("h")
			s.waitForReport("hung")
			c.first(s)
			s.waitForReport("ignores interrupt") // two pending signals could arrive in either order
			c.second(s)
			if got := s.wait(); got != c.want {
				t.Errorf("the exit status of the child is %s, want %s", got, c.want)
			}
			s.checkRestored()
		})
	}
}

// forDrivers runs a test once for each driver, with its own child.
func forDrivers(t *testing.T, mode string, test func(s *ptySession)) {
	for _, driver := range drivers {
		t.Run(driver, func(t *testing.T) {
			t.Parallel()
			test(startChild(t, mode, driverVariable+"="+driver))
		})
	}
}

// quit ends the child by a key and checks that the terminal is restored.
func (s *ptySession) quit() {
	s.t.Helper()
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		s.t.Errorf("the exit status of the child is %s, want exit 0", got)
	}
	s.checkRestored()
}

// sendKeys returns a function that sends keys.
func sendKeys(k string) func(*ptySession) { return func(s *ptySession) { s.send(k) } }

// sendSignal returns a function that sends a signal.
func sendSignal(sig os.Signal) func(*ptySession) { return func(s *ptySession) { s.signal(sig) } }

// sendSignalToStuckLoop returns a function that makes the event loop hang and sends a signal.
func sendSignalToStuckLoop(sig os.Signal) func(*ptySession) {
	return func(s *ptySession) {
		s.send("h")
		s.waitForReport("hung")
		s.signal(sig)
	}
}

// sendKeysToStuckLoop returns a function that makes the event loop hang and sends keys.
func sendKeysToStuckLoop(sent ...string) func(*ptySession) {
	return func(s *ptySession) {
		s.send("h")
		s.waitForReport("hung")
		for _, k := range sent {
			s.send(k)
		}
	}
}

// terminateWhileStopped sends SIGTERM to a stopped child and continues it.
func terminateWhileStopped(s *ptySession) {
	s.stop()
	s.signal(unix.SIGTERM)
	s.signal(unix.SIGCONT)
}

// stop stops the child and checks that the terminal was restored.
func (s *ptySession) stop() {
	s.t.Helper()
	s.signal(unix.SIGTSTP)
	var ws syscall.WaitStatus
	if _, err := syscall.Wait4(s.cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil || !ws.Stopped() {
		s.t.Fatalf("after SIGTSTP, the state of the child is %s (error %v), want stopped", testenv.HowEnded(ws), err)
	}
	s.checkRestored()
}

// stopAndContinue stops the child and continues it.
func (s *ptySession) stopAndContinue() {
	s.t.Helper()
	s.stop()
	s.signal(unix.SIGCONT)
	s.waitForReport("again")
}

func TestStoppedAndContinuedManyTimes(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		for i := range 10 {
			s.resize(60+i, 20)
			s.stopAndContinue()
			// the modes are entered again, and the frame has the new width
			s.waitForOutput("\x1b[?1049h", strings.Repeat("▀", 60+i))
		}
		s.quit()
	})
}

func TestCtrlZStopsUnderAShell(t *testing.T) {
	forDrivers(t, "shell", func(s *ptySession) {
		for range 5 {
			s.send("\x1a")
			s.waitForReport("stopped, restored: true")
			s.waitForReport("again")
		}
		s.quit()
	})
}

func TestCtrlZWithoutShell(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child") // the child is the session leader, as with ssh -t HOST arkterm
	s.send("\x1a\x1b[D")
	s.waitForReport("key Left")
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("the exit status of the child is %s, want exit 0", got)
	}
}

// SIGSTOP cannot be caught, so the terminal is not restored before the stop. After SIGCONT, the modes are entered
// again.
func TestContinuedAfterSIGSTOP(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		s.signal(unix.SIGSTOP)
		var ws syscall.WaitStatus
		if _, err := syscall.Wait4(s.cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil {
			s.t.Fatal(err)
		}
		s.signal(unix.SIGCONT)
		s.waitForReport("again")
		s.quit()
	})
}

func TestTerminalGone(t *testing.T) {
	for mode, want := range map[string]string{"child": "SIGHUP", "nohup": "exit 129"} {
		forDrivers(t, mode, func(s *ptySession) {
			t := s.t
			s.tty.Close()
			s.ptm.Close()
			if got := s.wait(); got != want {
				t.Errorf("the exit status of the child is %s, want %s", got, want)
			}
			used := s.cmd.ProcessState.SystemTime() + s.cmd.ProcessState.UserTime()
			if used > 2*time.Second {
				t.Errorf("the child used %v of CPU time, want at most 2s", used)
			}
		})
	}
}

// A terminal that has stopped reading does not delay the exit. When it reads again, it receives the leave sequence.
func TestTerminalThatDoesNotRead(t *testing.T) {
	for _, end := range map[string]func(*ptySession){"quit": sendKeys("q"), "SIGTERM": sendSignal(unix.SIGTERM)} {
		forDrivers(t, "child", func(s *ptySession) {
			unpause := make(chan struct{})
			s.mu.Lock()
			s.unpause = unpause
			s.mu.Unlock()
			s.send("f")
			s.waitForReport("full")
			end(s)
			s.wait()
			close(unpause)
			s.checkRestored()
		})
	}
}
