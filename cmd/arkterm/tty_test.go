package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/exit"
	"arkterm/input"
)

func TestWithoutTerminalThereIsAdvice(t *testing.T) {
	cmd := childCommand("child", nil) // its stdin is /dev/null
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	ended, ok := err.(*exec.ExitError)
	if !ok || ended.ExitCode() != int(exit.Terminal) {
		t.Errorf("ends by %v, want exit %d", err, exit.Terminal)
	}
	for _, want := range []string{"needs a terminal", "ssh -t"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("says %q, not %q", stderr.String(), want)
		}
	}
}

func TestEnvironmentDoesNotReachTcell(t *testing.T) {
	for _, env := range [][]string{
		{"LC_ALL=C"},
		{"LC_ALL=POSIX"},
		{"LC_ALL=en_US.ISO8859-1"},
		{"LC_ALL=nonsense.nonsense@nonsense"},
		{"RUNEWIDTH_EASTASIAN=1"},
		{"NO_COLOR=1"},
		{"TCELL_TRUECOLOR=disable", "TCELL_ALTSCREEN=disable"},
		{"LINES=3", "COLUMNS=7"},
		{"TERM="},
		{"TERM=dumb"},
		{"TERM=xterm"},
		{"TERM=no such terminal"},
	} {
		t.Run(strings.Join(env, ","), func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", env...)
			s.see("\x1b[?1049h", "38;5;200m", strings.Repeat("▀", 80))
			s.send("q")
			if got := s.wait(); got != "exit 0" {
				t.Errorf("ends by %s", got)
			}
			s.asFound()
		})
	}
}

func TestTitleOnlyWhereThereIsOne(t *testing.T) {
	for term, want := range map[string]bool{"xterm-256color": true, "tmux-256color": true, "linux": false, "dumb": false, "": false} {
		t.Run(term, func(t *testing.T) {
			t.Parallel()
			s := startChild(t, "child", "TERM="+term)
			s.send("q")
			s.wait()
			out := s.everything()
			for _, seq := range []string{"\x1b[22;0;0t", "\x1b]2;arkterm\x1b\\", "\x1b[23;0;0t"} {
				if strings.Contains(out, seq) != want {
					t.Errorf("%q in the output: %v", seq, !want)
				}
			}
		})
	}
}

func TestAnySizeIsClamped(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child")
	for _, c := range []struct{ cols, rows, wantCols, wantRows int }{
		{1, 1, 1, 1},
		{2, 2, 2, 2},
		{19, 7, 19, 7},
		{300, 100, 300, 100},
		{10000, 10000, maxCols, maxRows},
		{65535, 1, maxCols, 1},
		{0, 0, defaultCols, defaultRows},
	} {
		s.size(c.cols, c.rows)
		s.hear(fmt.Sprintf("size %d %d", c.wantCols, c.wantRows))
	}
	for i := range 1000 {
		s.size(20+i%300, 10+i%100)
	}
	s.size(77, 22)
	s.hear("size 77 22")
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("ends by %s", got)
	}
	s.asFound()
}

func TestKeysAndMouseArrive(t *testing.T) {
	t.Parallel()
	s := startChild(t, "child")
	for _, c := range []struct{ in, want string }{
		{"\x1b[D", "key Left"},
		{"\x1b", "key Esc"},
		{"\x1b[?62;c\x1b[1;1R\x1bP>|x\x1b\\\x1b[97;1:3u\x1b[C", "key Right"},
		{"\x1b[200~qqq\x1b[201~\x1b[A", "key Up"},
		{"\x1b[<35;12;7M", "mouse 11 6"},
		{strings.Repeat("\x1b[B", eventsWaiting/2) + "\r", "key Enter"},
		{"\xff\xfe\xc3\x1b[H", "key Home"},
		{"e", "aspect 0.50"},
	} {
		s.send(c.in)
		s.hear(c.want)
	}
	s.send("q")
	if got := s.wait(); got != "exit 0" {
		t.Errorf("ends by %s", got)
	}
}

