//go:build linux

package screen

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/gdamore/tcell/v2"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/testenv"
)

// A program runs on a pseudo-terminal through a tcell.Tty. After Suspend and after Fini, the state of the terminal is
// restored.
func TestTtyTransport(t *testing.T) {
	ptm, slave := testenv.OpenPty(t)
	if err := pty.Setsize(ptm, &pty.Winsize{Cols: 60, Rows: 12}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(int(slave.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	go readAll(ptm, shown)

	tty, err := tcell.NewDevTtyFromDev(slave.Name())
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(NewTtyTransport(tty), Options{Term: "xterm", UTF8: true, Queries: true})
	if err != nil {
		t.Fatal(err)
	}
	s.EnableMouse()
	s.SetTitle("a program")
	check := func() {
		t.Helper()
		if now, err := term.GetState(int(slave.Fd())); err != nil || *now != *before {
			t.Errorf("the terminal's settings are %+v (error %v), want %+v as before", now, err, before)
		}
	}
	all := ""
	for _, word := range []string{"first", "second"} {
		if err := s.Init(); err != nil {
			t.Fatal(err)
		}
		s.PutStrStyled(0, 0, word, tcell.StyleDefault.Italic(true))
		s.Show()
		all = readUntil(t, shown, all, word)
		if _, err := ptm.WriteString("k"); err != nil {
			t.Fatal(err)
		}
		for ev := s.PollEvent(); ; ev = s.PollEvent() {
			if key, ok := ev.(*tcell.EventKey); ok && key.Rune() == 'k' {
				break
			}
		}
		_ = s.Suspend()
		check()
		all = readUntil(t, shown, all, "\x1b[?1049l\x1b[23;0;0t")
		checkRestored(t, all)
	}

	_ = s.Resume()
	if err := pty.Setsize(ptm, &pty.Winsize{Cols: 70, Rows: 12}); err != nil {
		t.Fatal(err)
	}
	arrived := make(chan struct{})
	go func() { // tcell misses a signal while it handles another one
		for {
			select {
			case <-arrived:
				return
			default:
				_ = syscall.Kill(os.Getpid(), syscall.SIGWINCH)
				runtime.Gosched()
			}
		}
	}()
	for {
		if ev, ok := s.PollEvent().(*tcell.EventResize); ok {
			if w, h := ev.Size(); w == 70 && h == 12 {
				break
			}
		}
	}
	close(arrived)
	s.Fini()
	_ = tty.Close()
	check()
	checkRestored(t, readUntil(t, shown, all, "\x1b[?1049l\x1b[23;0;0t"))
}

// readAll sends the output of the program to shown, and closes shown at the end.
func readAll(ptm *os.File, shown chan<- string) {
	p := make([]byte, 4096)
	for {
		n, err := ptm.Read(p)
		if err != nil {
			close(shown)
			return
		}
		shown <- string(p[:n])
	}
}

// readUntil reads output until the part after all contains text. It returns all output.
func readUntil(t *testing.T, shown <-chan string, all, text string) string {
	t.Helper()
	late := time.After(testenv.Timeout)
	for n := len(all); !strings.Contains(all[n:], text); {
		select {
		case more := <-shown:
			all += more
		case <-late:
			t.Fatalf("the output %q does not contain %q", all, text)
		}
	}
	return all
}
