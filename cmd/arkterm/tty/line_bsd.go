//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tty

import "golang.org/x/sys/unix"

// The queues of a terminal: unread input and unsent output. The values for TIOCFLUSH are FREAD and FWRITE of
// <sys/fcntl.h>.
const inputQueue, outputQueue = 1, 2

// discard discards the contents of a queue.
func discard(fd, queue int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, queue) }

// getLineSettings returns the terminal's line settings. setLineSettings sets them immediately.
func getLineSettings(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TIOCGETA) }

func setLineSettings(fd int, to *unix.Termios) error {
	return unix.IoctlSetTermios(fd, unix.TIOCSETA, to)
}

// replaceFile makes the descriptor newFD refer to the file of oldFD. It closes the previous file of newFD.
func replaceFile(oldFD, newFD int) error { return unix.Dup2(oldFD, newFD) }

// getSize returns the terminal's size.
func getSize(fd int) (unix.Winsize, error) {
	ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil {
		return unix.Winsize{}, err
	}
	return *ws, nil
}
