package terminal

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// sentFrame returns what the terminal is sent for a frame that is encoded already.
func sentFrame(w *writer, frame string, asks bool) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.waiting)
	w.add([]byte(frame), asks)
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
		if got := sentFrame(w, "x", false); got != "x" {
			t.Errorf("not asked: %q", got)
		}
		if got := sentFrame(w, "y", true); got != "y"+statusQuery || w.pendingReplies() != 1 {
			t.Errorf("asked: %q", got)
		}
		if got := sentFrame(w, "", true); got != "" || w.pendingReplies() != 1 {
			t.Errorf("nothing to be seen: %q, %d queries", got, w.pendingReplies())
		}
		w.replied()
		w.replied()
		if w.pendingReplies() != 0 {
			t.Errorf("%d replies missing", w.pendingReplies())
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
			if got := sentFrame(w, c.frame, true); got != want {
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
			sentFrame(w, string(frame), false)
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
		w.show(text("whole"), false) // what it shows is not known any more
		w.giveUp()
	})
}

// What the terminal replies late must not be typed into the shell that follows.
func TestRepliesAreAwaitedAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
		start(t, dev)
		_ = dev.Show(text("x"))
		go func() {
			time.Sleep(replyLimit / 2)
			f.sent <- "\x1b[0n\x1b[?62;c"
		}()
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != replyLimit/2 || dev.writer.pendingReplies() != 0 {
			t.Errorf("it took %v, %d replies are missing", took, dev.writer.pendingReplies())
		}
	})
}

// A terminal that never replies holds the end up no longer than that.
func TestTheEndComesWithoutReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake(), func(o *Options) { o.Queries = true })
		start(t, dev)
		_ = dev.Show(text("x"))
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
		statusQuery:     "\x1b[0n\x1b[?62;c",
		attributesQuery: "\x1b[?0u\x1b[?62;c", // to this one only
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			dev := newTestTerminal(t, f, func(o *Options) { o.Queries = true })
			start(t, dev)
			_ = dev.Show(text("x"))
			f.sent <- replied
			<-dev.Changed()
			dev.writer.expectNoReplies()
			go func() {
				time.Sleep(held)
				f.sent <- "\x1b[113;1:3u"
				time.Sleep(trip - held)
				f.sent <- map[string]string{statusQuery: "\x1b[0n", attributesQuery: "\x1b[?62;c"}[name]
			}()
			begun := time.Now()
			dev.Close()
			if took := time.Since(begun); took != trip || len(f.sent) > 0 || f.taken {
				t.Errorf("%q: the end took %v, %d reports are not read", name, took, len(f.sent))
			}
			if !strings.HasSuffix(f.written(), leaveModes(true)+name) {
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
			_ = dev.Show(text("x"))
			time.Sleep(muteAfter)
			_ = dev.Behind() // looks at the time
			_ = dev.Show(text("y"))
		}
		begun := time.Now()
		dev.Close()
		if took := time.Since(begun); took != 0 || !strings.HasSuffix(f.written(), leaveModes(true)) {
			t.Errorf("it took %v", took)
		}
	})
}
