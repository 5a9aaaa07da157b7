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
		end  func(s *ptySession)
		want string
		says string
	}{
		"quit":                     {end: keys("q"), want: "exit 0"},
		"Ctrl-C":                   {end: keys("\x03"), want: "SIGINT"},
		"Ctrl-\\":                  {end: keys("\x1c"), want: "SIGQUIT"},
		"SIGINT":                   {end: signals(unix.SIGINT), want: "SIGINT"},
		"SIGTERM":                  {end: signals(unix.SIGTERM), want: "SIGTERM"},
		"SIGHUP":                   {end: signals(unix.SIGHUP), want: "SIGHUP"},
		"SIGQUIT":                  {end: signals(unix.SIGQUIT), want: "SIGQUIT"},
		"SIGABRT":                  {end: signals(unix.SIGABRT), want: "SIGABRT"},
		"SIGPIPE":                  {end: signals(unix.SIGPIPE), want: "SIGPIPE"},
		"panic in the loop":        {end: keys("x"), want: "exit 1", says: "panic: in the loop"},
		"panic in a goroutine":     {end: keys("y"), want: "exit 1", says: "panic: in a goroutine"},
		"panic in tcell":           {end: keys("d"), want: "exit 1", says: "panic: in tcell"},
		"SIGTERM to a stuck loop":  {end: stuck(unix.SIGTERM), want: "SIGTERM"},
		"Ctrl-C behind many keys":  {end: stuckKeys(strings.Repeat("\x1b[<35;10;5M", 3000), "\x03"), want: "SIGINT"},
		"Ctrl-C after bad UTF-8":   {end: keys("\xe9\xff\x03"), want: "SIGINT"},
		"Ctrl-C after Alt-]":       {end: keys("\x1b]ab\x03"), want: "SIGINT"},
		"SIGTERM while stopped":    {end: whileStopped, want: "SIGTERM"},
		"quit after stop and cont": {end: func(s *ptySession) { s.stopAndContinue(); s.send("q") }, want: "exit 0"},
	} {
		for _, driver := range drivers {
			t.Run(name+" "+driver, func(t *testing.T) {
				t.Parallel()
				s := startChild(t, "child", driverVariable+"="+driver)
				c.end(s)
				if got := s.wait(); got != c.want {
					t.Errorf("ended by %s, want %s", got, c.want)
				}
				s.asFound()
				out := s.everything()
				if !strings.Contains(out, c.says) {
					t.Errorf("the output does not contain %q: %q", c.says, s.tail())
				}
				if strings.HasPrefix(name, "panic") && strings.Count(out, "reported") != 1 {
					t.Errorf("the panic is not reported exactly once in %q", s.tail())
				}
				if i := strings.LastIndex(out, "\x1b[?1049l"); !strings.Contains(out[max(i, 0):], c.says) {
					t.Errorf("printed %q on the alternate screen", c.says)
				}
			})
		}
	}
}

func TestCloseEndsGoroutines(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		s.stopAndContinue()
		s.send("q")
		s.hear("0 goroutines remain")
	})
}

// The second signal ends a stuck program immediately, regardless of the grace period of the first one.
func TestSecondSignalEndsImmediately(t *testing.T) {
	for name, c := range map[string]struct {
		first, second func(s *ptySession)
		want          string
	}{
		"signals": {signals(unix.SIGINT), signals(unix.SIGTERM), "SIGTERM"},
		"Ctrl-C":  {keys("\x03"), keys("\x03"), "SIGINT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "patient")
			s.send("h")
			s.hear("hung")
			c.first(s)
			s.hear("ignores interrupt") // the order of pending signals is unspecified
			c.second(s)
			if got := s.wait(); got != c.want {
				t.Errorf("ended by %s, want %s", got, c.want)
			}
			s.asFound()
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
		s.t.Errorf("ended by %s", got)
	}
	s.asFound()
}

func keys(k string) func(*ptySession) { return func(s *ptySession) { s.send(k) } }

func signals(sig os.Signal) func(*ptySession) { return func(s *ptySession) { s.signal(sig) } }

// stuck makes the loop hang and sends a signal.
func stuck(sig os.Signal) func(*ptySession) {
	return func(s *ptySession) {
		s.send("h")
		s.hear("hung")
		s.signal(sig)
	}
}

func stuckKeys(sent ...string) func(*ptySession) {
	return func(s *ptySession) {
		s.send("h")
		s.hear("hung")
		for _, k := range sent {
			s.send(k)
		}
	}
}

func whileStopped(s *ptySession) {
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
		s.t.Fatalf("the child did not stop: %s, %v", testenv.HowEnded(ws), err)
	}
	s.asFound()
}

func (s *ptySession) stopAndContinue() {
	s.t.Helper()
	s.stop()
	s.signal(unix.SIGCONT)
	s.hear("again")
}

func TestStoppedAndContinuedManyTimes(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		for i := range 10 {
			s.size(60+i, 20)
			s.stopAndContinue()
			s.see("\x1b[?1049h", strings.Repeat("▀", 60+i)) // set up again, with a frame of the new width
		}
		s.quit()
	})
}

func TestCtrlZStopsUnderAShell(t *testing.T) {
	forDrivers(t, "shell", func(s *ptySession) {
		for range 5 {
			s.send("\x1a")
			s.hear("stopped, as found: true")
			s.hear("again")
		}
		s.quit()
	})
}

func TestCtrlZWithoutShell(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child") // it is the session leader, as with ssh -t HOST arkterm
	s.send("\x1a\x1b[D")
	s.hear("key Left")
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("ended by %s", got)
	}
}

// After a SIGSTOP, the terminal was not left properly, and the shell has changed the settings.
func TestContinuedAfterSIGSTOP(t *testing.T) {
	forDrivers(t, "child", func(s *ptySession) {
		s.signal(unix.SIGSTOP)
		var ws syscall.WaitStatus
		if _, err := syscall.Wait4(s.cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil {
			s.t.Fatal(err)
		}
		s.signal(unix.SIGCONT)
		s.hear("again")
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
				t.Errorf("ended by %s, want %s", got, want)
			}
			used := s.cmd.ProcessState.SystemTime() + s.cmd.ProcessState.UserTime()
			if used > 2*time.Second {
				t.Errorf("used %v of CPU time", used)
			}
		})
	}
}

// A terminal that has stopped reading does not delay the end. When it reads again, it receives the leave sequence.
func TestTerminalThatDoesNotRead(t *testing.T) {
	for _, end := range map[string]func(*ptySession){"quit": keys("q"), "SIGTERM": signals(unix.SIGTERM)} {
		forDrivers(t, "child", func(s *ptySession) {
			deaf := make(chan struct{})
			s.mu.Lock()
			s.deaf = deaf
			s.mu.Unlock()
			s.send("f")
			s.hear("full")
			end(s)
			s.wait()
			close(deaf)
			s.asFound()
		})
	}
}
