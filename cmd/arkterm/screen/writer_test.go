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

// sentFrame returns what the terminal is sent for a frame that is encoded already.
func sentFrame(w *writer, frame, query string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.waiting)
	w.add([]byte(frame), query, 0)
	return string(w.waiting[before:])
}

// newStuckWriter returns a writer to a terminal that takes nothing.
func newStuckWriter() (*writer, *fake) {
	f := newFake()
	f.room = 0
	return newWriter(newFakeEnd(f), 0, func() {}, func() {}), f
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
		if got := sentFrame(w, "y", statusQuery); got != "y"+statusQuery {
			t.Errorf("asked: %q", got)
		}
		if got := sentFrame(w, "", statusQuery); got != "" {
			t.Errorf("nothing to be seen: %q", got)
		}
	})
}

func TestLongFramesAreShownAtOnce(t *testing.T) {
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
			w.setSync(c.knows)
			want := c.frame + statusQuery
			if c.pair {
				want = syncBegin + c.frame + syncEnd + statusQuery
			}
			if got := sentFrame(w, c.frame, statusQuery); got != want {
				t.Errorf("knows %v, %d bytes: %q…", c.knows, len(c.frame), got[:20])
			}
		}
	})
}

func TestNobodyWhoWritesWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newStuckWriter()
		frame := bytes.Repeat([]byte("x"), 1<<20)
		for range 2 * maxWaiting / len(frame) {
			sentFrame(w, string(frame), "")
		}
		if w.ready() {
			t.Error("ready with 8 MB waiting")
		}
		if n := len(w.waiting); n > maxWaiting || !w.lost {
			t.Errorf("%d bytes are waiting, lost %v", n, w.lost)
		}
		if w.flush(time.Millisecond) {
			t.Error("flushed")
		}
		f.setRoom(-1)
		if !w.flush(time.Second) || !w.ready() || w.lost {
			t.Error("not ready when the terminal has read all")
		}
		w.show(text("whole"), ansi.Limit{}, "", 0) // what it shows is not known any more
		w.giveUp()
	})
}

// What the terminal replies late must not be typed into the shell that follows.
func TestRepliesAreAwaitedAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		_ = dev.ShowFrame(text("x"))
		go func() {
			time.Sleep(replyLimit / 2)
			f.sent <- "\x1b[0n\x1b[0n\x1b[?62;c"
		}()
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != replyLimit/2 || dev.pendingReplies() != 0 {
			t.Errorf("it took %v, %d replies are missing", took, dev.pendingReplies())
		}
	})
}

// A terminal that never replies holds the end up no longer than that.
func TestTheEndComesWithoutReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake(), func(o *Options) { o.Queries = true })
		start(t, dev)
		_ = dev.ShowFrame(text("x"))
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != replyLimit {
			t.Errorf("it took %v", took)
		}
	})
}

// The release of the key that quits comes after the end, over a link that is slow. It is read by whoever has
// the terminal then, who must not be the shell.
func TestAReleaseDoesNotLeak(t *testing.T) {
	const trip, held = 200 * time.Millisecond, 80 * time.Millisecond
	for name, replied := range map[string]string{
		"to all":    "\x1b[0n\x1b[0n\x1b[?62;c",
		"to fences": "\x1b[?0u\x1b[?62;c",
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
			start(t, dev)
			_ = dev.ShowFrame(text("x"))
			f.sent <- replied
			resized(dev)
			go func() {
				time.Sleep(held)
				f.sent <- "\x1b[113;1:3u"
				time.Sleep(trip - held)
				f.sent <- "\x1b[?62;c"
			}()
			begun := time.Now()
			dev.Close()
			if took := time.Since(begun); took != trip || len(f.sent) > 0 || f.taken {
				t.Errorf("%q: the end took %v, %d reports are not read", name, took, len(f.sent))
			}
			if !strings.HasSuffix(f.written(), leaveModes(true)+fenceQuery) {
				t.Errorf("%q: sent %q", name, f.written())
			}
		})
	}
}

// Who has never replied is not waited for.
func TestAMuteTerminalDoesNotHoldUpTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		for range 3 {
			_ = dev.ShowFrame(text("x"))
			time.Sleep(muteAfter)
			dev.Ready() // looks at the time
			_ = dev.ShowFrame(text("y"))
		}
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != 0 || !strings.HasSuffix(f.written(), leaveModes(true)) {
			t.Errorf("it took %v", took)
		}
	})
}

// A tryEnd can be written to without waiting.
type tryEnd struct{ *fakeEnd }

func (e tryEnd) TryWrite(p []byte) (int, error) {
	e.mu.Lock()
	room := e.room != 0
	e.mu.Unlock()
	if !room {
		return 0, nil
	}
	return e.Write(p)
}

// A frame for which there is room is sent before show returns. What there is no room for is sent later, in its
// order among the rest.
func TestAFrameIsSentAtOnceWhereThereIsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(tryEnd{newFakeEnd(f)}, 0, func() {}, func() {})
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

// A promptEnd takes some bytes without waiting.
type promptEnd struct{ *fakeEnd }

func (promptEnd) Prompt() int { return 10 }

// A frame is sent before show returns to a terminal that has read almost all before it. Another one keeps the goroutine waiting, and not who shows
// frames.
func TestAFrameIsSentAtOnceToWhoReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := newWriter(promptEnd{newFakeEnd(f)}, 0, func() {}, func() {})
		defer w.giveUp()
		show := func(frame string, unread int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.add([]byte(frame), "", unread)
		}
		show("abc", 7)
		if got := f.written(); got != "abc" || !w.ready() {
			t.Errorf("to one that reads: %q, ready %v", got, w.ready())
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
