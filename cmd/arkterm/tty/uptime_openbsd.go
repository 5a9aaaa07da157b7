package tty

import "golang.org/x/sys/unix"

// clockOfSleep counts from the start of the machine on.
const clockOfSleep = unix.CLOCK_BOOTTIME
