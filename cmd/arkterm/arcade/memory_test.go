package arcade

import (
	"bytes"
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// mostMemory is what a visitor who plays at 80×24 may take of the heap, in KB. That of the client is counted too: some
// 100 KB.
const mostMemory = 450

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

// What a crowd has left is given back once, two minutes after most of it have gone, and not when they are back soon.
func TestMemoryOfACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		var here, freed atomic.Int64
		go keepSmall(ctx, func() int { return int(here.Load()) }, func() { freed.Add(1) })
		for _, step := range []struct {
			here  int64
			lasts time.Duration
			freed int64 // in all
		}{
			{3, time.Hour, 0},
			{200, time.Hour, 0},
			{120, time.Hour, 0},
			{20, time.Minute, 0},
			{150, time.Hour, 0},
			{20, 100 * time.Second, 0},
			{20, time.Minute, 1},
			{20, time.Hour, 1},
			{15, time.Hour, 1},
			{3, time.Hour, 2},
			{0, time.Hour, 2},
		} {
			here.Store(step.here)
			time.Sleep(step.lasts)
			synctest.Wait()
			if n := freed.Load(); n != step.freed {
				t.Errorf("%d are here for %v: memory was given back %d times, want %d", step.here, step.lasts, n, step.freed)
			}
		}
		end()
	})
}
