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

// sentFrame queues an encoded frame and a query, and returns the queued bytes.
func sentFrame(w *writer, frame, query string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.buffer)
	w.addFrame([]byte(frame), query, 0)
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
		w.writeRaw("stuck")
		synctest.Wait()
		if got := sentFrame(w, "x", ""); got != "x" {
			t.Errorf("a frame without a query is sent as %q, want x", got)
		}
		if got := sentFrame(w, "y", seqDSR); got != "y"+seqDSR {
			t.Errorf("a frame with a query is sent as %q, want y and DSR", got)
		}
		if got := sentFrame(w, "", seqDSR); got != "" {
			t.Errorf("an empty frame with a query is sent as %q, want nothing", got)
		}
	})
}

func TestLongFramesAreSynchronized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := newStuckWriter()
		defer w.giveUp()
		w.writeRaw("stuck")
		synctest.Wait()
		long := strings.Repeat("x", maxUnsyncedBytes+1)
		for _, c := range []struct {
			sync  bool // the terminal supports synchronized output
			frame string
			want  bool // the frame is synchronized
		}{{true, long, true}, {true, long[1:], false}, {false, long, false}} {
			w.setFeatures(features{sync: c.sync})
			want := c.frame + seqDSR
			if c.want {
				want = syncBegin + c.frame + syncEnd + seqDSR
			}
			if got := sentFrame(w, c.frame, seqDSR); got != want {
				t.Errorf("sync %v, frame of %d bytes: sent %q…, want synchronized %v", c.sync, len(c.frame), got[:20],
					c.want)
			}
		}
	})
}

func TestWritersDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newStuckWriter()
		w.writeRaw("stuck")
		synctest.Wait() // until the goroutine waits, because it takes all queued bytes
		frame := bytes.Repeat([]byte("x"), 1<<20)
		for range 2 * maxQueued / len(frame) {
			sentFrame(w, string(frame), "")
		}
		if w.ready() {
			t.Error("ready = true with 8 MB in the queue, want false")
		}
		if n := len(w.buffer); n > maxQueued || !w.frameDropped {
			t.Errorf("%d bytes are queued, frame dropped: %v; want at most %d, true", n, w.frameDropped, maxQueued)
		}
		if w.flush(time.Millisecond) {
			t.Error("flush = true although the terminal does not read, want false")
		}
		f.setRoom(-1)
		if !w.flush(time.Second) || !w.ready() || w.frameDropped {
			t.Error("flush, ready and no dropped frame must be true after the terminal has read everything")
		}
		w.show(lineFrame("complete"), ansi.Limit{}, "", 0)
		w.giveUp()
	})
}

// A tryEnd is a fakeEnd that implements tryWriter.
type tryEnd struct{ *fakeEnd }

// TryWrite writes p if the terminal accepts any bytes.
func (e tryEnd) TryWrite(p []byte, _ int) (int, error) {
	e.mu.Lock()
	room := e.room != 0
	e.mu.Unlock()
	if !room {
		return 0, nil
	}
	return e.Write(p)
}

// If the terminal accepts a frame without delay, it is sent immediately. Otherwise the rest is sent later, in order.
func TestFrameIsSentImmediately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(tryEnd{newFakeEnd(f)}, func() {}, func() {})
		defer w.giveUp()
		show := func(frame string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.addFrame([]byte(frame), "", 0)
		}
		f.setRoom(5)
		show("abc")
		if got := f.written(); got != "abc" || !w.ready() {
			t.Errorf("directly after show: sent %q, ready = %v; want abc, true", got, w.ready())
		}
		show("defgh")
		if w.ready() {
			t.Error("ready = true although the terminal has accepted only a part of the frame, want false")
		}
		w.writeRaw("raw")
		show("frame")
		f.setRoom(-1)
		synctest.Wait()
		if got := f.written(); got != "abcdefghrawframe" || !w.ready() {
			t.Errorf("at the end: sent %q, ready = %v; want all bytes in order, true", got, w.ready())
		}
		if queued, sent := w.progress(); queued != sent || sent != len(f.written()) {
			t.Errorf("progress = %d, %d; want %d twice", queued, sent, len(f.written()))
		}
	})
}

// A smallBufferEnd is a fakeEnd whose TryWrite accepts bytes while at most 10 bytes are unread.
type smallBufferEnd struct{ *fakeEnd }

func (e smallBufferEnd) TryWrite(p []byte, unread int) (int, error) {
	if unread > 10-len(p) {
		return 0, nil
	}
	return e.Write(p)
}

// A frame is sent immediately if the terminal has read nearly everything before it. Otherwise the writer's goroutine
// waits for the terminal, and show does not wait.
func TestFrameIsSentToReadingTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(smallBufferEnd{newFakeEnd(f)}, func() {}, func() {})
		defer w.giveUp()
		show := func(frame string, unread int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.addFrame([]byte(frame), "", unread)
		}
		show("abc", 7)
		if got := f.written(); got != "abc" || !w.ready() {
			t.Errorf("with 7 unread bytes: sent %q, ready = %v; want abc, true", got, w.ready())
		}
		f.setRoom(0)
		for i, unread := range []int{8, math.MaxInt} {
			show("def", unread)
			synctest.Wait()
			if w.ready() {
				t.Errorf("frame %d, with %d unread bytes: ready = true, want false", i, unread)
			}
		}
		f.setRoom(-1)
		synctest.Wait()
		if got := f.written(); got != "abcdefdef" || !w.ready() {
			t.Errorf("at the end: sent %q, ready = %v; want all bytes in order, true", got, w.ready())
		}
	})
}
