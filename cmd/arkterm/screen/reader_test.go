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
