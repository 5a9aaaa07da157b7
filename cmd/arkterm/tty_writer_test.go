package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
)

// sentFrame returns what the terminal is sent for a frame.
func sentFrame(t *testing.T, w *ttyWriter, frame string) string {
	t.Helper()
	w.mu.Lock()
	before := len(w.waiting)
	w.mu.Unlock()
	w.frame([]byte(frame))
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.waiting[before:])
}

// newIdleWriter returns a writer whose goroutine sends nothing until it is given up.
func newIdleWriter() *ttyWriter {
	over := make(chan struct{})
	w := &ttyWriter{stop: sync.OnceFunc(func() { close(over) })}
	w.Worker = worker.Start(func() {}, func() bool { <-over; return false })
	return w
}

func TestFrameEndsWithTheQuestion(t *testing.T) {
	w := newIdleWriter()
	if got := sentFrame(t, w, "\x1b[1;1H\x1b[mx"); got != "\x1b[H\x1b[mx" {
		t.Errorf("not asked: %q", got)
	}
	w.setAsk(true)
	if got := sentFrame(t, w, "\x1b[1;2H\x1b[mx"); got != "x"+question {
		t.Errorf("asked: %q", got)
	}
	if got := sentFrame(t, w, "\x1b[1;3H\x1b[m"); got != "" || w.questions() != 1 {
		t.Errorf("nothing to be seen: %q, %d questions", got, w.questions())
	}
	w.answered()
	w.answered()
	if w.unanswered() != 0 {
		t.Errorf("%d answers missing", w.unanswered())
	}
}

func TestLongFramesAreShownAtOnce(t *testing.T) {
	long := strings.Repeat("x", syncFrom+1)
	for _, c := range []struct {
		knows bool
		frame string
		pair  bool
	}{{true, long, true}, {true, long[1:], false}, {false, long, false}} {
		w := newIdleWriter()
		w.setSync(c.knows)
		w.setAsk(true)
		sentFrame(t, w, "\x1b[1;1H\x1b[m")
		want := "\x1b[H\x1b[m" + c.frame[:len(c.frame)-6] + question
		if c.pair {
			want = syncBegin + want[:len(want)-len(question)] + syncEnd + question
		}
		if got := sentFrame(t, w, c.frame[:len(c.frame)-6]); got != want {
			t.Errorf("knows %v, %d bytes: %q…", c.knows, len(c.frame), got[:20])
		}
	}
}

// What the terminal answers late must not be typed into the shell that follows.
func TestAnswersAreAwaitedAtTheEnd(t *testing.T) {
	dev, ptm := newTestTTY(t)
	dev.reader.hear = func(input.Event) { dev.writer.answered() }
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	dev.writer.setAsk(true)
	dev.Write([]byte("\x1b[1;1H\x1b[mx"))
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		dev.Stop()
	}()
	var got []byte
	for p := make([]byte, 4096); !bytes.Contains(got, []byte(question)); {
		n, err := ptm.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p[:n]...)
	}
	if _, err := ptm.WriteString("\x1b[0n"); err != nil {
		t.Fatal(err)
	}
	<-stopped
	if dev.writer.unanswered() != 0 {
		t.Error("the answer was not awaited")
	}
	wake, stop, err := wakePipe()
	if err != nil {
		t.Fatal(err)
	}
	defer wake.Close()
	defer stop()
	if err := await(dev.in, forReading, wake, time.Millisecond); err != errTimeout {
		t.Errorf("something is left for the shell (%v)", err)
	}
}

// A terminal that never answers holds the end up no longer than that.
func TestTheEndComesWithoutAnswers(t *testing.T) {
	dev, ptm := newTestTTY(t)
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	dev.writer.setAsk(true)
	dev.Write([]byte("\x1b[1;1H\x1b[mx"))
	go func() {
		for p := make([]byte, 4096); ; {
			if _, err := ptm.Read(p); err != nil {
				return
			}
		}
	}()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		dev.Stop()
	}()
	select {
	case <-stopped:
	case <-time.After(patience):
		t.Error("it has not come")
	}
}
