package screen

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/render/ansi"
)

// sentFrame returns the output for an encoded frame.
func sentFrame(w *writer, frame, query string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.buffer)
	w.add([]byte(frame), query, 0)
	return string(w.buffer[before:])
}

// newStuckWriter returns a writer to a terminal that does not read.
func newStuckWriter() (*writer, *fake) {
	f := newFake()
	f.room = 0
	return newWriter(newFakeEnd(f), func() {}, func() {}), f
}

func TestFrameEndsWithTheQuery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := newStuckWriter()
		defer w.giveUp()
		w.raw("stuck")
		synctest.Wait()
		if got := sentFrame(w, "x", ""); got != "x" {
			t.Errorf("not asked: %q", got)
		}
		if got := sentFrame(w, "y", seqDSR); got != "y"+seqDSR {
			t.Errorf("asked: %q", got)
		}
		if got := sentFrame(w, "", seqDSR); got != "" {
			t.Errorf("nothing to be seen: %q", got)
		}
	})
}

func TestLongFramesAreSynchronized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := newStuckWriter()
		defer w.giveUp()
		w.raw("stuck")
		synctest.Wait()
		long := strings.Repeat("x", syncFrom+1)
		for _, c := range []struct {
			knows bool
			frame string
			pair  bool
		}{{true, long, true}, {true, long[1:], false}, {false, long, false}} {
			w.set(features{sync: c.knows})
			want := c.frame + seqDSR
			if c.pair {
				want = syncBegin + c.frame + syncEnd + seqDSR
			}
			if got := sentFrame(w, c.frame, seqDSR); got != want {
				t.Errorf("knows %v, %d bytes: %q…", c.knows, len(c.frame), got[:20])
			}
		}
	})
}

func TestWritersDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newStuckWriter()
		frame := bytes.Repeat([]byte("x"), 1<<20)
		for range 2 * maxQueued / len(frame) {
			sentFrame(w, string(frame), "")
		}
		if w.ready() {
			t.Error("ready with 8 MB waiting")
		}
		if n := len(w.buffer); n > maxQueued || !w.frameDropped {
			t.Errorf("%d bytes are waiting, lost %v", n, w.frameDropped)
		}
		if w.flush(time.Millisecond) {
			t.Error("flushed")
		}
		f.setRoom(-1)
		if !w.flush(time.Second) || !w.ready() || w.frameDropped {
			t.Error("not ready when the terminal has read all")
		}
		w.show(text("whole"), ansi.Limit{}, "", 0) // after this, the contents are unknown
		w.giveUp()
	})
}

// A tryEnd is a fakeEnd that implements tryWriter.
type tryEnd struct{ *fakeEnd }

func (e tryEnd) TryWrite(p []byte, _ int) (int, error) {
	e.mu.Lock()
	room := e.room != 0
	e.mu.Unlock()
	if !room {
		return 0, nil
	}
	return e.Write(p)
}

// If the terminal has room for a frame, show sends it before it returns. Otherwise the rest is sent later, in order.
func TestFrameIsSentImmediately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(tryEnd{newFakeEnd(f)}, func() {}, func() {})
		defer w.giveUp()
		show := func(frame string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.add([]byte(frame), "", 0)
		}
		f.setRoom(5)
		show("abc")
		if got := f.written(); got != "abc" || !w.ready() {
			t.Errorf("with room: %q, ready %v", got, w.ready())
		}
		show("defgh")
		if w.ready() {
			t.Error("ready, and there is no room")
		}
		w.raw("raw")
		show("frame")
		f.setRoom(-1)
		synctest.Wait()
		if got := f.written(); got != "abcdefghrawframe" || !w.ready() {
			t.Errorf("in the end: %q, ready %v", got, w.ready())
		}
		if queued, sent := w.progress(); queued != sent || sent != len(f.written()) {
			t.Errorf("%d queued, %d sent", queued, sent)
		}
	})
}

// A promptEnd takes 10 bytes without waiting.
type promptEnd struct{ *fakeEnd }

func (e promptEnd) TryWrite(p []byte, unread int) (int, error) {
	if unread > 10-len(p) {
		return 0, nil
	}
	return e.Write(p)
}

// A frame is sent before show returns to a terminal that has read almost all before it. Another one keeps the
// goroutine waiting, and not who shows frames.
func TestFrameIsSentToReadingTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(promptEnd{newFakeEnd(f)}, func() {}, func() {})
		defer w.giveUp()
		show := func(frame string, unread int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.add([]byte(frame), "", unread)
		}
		show("abc", 7)
		if got := f.written(); got != "abc" || !w.ready() {
			t.Errorf("a terminal that reads received %q, ready %v", got, w.ready())
		}
		f.setRoom(0)
		for i, unread := range []int{8, math.MaxInt} {
			show("def", unread)
			synctest.Wait()
			if w.ready() {
				t.Errorf("%d: ready, and there is no room", i)
			}
		}
		f.setRoom(-1)
		synctest.Wait()
		if got := f.written(); got != "abcdefdef" || !w.ready() {
			t.Errorf("in the end: %q, ready %v", got, w.ready())
		}
	})
}
