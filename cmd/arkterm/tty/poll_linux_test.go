package tty

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/testenv"
)

// Writing a frame and reading the reply do not allocate.
func TestPollStreamDoesNotAllocate(t *testing.T) {
	ptm, fd := rawTTY(t)
	s := newPollStream(fd)
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
		t.Errorf("Write and Read together allocate %v times, want 0", n)
	}
}

// TryWrite does not wait for a terminal that does not read.
func TestTryWriteDoesNotWait(t *testing.T) {
	_, fd := rawTTY(t)
	s := newPollStream(fd).(*pollStream)
	defer s.Close()
	for n, sum := 1, 0; n > 0; sum += n {
		var err error
		if n, err = s.TryWrite(make([]byte, 4096), 0); err != nil {
			t.Fatal(err)
		}
		if sum > 1<<24 {
			t.Fatal("a terminal that does not read accepted 16 MB")
		}
	}
}

// reopen returns a non-blocking file, even without a controlling terminal. The file that is shared with the shell stays
// in blocking mode.
func TestTerminalIsOpenedAgain(t *testing.T) {
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
	for file, want := range map[int]bool{fd: true, shared: false} {
		flags, err := unix.FcntlInt(uintptr(file), unix.F_GETFL, 0)
		if got := flags&unix.O_NONBLOCK != 0; err != nil || got != want {
			t.Errorf("file %d is non-blocking: %v (error %v), want %v", file, got, err, want)
		}
	}
}
