package tty

import "golang.org/x/sys/unix"

// clockOfSleep is mach_continuous_time. CLOCK_MONOTONIC is made from the wall clock there, in microseconds.
const clockOfSleep = unix.CLOCK_MONOTONIC_RAW
