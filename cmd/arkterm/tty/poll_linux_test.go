package tty

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/testenv"
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
		if n, err = s.TryWrite(make([]byte, 4096), 0); err != nil {
			t.Fatal(err)
		}
		if sum > 1<<24 {
			t.Fatal("a terminal that does not read takes 16 MB")
		}
	}
}

// A process without a controlling terminal has a file of its own too, which does not block. That of the shell does as before.
func TestATerminalIsOpenedOnceMore(t *testing.T) {
	_, tty := testenv.OpenPty(t)
	shared := int(tty.Fd())
	if err := unix.SetNonblock(shared, false); err != nil {
		t.Fatal(err)
	}
	fd, err := reopen(shared)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	for of, want := range map[int]bool{fd: true, shared: false} {
		flags, err := unix.FcntlInt(uintptr(of), unix.F_GETFL, 0)
		if got := flags&unix.O_NONBLOCK != 0; err != nil || got != want {
			t.Errorf("does not block: %v, %v; want %v", got, err, want)
		}
	}
}
