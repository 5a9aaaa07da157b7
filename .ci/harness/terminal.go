package harness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// A Terminal is a program on a pseudo-terminal.
type Terminal struct {
	Cmd    *exec.Cmd
	File   *os.File    // the terminal's end of the pseudo-terminal
	tty    *os.File    // the program's end of the pseudo-terminal
	before *term.State // terminal settings before the program started
}

// Start starts a command on a new terminal. It calls output, from one goroutine, with everything that the program
// writes.
func Start(cmd *exec.Cmd, cols, rows int, output func(p []byte)) (*Terminal, error) {
	file, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	t := &Terminal{Cmd: cmd, File: file, tty: tty}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	err = pty.Setsize(file, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err == nil {
		t.before, err = term.GetState(int(tty.Fd()))
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		file.Close()
		tty.Close()
		return nil, err
	}
	go Copy(file, output)
	return t, nil
}

// StartReplying is like Start, but the terminal also replies to the program's queries.
func StartReplying(cmd *exec.Cmd, cols, rows int, output func(p []byte)) (*Terminal, error) {
	var t *Terminal
	var queries Queries
	started := make(chan struct{})
	t, err := Start(cmd, cols, rows, func(p []byte) {
		output(p)
		if text := queries.Replies(p); text != "" {
			<-started
			t.Type(text)
		}
	})
	close(started)
	return t, err
}

// Copy reads from r until an error, and passes the data to handle.
func Copy(r io.Reader, handle func(p []byte)) {
	buf := make([]byte, 1<<16)
	for {
		n, err := r.Read(buf)
		if err != nil {
			return
		}
		handle(buf[:n])
	}
}

// Type types keys into the terminal.
func (t *Terminal) Type(keys string) { _, _ = t.File.WriteString(keys) }

// End ends the program with SIGTERM, or with SIGKILL after two seconds, and closes the terminal.
func (t *Terminal) End() {
	_ = t.Cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(2*time.Second, func() { _ = t.Cmd.Process.Kill() })
	_ = t.Cmd.Wait()
	timer.Stop()
	t.tty.Close()
	t.File.Close()
}

// Restored returns an error unless the settings of the terminal are the same as before the program started.
func (t *Terminal) Restored() error {
	after, err := term.GetState(int(t.tty.Fd()))
	if err == nil && !reflect.DeepEqual(after, t.before) {
		err = errors.New("the program did not restore the terminal settings")
	}
	return err
}

// A Log stores the output of a program. Its methods are safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text []byte
}

// Write appends output.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

// Len returns the length of the output so far.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.text)
}

// After returns the output from an offset on.
func (l *Log) After(offset int) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.text[min(max(offset, 0), len(l.text)):])
}

// Last returns at most the last n bytes.
func (l *Log) Last(n int) []byte { return l.After(l.Len() - n) }

// Contains reports whether the output contains the texts in this order.
func (l *Log) Contains(texts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest, found := l.text, true
	for _, text := range texts {
		if _, rest, found = bytes.Cut(rest, []byte(text)); !found {
			return false
		}
	}
	return true
}

// Wait waits until the output contains a text. It checks every millisecond, and returns an error after limit.
func (l *Log) Wait(limit time.Duration, text string) error {
	for end := time.Now().Add(limit); !l.Contains(text); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("%q is not shown within %v; the last output is %q", text, limit, l.Last(300))
		}
	}
	return nil
}

// replies maps the queries that the program sends to the replies of a modern terminal.
var replies = map[string]string{
	"\x1b[5n":      "\x1b[0n",        // status
	"\x1b[c":       "\x1b[?62;22c",   // device attributes
	"\x1b[>c":      "\x1b[>1;10;0c",  // version of the terminal
	"\x1b[?u":      "\x1b[?0u",       // reports of key releases
	"\x1b[?2026$p": "\x1b[?2026;2$y", // synchronized updates
}

// Queries finds queries in the output of a program, even if they are split.
type Queries struct{ incomplete []byte }

// Replies returns the replies to the queries in the next piece of output.
func (q *Queries) Replies(output []byte) (all string) {
	text := append(q.incomplete, output...)
	q.incomplete = q.incomplete[:0]
	for {
		begin := bytes.IndexByte(text, 0x1b)
		if begin < 0 {
			return all
		}
		text = text[begin:]
		end := bytes.IndexFunc(text, func(r rune) bool { return r >= '@' && r <= '~' && r != '[' })
		if end < 0 {
			if len(text) < 16 { // all queries are shorter
				q.incomplete = append(q.incomplete, text...)
			}
			return all
		}
		all += replies[string(text[:end+1])]
		text = text[end+1:]
	}
}
