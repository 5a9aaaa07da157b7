//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tty

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Clocks that run while the machine sleeps: mach_continuous_time (CLOCK_MONOTONIC_RAW) on macOS, where
// CLOCK_MONOTONIC depends on the wall clock, and CLOCK_BOOTTIME on OpenBSD. FreeBSD and NetBSD do not have one in all
// of their releases.
var sleepClocks = map[string]int32{"darwin": 4, "openbsd": 6}

// Uptime returns the time since the machine was started, including the time it slept if the system has such a clock.
// Setting the wall clock does not change it.
func Uptime() time.Duration {
	var ts unix.Timespec
	if clock, ok := sleepClocks[runtime.GOOS]; ok && unix.ClockGettime(clock, &ts) == nil {
		return time.Duration(ts.Nano())
	}
	return sinceStart()
}