func TestLeavingUndoesEntering(t *testing.T) {
	for _, title := range []bool{true, false} {
		if wrong := modesLeft(enterModes(title) + leaveModes(title)); len(wrong) > 0 {
			t.Errorf("title %v: %q are left", title, wrong)
		}
		if wrong := modesLeft(enterModes(title)); len(wrong) < 8 {
			t.Errorf("title %v: only %q are entered", title, wrong)
		}
	}
}

func TestKeyboardIsSwitchedOnTheOtherScreen(t *testing.T) {
	for _, k := range []keyboard{kittyKeyboard, win32Keyboard} {
		dev, ptm := newTestTTY(t)
		dev.setKeyboard(k) // before it is taken
		var got string
		for range 2 { // and again after a stop
			if err := dev.Start(); err != nil {
				t.Fatal(err)
			}
			dev.retake()
			dev.Stop()
			got = readAll(t, dev, ptm)
			in, on := strings.Index(got, "\x1b[?1049h"), strings.Index(got, k.on)
			off, out := strings.Index(got, k.off), strings.Index(got, "\x1b[?1049l")
			if in < 0 || on < in || off < on || out < off || len(modesLeft(got)) > 0 {
				t.Errorf("%s: %q leaves %q", k.name, got, modesLeft(got))
			}
		}
		if err := dev.Start(); err != nil {
			t.Fatal(err)
		}
		dev.setKeyboard(keyboard{}) // found to be wrong while it is taken
		dev.setKeyboard(k)
		dev.Stop()
		if got := readAll(t, dev, ptm); len(modesLeft(got)) > 0 || strings.Count(got, k.off) != 2 {
			t.Errorf("%s, twice: %q leaves %q", k.name, got, modesLeft(got))
		}
	}
}

func TestPixelAspect(t *testing.T) {
	for _, c := range []struct {
		ws   unix.Winsize
		want float64
	}{
		{unix.Winsize{}, 0.5},
		{unix.Winsize{Col: 80, Row: 24}, 0.5},
		{unix.Winsize{Col: 80, Row: 24, Xpixel: 720, Ypixel: 480}, 0.45},
		{unix.Winsize{Col: 80, Row: 24, Xpixel: 80, Ypixel: 24}, 0.75},
		{unix.Winsize{Col: 80, Row: 24, Xpixel: 1, Ypixel: 480}, 0.35},
		{unix.Winsize{Xpixel: 720, Ypixel: 480}, 0.5},
	} {
		if got := pixelAspect(&c.ws); got != c.want {
			t.Errorf("%+v: %v, want %v", c.ws, got, c.want)
		}
	}
}

// newTestTTY returns a tty on one end of a pseudo-terminal, and the other end.
func newTestTTY(t *testing.T) (*tty, *os.File) {
	t.Helper()
	ptm, pts := openPTY(t)
	if _, err := term.MakeRaw(int(pts.Fd())); err != nil { // so that it does not echo
		t.Fatal(err)
	}
	if err := unix.SetNonblock(int(pts.Fd()), true); err != nil {
		t.Fatal(err)
	}
	dev := &tty{in: int(pts.Fd()), out: int(pts.Fd()), own: true, guard: func() {}, gone: make(chan struct{})}
	if err := dev.open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dev.writer.giveUp() })
	return dev, ptm
}

func TestReadTellsEventsUntilItsEnd(t *testing.T) {
	dev, ptm := newTestTTY(t)
	heard := make(chan input.Event, 10)
	dev.reader.hear = func(ev input.Event) { heard <- ev }
	for range 3 { // again after each Stop
		if err := dev.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		p := make([]byte, 128)
		go func() {
			n, err := dev.Read(p)
			if n != 0 {
				err = fmt.Errorf("read %d bytes", n)
			}
			done <- err
		}()
		fmt.Fprint(ptm, "\x1b[?62;ca\x1b")
		for i, want := range []input.Event{
			{Type: input.EventReply, Reply: input.Reply{Kind: input.AttributesReply}},
			{Type: input.EventKey, Key: input.Char('a')},
			{Type: input.EventKey, Key: input.KeyEvent{Key: input.KeyEsc}},
		} {
			if got := <-heard; got != want {
				t.Fatalf("event %d: %+v, want %+v", i, got, want)
			}
		}
		dev.Drain()
		if err := <-done; err != io.EOF {
			t.Fatalf("after Drain: %v", err)
		}
		if n, err := dev.Read(p); n != 0 || err != io.EOF {
			t.Fatalf("once more after Drain: %d, %v", n, err)
		}
		dev.Stop()
		dev.Stop()
	}
}

