package main

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
