package tty

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// discard throws away a queue of the terminal fd: input that was not read, or output that was not shown.
func discard(fd int, q queue) {
	arg := unix.TCIFLUSH
	if q == outputQueue {
		arg = unix.TCOFLUSH
	}
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, arg)
}

// getLine returns the terminal's line settings.
func getLine(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TCGETS) }

// setLine sets the line settings at once.
func setLine(fd int, to *unix.Termios) error { return unix.IoctlSetTermios(fd, unix.TCSETS, to) }

// replaceFile makes the descriptor to a copy of from.
func replaceFile(from, to int) error { return unix.Dup3(from, to, 0) }

// getSize returns the terminal's size. It is asked for with each frame, by a raw system call: see polled.
func getSize(fd int) (unix.Winsize, error) {
	var ws unix.Winsize
	_, _, errno := unix.RawSyscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGWINSZ, uintptr(unsafe.Pointer(&ws)))
	if errno != 0 {
		return unix.Winsize{}, errno
	}
	return ws, nil
}
