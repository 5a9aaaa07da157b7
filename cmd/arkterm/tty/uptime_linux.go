package tty

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Uptime returns the time since the machine was started, including sleep. Setting the wall clock does not change it.
// Go's monotonic clock is not used, because it stops during sleep, so a game would continue as if no time had passed.
// Kernels before 2.6.39 have no CLOCK_BOOTTIME. On them, Uptime returns the time since the start of the process.
func Uptime() time.Duration {
	var ts unix.Timespec
	_, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_BOOTTIME, uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		return sinceStart()
	}
	return time.Duration(ts.Nano())
}
