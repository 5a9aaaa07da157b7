//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tty

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// sleepClocks maps systems to clocks that run while the machine sleeps: mach_continuous_time (CLOCK_MONOTONIC_RAW) on
// macOS, where CLOCK_MONOTONIC depends on the wall clock, and CLOCK_BOOTTIME on OpenBSD. Some releases of FreeBSD and
// NetBSD have no such clock.
var sleepClocks = map[string]int32{"darwin": 4, "openbsd": 6}

// Uptime returns the time since the machine was started, including sleep. Setting the wall clock does not change it. If
// sleepClocks has no clock for the system, Uptime returns the time since the start of the process, without sleep.
func Uptime() time.Duration {
	var ts unix.Timespec
	if clock, ok := sleepClocks[runtime.GOOS]; ok && unix.ClockGettime(clock, &ts) == nil {
		return time.Duration(ts.Nano())
	}
	return sinceStart()
}
