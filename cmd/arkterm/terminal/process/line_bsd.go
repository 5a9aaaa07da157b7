//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package process

import "golang.org/x/sys/unix"

// FREAD and FWRITE of <sys/fcntl.h>, which name the queues for TIOCFLUSH.
const (
	fread  = 1
	fwrite = 2
)

// discard throws away what the terminal fd has received and not been asked for, or what
// it was sent and has not shown.
func discard(fd int, q queue) {
	arg := fread
	if q == outputQueue {
		arg = fwrite
	}
	_ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, arg)
}

// getLine returns the settings of the terminal's line.
func getLine(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TIOCGETA) }

// setLine changes them at once.
func setLine(fd int, to *unix.Termios) error { return unix.IoctlSetTermios(fd, unix.TIOCSETA, to) }

// replaceFile makes the file number to another name for from.
func replaceFile(from, to int) error { return unix.Dup2(from, to) }
