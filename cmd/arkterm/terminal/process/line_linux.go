package process

import "golang.org/x/sys/unix"

// discard throws away what the terminal fd has received and not been asked for, or what
// it was sent and has not shown.
func discard(fd int, q queue) {
	arg := unix.TCIFLUSH
	if q == outputQueue {
		arg = unix.TCOFLUSH
	}
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, arg)
}

// getLine returns the settings of the terminal's line.
func getLine(fd int) (*unix.Termios, error) { return unix.IoctlGetTermios(fd, unix.TCGETS) }

// setLine changes them at once.
func setLine(fd int, to *unix.Termios) error { return unix.IoctlSetTermios(fd, unix.TCSETS, to) }

// replaceFile makes the file number to another name for from.
func replaceFile(from, to int) error { return unix.Dup3(from, to, 0) }
