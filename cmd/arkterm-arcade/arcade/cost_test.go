package arcade

import (
	"bytes"
	"io"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// mostAllocations is how many objects a visitor who plays and presses 30 keys a second may allocate in a second. Those of the
// client are counted too: half of them.
const mostAllocations = 420

// A player costs the garbage collector little: neither ticks nor frames allocate, and a packet only what the library does.
func TestGarbageOfASession(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		const n, seconds = 4, 5
		var all [n]*visitor
		for i := range all {
			all[i] = h.comeWith("", "xterm-256color")
			all[i].play()
		}
		for _, v := range all {
			v.mu.Lock()
			v.seen = *bytes.NewBuffer(make([]byte, 0, 1<<20))
			v.mu.Unlock()
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 30 * seconds {
			for _, v := range all {
				_, _ = io.WriteString(v.types, []string{"\x1b[D", "\x1b[C"}[i/20%2])
			}
			time.Sleep(time.Second / 30)
		}
		runtime.ReadMemStats(&after)
		each := (after.Mallocs - before.Mallocs) / (n * seconds)
		t.Logf("%d allocations a second", each)
		if each > mostAllocations && !testing.Short() { // with the detector a sync.Pool forgets at random
			t.Errorf("a session allocates %d times a second", each)
		}
		for _, v := range all {
			v.client.Close()
		}
	})
}
