package arcade

import (
	"bytes"
	"io"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// maxAllocations is the maximum number of allocations per second for a visitor who plays and presses 30 keys per
// second. Of these, the client in the test makes half.
const maxAllocations = 420

// A session makes few allocations: ticks and frames do not allocate, and a packet causes only the allocations of the
// SSH library.
func TestSessionAllocations(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		const n, seconds = 4, 5
		var all [n]*visitor
		for i := range all {
			all[i] = h.visitWith("", "xterm-256color")
			all[i].startGame()
		}
		for _, v := range all {
			v.mu.Lock()
			v.output = *bytes.NewBuffer(make([]byte, 0, 1<<20))
			v.mu.Unlock()
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 30 * seconds {
			for _, v := range all {
				_, _ = io.WriteString(v.input, []string{"\x1b[D", "\x1b[C"}[i/20%2])
			}
			time.Sleep(time.Second / 30)
		}
		runtime.ReadMemStats(&after)
		perSecond := (after.Mallocs - before.Mallocs) / (n * seconds)
		t.Logf("%d allocations per second", perSecond)
		if perSecond > maxAllocations && !testing.Short() { // the race detector empties sync.Pools at random
			t.Errorf("a session makes %d allocations per second, want at most %d", perSecond, maxAllocations)
		}
		for _, v := range all {
			v.client.Close()
		}
	})
}
