//go:build unix

package arcade

import (
	"errors"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// duplicateSocket returns a file for the socket of a listener. In contrast to the File method of the listener, the
// socket stays nonblocking when the file is passed to another process.
func duplicateSocket(l net.Listener) (f *os.File, err error) {
	raw, err := l.(syscall.Conn).SyscallConn()
	if err != nil {
		return nil, err
	}
	var dupErr error
	err = raw.Control(func(fd uintptr) {
		var dup int
		if dup, dupErr = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0); dupErr == nil {
			f = os.NewFile(uintptr(dup), "")
		}
	})
	return f, errors.Join(err, dupErr)
}