func TestNothingIsWrittenToATerminalGivenBack(t *testing.T) {
	dev, ptm := newTestTTY(t)
	dev.Write([]byte("before"))
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	dev.Write(nil)
	dev.Write([]byte("in between"))
	dev.Stop()
	dev.Write([]byte("after"))
	dev.writer.raw("<end>")
	var got []byte
	for p := make([]byte, 100); !bytes.HasSuffix(got, []byte("<end>")); {
		n, err := ptm.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p[:n]...)
	}
	if !bytes.Contains(got, []byte("in between")) || bytes.Contains(got, []byte("before")) || bytes.Contains(got, []byte("after")) {
		t.Errorf("written: %q", got)
	}
}

func TestWriteNeverWaits(t *testing.T) {
	dev, _ := newTestTTY(t) // nobody reads
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	frame := bytes.Repeat([]byte("x"), 1<<20)
	for range 2 * maxWaiting / len(frame) {
		dev.Write(frame)
	}
	if ready, _ := dev.writer.ready(); ready {
		t.Error("ready with 8 MB waiting")
	}
	if n := len(dev.writer.waiting); n > maxWaiting {
		t.Errorf("%d bytes are waiting", n)
	}
	if dev.writer.flush(time.Millisecond) {
		t.Error("flushed")
	}
}

func TestWhatDidNotFitIsTold(t *testing.T) {
	dev, ptm := newTestTTY(t)
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	dev.Write(make([]byte, maxWaiting+1))
	go io.Copy(io.Discard, ptm)
	if !dev.writer.flush(patience) {
		t.Fatal("not flushed")
	}
	if ready, lost := dev.writer.ready(); !ready || !lost {
		t.Errorf("ready %v, lost %v", ready, lost)
	}
	if ready, lost := dev.writer.ready(); !ready || lost {
		t.Errorf("afterwards ready %v, lost %v", ready, lost)
	}
}

// A writer may have got anywhere when its time is over. The title is taken back as often as it
// was put aside, and everything else is left.
func TestWayBackIsWholeWhereverTheWriterStopped(t *testing.T) {
	modes, on, off := enterModes(true), kittyKeyboard.on, kittyKeyboard.off
	enter, leave := modes+on, off+leaveModes(true)
	for _, sent := range []int{
		0, len(pushTitle) - 1, len(pushTitle), len(modes), len(enter) - 1, len(enter), len(enter + off),
		len(enter) + 20, len(enter+leave) - 1, len(enter + leave),
	} {
		t.Run(fmt.Sprint(sent), func(t *testing.T) {
			dev, ptm := newTestTTY(t)
			dev.title, dev.keyboard = true, kittyKeyboard
			dev.writer.giveUp()
			dev.writer = newIdleWriter()
			dev.writer.sent = sent
			if _, err := unix.Write(dev.out, []byte((enter + leave)[:sent])); err != nil {
				t.Fatal(err)
			}
			if err := dev.Start(); err != nil {
				t.Fatal(err)
			}
			dev.Stop()
			got := readAll(t, dev, ptm)
			if wrong := modesLeft(got); len(wrong) > 0 {
				t.Errorf("%q are left by %q", wrong, got)
			}
		})
	}
}

// readAll returns what was written to the terminal.
func readAll(t *testing.T, dev *tty, ptm *os.File) string {
	t.Helper()
	const end = "<end>"
	if _, err := unix.Write(dev.out, []byte(end)); err != nil {
		t.Fatal(err)
	}
	var got []byte
	for p := make([]byte, 4096); !bytes.HasSuffix(got, []byte(end)); {
		n, err := ptm.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p[:n]...)
	}
	return string(got)
}

func TestTerminalGivenBackForGoodIsNotTakenAgain(t *testing.T) {
	dev, _ := newTestTTY(t)
	dev.end()
	if err := dev.Start(); err == nil {
		t.Error("taken")
	}
}
