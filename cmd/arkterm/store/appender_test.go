package store

import (
	"bytes"
	"testing"
)

// If the disk hangs, Append does not block, and the queue stays within its limit.
func TestAppendingToAStuckDisk(t *testing.T) {
	free := make(chan struct{})
	a := NewAppender(stuckDisk{free}, func() {})
	line := bytes.Repeat([]byte("x"), 1<<20)
	for range 20 {
		a.Append(line)
	}
	if err := <-a.Failed; err == nil || len(a.waiting) > maxUnwritten {
		t.Errorf("error %v, %d bytes queued; want an error and at most the limit", err, len(a.waiting))
	}
	close(free)
}

type stuckDisk struct{ free chan struct{} }

func (d stuckDisk) Write(p []byte) (int, error) { <-d.free; return len(p), nil }
func (d stuckDisk) Truncate(int64) error        { return nil }
