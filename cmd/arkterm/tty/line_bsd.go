//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tty

import "golang.org/x/sys/unix"

// FREAD and FWRITE of <sys/fcntl.h>, which name the queues for TIOCFLUSH.
const (
	fread  = 1
	fwrite = 2
)

// discard throws away a queue of the terminal fd: input that was not read, or output that was not shown.
func discard(fd int, q queue) {
	arg := fread
	if q == outputQueue {
		arg = fwrite
	}
	_ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, arg)
}

// getLine returns the terminal's line settings.
func getLine(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TIOCGETA) }

// setLine sets the line settings at once.
func setLine(fd int, to *unix.Termios) error { return unix.IoctlSetTermios(fd, unix.TIOCSETA, to) }

// replaceFile makes the descriptor to a copy of from.
func replaceFile(from, to int) error { return unix.Dup2(from, to) }

// getSize returns the terminal's size.
func getSize(fd int) (unix.Winsize, error) {
	ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil {
		return unix.Winsize{}, err
	}
	return *ws, nil
}
