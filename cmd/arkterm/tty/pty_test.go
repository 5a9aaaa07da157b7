//go:build unix

package tty

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/testenv"
)

// patience is the maximum time that a test waits for an expected event.
const patience = testenv.Timeout

// A ptySession is a child on a pseudo-terminal.
type ptySession struct {
	t        *testing.T
	cmd      *exec.Cmd
	ptm, tty *os.File
	before   *term.State // line settings before the child
	reports  chan string
	checked  int // bytes of output that waitForOutput has returned
	marks    int // number of marks written by allOutput

	mu      sync.Mutex
	output  bytes.Buffer
	more    chan struct{}
	unpause chan struct{} // if not nil, the terminal stops reading until this is closed
}

// startChild starts a child on a terminal of 80×24 and waits until it is ready.
func startChild(t *testing.T, mode string, env ...string) *ptySession {
	t.Helper()
	s := launchChild(t, mode, env...)
	s.waitForReport("ready")
	return s
}

// launchChild starts a child that may fail to open the terminal.
func launchChild(t *testing.T, mode string, env ...string) *ptySession {
	t.Helper()
	s := &ptySession{t: t, reports: make(chan string, 1000), more: make(chan struct{}, 1)}
	s.ptm, s.tty = testenv.OpenPty(t)
	s.resize(80, 24)
	var err error
	if s.before, err = term.GetState(int(s.tty.Fd())); err != nil {
		t.Fatal(err)
	}
	reports := s.start(mode, env)
	go s.listen(reports)
	go s.read()
	return s
}

// start starts the child and returns the pipe with its reports.
func (s *ptySession) start(mode string, env []string) io.Reader {
	s.t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		s.t.Fatal(err)
	}
	defer w.Close()
	s.cmd = childCommand(mode, env)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = s.tty, s.tty, s.tty
	s.cmd.ExtraFiles = []*os.File{w}
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { s.cmd.Process.Kill() })
	return r
}

// childCommand returns the command that runs TestTerminalChild in a mode.
func childCommand(mode string, env []string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestTerminalChild$")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=", "LANG=C.UTF-8", childVariable+"="+mode)
	cmd.Env = append(cmd.Env, "GORACE=atexit_sleep_ms=0") // otherwise each child takes a second to exit under -race
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// listen receives the reports of the child.
func (s *ptySession) listen(r io.Reader) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		s.reports <- lines.Text()
	}
	close(s.reports)
}

// read reads the output of the child, like a terminal.
func (s *ptySession) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.ptm.Read(buf)
		s.mu.Lock()
		s.output.Write(buf[:n])
		unpause := s.unpause
		s.mu.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
		if unpause != nil {
			<-unpause
		}
	}
}

// waitForReport waits for a line in the reports of the child.
func (s *ptySession) waitForReport(line string) {
	s.t.Helper()
	timeout := time.After(patience)
	var others []string
	for {
		select {
		case l, ok := <-s.reports:
			if l == line {
				return
			}
			if others = append(others, l); !ok {
				s.t.Fatalf("the child ended before it reported %q; its reports are %q and its output is %q", line,
					others, s.tail())
			}
		case <-timeout:
			s.t.Fatalf("the child did not report %q; its last reports are %q and its output is %q", line,
				others[max(0, len(others)-5):], s.tail())
		}
	}
}

// tail returns the last 2,000 bytes of the output.
func (s *ptySession) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.output.Bytes()
	return string(b[max(0, len(b)-2000):])
}

// waitForOutput waits until the unchecked output contains texts in order. It returns all output before the last text.
func (s *ptySession) waitForOutput(texts ...string) string {
	s.t.Helper()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		out := s.output.String()
		s.mu.Unlock()
		end := s.checked
		for _, text := range texts {
			i := strings.Index(out[end:], text)
			if i < 0 {
				end = -1
				break
			}
			end += i + len(text)
		}
		if end >= 0 {
			s.checked = end
			return out[:end-len(texts[len(texts)-1])]
		}
		select {
		case <-s.more:
		case <-timeout:
			s.t.Fatalf("the output %q does not contain %q", s.tail(), texts)
		}
	}
}

// allOutput returns all output so far. It writes a mark and waits until the mark has arrived. Call it only while the
// child does not write.
func (s *ptySession) allOutput() string {
	s.t.Helper()
	s.marks++
	end := fmt.Sprintf("<end %d>", s.marks)
	fmt.Fprint(s.tty, end)
	return s.waitForOutput(end)
}

// send types keys.
func (s *ptySession) send(keys string) {
	s.t.Helper()
	if _, err := s.ptm.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// signal sends a signal to the child.
func (s *ptySession) signal(sig os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// resize sets the size of the terminal, with cells of 8 × 16 pixels.
func (s *ptySession) resize(cols, rows int) {
	s.t.Helper()
	if err := pty.Setsize(s.tty,
		&pty.Winsize{Cols: uint16(cols), Rows: uint16(rows), X: uint16(8 * cols), Y: uint16(16 * rows)}); err != nil {
		s.t.Fatal(err)
	}
}

// wait waits until the child has ended. It returns the exit status as text, such as "exit 0" or "SIGINT".
func (s *ptySession) wait() string {
	s.t.Helper()
	timer := time.AfterFunc(patience, func() { s.cmd.Process.Kill() })
	defer timer.Stop()
	s.cmd.Wait()
	return testenv.HowEnded(s.cmd.ProcessState.Sys().(syscall.WaitStatus))
}

// checkRestored checks that the terminal is in the same state as before the child.
func (s *ptySession) checkRestored() {
	s.t.Helper()
	after, err := term.GetState(int(s.tty.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	if !reflect.DeepEqual(after, s.before) {
		s.t.Errorf("the line settings are %v, want %v", after, s.before)
	}
	if wrong := testenv.ModesLeft(s.allOutput()); len(wrong) > 0 {
		s.t.Errorf("after the output %q, the terminal still has %q, want its original state", s.tail(), wrong)
	}
}
