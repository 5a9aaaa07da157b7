//go:build unix

package testenv

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// OpenPty opens a pseudo-terminal and returns both ends. The test's end, ptm, is nonblocking, because otherwise Close
// would wait for Read.
func OpenPty(t *testing.T) (ptm, tty *os.File) {
	t.Helper()
	opened, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	fd, err := unix.FcntlInt(opened.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	ptm = os.NewFile(uintptr(fd), "ptm")
	t.Cleanup(func() { ptm.Close(); tty.Close() })
	return ptm, tty
}

// HowEnded describes a process status: the name of the signal that ended the process, its exit code, for example "exit
// 1", or "stopped".
func HowEnded(ws syscall.WaitStatus) string {
	switch {
	case ws.Signaled():
		return unix.SignalName(ws.Signal())
	case ws.Stopped():
		return "stopped"
	}
	return fmt.Sprint("exit ", ws.ExitStatus())
}
