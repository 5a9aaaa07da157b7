package screen

import (
	"sync"
	"testing"
	"time"

	"arkterm/input"
)

// The goroutine that reads can begin when its stream has already been replaced. It must not block the owner of the
// reader, which opens streams and reads replies.
func TestLateRead(t *testing.T) {
	r := reader{transport: newFake(), guard: func() {}, expect: func() input.Context { return input.Context{} }}
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
