package screen

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
)

// A stream is the program's end of a connection. It records the bytes written to it.
type stream struct {
	io.Reader
	mu  sync.Mutex
	out strings.Builder
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func (s *stream) written() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// A program runs on a pair of streams, also after a suspend and a resize. The events end when the input is closed.
func TestStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		conn := &stream{Reader: in}
		size := Size{Cols: 40, Rows: 10}
		s, err := New(NewStreamTransport(conn, func() Size { return size }), Options{Term: "xterm", UTF8: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Init(); err != nil {
			t.Fatal(err)
		}
		if ev, ok := s.PollEvent().(*tcell.EventResize); !ok {
			t.Errorf("the first event is %v, want the size", ev)
		}
		for round := range 2 {
			s.PutStr(38, 0, "wide")
			s.Show()
			time.Sleep(time.Second)
			if got := conn.written(); strings.Count(got, "wi") != round+1 || strings.Contains(got, "wide") {
				t.Errorf("sent %q, want \"wide\" clipped at column 40", got)
			}
			go func() { _, _ = typed.Write([]byte("xy")) }()
			for _, want := range "xy" {
				if ev, ok := s.PollEvent().(*tcell.EventKey); !ok || ev.Rune() != want {
					t.Errorf("round %d: event %v, want the key %c", round, ev, want)
				}
			}
			_ = s.Suspend()
			checkRestored(t, conn.written())
			if err := s.Resume(); err != nil {
				t.Fatal(err)
			}
		}
		size.Cols = 50
		s.Resized()
		if w, _ := s.Size(); w != 50 {
			t.Errorf("after a resize, the width is %d columns, want 50", w)
		}
		if ev, ok := s.PollEvent().(*tcell.EventResize); !ok {
			t.Errorf("the event after Resized is %v, want a resize", ev)
		}
		typed.Close()
		for s.PollEvent() != nil {
		}
		if s.Err() != ErrGone {
			t.Errorf("Err() = %v, want ErrGone", s.Err())
		}
		s.Fini()
	})
}

// After the end of the stream was read, Resume fails.
func TestResumeAfterTheEndOfAStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := &stream{Reader: strings.NewReader("q")}
		s, err := New(NewStreamTransport(conn, func() Size { return Size{} }), Options{Term: "xterm"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Init(); err != nil {
			t.Fatal(err)
		}
		for s.PollEvent() != nil {
		}
		_ = s.Suspend()
		if err := s.Resume(); !errors.Is(err, io.EOF) {
			t.Errorf("Resume = %v, want io.EOF", err)
		}
		synctest.Wait()
		s.Fini()
	})
}

// Input that does not fit into the buffer of a Read is returned by the next ones.
func TestReadWithASmallBuffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := NewStreamTransport(&stream{Reader: strings.NewReader("abc")}, func() Size { return Size{} })
		if err := tr.Enter(""); err != nil {
			t.Fatal(err)
		}
		r, _ := tr.Reader()
		p := make([]byte, 2)
		for _, want := range []string{"ab", "c"} {
			if n, err := r.Read(p, time.Second); string(p[:n]) != want || err != nil {
				t.Errorf("Read = %q, %v; want %q", p[:n], err, want)
			}
		}
		if n, err := r.Read(p, time.Second); n != 0 || err != io.EOF {
			t.Errorf("Read at the end = %d, %v; want 0, EOF", n, err)
		}
		tr.Leave()
	})
}

// A resizableTty records the function to call when the size has changed.
type resizableTty struct {
	streamTty
	resized func()
}

func (t *resizableTty) NotifyResize(resized func()) { t.resized = resized }

// After Leave, the tty reports no changes of the size, because another program uses the terminal.
func TestNoResizesAfterLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &resizableTty{streamTty: streamTty{ReadWriter: &stream{Reader: strings.NewReader("")}}}
		resizes := 0
		tr := &ttyTransport{tty: tty, input: make(chan []byte), resized: func() { resizes++ }}
		if err := tr.Enter(""); err != nil {
			t.Fatal(err)
		}
		if tty.resized(); resizes != 1 {
			t.Errorf("after Enter, a change of the size is reported %d times, want once", resizes)
		}
		tr.Leave()
		if tty.resized != nil {
			t.Error("after Leave, changes of the size are reported")
		}
	})
}
