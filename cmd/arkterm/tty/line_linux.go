package tty

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The queues of a terminal: unread input and unsent output.
const inputQueue, outputQueue = unix.TCIFLUSH, unix.TCOFLUSH

// discard discards the contents of a queue.
func discard(fd, queue int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, queue) }

// getLineSettings returns the terminal's line settings. setLineSettings sets them immediately.
func getLineSettings(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TCGETS) }

func setLineSettings(fd int, to *unix.Termios) error {
	return unix.IoctlSetTermios(fd, unix.TCSETS, to)
}

// replaceFile makes the descriptor newFD refer to the file of oldFD. It closes the previous file of newFD.
func replaceFile(oldFD, newFD int) error { return unix.Dup3(oldFD, newFD, 0) }

// getSize returns the terminal's size. It is called for each frame, so it uses a raw system call; see pollStream.
func getSize(fd int) (ws unix.Winsize, err error) {
	_, _, errno := unix.RawSyscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGWINSZ, uintptr(unsafe.Pointer(&ws)))
	if errno != 0 {
		return ws, errno
	}
	return ws, nil
}
