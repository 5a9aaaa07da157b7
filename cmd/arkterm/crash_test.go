package main

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine/record"
)

func TestCrashFilesUseTheFirstWritableFolder(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, c := range []struct {
		dirs      []string
		dir, name string
	}{
		{[]string{first, second}, first, "crash-7-240.ark"},
		{[]string{first, second}, first, "crash-7-240-2.ark"},
		{[]string{first, second}, first, "crash-7-240-3.ark"},
		{[]string{filepath.Join(first, "none"), second}, second, "crash-7-240.ark"},
	} {
		path, err := writeCrash([]byte("text"), 7, 240, c.dirs...)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(c.dir, c.name); path != want {
			t.Errorf("writeCrash wrote %s, want %s", path, want)
		}
		if text, err := os.ReadFile(path); string(text) != "text" {
			t.Errorf("%s contains %q (%v), want text", path, text, err)
		}
	}
}

func TestCrashFileWithoutFolder(t *testing.T) {
	if path, err := writeCrash(nil, 1, 1, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Errorf("writeCrash wrote %s, want an error", path)
	}
}

func TestCrashFileIsAReplay(t *testing.T) {
	p := botSession(t)
	p.wait(time.Second)
	text, seed, tick := p.Recording()
	path, err := writeCrash(text, seed, tick, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Seed != seed || uint64(rec.Ticks()) != tick {
		t.Errorf("the file has seed %d and %d ticks, want %d and %d", rec.Seed, rec.Ticks(), seed, tick)
	}
}

func TestCrashNotesOverwriteNoFile(t *testing.T) {
	dir := t.TempDir()
	seen := map[string]bool{}
	for range 3 {
		path, err := writeRuntimeOutput([]byte("x"), dir, time.Unix(0, 0))
		if err != nil || seen[path] {
			t.Fatalf("writeNote wrote %s (%v), want a new file", path, err)
		}
		seen[path] = true
	}
}

// newTestPlay returns a playSession without a terminal.
func newTestPlay(p *botPlayer) *playSession {
	return &playSession{
		localHost: &localHost{Host: &runloop.Host{Session: p.Session, Now: func() time.Duration { return p.now }}},
		session:   p.Session,
	}
}

// TestSnapshotDuringPlay takes snapshots of the recording, as after a panic, while the loop advances the game.
func TestSnapshotDuringPlay(t *testing.T) {
	p := botSession(t)
	p.wait(time.Second)
	l := newTestPlay(p)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for now := p.now; ; now += 10 * time.Millisecond {
			select {
			case <-stop:
				return
			default:
				l.Do(func(time.Duration) { p.Advance(now) })
			}
			for range 1000 { // give other goroutines a chance to lock the session
				runtime.Gosched()
			}
		}
	}()

	for range 20 {
		text, seed, tick, err := l.snapshot(testenv.Timeout)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.Parse("crash", text)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Seed != seed || uint64(rec.Ticks()) != tick {
			t.Errorf("inconsistent snapshot: seed %d, %d ticks, want %d and %d", rec.Seed, rec.Ticks(), seed, tick)
		}
	}
	close(stop)
	wg.Wait()
}

func TestStuckGameDoesNotDelayTheExit(t *testing.T) {
	l := newTestPlay(botSession(t))
	l.Do(func(time.Duration) {
		if _, _, err := l.saveCrash(t.TempDir()); err == nil {
			t.Error("keepCrash returned no error while the loop holds the session")
		}
	})
}

func TestBrokenSessionDoesNotPanicAgain(t *testing.T) {
	newTestPlay(&botPlayer{}).reportCrash()
}
