package screen

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/input"
)

// The goroutine that reads can begin when its stream has already been replaced. It must not block the owner of the
// reader, which opens streams and reads replies.
func TestLateRead(t *testing.T) {
	r := reader{transport: newFake(), handlePanic: func() {}, expect: func() input.Context { return input.Context{} }}
	var all sync.WaitGroup
	for range 50_000 {
		if err := r.begin(); err != nil {
			t.Fatal(err)
		}
		all.Go(func() { _ = r.read(func() {}) })
		rounds := 2
		r.readReplies(func() time.Duration {
			rounds--
			return time.Duration(rounds)
		})
		r.end()
	}
	all.Wait()
}

// A transport that calls push also calls it without bytes after the returned time. This ends an incomplete sequence.
func TestPushWithoutBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := newTestTerminal(t, newFake())
		if wait := dev.reader.push([]byte("\x1b")); wait <= 0 || dev.HasPendingEvent() {
			t.Errorf("push of ESC = %v, event pending %v; want a time to wait, no event", wait, dev.HasPendingEvent())
		}
		dev.reader.push(nil)
		if keys := keysOf(dev); !slices.Equal(keys, []string{"Esc"}) {
			t.Errorf("after a push without bytes, the keys are %q, want Esc", keys)
		}
	})
}

// Text that arrives at the same time without brackets is a paste. It ends when no more text arrives for pasteGap.
func TestPasteWithoutBrackets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		dev := newTestTerminal(t, f)
		start(t, dev)
		for _, part := range []string{"several words ", "in two parts"} {
			f.sent <- part
			time.Sleep(pasteGap - 1)
		}
		if dev.HasPendingEvent() {
			t.Errorf("event %+v before the end of the paste, want none", dev.PollEvent())
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !dev.HasPendingEvent() {
			t.Fatal("no event after the end of the paste")
		}
		if ev, ok := dev.PollEvent().(*input.EventText); !ok || ev.Text != "several words in two parts" {
			t.Errorf("event %+v, want the pasted text", ev)
		}
		dev.Close()
	})
}
