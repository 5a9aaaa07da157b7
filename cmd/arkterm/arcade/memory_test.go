package arcade

import (
	"bytes"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// mostMemory is what a visitor who plays at 80×24 may take of the heap, in KB. That of the client is counted too: some
// 100 KB.
const mostMemory = 640

// A session keeps one game and one picture of it, whatever the player has looked at before.
func TestMemoryOfASession(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		heap := func() int {
			runtime.GC()
			runtime.GC() // what pools hold is free after the second one
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		const n = 6
		var all [1 + n]*visitor
		before := 0
		for i := range all {
			all[i] = h.comeWith("", "foot")
			all[i].play()
			if i == 0 {
				before = heap()
			}
		}
		time.Sleep(5 * time.Second)
		for _, v := range all {
			v.mu.Lock()
			v.seen = bytes.Buffer{}
			v.mu.Unlock()
		}
		kb := (heap() - before) / n / 1024
		t.Logf("%d KB a session", kb)
		if kb > mostMemory {
			t.Errorf("a session takes %d KB", kb)
		}
		for _, v := range all {
			v.client.Close()
		}
	})
}
