package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// A session is a child on a pseudo-terminal.
type ptySession struct {
	t        *testing.T
	cmd      *exec.Cmd
	ptm, tty *os.File
	before   *term.State
	told     chan string
	seen     int // how much of output the test has asked for
	ends     int // how often everything was

	mu     sync.Mutex
	output bytes.Buffer
	more   chan struct{}
	deaf   chan struct{} // while it can be read from, the terminal reads nothing
}

// startChild starts a child on a terminal of 80×24 and waits until it is ready.
func startChild(t *testing.T, mode string, env ...string) *ptySession {
	t.Helper()
	s := &ptySession{t: t, told: make(chan string, 1000), more: make(chan struct{}, 1)}
	s.ptm, s.tty = openPTY(t)
	s.size(80, 24)
	var err error
	if s.before, err = term.GetState(int(s.tty.Fd())); err != nil {
		t.Fatal(err)
	}
	tell := s.start(mode, env)
	go s.listen(tell)
	go s.read()
	s.hear("ready")
	return s
}

// openPTY returns the two ends of a pseudo-terminal. The terminal's end does not block: a Close
// would wait for a Read.
func openPTY(t *testing.T) (ptm, tty *os.File) {
	t.Helper()
	opened, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	fd, err := unix.FcntlInt(opened.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	ptm = os.NewFile(uintptr(fd), "ptm")
	t.Cleanup(func() { ptm.Close(); tty.Close() })
	return ptm, tty
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

// listen takes what the child tells.
func (s *ptySession) listen(r io.Reader) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		s.told <- lines.Text()
	}
	close(s.told)
}

// read is the terminal.
func (s *ptySession) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.ptm.Read(buf)
		s.mu.Lock()
		s.output.Write(buf[:n])
		deaf := s.deaf
		s.mu.Unlock()
		signalOn(s.more)
		if err != nil {
			return
		}
		if deaf != nil {
			<-deaf
		}
	}
}

// hear waits for the child to tell a line.
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
				s.t.Fatalf("the child ended before %q; it said %q and wrote %q", line, heard, s.tail())
			}
		case <-timeout:
			s.t.Fatalf("the child does not say %q, last %q; it wrote %q", line, heard[max(0, len(heard)-5):], s.tail())
		}
	}
}

func (s *ptySession) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.output.Bytes()
	return string(b[max(0, len(b)-2000):])
}

// see waits until the terminal was sent texts, in that order and with anything
// between them, and returns what it was sent before the last of them, from the beginning on.
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
			s.t.Fatalf("does not show %q, but %q", texts, s.tail())
		}
	}
}

// everything returns all that was written to the terminal until now, when the child writes
// nothing: it writes something itself and waits until that has arrived.
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
	if err := pty.Setsize(s.tty, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows), X: uint16(8 * cols), Y: uint16(16 * rows)}); err != nil {
		s.t.Fatal(err)
	}
}

// wait waits until the child has ended and returns how.
func (s *ptySession) wait() string {
	s.t.Helper()
	timer := time.AfterFunc(patience, func() { s.cmd.Process.Kill() })
	defer timer.Stop()
	s.cmd.Wait()
	return howEnded(s.cmd.ProcessState.Sys().(syscall.WaitStatus))
}

func howEnded(ws syscall.WaitStatus) string {
	switch {
	case ws.Signaled():
		return unix.SignalName(ws.Signal())
	case ws.Stopped():
		return "stopped"
	}
	return fmt.Sprint("exit ", ws.ExitStatus())
}

// asFound checks that the terminal is as it was before the child.
func (s *ptySession) asFound() {
	s.t.Helper()
	after, err := term.GetState(int(s.tty.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	if !reflect.DeepEqual(after, s.before) {
		s.t.Errorf("the line's settings are %v, were %v", after, s.before)
	}
	if wrong := modesLeft(s.everything()); len(wrong) > 0 {
		s.t.Errorf("the terminal is left with %q by %q", wrong, s.tail())
	}
}

var (
	modeSequence = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])|\x1b\[(2[23]);0;0t|\x1b([=>])|\x1b\[([0-9;]*)m|\x1b\[([<>=])[0-9;]*u`)
	onByDefault  = []string{"7", "25"}
)

// modesLeft replays what was written to a terminal and returns what is not as in one that
// was just opened.
func modesLeft(output string) (wrong []string) {
	changed := map[string]bool{}
	titles, style, keypad := 0, "", ">"
	flags, other := map[bool]int{}, false // the keyboard's, put aside on each screen
	for _, m := range modeSequence.FindAllStringSubmatch(output, -1) {
		switch {
		case m[1] != "":
			for _, mode := range strings.Split(m[1], ";") {
				changed[mode] = (m[2] == "h") != slices.Contains(onByDefault, mode)
				other = changed["1049"]
			}
		case m[3] == "22":
			titles++
		case m[3] == "23":
			titles--
		case m[4] != "":
			keypad = m[4]
		case m[6] == ">":
			flags[other]++
		case m[6] == "<":
			flags[other]--
		case m[6] == "=":
		default:
			style = m[5]
		}
	}
	for mode, is := range changed {
		if is {
			wrong = append(wrong, "mode "+mode)
		}
	}
	for screen, n := range flags {
		if n != 0 {
			wrong = append(wrong, fmt.Sprintf("keyboard: %d flags, other screen: %v", n, screen))
		}
	}
	if titles != 0 {
		wrong = append(wrong, fmt.Sprint(titles, " titles put aside"))
	}
	if style != "" && style != "0" {
		wrong = append(wrong, "style "+style)
	}
	if keypad != ">" {
		wrong = append(wrong, "keypad")
	}
	return wrong
}
