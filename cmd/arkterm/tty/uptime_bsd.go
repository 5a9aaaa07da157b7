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

// Uptime returns the time since the machine was started, including sleep if sleepClocks has a clock.
// Setting the wall clock does not change it.
func Uptime() time.Duration {
	var ts unix.Timespec
	if clock, ok := sleepClocks[runtime.GOOS]; ok && unix.ClockGettime(clock, &ts) == nil {
		return time.Duration(ts.Nano())
	}
	return sinceStart()
}
