package process

import (
	"testing"
	"time"
)

// A picture and its reply allocate nothing.
func TestAPolledStreamDoesNotAllocate(t *testing.T) {
	ptm, fd := rawTTY(t)
	s := newPolled(fd)
	defer s.Close()
	buf := make([]byte, 16)
	n := testing.AllocsPerRun(100, func() {
		if _, err := s.Write(buf[:4]); err != nil {
			t.Fatal(err)
		}
		if _, err := ptm.Read(buf); err != nil {
			t.Fatal(err)
		}
		if _, err := ptm.Write(buf[:4]); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read(buf, time.Minute); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TryWrite does not wait for a terminal that does not read.
func TestTryWriteDoesNotWait(t *testing.T) {
	_, fd := rawTTY(t)
	s := newPolled(fd).(*polled)
	defer s.Close()
	for n, sum := 1, 0; n > 0; sum += n {
		var err error
		if n, err = s.TryWrite(make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
		if sum > 1<<24 {
			t.Fatal("a terminal that does not read takes 16 MB")
		}
	}
}
