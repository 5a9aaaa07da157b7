//go:build linux

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/levels"
)

// The limit applies even if the size that the file system reports is too small, as for a file that grows. Pipes are
// rejected without waiting for a writer.
func TestReadingIsLimited(t *testing.T) {
	const longer = "/proc/self/status" // its reported size is 0, but it has more than 100 bytes
	if data, err := ReadLimited(longer, 100); err == nil || data != nil {
		t.Errorf("ReadLimited read %d bytes of a file that is longer than the limit", len(data))
	}
	if data, err := ReadAtMost(longer, 100); err != nil || len(data) != 100 {
		t.Errorf("read %d bytes, %v; want 100", len(data), err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLimited(pipe, 100); err == nil {
		t.Error("ReadLimited read a pipe")
	}
	if _, err := ReadAtMost(pipe, 100); err == nil {
		t.Error("ReadAtMost read a pipe")
	}
	if IsSetFile(pipe) {
		t.Error("IsSetFile accepts a pipe")
	}
}

// Concurrent updates do not overwrite each other's changes.
func TestConcurrentUpdates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "file")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := Update(path, 1<<10, func(old []byte) []byte { return fmt.Appendf(old, "%d\n", i) }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	text, err := os.ReadFile(path)
	lines := strings.Fields(string(text))
	if slices.Sort(lines); err != nil || len(slices.Compact(lines)) != 20 {
		t.Errorf("file has %q, %v; want 20 different lines", text, err)
	}
}

// SetAside never replaces an existing file.
func TestSetAsideTwiceInASecond(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "file"), time.Unix(1<<30, 0)
	for n := range 3 {
		if err := os.WriteFile(path, fmt.Appendf(nil, "%d", n), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := SetAside(path, now)
		if text, _ := os.ReadFile(aside); err != nil || string(text) != fmt.Sprint(n) {
			t.Errorf("%s has %q, %v", aside, text, err)
		}
	}
	if names, _ := filepath.Glob(path + ".bad-*"); len(names) != 3 {
		t.Errorf("renamed files: %q, want 3", names)
	}
}

// A pipe among the player's levels, from which a read never returns, does not prevent saving levels.
func TestKeepLevelsBesideAPipe(t *testing.T) {
	f := testFolders(t)
	if err := os.MkdirAll(f.Levels(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(filepath.Join(f.Levels(), "a.level"), 0o600); err != nil {
		t.Fatal(err)
	}
	hut, err := levels.Read("x.level", []byte("arkterm levels 1\nlevel: The Hut\nhexagon: plain at 32 10, radius 4\n"))
	if err != nil {
		t.Fatal(err)
	}
	if name, err := f.KeepLevels(hut, false); err != nil || name != "the-hut.level" {
		t.Errorf("KeepLevels() = %q, %v, want the-hut.level", name, err)
	}
}
