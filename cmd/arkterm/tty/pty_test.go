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
const patience = testenv.Patience

// A ptySession is a child on a pseudo-terminal.
type ptySession struct {
	t        *testing.T
	cmd      *exec.Cmd
	ptm, tty *os.File
	before   *term.State
	told     chan string
	seen     int // bytes of output that the test has checked
	ends     int // number of calls of everything

	mu     sync.Mutex
	output bytes.Buffer
	more   chan struct{}
	deaf   chan struct{} // the terminal reads only after a receive from it
}

// startChild starts a child on a terminal of 80×24 and waits until it is ready.
func startChild(t *testing.T, mode string, env ...string) *ptySession {
	t.Helper()
	s := launchChild(t, mode, env...)
	s.hear("ready")
	return s
}

// launchChild starts a child that may fail to take the terminal.
func launchChild(t *testing.T, mode string, env ...string) *ptySession {
	t.Helper()
	s := &ptySession{t: t, told: make(chan string, 1000), more: make(chan struct{}, 1)}
	s.ptm, s.tty = testenv.OpenPty(t)
	s.size(80, 24)
	var err error
	if s.before, err = term.GetState(int(s.tty.Fd())); err != nil {
		t.Fatal(err)
	}
	tell := s.start(mode, env)
	go s.listen(tell)
	go s.read()
	return s
}

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

func childCommand(mode string, env []string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestTerminalChild$")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=", "LANG=C.UTF-8", childVariable+"="+mode)
	cmd.Env = append(cmd.Env, "GORACE=atexit_sleep_ms=0") // else each child takes a second to exit under -race
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// listen receives the reports of the child.
func (s *ptySession) listen(r io.Reader) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		s.told <- lines.Text()
	}
	close(s.told)
}

// read reads the output of the child, like a terminal.
func (s *ptySession) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.ptm.Read(buf)
		s.mu.Lock()
		s.output.Write(buf[:n])
		deaf := s.deaf
		s.mu.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
		if deaf != nil {
			<-deaf
		}
	}
}

// hear waits for a line in the reports of the child.
func (s *ptySession) hear(line string) {
	s.t.Helper()
	timeout := time.After(patience)
	var heard []string
	for {
		select {
		case l, ok := <-s.told:
			if l == line {
				return
			}
			if heard = append(heard, l); !ok {
				s.t.Fatalf("the child ended before it reported %q; its reports are %q and its output %q", line, heard,
					s.tail())
			}
		case <-timeout:
			s.t.Fatalf("the child did not report %q, its last reports are %q; its output is %q", line,
				heard[max(0, len(heard)-5):], s.tail())
		}
	}
}

func (s *ptySession) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.output.Bytes()
	return string(b[max(0, len(b)-2000):])
}

// see waits until the output contains texts in the given order. It returns all output before the last of them.
func (s *ptySession) see(texts ...string) string {
	s.t.Helper()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		out := s.output.String()
		s.mu.Unlock()
		end := s.seen
		for _, text := range texts {
			i := strings.Index(out[end:], text)
			if i < 0 {
				end = -1
				break
			}
			end += i + len(text)
		}
		if end >= 0 {
			s.seen = end
			return out[:end-len(texts[len(texts)-1])]
		}
		select {
		case <-s.more:
		case <-timeout:
			s.t.Fatalf("the output does not contain %q: %q", texts, s.tail())
		}
	}
}

// everything returns all output so far, while the child does not write. It writes a mark itself and waits until the
// mark has arrived.
func (s *ptySession) everything() string {
	s.t.Helper()
	s.ends++
	end := fmt.Sprintf("<end %d>", s.ends)
	fmt.Fprint(s.tty, end)
	return s.see(end)
}

func (s *ptySession) send(keys string) {
	s.t.Helper()
	if _, err := s.ptm.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

func (s *ptySession) signal(sig os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

func (s *ptySession) size(cols, rows int) {
	s.t.Helper()
	if err := pty.Setsize(s.tty,
		&pty.Winsize{Cols: uint16(cols), Rows: uint16(rows), X: uint16(8 * cols), Y: uint16(16 * rows)}); err != nil {
		s.t.Fatal(err)
	}
}

// wait waits until the child has ended and returns its exit status as text.
func (s *ptySession) wait() string {
	s.t.Helper()
	timer := time.AfterFunc(patience, func() { s.cmd.Process.Kill() })
	defer timer.Stop()
	s.cmd.Wait()
	return testenv.HowEnded(s.cmd.ProcessState.Sys().(syscall.WaitStatus))
}

// asFound checks that the terminal is in the same state as before the child.
func (s *ptySession) asFound() {
	s.t.Helper()
	after, err := term.GetState(int(s.tty.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	if !reflect.DeepEqual(after, s.before) {
		s.t.Errorf("the line settings are %v, want %v", after, s.before)
	}
	if wrong := testenv.ModesLeft(s.everything()); len(wrong) > 0 {
		s.t.Errorf("the terminal was left with %q, by the output %q", wrong, s.tail())
	}
}
