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
)

// A file that says that it is short and is not, as one does that grows while it is read. A pipe in the place of a file
// is not waited for.
func TestReadingIsLimitedByWhatIsRead(t *testing.T) {
	const longer = "/proc/self/status" // its size is zero, which no file that can be read here really has
	if data, err := ReadLimited(longer, 100); err == nil || data != nil {
		t.Errorf("reads %d bytes of a file that is longer", len(data))
	}
	if data, err := ReadAtMost(longer, 100); err != nil || len(data) != 100 {
		t.Errorf("reads %d bytes of at most 100, %v", len(data), err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLimited(pipe, 100); err == nil {
		t.Error("reads a pipe")
	}
	if _, err := ReadAtMost(pipe, 100); err == nil {
		t.Error("reads a pipe")
	}
	if IsSetFile(pipe) {
		t.Error("a pipe is a set")
	}
}

// Of many who change a file at once none undoes what another has done.
func TestUpdatesAtOnceAllCount(t *testing.T) {
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
		t.Errorf("the file has %q, %v", text, err)
	}
}

// What was put aside is never overwritten, whatever the clock says.
func TestSetAsideTwiceInASecond(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "file"), time.Unix(1<<30, 0)
	for n := range 3 {
		if err := os.WriteFile(path, fmt.Appendf(nil, "%d", n), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := SetAside(path, now)
		if text, _ := os.ReadFile(aside); err != nil || string(text) != fmt.Sprint(n) {
			t.Errorf("aside %s has %q, %v", aside, text, err)
		}
	}
	if names, _ := filepath.Glob(path + ".bad-*"); len(names) != 3 {
		t.Errorf("put aside: %q", names)
	}
}
